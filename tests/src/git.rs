//! Git repositories, written without git.

use gix::{
    ObjectId, Repository,
    objs::{Tree, tree},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// A repository.
pub struct Git {
    /// The folder, if it is its own.
    own: Option<TempDir>,
    folder: PathBuf,
    repository: Repository,
}

impl Git {
    /// A repository without a commit, in a folder of its own.
    #[must_use]
    pub fn new() -> Self {
        let own = TempDir::new().expect("a folder");
        let mut git = Self::at(own.path());
        git.own = Some(own);
        git
    }

    /// A repository without a commit, in a folder that has none.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self {
            own: None,
            folder: folder.to_path_buf(),
            repository: gix::init(folder).expect("a repository"),
        }
    }

    /// Its working tree.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A path below the working tree.
    #[must_use]
    pub fn path(&self, below: &str) -> PathBuf {
        self.folder().join(below)
    }

    /// Writes a file into the working tree.
    pub fn write(&self, below: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(below);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, content).expect("a new file");
        self
    }

    /// Commits every file of the working tree but those below `without`; returns the commit's id.
    pub fn commit(&self, without: &[&str]) -> String {
        let mut files = BTreeMap::new();
        collect(self.folder(), Path::new(""), &mut |below, path| {
            let is_out = without.iter().any(|without| below.starts_with(without));
            if !is_out {
                let content = fs::read(path).expect("a file");
                let blob = self.repository.write_blob(content).expect("a blob");
                files.insert(below.to_path_buf(), blob.detach());
            }
        });
        let tree = self.tree(&files, Path::new(""));
        let who = gix::actor::SignatureRef {
            name: "A".into(),
            email: "a@example.com".into(),
            time: "0 +0000",
        };
        let parent = self.repository.head_id().ok().map(gix::Id::detach);
        let commit = self
            .repository
            .commit_as(who, who, "HEAD", "a commit", tree, parent);
        commit.expect("a commit").to_string()
    }

    /// Sets a value of the repository's configuration.
    pub fn configure(&self, section: &str, key: &str, value: &str) -> &Self {
        let path = self.path(".git/config");
        let mut text = fs::read_to_string(&path).expect("a configuration");
        text.push_str(&format!("[{section}]\n\t{key} = {value}\n"));
        fs::write(path, text).expect("a configuration");
        self
    }

    /// Names a commit.
    pub fn branch(&self, name: &str, commit: &str) -> &Self {
        self.write(&format!(".git/refs/heads/{name}"), format!("{commit}\n"))
    }

    fn tree(&self, files: &BTreeMap<PathBuf, ObjectId>, folder: &Path) -> ObjectId {
        let mut tree = Tree::empty();
        let mut last = None;
        for (path, blob) in files {
            let Ok(below) = path.strip_prefix(folder) else {
                continue;
            };
            let mut parts = below.iter();
            let Some(name) = parts.next() else { continue };
            if last == Some(name) {
                continue;
            }
            last = Some(name);
            let (mode, oid) = match parts.next() {
                Some(_) => (tree::EntryKind::Tree, self.tree(files, &folder.join(name))),
                None => (tree::EntryKind::Blob, *blob),
            };
            tree.entries.push(tree::Entry {
                mode: mode.into(),
                filename: name.to_str().expect("a name").into(),
                oid,
            });
        }
        tree.entries.sort();
        self.repository.write_object(&tree).expect("a tree").detach()
    }
}

impl Default for Git {
    fn default() -> Self {
        Self::new()
    }
}

fn collect(root: &Path, below: &Path, found: &mut dyn FnMut(&Path, &Path)) {
    for entry in fs::read_dir(root.join(below)).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = below.join(entry.file_name());
        if path.starts_with(".git") {
            continue;
        }
        if entry.file_type().expect("a kind").is_dir() {
            collect(root, &path, found);
        } else {
            found(&path, &entry.path());
        }
    }
}
