//! Zed's skills: where they are looked for, which are taken, and their list within its cap
//! (`load_skills_from_directory`, `apply_skill_overrides`, `select_catalog_skills`).

use super::rules::escaped;
use crate::{
    effective::{
        Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, SkillFate, SkillFault, Unit,
    },
    situation::Situation,
    steps::{
        agent_skills::{self, Bears, Loader, Taken},
        catalog, loss,
    },
};
use agents_workspace::Files;
use std::path::Path;

/// The folder of skills, in a worktree and in the home folder.
pub(super) const PLACE: &str = ".agents/skills";

/// Bytes of a `SKILL.md`.
const MOST_BYTES: usize = 100 * 1024;

/// Bytes of a description.
const DESCRIPTION: usize = 1024;

/// Bytes of all names and descriptions that are listed.
const LIST: usize = 50 * 1024;

const LOADER: Loader = Loader {
    name_is_folder: false,
    refuses,
    hidden_by: Some("disable-model-invocation"),
    ..Loader::FORMAT
};

const BEARS: Bears = Bears {
    blank_before: true,
    broken_utf8: false,
};

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let mut found: Vec<Taken> = Vec::new();
    if let Some(home) = situation.home.as_ref().filter(|home| **home != situation.root) {
        take(prompt, files, &home.join(PLACE), &mut found);
    }
    let users = found.len();
    // Of a worktree that is not trusted no skills are taken.
    if situation.trusted {
        take(prompt, files, &situation.root.join(PLACE), &mut found);
    }
    let chosen = choose(prompt, found, users);
    list(prompt, chosen);
}

/// Adds the skills one level below a place, in the order of their paths.
fn take(prompt: &mut EffectivePrompt, files: &dyn Files, place: &Path, found: &mut Vec<Taken>) {
    for path in agent_skills::find(files, place, 1) {
        if path.parent() == Some(place) {
            continue;
        }
        if let Ok(file) = files.file(&path)
            && file.text().len() > MOST_BYTES
        {
            let fault = SkillFault::Location("the file has more than 100 KiB".to_owned());
            catalog::refuse(prompt, &path, file.text(), fault, None);
            continue;
        }
        let Some(taken) = agent_skills::take(prompt, files, &path, &LOADER, BEARS) else {
            continue;
        };
        if taken.entry.description.text.len() > DESCRIPTION {
            let fault = SkillFault::TooLong("description", DESCRIPTION);
            let name = Some(taken.entry.name.text.clone());
            catalog::refuse(prompt, &path, &taken.entry.text, fault, name);
            continue;
        }
        found.push(taken);
    }
}

/// One of each name: a skill of the project takes the place of the user's in the list, of one place the first
/// stays.
fn choose(prompt: &mut EffectivePrompt, found: Vec<Taken>, users: usize) -> Vec<Taken> {
    let mut chosen: Vec<(bool, Taken)> = Vec::new();
    for (index, mut taken) in found.into_iter().enumerate() {
        let is_users = index < users;
        let known = chosen
            .iter_mut()
            .find(|(_, known)| known.entry.name.text == taken.entry.name.text);
        let Some((known_is_users, known)) = known else {
            chosen.push((is_users, taken));
            continue;
        };
        if *known_is_users && !is_users {
            std::mem::swap(known, &mut taken);
            *known_is_users = false;
        }
        taken.entry.shadowed(prompt, &known.entry.path);
    }
    chosen.into_iter().map(|(_, taken)| taken).collect()
}

fn list(prompt: &mut EffectivePrompt, chosen: Vec<Taken>) {
    let mut entries = Vec::new();
    for taken in chosen {
        if taken.is_hidden {
            prompt.skills.push(taken.entry.skill(SkillFate::OnDemand));
        } else {
            entries.push(taken.entry);
        }
    }
    if entries.is_empty() {
        return;
    }
    prompt.inexact(
        "Zed's own skills stand before these in the list, use up some of its 50 KiB, and are not shown.",
    );
    let mut segments = vec![Segment::literal(
        "## Agent Skills\n\n⟪zed: about skills⟫\n\n<available_skills>\n⟪zed: its own skills⟫\n",
        "heading",
    )];
    let (mut used, mut is_full) = (0, false);
    for entry in &entries {
        used += entry.name.text.len() + entry.description.text.len();
        is_full |= used > LIST;
        if is_full {
            let cause = Cause::ListCap { cap: LIST };
            let lost = loss::whole(LossKind::Dropped, &entry.path, &entry.text, cause, Unit::Bytes);
            prompt.losses.push(lost);
            prompt.skills.push(entry.skill(SkillFate::OverBudget));
        } else {
            prompt.skills.push(entry.skill(SkillFate::Listed));
            catalog::xml(&mut segments, entry, escaped, catalog::as_it_is);
        }
    }
    segments.push(Segment::literal(
        "</available_skills>\n\n⟪zed: how to use a skill⟫\n\n",
        "end",
    ));
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used,
        cap: Some(LIST),
        unit: Unit::Bytes,
        setting: None,
    });
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn refuses(name: &str) -> Option<&'static str> {
    let is_plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
    if name.len() > 64 {
        Some("it has more than 64 characters")
    } else if !name.chars().all(is_plain) {
        Some("it may hold a-z, 0-9 and hyphens")
    } else {
        None
    }
}
