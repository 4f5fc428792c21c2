//! Which hint files there are, their order, and what the shared cap leaves out (`load_hint_files_with_state`,
//! `SubdirectoryHintTracker`).

use super::{
    AGENTS, config_folder,
    expand::{self, Bounds, Left, Refused},
    ignored::Ignored,
    piece::{GAP, Piece},
};
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Scope, Unit},
    situation::Situation,
    steps::{loss, walk},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Bytes of all hints together: as many are read at most, and as many sent.
pub(super) const MOST_BYTES: usize = 1024 * 1024;

const GLOBAL: &str = "\n### Global Hints\nThese are my global goose hints.\n";
const PROJECT: &str = "### Project Hints\nThese are hints for working on the project in this directory.\n";

pub(super) fn add(prompt: &mut EffectivePrompt, names: &[String], situation: &Situation, files: &dyn Files) {
    let mut loader = Loader {
        prompt,
        files,
        names,
        input: MOST_BYTES,
        wanted: 0,
        loaded: Vec::new(),
    };
    let used = start(&mut loader, situation);
    touch(&mut loader, situation, used);
    let used = loader.wanted;
    if used > 0 {
        prompt.budgets.push(Budget {
            scope: Scope::Total,
            used,
            cap: Some(MOST_BYTES),
            unit: Unit::Bytes,
            setting: None,
        });
    }
}

/// The user's hints, then those from the git root to the start folder. Returns how many bytes they make.
fn start(loader: &mut Loader<'_>, situation: &Situation) -> usize {
    let mut out = Piece::new(MOST_BYTES);
    let config = config_folder(situation);
    let own = config
        .iter()
        .flat_map(|folder| loader.names.iter().map(|name| folder.join(name)));
    let home = situation
        .home
        .as_ref()
        .filter(|_| loader.names.iter().any(|name| name == AGENTS));
    let shared = home.map(|home| home.join(".agents").join(AGENTS));
    let global: Vec<PathBuf> = own.chain(shared).collect();
    let mut has_global = false;
    for path in &global {
        let bounds = Bounds {
            folder: path.parent().unwrap_or(path),
            ignored: None,
        };
        let framing = if has_global { "\n" } else { GLOBAL };
        has_global |= loader.append(&mut out, framing, path, "global hints", &bounds);
    }
    let start = &situation.start;
    let root = root(loader.files, start);
    let ignored = Ignored::read(loader.files, &root, start);
    let bounds = Bounds {
        folder: &root,
        ignored: Some(&ignored),
    };
    let heading = if has_global {
        format!("{GAP}{PROJECT}")
    } else {
        PROJECT.to_owned()
    };
    let mut has_project = false;
    for folder in walk::chain(&root, start) {
        let why = if folder == start {
            "start folder"
        } else {
            "folder above the start"
        };
        for path in loader.names.iter().map(|name| folder.join(name)) {
            let framing = if has_project { "\n" } else { &heading };
            has_project |= loader.append(&mut out, framing, &path, why, &bounds);
        }
    }
    let used = out.used;
    out.done(
        loader.prompt,
        "instructions",
        Layer::Start,
        "# Additional Instructions:\n\n",
    );
    used
}

/// What a path in the arguments of a tool adds: the hints of each folder from the start folder down to the one it
/// lies in, once.
fn touch(loader: &mut Loader<'_>, situation: &Situation, used: usize) {
    let Some(start) = loader.files.canonical(&situation.start) else {
        return;
    };
    let root = root(loader.files, &start);
    let bounds = Bounds {
        folder: &root,
        ignored: None,
    };
    let gap = |used: usize| if used > 0 { GAP.len() } else { 0 };
    let mut out = Piece::new(MOST_BYTES.saturating_sub(used + gap(used)));
    let mut seen: Vec<PathBuf> = Vec::new();
    for touched in &situation.touched {
        let folder = walk::lexical(touched);
        let folder = folder.parent().and_then(|folder| loader.files.canonical(folder));
        let Some(folder) = folder.filter(|folder| folder.starts_with(&start) && *folder != start) else {
            continue;
        };
        if seen.contains(&folder) {
            continue;
        }
        let heading = format!("### Subdirectory Hints ({})\n", folder.display());
        let mut one = Piece::new(out.cap.saturating_sub(out.used + gap(out.used)));
        let mut has_any = false;
        for above in walk::chain(&start, &folder).into_iter().skip(1) {
            for path in loader.names.iter().map(|name| above.join(name)) {
                let framing = if has_any { "\n" } else { &heading };
                has_any |= loader.append(&mut one, framing, &path, "folder that was touched", &bounds);
            }
        }
        out.extend(one);
        seen.push(folder);
    }
    out.done(loader.prompt, "nested", Layer::Touch, "");
}

/// The git root, else the folder itself.
pub(super) fn root(files: &dyn Files, start: &Path) -> PathBuf {
    let git = walk::root_by_markers(files, start, &[".git".to_owned()]);
    git.unwrap_or_else(|| start.to_path_buf())
}

struct Loader<'a> {
    prompt: &'a mut EffectivePrompt,
    files: &'a dyn Files,
    names: &'a [String],
    /// Bytes that may still be read.
    input: usize,
    /// Bytes of all hint files there are.
    wanted: usize,
    /// Paths that were tried, which are not tried again.
    loaded: Vec<PathBuf>,
}

impl Loader<'_> {
    /// Adds a hint file behind `framing`. Whether it has text that fits.
    fn append(
        &mut self,
        out: &mut Piece,
        framing: &str,
        path: &Path,
        why: &'static str,
        bounds: &Bounds<'_>,
    ) -> bool {
        let is_new = !self.loaded.iter().any(|known| known == path);
        if !is_new || !self.files.is_file(path) {
            return false;
        }
        self.loaded.push(path.to_path_buf());
        let left = out.cap.checked_sub(out.used + framing.len());
        let expanded = match left {
            None => Err(Refused::TooMuch),
            Some(output) => {
                let input = &mut self.input;
                expand::expand(self.files, path, why, bounds, Left { input, output })
            }
        };
        let bytes = self.files.file(path).map_or(0, |file| file.text().len());
        self.wanted = self.wanted.saturating_add(bytes);
        let expanded = match expanded {
            Ok(expanded) => expanded,
            Err(refused) => {
                let used = MOST_BYTES.saturating_sub(left.unwrap_or(0).min(self.input));
                self.lose(path, refused, used);
                return false;
            }
        };
        self.prompt.losses.extend(expanded.losses);
        if expanded.segments.is_empty() {
            self.lose(path, Refused::Skipped(Cause::Blank), 0);
            return false;
        }
        if expanded.may_compose {
            self.prompt.inexact(
                "goose composes letters with accents of their own (NFC); here they are as they are.",
            );
        }
        out.push(framing, expanded.segments);
        true
    }

    fn lose(&mut self, path: &Path, refused: Refused, used_before: usize) {
        let (kind, cause) = match refused {
            Refused::Unreadable(fault) => {
                self.prompt
                    .losses
                    .push(loss::unreadable(path, fault, Unit::Bytes));
                return;
            }
            Refused::Skipped(cause) => (LossKind::Skipped, cause),
            Refused::TooMuch => {
                let cap = MOST_BYTES;
                (LossKind::Dropped, Cause::TotalCap { cap, used_before })
            }
        };
        if let Ok(file) = self.files.file(path) {
            let lost = loss::whole(kind, path, file.text(), cause, Unit::Bytes);
            self.prompt.losses.push(lost);
        }
    }
}
