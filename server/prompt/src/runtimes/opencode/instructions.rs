//! The user's file, those of the project from the start folder up, and what settings name.

use super::{
    glob,
    settings::{self, Settings},
};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    situation::Situation,
    steps::{loss, walk},
};
use agents_workspace::{FileFault, Files};
use std::path::{Path, PathBuf};

const MARK: char = '\u{feff}';

/// Adds the part and returns the paths that are in it, those without text included.
pub(in crate::runtimes) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) -> Vec<PathBuf> {
    let mut paths = Paths(Vec::new());
    global(prompt, settings, situation, files, &mut paths);
    if settings.reads_project {
        project(prompt, settings, situation, files, &mut paths);
    }
    named(prompt, settings, situation, files, &mut paths);
    let mut segments = Vec::new();
    for (path, why) in &paths.0 {
        let Some(text) = file(prompt, files, path, why) else {
            continue;
        };
        segments.push(Segment::literal("\n", "between files"));
        segments.extend(text);
    }
    if !segments.is_empty() {
        prompt.parts.push(Part {
            name: "instructions",
            role: "system",
            layer: Layer::Start,
            segments,
            losses: Vec::new(),
        });
    }
    paths.0.into_iter().map(|(path, _)| path).collect()
}

struct Paths(Vec<(PathBuf, &'static str)>);

impl Paths {
    /// A path comes once, where it comes first.
    fn push(&mut self, path: &Path, why: &'static str) {
        let path = walk::lexical(path);
        if !self.0.iter().any(|(known, _)| *known == path) {
            self.0.push((path, why));
        }
    }
}

/// The first that exists.
fn global(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    paths: &mut Paths,
) {
    let own = settings.config.iter().map(|config| config.join("AGENTS.md"));
    let claude = situation.home.iter().map(|home| home.join(".claude/CLAUDE.md"));
    let claude = claude.filter(|_| settings.reads_claude);
    let mut there = own.chain(claude).filter(|path| walk::exists(files, path));
    if let Some(path) = there.next() {
        paths.push(&path, "global file");
        for other in there {
            shadowed(prompt, files, &other, &path);
        }
    }
}

/// One name for the whole walk: the first that any folder has; all files of that name are sent.
fn project(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    paths: &mut Paths,
) {
    let mut winner: Option<PathBuf> = None;
    for name in settings.names() {
        let folders = settings::up(&situation.start, &settings.worktree);
        let there: Vec<(PathBuf, &Path)> = folders
            .map(|folder| (folder.join(name), folder))
            .filter(|(path, _)| walk::exists(files, path))
            .collect();
        match &winner {
            None => {
                for (path, folder) in &there {
                    let why = if *folder == situation.start {
                        "start folder"
                    } else {
                        "folder above the start"
                    };
                    paths.push(path, why);
                }
                winner = there.into_iter().next().map(|(path, _)| path);
            }
            Some(by) => {
                for (path, _) in &there {
                    // The file that stands in its place is that of the folder, where it has one.
                    let beside = path.with_file_name(by.file_name().unwrap_or_default());
                    let by = if walk::exists(files, &beside) { &beside } else { by };
                    shadowed(prompt, files, path, by);
                }
            }
        }
    }
}

/// What `instructions` names, in its order. The files of a pattern come in the order of the file system.
fn named(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    paths: &mut Paths,
) {
    for entry in &settings.instructions {
        if glob::is_address(entry) {
            prompt.inexact("What an address under `instructions` answers is not known.");
            continue;
        }
        for (folder, pattern) in settings::named(entry, settings, situation) {
            let found = glob::files(files, &folder, &pattern);
            if found.is_cut_short {
                prompt.inexact("A pattern under `instructions` covers more folders than are looked into.");
            }
            if found.paths.len() > 1 {
                prompt.inexact(
                    "The files of one pattern under `instructions` come in the order of the file system; \
                     here they are in the order of their paths.",
                );
            }
            for path in found.paths {
                paths.push(&path, "named in `instructions`");
            }
        }
    }
}

/// A file under its heading; nothing when it is empty. A byte order mark is taken off.
pub(super) fn file(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    path: &Path,
    why: &'static str,
) -> Option<[Segment; 2]> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(FileFault::Missing | FileFault::Folder) => return None,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Bytes));
            return None;
        }
    };
    let text = file.text();
    let marked = text.rope().chars().next() == Some(MARK);
    let start = if marked { MARK.len_utf8() } else { 0 };
    if marked {
        let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
        prompt
            .losses
            .push(loss::of(kind, path, text, 0..start, cause, Unit::Bytes));
    }
    if text.len() == start {
        let (kind, cause) = (LossKind::Skipped, Cause::Blank);
        prompt
            .losses
            .push(loss::whole(kind, path, text, cause, Unit::Bytes));
        return None;
    }
    let heading = format!("Instructions from: {}\n", path.display());
    Some([
        Segment::literal(heading, "heading of a file"),
        Segment::file(path, text, start..text.len(), why),
    ])
}

pub(in crate::runtimes) fn shadowed(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, by: &Path) {
    // Two names of one file: its text is sent, under the other name.
    let is_same = files
        .canonical(path)
        .is_some_and(|real| files.canonical(by) == Some(real));
    if let Some(file) = files.file(path).ok().filter(|_| !is_same) {
        let cause = Cause::Replaced { by: by.to_path_buf() };
        let kind = LossKind::Shadowed;
        prompt
            .losses
            .push(loss::whole(kind, path, file.text(), cause, Unit::Bytes));
    }
}
