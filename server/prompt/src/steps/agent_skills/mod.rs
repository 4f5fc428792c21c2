//! Skills as the Agent Skills format has them (agentskills.io), with what a loader demands of them.
//!
//! * `demand`: reading a head, and what a loader says against it.
//! * `place_name`: names that no folder can have everywhere.
//! * `list`: the list of skills where it is not known how it is written.

mod demand;
mod list;
mod place_name;
#[cfg(test)]
mod tests;

use super::{
    catalog::{self, Entry},
    loss, rule,
    skills::{self, Scan},
};
use crate::effective::{EffectivePrompt, SkillFate, SkillFault, Unit};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

pub use demand::{any_name, plain_name, standard_name};
pub use list::{cut_descriptions, list};
pub use place_name::place_name;

/// Folders below one place that are looked into at most (the format's advice to loaders).
const MOST_FOLDERS: usize = 2_000;

/// What a loader demands.
#[derive(Debug, Clone, Copy)]
pub struct Loader {
    /// Levels of folders below a place that are looked into: 1 for `<place>/<name>/SKILL.md`.
    pub depth: usize,
    /// Whether a skill without a `name` has that of its folder; else it is skipped.
    pub name_from_folder: bool,
    /// Whether the name must be that of the folder.
    pub name_is_folder: bool,
    /// Why a name is refused, in a sentence.
    pub refuses: fn(&str) -> Option<&'static str>,
    /// Whether a skill without a description is skipped.
    pub needs_description: bool,
    /// The longest description, in Unicode characters; a longer one is skipped.
    pub description: Option<usize>,
    /// A key that hides a skill from the model when it is `true`.
    pub hidden_by: Option<&'static str>,
    /// Whether of equal names the last one wins; else the first.
    pub last_wins: bool,
}

impl Loader {
    /// What the format itself demands.
    pub const FORMAT: Self = Self {
        depth: 1,
        name_from_folder: false,
        name_is_folder: true,
        refuses: standard_name,
        needs_description: true,
        description: None,
        hidden_by: None,
        last_wins: false,
    };
}

/// What few loaders do; by default none of it.
#[derive(Debug, Clone, Copy)]
pub struct Extras {
    /// The names that a skill's file may have.
    pub names: &'static [&'static str],
    /// Whether links to folders are followed.
    pub follow_links: bool,
    /// Whether a skill without a description has the first paragraph of its body.
    pub first_paragraph: bool,
    /// Whether a strict parser reads the head. Where it is not known what a fault does, only what no parser reads
    /// is refused.
    pub strict_yaml: bool,
    /// A key with a list, and what must be in that, if it is there, for the model to be told of the skill.
    pub listed_by: Option<(&'static str, &'static str)>,
}

impl Default for Extras {
    fn default() -> Self {
        Self {
            names: &["SKILL.md"],
            follow_links: true,
            first_paragraph: false,
            strict_yaml: false,
            listed_by: None,
        }
    }
}

/// What a loader bears in the text of a skill.
#[derive(Debug, Clone, Copy)]
pub struct Bears {
    /// Blank lines before the head.
    pub blank_before: bool,
    /// Bytes that are not UTF-8, which it replaces.
    pub broken_utf8: bool,
}

/// A skill that meets what a loader demands. What becomes of it is not said yet.
#[derive(Debug, Clone)]
pub struct Taken {
    /// Its name and description.
    pub entry: Entry,
    /// Whether the model is not to be told of it.
    pub is_hidden: bool,
}

/// Whether a path is that of a skill directly below one of these places, which are relative to the same folder.
#[must_use]
pub fn lies_in(path: &Path, places: &[&str]) -> bool {
    let place = path.ancestors().nth(2);
    path.ends_with("SKILL.md") && places.iter().any(|known| place == Some(Path::new(known)))
}

/// Folders of skills of a project, then those of the user.
#[must_use]
pub fn places(root: &Path, ours: &[&str], home: Option<&Path>, users: &[&str]) -> Vec<PathBuf> {
    let ours = ours.iter().map(|place| root.join(place));
    let users = home
        .iter()
        .flat_map(|home| users.iter().map(|place| home.join(place)));
    ours.chain(users).collect()
}

