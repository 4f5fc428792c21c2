//! The same skill laid down for other programs: `.agents/skills/x` beside `.claude/skills/x`.
//!
//! People copy a skill into the folder of each program that they use, and name it in texts that all of these read.
//! A skill of the name in another folder of skills beside the first is therefore the same skill, whether a runtime
//! at work reads it or not, and though its text may have drifted: were it left behind, the mentions would lead
//! nowhere for whoever reads that folder, or the old name would come to light again for who reads both. One that
//! counts for another folder of the project is another skill.

use super::Target;
use crate::assist::{Kind, Scope, kind, skills::name_of_place};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The folder of skills in a program's own folder.
const STORE: &str = "skills";

/// The folder whose files are skills.
const FLAT: &str = ".skills";

/// The skills of the name of `target` that lie beside it, in the order of their folders.
pub(super) fn twins(scope: Scope<'_>, target: &Target) -> Vec<Target> {
    let Some(holder) = store(&target.path).and_then(holder) else {
        return Vec::new();
    };
    let mut out: Vec<Target> = Vec::new();
    for path in places(scope, holder, &target.name) {
        let real = scope.files.canonical(&path).unwrap_or_else(|| path.clone());
        let is_known = real == target.real || out.iter().any(|other| other.real == real);
        if !is_known && is_skill(scope, &path, &target.name) {
            out.push(Target {
                path,
                real,
                name: target.name.clone(),
            });
        }
    }
    out
}

/// The skills in the folder of skills that one lies in: texts that may name it.
pub(super) fn neighbours(scope: Scope<'_>, target: &Target) -> Vec<PathBuf> {
    let Some(store) = store(&target.path) else {
        return Vec::new();
    };
    let names = scope.files.list(store);
    let paths = names
        .iter()
        .flat_map(|name| [store.join(name).join("SKILL.md"), store.join(name)]);
    paths
        .filter(|path| kind(scope.project, path).is_some() && scope.files.is_file(path))
        .collect()
}

/// Links beside a skill that lead to its folder under its name.
pub(super) fn links(scope: Scope<'_>, target: &Target) -> Vec<PathBuf> {
    let Some(holder) = store(&target.path).and_then(holder) else {
        return Vec::new();
    };
    let folders = places(scope, holder, &target.name)
        .into_iter()
        .filter_map(|path| {
            let real = scope.files.canonical(&path)?;
            let folder = path.parent()?.to_path_buf();
            let is_link = scope.files.entry(&folder) == agents_workspace::EntryKind::Link;
            (is_link && real == target.real && folder.file_name() == Some(OsStr::new(&target.name)))
                .then_some(folder)
        });
    folders.collect()
}

/// The folder of skills that a skill lies in.
fn store(path: &Path) -> Option<&Path> {
    let is_in_folder = path.file_name()?.eq_ignore_ascii_case("SKILL.md");
    let store = path.ancestors().nth(if is_in_folder { 2 } else { 1 })?;
    store.file_name().filter(|name| *name == STORE || *name == FLAT)?;
    Some(store)
}

/// The folder of the project that the skills of a store are for.
fn holder(store: &Path) -> Option<&Path> {
    let above = store.parent()?;
    let is_own = above
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let is_plain = store.file_name()? == STORE;
    if is_plain && is_own {
        above.parent()
    } else {
        Some(above)
    }
}

/// The places in which a skill of this name may lie.
fn places(scope: Scope<'_>, holder: &Path, name: &str) -> Vec<PathBuf> {
    let names = scope.files.list(holder);
    let hidden = names
        .iter()
        .filter(|name| name.starts_with('.') && *name != ".git");
    let own = hidden.map(|folder| match folder.as_str() {
        FLAT => holder.join(FLAT),
        folder => holder.join(folder).join(STORE),
    });
    own.chain([holder.join(STORE)])
        .flat_map(|store| {
            [
                store.join(name).join("SKILL.md"),
                store.join(format!("{name}.md")),
            ]
        })
        .collect()
}

/// Whether a file is a skill of some program, and of this name.
fn is_skill(scope: Scope<'_>, path: &Path, name: &str) -> bool {
    let is_place = matches!(kind(scope.project, path), Some(Kind::Skill | Kind::FlatSkill));
    if !is_place || !scope.files.is_file(path) {
        return false;
    }
    let Ok(file) = scope.files.file(path) else {
        return false;
    };
    let head = file.document().frontmatter();
    let written = head.and_then(|head| head.entry("name")?.scalar.clone());
    let written = written.filter(|name| !name.trim().is_empty());
    written.or_else(|| name_of_place(path)).as_deref().map(str::trim) == Some(name)
}
