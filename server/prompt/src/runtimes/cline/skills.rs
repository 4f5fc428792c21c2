//! Which skills there are, and their names in the description of a tool (`discoverSkillFiles`,
//! `createSkillsTool`).

use super::{head, users_folder};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        agent_skills,
        catalog::{self, Entry, Word},
        loss,
        rule::Rule,
        space,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Folders of skills in a project.
const PLACES: [&str; 3] = [".clinerules/skills", ".cline/skills", ".agents/skills"];

/// Whether a file of this path, relative to the root, is taken for a skill.
pub(super) fn is_skill(path: &Path) -> bool {
    let folders = path.ancestors().skip(1).take(2);
    let mut places = folders.filter(|folder| PLACES.iter().any(|place| *folder == Path::new(place)));
    path.ends_with("SKILL.md") && places.next().is_some()
}

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let mut places: Vec<PathBuf> = PLACES.map(|place| situation.root.join(place)).to_vec();
    places.extend(users_folder(situation).map(|folder| folder.join("skills")));
    places.extend(situation.home.as_ref().map(|home| home.join(".agents/skills")));
    let mut found: Vec<(Entry, bool)> = Vec::new();
    let mut is_ordered = true;
    for place in &places {
        let paths = agent_skills::find(files, place, 1);
        is_ordered &= paths.len() < 2;
        for path in paths {
            if let Some(one) = read(prompt, files, &path) {
                keep(prompt, &mut found, one);
            }
        }
    }
    let mut segments = Vec::new();
    for (entry, is_off) in &found {
        if *is_off {
            prompt.skills.push(entry.skill(SkillFate::OnDemand));
            continue;
        }
        prompt.skills.push(entry.skill(SkillFate::Listed));
        let before = if segments.is_empty() {
            "⟪cline: about skills⟫ Available skills: "
        } else {
            ", "
        };
        segments.push(Segment::literal(before, "skill"));
        let shown = catalog::as_it_is(&entry.name.text);
        segments.push(entry.segment(&entry.name, shown, "name of the skill"));
    }
    if segments.is_empty() {
        return;
    }
    if !is_ordered {
        prompt.inexact(
            "Cline names the skills of a folder in the order of the file system; here they are sorted.",
        );
    }
    segments.push(Segment::literal(".", "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "tool",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// A later skill takes the place of an earlier one whose name is the same but for case.
fn keep(prompt: &mut EffectivePrompt, found: &mut Vec<(Entry, bool)>, mut one: (Entry, bool)) {
    let key = |entry: &Entry| entry.name.text.to_lowercase();
    match found.iter_mut().find(|(known, _)| key(known) == key(&one.0)) {
        None => found.push(one),
        Some(known) => {
            std::mem::swap(known, &mut one);
            let by = known.0.path.clone();
            one.0.shadowed(prompt, &by);
        }
    }
}

/// A skill, and whether it is off.
fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<(Entry, bool)> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt
                .losses
                .push(loss::unreadable(path, fault, Unit::Characters));
            return None;
        }
    };
    let headed = match head::read(&file) {
        Ok(headed) => headed,
        Err(fault) => {
            catalog::refuse(prompt, path, file.text(), fault, None);
            return None;
        }
    };
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let name = headed.name.unwrap_or_else(|| Word {
        text: folder.to_string_lossy().into_owned(),
        range: None,
    });
    if file.text().slice(headed.body).chars().all(space::javascript) {
        let fault = SkillFault::Location("nothing stands behind its head".to_owned());
        catalog::refuse(prompt, path, file.text(), fault, Some(name.text));
        return None;
    }
    let description = Rule::read(files, path).ok();
    let description = description.as_ref().and_then(|rule| rule.text("description"));
    let entry = Entry {
        path: path.to_path_buf(),
        text: file.text().clone(),
        name,
        description: Word {
            text: description.unwrap_or_default().trim().to_owned(),
            range: None,
        },
        passed: None,
    };
    Some((entry, headed.off_by.is_some()))
}
