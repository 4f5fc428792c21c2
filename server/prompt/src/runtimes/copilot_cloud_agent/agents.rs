//! AGENTS.md, of which the nearest to a file counts, and what may lie in the root in its stead.

use super::{AGENTS_FILE, OTHERS};
use crate::steps::{gather::Gather, walk};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// The AGENTS.md that is nearest to each file that is worked on, each once.
pub(super) fn nearest(files: &dyn Files, root: &Path, touched: &[PathBuf]) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    for path in touched {
        let path = walk::lexical(path);
        let inside = path.ancestors().take_while(|folder| folder.starts_with(root));
        let mut candidates = inside.map(|folder| folder.join(AGENTS_FILE));
        // A file that is worked on is no folder, so nothing lies below it.
        let found = candidates.find(|path| files.is_file(path));
        out.extend(found.filter(|found| !out.contains(found)));
    }
    out
}

/// AGENTS.md of the root, unless a nearer one counts, and what may lie there in its stead.
pub(super) fn add(start: &mut Gather<'_>, root: &Path, nearest: &[PathBuf]) {
    let agents = root.join(AGENTS_FILE);
    match nearest.first() {
        Some(by) if !nearest.contains(&agents) => start.shadowed(&agents, by),
        _ => {
            start.whole(&agents, "root of the repository");
        }
    }
    for name in OTHERS {
        start.whole(&root.join(name), "root of the repository");
    }
}

/// The others, and those on the way that are nearest to no file.
pub(super) fn add_nested(
    gather: &mut Gather<'_>,
    files: &dyn Files,
    root: &Path,
    touched: &[PathBuf],
    nearest: &[PathBuf],
) {
    for path in nearest.iter().filter(|path| path.parent() != Some(root)) {
        gather.whole(path, "nearest to a file that is worked on");
    }
    for folder in walk::folders_below(files, root, touched) {
        let path = folder.join(AGENTS_FILE);
        if nearest.contains(&path) {
            continue;
        }
        if let Some(by) = nearest.iter().find(|by| by.starts_with(&folder)) {
            gather.shadowed(&path, by);
        }
    }
}
