//! A tree in which one file has another text: what would a runtime make of it?

use agents_prompt::EffectivePrompt;
use agents_syntax::Text;
use agents_workspace::{EntryKind, File, FileFault, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::view::{FileView, RuntimeView};

/// The prompt of a runtime in the file's own situation if the file had this text.
#[must_use]
pub fn prompt(file: &FileView<'_>, view: &RuntimeView<'_>, text: Text) -> EffectivePrompt {
    view.active
        .assemble(&view.situation, &WithText::new(file.files, file.path, text))
}

/// The tree with another text in one file, under whatever name it is asked for.
pub(crate) struct WithText<'a> {
    files: &'a dyn Files,
    path: &'a Path,
    real: Option<PathBuf>,
    file: Arc<File>,
}

impl<'a> WithText<'a> {
    pub(crate) fn new(files: &'a dyn Files, path: &'a Path, text: Text) -> Self {
        Self {
            files,
            path,
            real: files.canonical(path),
            file: Arc::new(File::from_text(text)),
        }
    }
}

impl Files for WithText<'_> {
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        let is_same = || self.real.is_some() && self.files.canonical(path) == self.real;
        if path == self.path || is_same() {
            Ok(Arc::clone(&self.file))
        } else {
            self.files.file(path)
        }
    }

    fn entry(&self, path: &Path) -> EntryKind {
        self.files.entry(path)
    }

    fn list(&self, folder: &Path) -> Arc<[String]> {
        self.files.list(folder)
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        self.files.canonical(path)
    }
}
