//! Where Copilot CLI looks.

use crate::{situation::Situation, steps::walk};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// The folders of one situation.
pub(super) struct Places<'a> {
    pub(super) situation: &'a Situation,
    pub(super) files: &'a dyn Files,
    /// The repository's root; outside a repository the start folder.
    pub(super) root: PathBuf,
    /// The user's own folder.
    pub(super) home: Option<PathBuf>,
}

/// The user's own folder.
pub(super) fn home(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("COPILOT_HOME", ".copilot")
}

impl<'a> Places<'a> {
    pub(super) fn new(situation: &'a Situation, files: &'a dyn Files) -> Self {
        let root = walk::root_by_markers(files, &situation.start, &[".git".to_owned()]);
        Self {
            root: root.unwrap_or_else(|| situation.start.clone()),
            home: home(situation),
            situation,
            files,
        }
    }

    pub(super) fn start(&self) -> &'a Path {
        &self.situation.start
    }

    /// The folders from the root down to the start.
    pub(super) fn chain(&self) -> Vec<&'a Path> {
        walk::chain(&self.root, &self.situation.start)
    }

    /// The file of a name in a folder, in any case; the name as written comes first.
    pub(super) fn find(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let exact = folder.join(name);
        if self.files.is_file(&exact) {
            return Some(exact);
        }
        let (folder, name) = (exact.parent()?, exact.file_name()?.to_str()?);
        let names = self.files.list(folder);
        let same = names.iter().filter(|it| it.eq_ignore_ascii_case(name));
        same.map(|it| folder.join(it))
            .find(|path| self.files.is_file(path))
    }
}
