//! Finding `SKILL.md` files below a folder.

use agents_workspace::{EntryKind, Files};
use std::{
    collections::{HashSet, VecDeque},
    path::{Path, PathBuf},
};

/// How a loader walks a folder of skills.
#[derive(Debug, Clone, Copy)]
pub struct Scan {
    /// Folders this many levels below the root are still looked into.
    pub depth: usize,
    /// Folders that are looked into at most, the root included.
    pub folders: usize,
    /// Whether links to folders are followed.
    pub follow_links: bool,
    /// Whether a `SKILL.md` that is itself a link counts.
    pub linked_files: bool,
}

/// The files named exactly `SKILL.md` below `root`, nearest folders first, each folder in name order.
/// Names that start with a dot are passed over.
#[must_use]
pub fn find(files: &dyn Files, root: &Path, scan: Scan) -> Vec<PathBuf> {
    find_named(files, root, scan, &["SKILL.md"])
}

/// The same with other names of the file.
#[must_use]
pub fn find_named(files: &dyn Files, root: &Path, scan: Scan, names: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut seen: HashSet<PathBuf> = HashSet::from([root.to_path_buf()]);
    let mut queue = VecDeque::from([(root.to_path_buf(), 0)]);
    while let Some((folder, depth)) = queue.pop_front() {
        for name in files.list(&folder).iter().filter(|name| !name.starts_with('.')) {
            let path = folder.join(name);
            let kind = files.entry(&path);
            let is_folder = match kind {
                EntryKind::Folder => true,
                EntryKind::Link => scan.follow_links && files.is_folder(&path),
                EntryKind::File | EntryKind::Other | EntryKind::Missing => false,
            };
            if is_folder {
                let real = files.canonical(&path).unwrap_or(path);
                if depth < scan.depth && seen.len() < scan.folders && seen.insert(real.clone()) {
                    queue.push_back((real, depth + 1));
                }
            } else if names.contains(&name.as_str()) {
                let linked = kind == EntryKind::Link && scan.linked_files && files.is_file(&path);
                if kind == EntryKind::File || linked {
                    found.push(path);
                }
            }
        }
    }
    found
}
