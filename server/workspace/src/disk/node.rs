//! What was seen at one real path.

use super::read::{names, read};
use crate::files::{EntryKind, File, FileFault};
use std::{
    fs::{self, Metadata},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::{Duration, SystemTime},
};

/// A change this soon after the last one may leave the modification time as it was: FAT counts in steps of
/// two seconds, which is the coarsest clock in use.
const COARSEST_CLOCK: Duration = Duration::from_secs(2);

/// What lies at a path whose folders are real. Text and listing are read when first asked for and stay.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    stamp: Option<Stamp>,
    seen: SystemTime,
    text: OnceLock<Result<Arc<File>, FileFault>>,
    names: OnceLock<Arc<[String]>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link(PathBuf),
    Other,
    Missing,
    /// The operating system does not say what is there.
    Refused(String),
}

/// How a place differs from what was seen there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum News {
    /// Something else lies there; what was known to lie below it is void.
    Kind,
    /// Another text or listing.
    Content,
}

/// What a change to a file or folder leaves different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
    identity: Identity,
}

/// Device and inode, and the time of the last change to the inode (a replaced file may carry over its
/// modification time).
#[cfg(unix)]
type Identity = (u64, u64, i64, i64);
#[cfg(not(unix))]
type Identity = ();

impl Node {
    /// Looks at `path` without opening it.
    pub(super) fn look(path: &Path) -> Self {
        let seen = SystemTime::now();
        let (kind, stamp) = match fs::symlink_metadata(path) {
            Ok(metadata) => (Kind::of(path, &metadata), Some(Stamp::of(&metadata))),
            Err(error) if says_missing(&error) => (Kind::Missing, None),
            Err(error) => (Kind::Refused(error.to_string()), None),
        };
        Self::new(kind, stamp, seen)
    }

    /// Nothing is there, known without looking.
    pub(super) fn missing() -> Self {
        Self::new(Kind::Missing, None, SystemTime::now())
    }

    fn new(kind: Kind, stamp: Option<Stamp>, seen: SystemTime) -> Self {
        Self {
            kind,
            stamp,
            seen,
            text: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    pub(super) fn entry(&self) -> EntryKind {
        match self.kind {
            Kind::File => EntryKind::File,
            Kind::Folder => EntryKind::Folder,
            Kind::Link(_) => EntryKind::Link,
            Kind::Other => EntryKind::Other,
            Kind::Missing | Kind::Refused(_) => EntryKind::Missing,
        }
    }

    pub(super) fn link(&self) -> Option<PathBuf> {
        match &self.kind {
            Kind::Link(target) => Some(target.clone()),
            _ => None,
        }
    }

    /// The text, `path` being where this node was looked at.
    pub(super) fn text(&self, path: &Path) -> Result<Arc<File>, FileFault> {
        self.text
            .get_or_init(|| match &self.kind {
                Kind::File => read(path).map(|bytes| Arc::new(File::from_bytes(&bytes))),
                Kind::Folder => Err(FileFault::Folder),
                Kind::Other => Err(FileFault::NotRegular),
                Kind::Link(_) => Err(FileFault::LinkLoop),
                Kind::Missing => Err(FileFault::Missing),
                Kind::Refused(reason) => Err(FileFault::Unreadable {
                    reason: reason.clone(),
                }),
            })
            .clone()
    }

    /// The names in the folder in byte order; none when it is no folder or may not be listed.
    pub(super) fn names(&self, path: &Path) -> Arc<[String]> {
        let names = self.names.get_or_init(|| match self.kind {
            Kind::Folder => names(path),
            _ => Arc::from([]),
        });
        Arc::clone(names)
    }

    /// What would be answered differently now.
    pub(super) fn news(&self, path: &Path) -> Option<News> {
        let now = Self::look(path);
        if self.kind != now.kind {
            return Some(News::Kind);
        }
        let differs = match self.kind {
            Kind::File => self.text.get().is_some_and(|then| {
                self.stamp != now.stamp || (self.may_hide_a_change() && !same_text(then, &now.text(path)))
            }),
            Kind::Folder => self.names.get().is_some_and(|then| {
                let touched = self.stamp.map(|then| then.modified) != now.stamp.map(|now| now.modified);
                (touched || self.may_hide_a_change()) && *then != now.names(path)
            }),
            Kind::Link(_) | Kind::Other | Kind::Missing | Kind::Refused(_) => false,
        };
        differs.then_some(News::Content)
    }

    /// Whether it had been changed so shortly before it was looked at that the clock may hide another change.
    fn may_hide_a_change(&self) -> bool {
        let modified = self.stamp.and_then(|stamp| stamp.modified);
        modified.is_none_or(|modified| {
            self.seen
                .duration_since(modified)
                .map_or(true, |age| age < COARSEST_CLOCK)
        })
    }
}

impl Kind {
    fn of(path: &Path, metadata: &Metadata) -> Self {
        let file_type = metadata.file_type();
        if file_type.is_symlink() {
            fs::read_link(path).map_or_else(|error| Self::Refused(error.to_string()), Self::Link)
        } else if file_type.is_dir() {
            Self::Folder
        } else if file_type.is_file() {
            Self::File
        } else {
            Self::Other
        }
    }
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            modified: metadata.modified().ok(),
            bytes: metadata.len(),
            identity: identity(metadata),
        }
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (
        metadata.dev(),
        metadata.ino(),
        metadata.ctime(),
        metadata.ctime_nsec(),
    )
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {}

fn says_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidInput | ErrorKind::InvalidFilename
    )
}

fn same_text(then: &Result<Arc<File>, FileFault>, now: &Result<Arc<File>, FileFault>) -> bool {
    match (then, now) {
        (Ok(then), Ok(now)) => then.raw() == now.raw() && then.text().rope() == now.text().rope(),
        (Err(then), Err(now)) => then == now,
        _ => false,
    }
}
