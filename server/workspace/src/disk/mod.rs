//! The real disk, every answer kept until told of a change.
//!
//! * `node`: what was seen at one real path.
//! * `read`: reading a file or a folder.
//! * `forget`: dropping answers: told of a change, or by looking again.

mod forget;
mod node;
mod read;
#[cfg(test)]
mod tests;

use crate::{
    files::{EntryKind, File, FileFault, Files},
    links::{Resolution, resolve},
};
use node::{Kind, Node};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// A [`Files`] view of the disk that asks the operating system once per question.
///
/// What lies on the disk is kept per *real* path; where a path leads is worked out from that and kept
/// beside it. An answer given twice without news in between is the same value, and costs no system call.
#[derive(Debug, Default)]
pub struct DiskFiles {
    cache: RwLock<Cache>,
}

#[derive(Debug, Default)]
struct Cache {
    /// By path without links.
    nodes: HashMap<PathBuf, Arc<Node>>,
    /// By path as asked; follows from `nodes` and is dropped as a whole with any of them.
    resolutions: HashMap<PathBuf, Arc<Resolution>>,
    /// How often answers were dropped: what was looked up before is not kept afterwards.
    news: u64,
}

impl DiskFiles {
    /// A view that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every real path that was looked at, folders above what was asked for included, in order.
    #[must_use]
    pub fn known_paths(&self) -> Vec<PathBuf> {
        let mut paths: Vec<_> = self.read().nodes.keys().cloned().collect();
        paths.sort_unstable();
        paths
    }

    /// Where `path` leads when its links are followed; nothing need be there.
    pub(crate) fn resolution(&self, path: &Path) -> Arc<Resolution> {
        let news = {
            let cache = self.read();
            if let Some(known) = cache.resolutions.get(path) {
                return Arc::clone(known);
            }
            cache.news
        };
        let found = Arc::new(resolve(path, |place| self.node(place).link()));
        let mut cache = self.write();
        if cache.news == news {
            cache.resolutions.insert(path.to_path_buf(), Arc::clone(&found));
        }
        found
    }

    /// The place of `path` itself: its folder without links, its own name not followed.
    pub(crate) fn place(&self, path: &Path) -> Option<PathBuf> {
        match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => Some(self.resolution(folder).real.as_ref()?.join(name)),
            _ => self.resolution(path).real.clone(),
        }
    }

    /// What lies at a path whose folders are real.
    fn node(&self, place: &Path) -> Arc<Node> {
        let news = {
            let cache = self.read();
            if let Some(node) = cache.nodes.get(place) {
                return Arc::clone(node);
            }
            // What lies in a folder that is not there needs no look.
            let folder = place.parent().and_then(|folder| cache.nodes.get(folder));
            if folder.is_some_and(|folder| matches!(folder.kind, Kind::Missing | Kind::File | Kind::Other)) {
                return Arc::new(Node::missing());
            }
            cache.news
        };
        let node = Arc::new(Node::look(place));
        let mut cache = self.write();
        if cache.news != news {
            return node;
        }
        // Two that looked at the same time get the same answer.
        Arc::clone(cache.nodes.entry(place.to_path_buf()).or_insert(node))
    }

    fn read(&self) -> RwLockReadGuard<'_, Cache> {
        self.cache.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Cache> {
        self.cache.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for DiskFiles {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        let found = self.resolution(path);
        let real = found.real()?;
        let answer = self.node(real).text(real);
        if matches!(answer, Err(FileFault::Missing)) {
            let link = self.place(path).and_then(|place| self.node(&place).link());
            if let Some(target) = link {
                return Err(FileFault::DanglingLink { target });
            }
        }
        answer
    }

    fn entry(&self, path: &Path) -> EntryKind {
        self.place(path)
            .map_or(EntryKind::Missing, |place| self.node(&place).entry())
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        match &self.resolution(folder).real {
            Some(real) => self.node(real).names(real),
            None => Arc::from([]),
        }
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        let real = self.resolution(path).real.clone()?;
        (self.node(&real).entry() != EntryKind::Missing).then_some(real)
    }
}
