//! The state as it was at one moment, for everything that reads.

use super::{session::Session, uri};
use crate::engine::World;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The world, and what the protocol knows beside it. Copies are cheap.
#[derive(Clone)]
pub(super) struct Snapshot {
    /// What is analysed.
    pub(super) world: World,
    /// What both sides agreed on.
    pub(super) session: Arc<Session>,
    /// The open documents of files, those with unknown text included.
    pub(super) editors: imbl::OrdMap<PathBuf, Editor>,
}

/// An open document, as its client knows it.
#[derive(Debug, Clone)]
pub(super) struct Editor {
    /// Its URI in the client's spelling.
    pub(super) uri: Arc<str>,
    /// The version its client gave it last.
    pub(super) version: i32,
    /// Whether its text is unknown, because an edit was lost. What lies on disk stands in for it where other
    /// files depend on it; about the document itself nothing is said.
    pub(super) lost: bool,
    /// Which of its texts this is.
    pub(super) stamp: Stamp,
}

/// Marks one text of a document, and knows whether there is a newer one.
#[derive(Debug, Clone, Default)]
pub(super) struct Stamp {
    number: u64,
    latest: Arc<AtomicU64>,
}

impl Stamp {
    /// The mark of the next text; those before are out of date from now on.
    pub(super) fn next(&self) -> Self {
        let number = self.latest.fetch_add(1, Ordering::AcqRel) + 1;
        Self {
            number,
            latest: Arc::clone(&self.latest),
        }
    }

    /// Whether the document still has this text.
    pub(super) fn is_current(&self) -> bool {
        self.number == self.latest.load(Ordering::Acquire)
    }
}

impl PartialEq for Stamp {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && Arc::ptr_eq(&self.latest, &other.latest)
    }
}

impl Snapshot {
    /// The URI of a file: as its client spells it if it is open.
    pub(super) fn uri(&self, path: &Path) -> String {
        self.editors
            .get(path)
            .map_or_else(|| uri::from_path(path), |editor| editor.uri.to_string())
    }
}
