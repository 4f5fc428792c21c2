//! Skills: the folders that the CLI's pages name, and those of the cloud.

use super::sources::Sources;
use crate::{
    effective::EffectivePrompt,
    situation::Situation,
    steps::agent_skills::{self, Extras, Loader, any_name},
};
use agents_workspace::Files;
use std::path::Path;

/// Folders of skills of a project, each with the switch that closes it; the CLI's own pages know the first four.
const SKILLS: [(&str, Option<&str>); 8] = [
    (".devin/skills", None),
    (".windsurf/skills", Some("windsurf")),
    (".claude/skills", Some("claude")),
    (".github/skills", Some("copilot")),
    (".agents/skills", None),
    (".cursor/skills", None),
    (".codex/skills", None),
    (".cognition/skills", None),
];

const CLI_SKILLS: usize = 4;

/// The same of the user.
const HOME_SKILLS: [(&str, Option<&str>); 3] = [
    (".config/devin/skills", None),
    (".codeium/windsurf/skills", Some("windsurf")),
    (".copilot/skills", Some("copilot")),
];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: true,
    name_is_folder: false,
    refuses: any_name,
    needs_description: false,
    description: None,
    hidden_by: None,
    last_wins: false,
};

/// Whether a file of a project is a skill.
pub(super) fn is_skill(path: &Path) -> bool {
    agent_skills::lies_in(path, &SKILLS.map(|(place, _)| place))
}

/// Adds the list of skills.
pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files, sources: &Sources) {
    let is_on = |switch: Option<&str>| switch.is_none_or(|switch| sources.is_on(switch));
    let open = |list: &[(&'static str, Option<&str>)]| -> Vec<&'static str> {
        let open = list.iter().filter(|(_, switch)| is_on(*switch));
        open.map(|(place, _)| *place).collect()
    };
    let (root, home) = (&situation.root, situation.home.as_deref());
    let places = agent_skills::places(root, &open(&SKILLS), home, &open(&HOME_SKILLS));
    let extras = Extras {
        follow_links: false,
        listed_by: Some(("triggers", "model")),
        ..Extras::default()
    };
    let listed = agent_skills::load_with(prompt, files, &places, &LOADER, extras);
    let is_of_cloud = |path: &Path| {
        SKILLS[CLI_SKILLS..]
            .iter()
            .any(|(place, _)| path.starts_with(root.join(place)))
    };
    if listed.iter().any(|entry| is_of_cloud(&entry.path)) {
        prompt.inexact(
            "That skills outside .devin, .windsurf, .claude and .github are listed is documented for Devin's cloud alone.",
        );
    }
    if sources.is_on("claude") && files.is_folder(&root.join(".claude/commands")) {
        prompt.inexact("The commands in .claude/commands are skills to Devin as well; they are not shown.");
    }
    agent_skills::admit_clash(
        prompt,
        "Which of two skills of a name Devin takes is not documented; here the project's, .devin before the others.",
    );
    agent_skills::list(prompt, &listed);
}
