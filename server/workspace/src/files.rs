//! Reading a tree: one view for disk, unsaved editor text and tests.

use crate::config::foreign::{self, Format, Reading};
use agents_syntax::{Document, Text};
use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// The largest file that is read, in bytes. Instruction files are kilobytes; beyond this something else
/// carries their name.
pub const LARGEST_FILE: u64 = 16 * 1024 * 1024;

/// What some editors write at the start of a file, and take off when they show it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A tree of files as a runtime would find it, unsaved editor text over what lies on disk.
///
/// Paths are absolute. Implementations answer the same question with the same answer until they are told
/// of a change, and never block for long: what is not a regular file is not opened.
pub trait Files: Send + Sync {
    /// The text of the file at `path`, links followed.
    ///
    /// # Errors
    /// Why there is no such text.
    fn file(&self, path: &Path) -> Result<Arc<File>, FileFault>;

    /// What lies at `path` itself, a link not followed.
    fn entry(&self, path: &Path) -> EntryKind;

    /// The names in a folder, links followed, in byte order; empty when there is no such folder.
    fn list(&self, folder: &Path) -> Arc<[String]>;

    /// The real path with every link resolved; `None` when nothing is there.
    fn canonical(&self, path: &Path) -> Option<PathBuf>;

    /// Whether a folder is at `path`, links followed.
    fn is_folder(&self, path: &Path) -> bool {
        match self.entry(path) {
            EntryKind::Folder => true,
            EntryKind::Link => self
                .canonical(path)
                .is_some_and(|real| self.entry(&real) == EntryKind::Folder),
            EntryKind::File | EntryKind::Other | EntryKind::Missing => false,
        }
    }

    /// Whether a regular file is at `path`, links followed.
    fn is_file(&self, path: &Path) -> bool {
        match self.entry(path) {
            EntryKind::File => true,
            EntryKind::Link => self
                .canonical(path)
                .is_some_and(|real| self.entry(&real) == EntryKind::File),
            EntryKind::Folder | EntryKind::Other | EntryKind::Missing => false,
        }
    }
}

/// What lies at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, whatever it leads to.
    Link,
    /// A pipe, socket or device.
    Other,
    /// Nothing.
    Missing,
}

/// A file that could be read. Its structure is computed when first asked for.
pub struct File {
    text: Text,
    raw: Option<Arc<[u8]>>,
    disk_bom: bool,
    /// What lies on disk below an editor's text.
    saved: Option<Text>,
    document: OnceLock<Document>,
    /// What it says as a settings file, read in the way that was asked for first.
    settings: OnceLock<(Format, Arc<Reading>)>,
}

impl File {
    /// A file of these bytes. Bytes that are not UTF-8 are kept beside the replaced text.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::from_text(Text::new(text)),
            Err(_) => Self {
                text: Text::new(&String::from_utf8_lossy(bytes)),
                raw: Some(bytes.into()),
                disk_bom: false,
                saved: None,
                document: OnceLock::new(),
                settings: OnceLock::new(),
            },
        }
    }

    /// A file of this text, not yet looked into.
    #[must_use]
    pub fn from_text(text: Text) -> Self {
        Self {
            text,
            raw: None,
            disk_bom: false,
            saved: None,
            document: OnceLock::new(),
            settings: OnceLock::new(),
        }
    }

    /// A file whose structure is already known, as that of an open editor.
    #[must_use]
    pub fn from_document(document: Document) -> Self {
        Self {
            text: document.text().clone(),
            raw: None,
            disk_bom: false,
            saved: None,
            document: OnceLock::from(document),
            settings: OnceLock::new(),
        }
    }

    /// The same text, and its structure if that is known already.
    #[must_use]
    pub(crate) fn copy(&self) -> Self {
        Self {
            text: self.text.clone(),
            raw: self.raw.clone(),
            disk_bom: self.disk_bom,
            saved: self.saved.clone(),
            document: self.document.clone(),
            settings: OnceLock::new(),
        }
    }

    /// This text of an editor, told what lies on disk below it: editors take a byte order mark off, and
    /// show replacements for bytes that are not UTF-8.
    #[must_use]
    pub fn over(mut self, disk: Option<&Self>) -> Self {
        let has_bom = |file: &Self| file.text.rope().chars().next() == Some(BYTE_ORDER_MARK);
        self.disk_bom = disk.is_some_and(has_bom) && !has_bom(&self);
        self.raw = disk.and_then(|disk| disk.raw.clone());
        self.saved = disk.map(|disk| disk.text.clone());
        self
    }

    /// The text; bytes that are not UTF-8 stand in it as U+FFFD.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The bytes on disk when they are not UTF-8; an open editor's text may have moved on since.
    #[must_use]
    pub fn raw(&self) -> Option<&Arc<[u8]>> {
        self.raw.as_ref()
    }

    /// The bytes that the file has on disk, or would have when the editor saved its text.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        if let Some(raw) = &self.raw {
            return raw.to_vec();
        }
        let mut text = String::with_capacity(self.text.len());
        text.extend(self.disk_bom.then_some(BYTE_ORDER_MARK));
        text.extend(self.text.rope().chunks());
        text.into_bytes()
    }

    /// Whether the file on disk begins with a byte order mark that an open editor's text leaves out. A
    /// runtime finds it there, and counts it.
    #[must_use]
    pub fn disk_bom(&self) -> bool {
        self.disk_bom
    }

    /// What lies on disk below an open editor's text, which may be the same; `None` for a file that is not open, or
    /// not on disk yet.
    #[must_use]
    pub fn saved(&self) -> Option<&Text> {
        self.saved.as_ref()
    }

    /// What the file says as a settings file of another program. A prompt asks for that at every keystroke, and
    /// some programs keep megabytes in such a file: it is read once.
    pub(crate) fn settings(&self, path: &Path, format: Format) -> Arc<Reading> {
        let read = || Arc::new(foreign::read_file(path, self, format));
        let (known, reading) = self.settings.get_or_init(|| (format, read()));
        if *known == format {
            Arc::clone(reading)
        } else {
            read()
        }
    }

    /// The structure of the text, parsed on first use.
    pub fn document(&self) -> &Document {
        self.document.get_or_init(|| Document::open(self.text.clone()))
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("File")
            .field("bytes", &self.text.len())
            .field("utf8", &self.raw.is_none())
            .finish()
    }
}

/// Why a path has no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileFault {
    /// Nothing is there.
    #[error("there is no such file")]
    Missing,
    /// A folder carries the name.
    #[error("it is a folder")]
    Folder,
    /// A pipe, socket or device carries the name.
    #[error("it is not a regular file")]
    NotRegular,
    /// A symbolic link whose target does not exist.
    #[error("it is a link to {}, which does not exist", target.display())]
    DanglingLink {
        /// Where the link points, as written.
        target: PathBuf,
    },
    /// Links that lead back to themselves.
    #[error("it is a link that leads back to itself")]
    LinkLoop,
    /// Larger than [`LARGEST_FILE`].
    #[error("it has {bytes} bytes; files over {LARGEST_FILE} bytes are not read")]
    TooLarge {
        /// Its size.
        bytes: u64,
    },
    /// The operating system refuses.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// What the operating system says.
        reason: String,
    },
}

impl FileFault {
    /// Whether nothing at all lies at the path.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}
