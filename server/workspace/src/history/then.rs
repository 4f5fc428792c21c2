//! The files of a snapshot, over what git has no history of.

use super::snapshot::{Entry, Snapshot};
use crate::{
    files::{EntryKind, File, FileFault, Files},
    links::resolve,
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How many folders are looked through for a file that git ignores, before a folder that it does not know counts as
/// new: a few hold instructions, many are a cache that nobody ignored.
const MOST_FOLDERS: usize = 200;

/// The tree as it was at a revision.
///
/// What git tracks comes from the revision. What lies outside the working tree, in another repository, or is ignored
/// has no history and is taken as it is now; what is neither tracked nor ignored was not there. A file that did not
/// change is the very value that `now` gives for it.
pub struct Then<'a> {
    snapshot: &'a Snapshot,
    now: &'a dyn Files,
}

/// What was at a place of the working tree.
enum Node {
    Was(Entry),
    /// A folder that holds something of which there is no history, and nothing else.
    Around,
    /// As it is now.
    AsNow,
    Missing,
}

impl<'a> Then<'a> {
    /// The files of `snapshot`, over `now`.
    #[must_use]
    pub fn new(snapshot: &'a Snapshot, now: &'a dyn Files) -> Self {
        Self { snapshot, now }
    }

    /// The path without links; `None` for links that lead back to themselves.
    fn real(&self, path: &Path) -> Option<PathBuf> {
        resolve(path, |place| self.link(place)).real
    }

    /// Where the link at a place (whose folders are real) leads.
    fn link(&self, place: &Path) -> Option<PathBuf> {
        // The folder of the working tree is real, and so are those above it.
        if self.snapshot.folder().starts_with(place) {
            return None;
        }
        let now = || match self.now.entry(place) {
            EntryKind::Link => self.now.canonical(place),
            _ => None,
        };
        match self.node(place) {
            Some(Node::Was(Entry::Link(target))) => Some(target),
            Some(Node::AsNow) | None => now(),
            _ => None,
        }
    }

    /// What was at a place whose folders are real; `None` outside the working tree.
    fn node(&self, place: &Path) -> Option<Node> {
        let path = place.strip_prefix(self.snapshot.folder()).ok()?;
        Some(if path.as_os_str().is_empty() {
            Node::Around
        } else if path.starts_with(".git") {
            Node::AsNow
        } else {
            self.below(path, place)
        })
    }

    fn below(&self, path: &Path, place: &Path) -> Node {
        // What lies in another repository has its history there.
        let mut above = path
            .ancestors()
            .skip(1)
            .filter(|above| !above.as_os_str().is_empty());
        if above.any(|above| self.is_other_repository(above)) {
            return Node::AsNow;
        }
        match self.snapshot.entry(path) {
            Some(Entry::Submodule) => return Node::AsNow,
            Some(entry) => {
                let is_gone = self.now.entry(place) == EntryKind::Missing;
                if is_gone && self.snapshot.is_left_out(path) {
                    return Node::Missing;
                }
                return Node::Was(entry);
            }
            None => {}
        }
        let is_folder = match self.now.entry(place) {
            EntryKind::Missing => return Node::Missing,
            kind => kind == EntryKind::Folder,
        };
        if is_folder && self.is_other_repository(path) || self.snapshot.is_ignored(path, is_folder) {
            return Node::AsNow;
        }
        if is_folder && self.holds_ignored(path) {
            return Node::Around;
        }
        Node::Missing
    }

    /// Whether the folder at a path of the working tree is one of another repository.
    fn is_other_repository(&self, path: &Path) -> bool {
        match self.snapshot.entry(path) {
            Some(Entry::Submodule) => true,
            Some(_) => false,
            None => self.now.entry(&self.snapshot.folder().join(path).join(".git")) != EntryKind::Missing,
        }
    }

    /// Whether a folder that git does not know holds something that it ignores.
    fn holds_ignored(&self, path: &Path) -> bool {
        let mut rest = vec![path.to_path_buf()];
        let mut left = MOST_FOLDERS;
        while let Some(folder) = rest.pop() {
            let Some(fewer) = left.checked_sub(1) else {
                return false;
            };
            left = fewer;
            let place = self.snapshot.folder().join(&folder);
            for name in self.now.list(&place).iter() {
                let path = folder.join(name);
                let is_folder = self.now.entry(&place.join(name)) == EntryKind::Folder;
                if self.snapshot.is_ignored(&path, is_folder) {
                    return true;
                }
                if is_folder {
                    rest.push(path);
                }
            }
        }
        false
    }

    /// The place of `path` itself: its folder without links, its own name not followed.
    fn place(&self, path: &Path) -> Option<PathBuf> {
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => Some(self.real(folder)?.join(name)),
            _ => self.real(path),
        }
    }

    fn kind(&self, place: &Path) -> EntryKind {
        match self.node(place) {
            Some(Node::Was(Entry::File(_))) => EntryKind::File,
            Some(Node::Was(Entry::Link(_))) => EntryKind::Link,
            Some(Node::Was(Entry::Folder(_) | Entry::Submodule) | Node::Around) => EntryKind::Folder,
            Some(Node::Missing) => EntryKind::Missing,
            Some(Node::AsNow) | None => self.now.entry(place),
        }
    }
}

impl Files for Then<'_> {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        let real = self.real(path).ok_or(FileFault::LinkLoop)?;
        match self.node(&real) {
            Some(Node::Was(Entry::File(blob))) => {
                let below = real.strip_prefix(self.snapshot.folder()).unwrap_or(&real);
                let is_file = self.now.entry(&real) == EntryKind::File;
                let now = is_file.then(|| self.now.file(&real).ok()).flatten();
                self.snapshot.text(below, blob, now)
            }
            Some(Node::Was(Entry::Link(_))) => Err(FileFault::LinkLoop),
            Some(Node::Was(Entry::Folder(_) | Entry::Submodule) | Node::Around) => Err(FileFault::Folder),
            Some(Node::AsNow) | None => self.now.file(&real),
            Some(Node::Missing) => match self.place(path).and_then(|place| self.link(&place)) {
                Some(target) => Err(FileFault::DanglingLink { target }),
                None => Err(FileFault::Missing),
            },
        }
    }

    fn entry(&self, path: &Path) -> EntryKind {
        self.place(path)
            .map_or(EntryKind::Missing, |place| self.kind(&place))
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        let Some(real) = self.real(folder) else {
            return Arc::from([]);
        };
        let of_now = self.now.list(&real);
        let known = match self.node(&real) {
            Some(Node::AsNow) | None => return of_now,
            Some(Node::Missing | Node::Was(Entry::File(_) | Entry::Link(_) | Entry::Submodule)) => {
                return Arc::from([]);
            }
            Some(Node::Was(Entry::Folder(_)) | Node::Around) => {
                let below = real.strip_prefix(self.snapshot.folder()).unwrap_or(&real);
                self.snapshot.entries(below)
            }
        };
        let mut names: BTreeSet<&str> = of_now.iter().map(String::as_str).collect();
        names.extend(known.iter().flat_map(|known| known.keys()).map(String::as_str));
        names.retain(|name| self.kind(&real.join(name)) != EntryKind::Missing);
        if names.len() == of_now.len() && names.iter().zip(of_now.iter()).all(|(a, b)| a == b) {
            return of_now;
        }
        names.into_iter().map(str::to_owned).collect()
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        let real = self.real(path)?;
        (self.kind(&real) != EntryKind::Missing).then_some(real)
    }
}
