//! A tree held in memory.

use crate::{
    files::{EntryKind, File, FileFault, Files},
    links::resolve,
};
use agents_syntax::Text;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Files, folders and links in memory; absolute paths with `/`.
#[derive(Debug, Default, Clone)]
pub struct MemoryFiles {
    nodes: BTreeMap<PathBuf, Node>,
}

#[derive(Debug, Clone)]
enum Node {
    File(Arc<File>),
    Folder,
    Link(PathBuf),
}

impl MemoryFiles {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and the folders above it.
    pub fn add(&mut self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> &mut Self {
        self.insert(
            path.as_ref(),
            Node::File(Arc::new(File::from_bytes(bytes.as_ref()))),
        )
    }

    /// Opens a file in an editor, with this text over what lies there.
    pub fn edit(&mut self, path: impl AsRef<Path>, text: &str) -> &mut Self {
        let path = path.as_ref();
        let below = self.file(path).ok();
        let edited = File::from_text(Text::new(text)).over(below.as_deref());
        self.insert(path, Node::File(Arc::new(edited)))
    }

    /// Adds a symbolic link; `target` may be relative to the link's folder.
    pub fn link(&mut self, path: impl AsRef<Path>, target: impl Into<PathBuf>) -> &mut Self {
        self.insert(path.as_ref(), Node::Link(target.into()))
    }

    /// Adds an empty folder.
    pub fn folder(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.insert(path.as_ref(), Node::Folder)
    }

    /// Takes away what lies at a path itself; the folders above it stay.
    pub fn remove(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.nodes.remove(path.as_ref());
        self
    }

    fn insert(&mut self, path: &Path, node: Node) -> &mut Self {
        for above in path.ancestors().skip(1) {
            self.nodes.entry(above.to_path_buf()).or_insert(Node::Folder);
        }
        self.nodes.insert(path.to_path_buf(), node);
        self
    }

    fn resolve(&self, path: &Path) -> Result<PathBuf, FileFault> {
        let link_at = |place: &Path| match self.nodes.get(place) {
            Some(Node::Link(target)) => Some(target.clone()),
            _ => None,
        };
        resolve(path, link_at).real.ok_or(FileFault::LinkLoop)
    }
}

impl Files for MemoryFiles {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        match self.nodes.get(&self.resolve(path)?) {
            Some(Node::File(file)) => Ok(Arc::clone(file)),
            Some(Node::Folder) => Err(FileFault::Folder),
            Some(Node::Link(_)) => Err(FileFault::LinkLoop),
            None => match self.nodes.get(path) {
                Some(Node::Link(target)) => Err(FileFault::DanglingLink {
                    target: target.clone(),
                }),
                _ => Err(FileFault::Missing),
            },
        }
    }

    fn entry(&self, path: &Path) -> EntryKind {
        let Some(name) = path.file_name() else {
            return EntryKind::Folder;
        };
        let folder = path.parent().and_then(|folder| self.resolve(folder).ok());
        match folder.and_then(|folder| self.nodes.get(&folder.join(name))) {
            Some(Node::File(_)) => EntryKind::File,
            Some(Node::Folder) => EntryKind::Folder,
            Some(Node::Link(_)) => EntryKind::Link,
            None => EntryKind::Missing,
        }
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        let Ok(folder) = self.resolve(folder) else {
            return Arc::from([]);
        };
        let names: BTreeSet<String> = self
            .nodes
            .keys()
            .filter(|path| path.parent() == Some(&folder))
            .filter_map(|path| path.file_name().map(|name| name.to_string_lossy().into_owned()))
            .collect();
        names.into_iter().collect()
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        let real = self.resolve(path).ok()?;
        self.nodes.contains_key(&real).then_some(real)
    }
}
