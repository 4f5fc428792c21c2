//! Help for people who write, answered from the survey of the folder a file belongs to.

use super::{Analysis, folder_of};
use crate::{
    assist::{Scope, complete, kind, links, navigate, rename},
    engine::{
        Cancel, Completions, Definition, FileEdit, Fix, Folder, Highlight, Link, Renamable, Renaming, Sort,
        Spot, World,
    },
    survey::Survey,
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) fn complete(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    byte: usize,
    with_about: bool,
) -> Option<Completions> {
    let asked = Asked::new(analysis, world, path)?;
    // Nobody waits at a key for a search of the folder: what is not found yet cannot be offered.
    let known = analysis.files(&asked.folder);
    let files = known.unwrap_or_else(|| asked.open(world));
    complete::complete(&complete::Asked {
        scope: asked.scope(analysis, world),
        path,
        byte,
        files: &files,
        with_about,
    })
}

pub(super) fn about_completion(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    sort: Sort,
    label: &str,
) -> Option<String> {
    let asked = Asked::new(analysis, world, path)?;
    complete::about(asked.scope(analysis, world), path, sort, label)
}

pub(super) fn definition(analysis: &Analysis, world: &World, path: &Path, byte: usize) -> Option<Definition> {
    let asked = Asked::new(analysis, world, path)?;
    navigate::definition(asked.scope(analysis, world), path, byte)
}

pub(super) fn references(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    byte: usize,
    with_declarations: bool,
    cancel: &Cancel,
) -> Option<Vec<Spot>> {
    let asked = Asked::new(analysis, world, path)?;
    let files = asked.files(analysis, world);
    navigate::references(
        asked.scope(analysis, world),
        path,
        byte,
        &files,
        with_declarations,
        &|| cancel.is_cancelled(),
    )
}

pub(super) fn highlights(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    byte: usize,
) -> Option<Vec<Highlight>> {
    let asked = Asked::new(analysis, world, path)?;
    navigate::highlights(asked.scope(analysis, world), path, byte)
}

pub(super) fn renamable(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    byte: usize,
) -> Result<Option<Renamable>, String> {
    match Asked::new(analysis, world, path) {
        Some(asked) => rename::prepare(asked.scope(analysis, world), path, byte),
        None => Ok(None),
    }
}

pub(super) fn rename(
    analysis: &Analysis,
    world: &World,
    path: &Path,
    byte: usize,
    name: &str,
    can_move: bool,
    cancel: &Cancel,
) -> Result<Option<Renaming>, String> {
    let Some(asked) = Asked::new(analysis, world, path) else {
        return Ok(None);
    };
    let order = rename::Order {
        name,
        files: &asked.files(analysis, world),
        is_open: &|path| world.documents.contains_key(path),
        can_move,
        is_cancelled: &|| cancel.is_cancelled(),
    };
    rename::rename(asked.scope(analysis, world), path, byte, &order)
}

/// Adds to fixes that move a folder or a file what texts need that lead there.
pub(super) fn follow(analysis: &Analysis, world: &World, path: &Path, fixes: &mut [Fix], cancel: &Cancel) {
    let is_move = |fix: &Fix| {
        let mut edits = fix.edits.iter();
        edits.any(|edit| matches!(edit, FileEdit::Rename { .. }))
    };
    if !fixes.iter().any(is_move) {
        return;
    }
    // What lies out of place is nobody's instructions, and moved all the same.
    let folder = folder_of(world, path);
    let survey = analysis.survey(world, &folder);
    let asked = Asked { folder, survey };
    let mut files = asked.files(analysis, world).to_vec();
    files.push(path.to_path_buf());
    for fix in fixes.iter_mut().filter(|fix| is_move(fix)) {
        if cancel.is_cancelled() {
            return;
        }
        rename::follow(asked.scope(analysis, world), &mut fix.edits, &files);
    }
}

pub(super) fn links(analysis: &Analysis, world: &World, path: &Path) -> Vec<Link> {
    let asked = Asked::new(analysis, world, path);
    asked.map_or_else(Vec::new, |asked| links::links(asked.scope(analysis, world), path))
}

/// A question about a file of instructions.
struct Asked {
    folder: Folder,
    survey: Arc<Survey>,
}

impl Asked {
    /// `None` for files that are nobody's instructions.
    fn new(analysis: &Analysis, world: &World, path: &Path) -> Option<Self> {
        let folder = folder_of(world, path);
        let survey = analysis.survey(world, &folder);
        let is_ours = kind(&survey.project, path).is_some();
        is_ours.then_some(Self { folder, survey })
    }

    fn scope<'a>(&'a self, analysis: &'a Analysis, world: &'a World) -> Scope<'a> {
        Scope {
            project: &self.survey.project,
            files: &*world.files,
            prompts: &analysis.prompts,
        }
    }

    /// The files in which a skill may be named: those of an opened folder, and the open documents; around a
    /// single file nothing is searched.
    fn files(&self, analysis: &Analysis, world: &World) -> Arc<[PathBuf]> {
        let open = self.open(world);
        let is_opened = world.folders.iter().any(|opened| opened.path == self.folder.path);
        if !is_opened {
            return open;
        }
        // What is found is kept for others, so the search goes on to its end whoever waits.
        let found = analysis.find_files(world, &self.folder, &self.survey, &Cancel::default());
        let mut all: Vec<PathBuf> = found.iter().chain(open.iter()).cloned().collect();
        all.sort();
        all.dedup();
        all.into()
    }

    /// The open documents that are instructions of some runtime.
    fn open(&self, world: &World) -> Arc<[PathBuf]> {
        let is_ours = |path: &&PathBuf| {
            path.starts_with(&self.folder.path) && kind(&self.survey.project, path).is_some()
        };
        world.documents.keys().filter(is_ours).cloned().collect()
    }
}
