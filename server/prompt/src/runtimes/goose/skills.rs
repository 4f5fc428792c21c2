//! goose's skills: where they are looked for, which are taken, and their list (`discover_skills`,
//! `SkillsClient::get_instructions`).

use super::config_folder;
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate},
    situation::Situation,
    steps::{
        agent_skills::{self, Bears, Loader},
        catalog::{self, Entry},
    },
};
use agents_workspace::Files;
use std::path::{Component, Path, PathBuf};

/// Folders of skills in a project.
pub(super) const PLACES: [&str; 3] = [".agents/skills", ".goose/skills", ".claude/skills"];

const LOADER: Loader = Loader {
    name_is_folder: false,
    refuses: no_slash,
    needs_description: false,
    ..Loader::FORMAT
};

const BEARS: Bears = Bears {
    blank_before: true,
    broken_utf8: false,
};

/// Levels of folders below a place; goose itself has no limit.
const DEPTH: usize = 16;

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let mut places: Vec<PathBuf> = PLACES.map(|place| situation.start.join(place)).to_vec();
    let home = situation.home.as_ref();
    places.extend(home.map(|home| home.join(".agents/skills")));
    places.extend(config_folder(situation).map(|folder| folder.join("skills")));
    let below_home =
        |home: &PathBuf| [".claude/skills", ".config/agents/skills"].map(|place| home.join(place));
    places.extend(home.map(below_home).into_iter().flatten());

    let mut listed: Vec<Entry> = Vec::new();
    for place in &places {
        for path in agent_skills::find(files, place, DEPTH) {
            let below = path.strip_prefix(place).unwrap_or(&path);
            if !is_versioned(below) {
                take(prompt, files, &path, &mut listed);
            }
        }
    }
    listed.sort_by(|a, b| (&a.name.text, &a.path).cmp(&(&b.name.text, &b.path)));
    list(prompt, &listed);
}

/// The first of a name wins.
fn take(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, listed: &mut Vec<Entry>) {
    if listed.iter().any(|known| known.path == path) {
        return;
    }
    let Some(taken) = agent_skills::take(prompt, files, path, &LOADER, BEARS) else {
        return;
    };
    let known = listed
        .iter()
        .find(|known| known.name.text == taken.entry.name.text);
    match known {
        Some(known) => taken.entry.shadowed(prompt, &known.path),
        None => {
            prompt.skills.push(taken.entry.skill(SkillFate::Listed));
            listed.push(taken.entry);
        }
    }
}

fn list(prompt: &mut EffectivePrompt, listed: &[Entry]) {
    if listed.is_empty() {
        return;
    }
    prompt.inexact("goose's own skills and those of its plugins stand in the list too, sorted among these.");
    let mut segments = vec![Segment::literal("\n\n⟪goose: about skills⟫", "heading")];
    for entry in listed {
        let word = |word, why| entry.segment(word, catalog::as_it_is(&word.text), why);
        segments.push(Segment::literal("\n• ", "skill"));
        segments.push(word(&entry.name, "name of the skill"));
        segments.push(Segment::literal(" - ", "skill"));
        segments.push(word(&entry.description, "description"));
    }
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn no_slash(name: &str) -> Option<&'static str> {
    name.contains('/').then_some("it may hold no slash")
}

/// Whether a path leads through a folder of version control.
fn is_versioned(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name
            .to_str()
            .is_some_and(|name| matches!(name, ".git" | ".hg" | ".svn")),
        _ => false,
    })
}