/// The skills of some places that the model is told of, in the order they are found. The others are noted with
/// what becomes of them.
pub fn load(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    places: &[PathBuf],
    loader: &Loader,
) -> Vec<Entry> {
    load_with(prompt, files, places, loader, Extras::default())
}

/// The same for a loader that does more.
pub fn load_with(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    places: &[PathBuf],
    loader: &Loader,
    extras: Extras,
) -> Vec<Entry> {
    let scan = Scan {
        depth: loader.depth,
        folders: MOST_FOLDERS,
        follow_links: extras.follow_links,
        linked_files: true,
    };
    let mut listed: Vec<Entry> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for place in places {
        for path in skills::find_named(files, place, scan, extras.names) {
            let real = files.canonical(&path).unwrap_or_else(|| path.clone());
            if path.parent() == Some(place) || seen.contains(&real) {
                continue;
            }
            seen.push(real);
            let Some(mut entry) = read(prompt, files, &path, loader, extras) else {
                continue;
            };
            let known = listed.iter_mut().find(|known| known.name.text == entry.name.text);
            match known {
                None => listed.push(entry),
                Some(known) => {
                    if loader.last_wins {
                        std::mem::swap(known, &mut entry);
                    }
                    let by = known.path.clone();
                    entry.shadowed(prompt, &by);
                }
            }
        }
    }
    for entry in &listed {
        prompt.skills.push(entry.skill(SkillFate::Listed));
    }
    listed
}

/// The files named exactly `SKILL.md` in `place` and up to `depth` levels of folders below, those whose names
/// begin with a dot among them, in the order of their paths.
#[must_use]
pub fn find(files: &dyn Files, place: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = rule::below(files, place, &["SKILL.md"], depth + 1);
    found.retain(|path| path.file_name().is_some_and(|name| name == "SKILL.md"));
    found
}

/// Reads a skill and holds it against what a loader demands; one that falls short is noted.
pub fn take(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    path: &Path,
    loader: &Loader,
    bears: Bears,
) -> Option<Taken> {
    let extras = Extras {
        strict_yaml: true,
        ..Extras::default()
    };
    take_with(prompt, files, path, loader, bears, extras)
}

fn take_with(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    path: &Path,
    loader: &Loader,
    bears: Bears,
    extras: Extras,
) -> Option<Taken> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt
                .losses
                .push(loss::unreadable(path, fault, Unit::Characters));
            return None;
        }
    };
    if file.raw().is_some() && !bears.broken_utf8 {
        catalog::refuse(prompt, path, file.text(), SkillFault::NotUtf8, None);
        return None;
    }
    let head = match demand::Head::read(&file, bears, extras) {
        Ok(head) => head,
        Err(fault) => {
            catalog::refuse(prompt, path, file.text(), fault, None);
            return None;
        }
    };
    let shown = head.name.as_ref().map(|name| name.text.clone());
    let is_hidden = head.is_hidden(loader);
    let met = match demand::demand(head, path, loader) {
        Ok(met) => met,
        Err(fault) => {
            catalog::refuse(prompt, path, file.text(), fault, shown);
            return None;
        }
    };
    let entry = Entry {
        path: path.to_path_buf(),
        text: file.text().clone(),
        name: met.name,
        description: met.description,
        passed: met.passed,
    };
    Some(Taken { entry, is_hidden })
}

fn read(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    path: &Path,
    loader: &Loader,
    extras: Extras,
) -> Option<Entry> {
    let bears = Bears {
        blank_before: false,
        broken_utf8: true,
    };
    let taken = take_with(prompt, files, path, loader, bears, extras)?;
    if taken.is_hidden {
        prompt.skills.push(taken.entry.skill(SkillFate::OnDemand));
        return None;
    }
    Some(taken.entry)
}

/// The skills that another one of the name keeps out, each with that one.
pub fn clashes(prompt: &EffectivePrompt) -> impl Iterator<Item = (&Path, &Path)> {
    prompt.skills.iter().filter_map(|skill| match &skill.fate {
        SkillFate::Shadowed { by } => Some((skill.path.as_path(), by.as_path())),
        _ => None,
    })
}

/// Says that it is not documented which of two skills of a name wins, if there are such.
pub fn admit_clash(prompt: &mut EffectivePrompt, caveat: &'static str) {
    if clashes(prompt).next().is_some() {
        prompt.inexact(caveat);
    }
}
