//! Crush's skills: where they are looked for, which are taken, and their list (`DiscoverWithStates`, `Validate`,
//! `Deduplicate`, `ToPromptXML`).

use super::settings::{self, Settings};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault},
    situation::Situation,
    steps::{
        agent_skills::{self, Bears, Loader, Taken},
        catalog,
        rule::Rule,
    },
};
use agents_workspace::Files;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Folders of skills in the working folder and in the git root.
pub(super) const PLACES: [&str; 4] = [
    ".agents/skills",
    ".crush/skills",
    ".claude/skills",
    ".cursor/skills",
];

/// Bytes of a name, of a description, and of what `compatibility` says.
const NAME: usize = 64;
const DESCRIPTION: usize = 1024;
const COMPATIBILITY: usize = 500;

/// Levels of folders below a place; Crush itself has no limit.
const DEPTH: usize = 16;

const LOADER: Loader = Loader {
    name_is_folder: false,
    refuses,
    hidden_by: Some("disable-model-invocation"),
    ..Loader::FORMAT
};

const BEARS: Bears = Bears {
    blank_before: true,
    broken_utf8: true,
};

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    let mut found: Vec<Taken> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for place in places(settings, situation, files) {
        for path in agent_skills::find(files, &place, DEPTH) {
            if seen.contains(&path) {
                continue;
            }
            found.extend(take(prompt, files, &path));
            seen.push(path);
        }
    }
    found.sort_by_cached_key(|taken| {
        let folder = taken.entry.path.parent().unwrap_or(&taken.entry.path);
        let folder = folder.to_string_lossy().to_lowercase();
        (folder, taken.entry.name.text.to_lowercase())
    });
    let mut listed = Vec::new();
    for (index, taken) in found.iter().enumerate() {
        let name = &taken.entry.name.text;
        let mut later = found[index + 1..].iter().rev();
        if let Some(by) = later.find(|later| later.entry.name.text == *name) {
            taken.entry.shadowed(prompt, &by.entry.path);
        } else if taken.is_hidden || settings.disabled_skills.contains(name) {
            prompt.skills.push(taken.entry.skill(SkillFate::OnDemand));
        } else {
            prompt.skills.push(taken.entry.skill(SkillFate::Listed));
            listed.push(&taken.entry);
        }
    }
    if listed.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal(
        "\n\n<available_skills>\n⟪crush: its own skills⟫\n",
        "heading",
    )];
    for entry in listed {
        catalog::xml(&mut segments, entry, escape, escape);
    }
    segments.push(Segment::literal(
        "</available_skills>\n\n<skills_usage>\n⟪crush: how to use skills⟫\n</skills_usage>\n",
        "end",
    ));
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// The folders that are looked through; their order does not count.
fn places(settings: &Settings, situation: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    match situation
        .environment
        .get("CRUSH_SKILLS_DIR")
        .filter(|folder| !folder.is_empty())
    {
        Some(folder) => out.push(PathBuf::from(folder)),
        None => {
            let config = situation.user_folder("XDG_CONFIG_HOME", ".config");
            let own = |folder: PathBuf| ["crush/skills", "agents/skills"].map(|place| folder.join(place));
            out.extend(config.map(own).into_iter().flatten());
            let shared = |home: &PathBuf| [".agents/skills", ".claude/skills"].map(|place| home.join(place));
            out.extend(situation.home.as_ref().map(shared).into_iter().flatten());
        }
    }
    let root = settings::git_root(files, &situation.start);
    for folder in std::iter::once(&situation.start).chain(&root) {
        out.extend(PLACES.map(|place| folder.join(place)));
    }
    let named = settings
        .skills_paths
        .iter()
        .filter_map(|path| settings.expand(path));
    out.extend(named.map(|path| situation.start.join(path)));
    out
}

fn take(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<Taken> {
    let taken = agent_skills::take(prompt, files, path, &LOADER, BEARS)?;
    let entry = &taken.entry;
    let folder = path
        .parent()
        .and_then(Path::file_name)
        .unwrap_or_default()
        .to_string_lossy();
    let rule = Rule::read(files, path).ok();
    let compatibility = rule
        .as_ref()
        .and_then(|rule| rule.text("compatibility"))
        .unwrap_or_default();
    let fault = if folder.to_lowercase() != entry.name.text.to_lowercase() {
        SkillFault::NotFolder(folder.into_owned())
    } else if entry.description.text.len() > DESCRIPTION {
        SkillFault::TooLong("description", DESCRIPTION)
    } else if compatibility.len() > COMPATIBILITY {
        SkillFault::TooLong("compatibility", COMPATIBILITY)
    } else {
        return Some(taken);
    };
    catalog::refuse(prompt, path, &entry.text, fault, Some(entry.name.text.clone()));
    None
}

fn refuses(name: &str) -> Option<&'static str> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || char == '-';
    if name.len() > NAME {
        Some("it has more than 64 characters")
    } else if !name.chars().all(is_plain) {
        Some("it may hold letters, digits and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("a hyphen stands at an end or beside another")
    } else {
        None
    }
}

fn escape(text: &str) -> Cow<'_, str> {
    catalog::escaped(text, "&apos;")
}
