//! A view that remembers what was asked and answered, so that an answer knows when it is out of date.

use crate::files::{EntryKind, File, FileFault, Files};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

/// One question a runtime put to the tree. A question about something that is not there counts as well:
/// when it appears, the answer changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// The text of a file.
    File(PathBuf),
    /// What lies at a path.
    Entry(PathBuf),
    /// The real path behind links.
    Canonical(PathBuf),
    /// The names in a folder.
    Folder(PathBuf),
}

impl Question {
    /// The path asked about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::File(path) | Self::Entry(path) | Self::Canonical(path) | Self::Folder(path) => path,
        }
    }
}

#[derive(Debug, Clone)]
enum Answer {
    File(Result<Arc<File>, FileFault>),
    Entry(EntryKind),
    Canonical(Option<PathBuf>),
    Folder(Arc<[String]>),
}

/// Questions with the answers they got.
#[derive(Debug, Clone, Default)]
pub struct Reads(BTreeMap<Question, Answer>);

impl Reads {
    /// Everything that was asked, by path.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.0.keys()
    }

    /// The files that were too large to be read.
    pub fn too_large(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter_map(|(question, answer)| match answer {
            Answer::File(Err(FileFault::TooLarge { .. })) => Some(question.path()),
            _ => None,
        })
    }

    /// Whether `files` still answers every question in the same way. Files are compared by identity:
    /// a view keeps a file's value until it is told of a change.
    #[must_use]
    pub fn hold(&self, files: &dyn Files) -> bool {
        self.0.iter().all(|(question, answer)| match (question, answer) {
            (Question::File(path), Answer::File(then)) => match (then, files.file(path)) {
                (Ok(then), Ok(now)) => Arc::ptr_eq(then, &now),
                (Err(then), Err(now)) => *then == now,
                _ => false,
            },
            (Question::Entry(path), Answer::Entry(then)) => files.entry(path) == *then,
            (Question::Canonical(path), Answer::Canonical(then)) => files.canonical(path) == *then,
            (Question::Folder(path), Answer::Folder(then)) => {
                let now = files.list(path);
                Arc::ptr_eq(then, &now) || *then == now
            }
            _ => false,
        })
    }
}

/// A [`Files`] view over another one that records every read and every miss.
pub struct Recorder<'a> {
    files: &'a dyn Files,
    reads: Mutex<Reads>,
    /// How many more folders are listed.
    folders_left: AtomicUsize,
}

impl<'a> Recorder<'a> {
    /// Starts recording what is asked of `files`.
    #[must_use]
    pub fn new(files: &'a dyn Files) -> Self {
        Self::within(files, usize::MAX)
    }

    /// The same, for somebody who may be led astray by a link: from the folder after `most` on, folders are empty.
    #[must_use]
    pub fn within(files: &'a dyn Files, most: usize) -> Self {
        Self {
            files,
            reads: Mutex::default(),
            folders_left: AtomicUsize::new(most),
        }
    }

    /// Whether more folders were listed than may be.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.folders_left.load(Ordering::Relaxed) == 0
    }

    /// Everything asked so far.
    #[must_use]
    pub fn into_reads(self) -> Reads {
        self.reads.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, question: Question, answer: Answer) {
        self.reads
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .0
            .insert(question, answer);
    }
}

impl Files for Recorder<'_> {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        let answer = self.files.file(path);
        self.note(Question::File(path.to_path_buf()), Answer::File(answer.clone()));
        answer
    }

    fn entry(&self, path: &Path) -> EntryKind {
        let answer = self.files.entry(path);
        self.note(Question::Entry(path.to_path_buf()), Answer::Entry(answer));
        answer
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        let take = |left: usize| left.checked_sub(1);
        let is_left = self
            .folders_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        if is_left.is_err() {
            return Arc::from([]);
        }
        let answer = self.files.list(folder);
        self.note(
            Question::Folder(folder.to_path_buf()),
            Answer::Folder(Arc::clone(&answer)),
        );
        answer
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        let answer = self.files.canonical(path);
        self.note(
            Question::Canonical(path.to_path_buf()),
            Answer::Canonical(answer.clone()),
        );
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryFiles;

    #[test]
    fn whoever_lists_too_many_folders_finds_them_empty() {
        let mut tree = MemoryFiles::new();
        tree.add("/w/a/x", "").add("/w/b/x", "");
        let recorder = Recorder::within(&tree, 2);
        assert_eq!(recorder.list(Path::new("/w")).len(), 2);
        assert!(!recorder.is_exhausted());
        assert_eq!(recorder.list(Path::new("/w/a")).len(), 1);
        assert_eq!(recorder.list(Path::new("/w/b")).len(), 0);
        assert!(recorder.is_exhausted());
        assert!(recorder.into_reads().hold(&tree));
    }

    #[test]
    fn a_file_that_appears_changes_a_recorded_miss() {
        let mut tree = MemoryFiles::new();
        tree.add("/w/AGENTS.md", "a");
        let recorder = Recorder::new(&tree);
        assert!(recorder.file(Path::new("/w/AGENTS.override.md")).is_err());
        assert!(recorder.file(Path::new("/w/AGENTS.md")).is_ok());
        let reads = recorder.into_reads();
        assert!(reads.hold(&tree));
        let mut other = tree.clone();
        other.add("/w/elsewhere.md", "b");
        assert!(reads.hold(&other), "a file nobody asked for changes nothing");
        other.add("/w/AGENTS.override.md", "c");
        assert!(!reads.hold(&other));
        tree.add("/w/AGENTS.md", "a");
        assert!(!reads.hold(&tree), "a file put there anew is another file");
    }
}
