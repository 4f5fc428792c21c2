//! Files in the opened folder that opencode's settings name: what `instructions` stands for, and skills below
//! `skills.paths`; and the user's own.

use super::{
    glob,
    settings::{self, Settings},
};
use crate::{
    runtime::{Further, Role},
    situation::Situation,
    steps::{globs, walk},
};
use agents_workspace::Files;
use std::path::{Component, Path};

pub(super) fn find(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    let settings = settings::read(situation, files);
    let root = &situation.root;
    let mut out = Vec::new();
    for entry in &settings.instructions {
        let places = settings::named(entry, &settings, situation);
        out.extend(
            places
                .iter()
                .filter_map(|(folder, pattern)| named(folder, pattern, root)),
        );
    }
    let own = settings
        .folders
        .iter()
        .flat_map(|folder| ["skill", "skills"].map(|name| folder.join(name)));
    let paths = settings
        .skill_paths
        .iter()
        .map(|path| settings::place(path, situation));
    out.extend(
        paths
            .chain(own)
            .filter_map(|place| Further::below(&place, "**/SKILL.md", root, Role::Skill)),
    );
    out.extend(claude(&settings, situation));
    out
}

/// The user's file that stands in for `AGENTS.md` in the user's folder.
fn claude(settings: &Settings, situation: &Situation) -> Option<Further> {
    let home = situation.home.as_ref().filter(|_| settings.reads_claude)?;
    Further::exactly(
        &home.join(".claude/CLAUDE.md"),
        &situation.root,
        Role::Instructions,
    )
}

/// What a pattern of a folder means in the opened folder, `root`.
fn named(folder: &Path, pattern: &str, root: &Path) -> Option<Further> {
    if !glob::is_magic(pattern) {
        let path = walk::lexical(&folder.join(pattern));
        return Further::exactly(&path, root, Role::Instructions);
    }
    let pattern = pattern.trim_start_matches("./");
    if folder.starts_with(root) {
        return Further::below(folder, pattern, root, Role::Instructions);
    }
    // What the pattern says of the folders on the way to the opened one must be true.
    let mut rest: Vec<&str> = pattern.split('/').collect();
    for part in root.strip_prefix(folder).ok()?.components() {
        let Component::Normal(name) = part else {
            return None;
        };
        let first = *rest.first()?;
        if first == "**" {
            break;
        }
        if !globs::matcher(first, false)?.is_match(Path::new(name)) {
            return None;
        }
        rest.remove(0);
    }
    let pattern = Some(rest.join("/")).filter(|rest| !rest.is_empty())?;
    Further::below(root, &pattern, root, Role::Instructions)
}
