//! Which skills there are.

use crate::{
    effective::{EffectivePrompt, SkillFate},
    runtimes::opencode::settings::{Settings, up},
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        walk,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

const LOADER: Loader = Loader {
    // The program itself has no limit.
    depth: 16,
    name_from_folder: false,
    name_is_folder: false,
    refuses: any_name,
    // One without can be loaded, and is not listed.
    needs_description: false,
    description: None,
    hidden_by: None,
    last_wins: true,
};

/// Whether a path lies below a folder where skills are looked for.
pub(super) fn is_below_skills(path: &Path) -> bool {
    let names: Vec<_> = path.iter().collect();
    names.windows(2).any(|pair| match pair[0].to_str() {
        Some(".claude" | ".agents") => pair[1] == "skills",
        Some(".kilo" | ".kilocode") => pair[1] == "skills" || pair[1] == "skill",
        _ => false,
    })
}

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    let mut places: Vec<PathBuf> = Vec::new();
    if settings.reads_external_skills {
        let home = situation.home.as_deref().into_iter();
        for folder in home.chain(up(&situation.start, &settings.worktree)) {
            if settings.reads_claude_skills {
                places.push(folder.join(".claude/skills"));
            }
            places.push(folder.join(".agents/skills"));
        }
    }
    for folder in &settings.folders {
        places.extend(["skill", "skills"].map(|name| folder.join(name)));
    }
    for path in &settings.skill_paths {
        places.push(match (path.strip_prefix("~/"), &situation.home) {
            (Some(below), Some(home)) => home.join(below),
            _ => walk::lexical(&situation.start.join(path)),
        });
    }
    let mut skills = agent_skills::load(prompt, files, &places, &LOADER);
    skills.retain(|entry| {
        let is_described = !entry.description.text.is_empty();
        if !is_described {
            let same = prompt.skills.iter_mut().filter(|skill| skill.path == entry.path);
            same.for_each(|skill| skill.fate = SkillFate::OnDemand);
        }
        is_described
    });
    agent_skills::list(prompt, &skills);
}
