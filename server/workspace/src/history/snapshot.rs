//! The tree of a revision, what was read of it kept.

use super::checkout::{Checkout, Old, in_git};
use crate::{
    discover::is_code_folder,
    files::{File, FileFault},
};
use gix::{
    ObjectId,
    bstr::{BStr, ByteSlice},
    objs::tree::EntryKind,
};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The files of a revision. Folders and texts are read when they are asked for, and kept: asked again it gives the
/// same values, so that a prompt made of them holds.
pub struct Snapshot {
    folder: Arc<Path>,
    state: Mutex<State>,
}

struct State {
    checkout: Checkout,
    root: ObjectId,
    ignores_case: bool,
    folders: HashMap<PathBuf, Option<Arc<Folder>>>,
    texts: HashMap<PathBuf, Known>,
}

/// What lies in a folder, by name.
pub(super) type Folder = BTreeMap<String, Entry>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    Folder(ObjectId),
    File(ObjectId),
    Link(PathBuf),
    /// Another repository, which has a history of its own.
    Submodule,
}

/// An old text that was asked for.
#[derive(Default)]
struct Known {
    /// The text of the blob; absent where the working tree never differed from it.
    blob: Option<Result<Arc<File>, FileFault>>,
    /// The file of the working tree that it was last compared with, and whether that is what it was then.
    now: Option<(Arc<File>, bool)>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot({})", self.folder.display())
    }
}

impl Snapshot {
    pub(super) fn new(checkout: Checkout, root: ObjectId, folder: Arc<Path>) -> Self {
        let ignores_case = checkout.ignores_case();
        Self {
            folder,
            state: Mutex::new(State {
                checkout,
                root,
                ignores_case,
                folders: HashMap::new(),
                texts: HashMap::new(),
            }),
        }
    }

    /// The folder of the working tree, without links.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every file below a folder of the working tree that `reads` says yes to, by its path below that folder, in
    /// order. Folders that hold code only are passed over, as [`crate::discover()`] passes them over.
    #[must_use]
    pub fn files(&self, below: &Path, reads: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut rest = vec![PathBuf::new()];
        while let Some(folder) = rest.pop() {
            let Some(entries) = self.entries(&join(below, &folder)) else {
                continue;
            };
            for (name, entry) in entries.iter() {
                let path = folder.join(name);
                match entry {
                    Entry::Folder(_) if !is_code_folder(name) => rest.push(path),
                    Entry::File(_) | Entry::Link(_) if reads(&path) => found.push(path),
                    _ => {}
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// What lies in a folder of the tree; `None` where there is no such folder.
    pub(super) fn entries(&self, folder: &Path) -> Option<Arc<Folder>> {
        self.lock().entries(folder)
    }

    /// What lies at a path of the tree. The name is that of the tree, which differs from the one asked for where
    /// the disk does not tell upper from lower case.
    pub(super) fn entry(&self, path: &Path) -> Option<Entry> {
        let mut state = self.lock();
        let folder = state.entries(path.parent()?)?;
        let name = path.file_name()?.to_str()?;
        let entry = folder.get(name).or_else(|| {
            let is_other_case = |known: &&String| known.eq_ignore_ascii_case(name);
            let known = folder.keys().find(is_other_case).filter(|_| state.ignores_case)?;
            folder.get(known)
        });
        entry.cloned()
    }

    /// The text of a blob at a path. `now` is what lies there in the working tree, and is the answer where that is
    /// unchanged.
    pub(super) fn text(
        &self,
        path: &Path,
        blob: ObjectId,
        now: Option<Arc<File>>,
    ) -> Result<Arc<File>, FileFault> {
        let mut state = self.lock();
        let State { checkout, texts, .. } = &mut *state;
        let known = texts.entry(path.to_path_buf()).or_default();
        if let (Some((file, is_same)), Some(now)) = (&known.now, &now)
            && Arc::ptr_eq(file, now)
        {
            match &known.blob {
                _ if *is_same => return Ok(Arc::clone(file)),
                Some(text) => return text.clone(),
                None => {}
            }
        }
        let name = in_git(path).unwrap_or_default();
        match (checkout.old(name.as_bstr(), blob, now.as_deref()), now) {
            (Old::Same | Old::Unknown, Some(now)) => {
                known.now = Some((Arc::clone(&now), true));
                Ok(now)
            }
            (Old::Text(text), now) => {
                known.now = now.map(|now| (now, false));
                known.blob.get_or_insert(text).clone()
            }
            (Old::Same | Old::Unknown, None) => Err(FileFault::Unreadable {
                reason: "a filter of git's makes it, which is not run".to_owned(),
            }),
        }
    }

    /// Whether git ignores what lies at a path of the working tree, and keeps nothing of it for the next commit.
    pub(super) fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        let Some(name) = in_git(path) else { return false };
        let mut state = self.lock();
        let name = name.as_bstr();
        state.checkout.is_ignored(name, is_folder) && !state.checkout.is_tracked(name)
    }

    /// Whether a sparse checkout leaves out what lies at a path of the tree.
    pub(super) fn is_left_out(&self, path: &Path) -> bool {
        in_git(path).is_some_and(|name| self.lock().checkout.is_left_out(name.as_bstr()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn entries(&mut self, folder: &Path) -> Option<Arc<Folder>> {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let id = match (folder.parent(), folder.file_name().and_then(|name| name.to_str())) {
            (Some(above), Some(name)) => match self.entries(above)?.get(name) {
                Some(Entry::Folder(id)) => Some(*id),
                _ => None,
            },
            _ => Some(self.root),
        };
        let found = id.and_then(|id| self.read(id)).map(Arc::new);
        self.folders.insert(folder.to_path_buf(), found.clone());
        found
    }

    fn read(&self, id: ObjectId) -> Option<Folder> {
        let repository = &self.checkout.repository;
        let tree = repository.find_tree(id).ok()?;
        let mut folder = Folder::new();
        for entry in tree.iter().flatten() {
            let id = entry.object_id();
            let entry_of = match entry.kind() {
                EntryKind::Tree => Entry::Folder(id),
                EntryKind::Link if !self.checkout.writes_links_as_files() => {
                    let Ok(target) = repository.find_object(id) else {
                        continue;
                    };
                    let Ok(target) = gix::path::from_bstr(BStr::new(&target.data)) else {
                        continue;
                    };
                    Entry::Link(target.into_owned())
                }
                EntryKind::Blob | EntryKind::BlobExecutable | EntryKind::Link => Entry::File(id),
                EntryKind::Commit => Entry::Submodule,
            };
            folder.insert(entry.filename().to_str_lossy().into_owned(), entry_of);
        }
        Some(folder)
    }
}

/// `Path::join` adds a separator where nothing is joined.
fn join(above: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() {
        above.to_path_buf()
    } else {
        above.join(below)
    }
}
