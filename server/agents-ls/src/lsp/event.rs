//! What happens, in the order in which the owner of the state is told.

use super::{
    params,
    session::Session,
    snapshot::{Snapshot, Stamp},
};
use crate::engine::Cancel;
use agents_syntax::Document;
use serde_json::Value;
use std::{path::PathBuf, sync::Arc};

/// Something that happened.
pub(super) enum Event {
    /// `initialize` was asked.
    Initialize(Arc<Session>),
    /// The client is ready for questions.
    Initialized,
    /// A document was opened.
    Open(params::DidOpen),
    /// A document was changed.
    Change(params::DidChange),
    /// A document was closed.
    Close(params::DidClose),
    /// A document was saved.
    Save(params::DidSave),
    /// Files changed on disk.
    Watched(params::DidChangeWatchedFiles),
    /// Settings changed.
    Configuration(params::DidChangeConfiguration),
    /// Folders were opened or closed.
    Folders(params::DidChangeWorkspaceFolders),
    /// The client asks to look at the disk, as when its window comes to the front.
    Focus,
    /// A notification whose parameters cannot be read.
    Invalid {
        /// Its method.
        method: String,
        /// What came instead of parameters.
        params: Value,
    },
    /// Bytes that are no message.
    Unreadable(Vec<u8>),
    /// A question.
    Read(Read),
    /// A large text was read, or could not be.
    Loaded {
        /// The document.
        path: PathBuf,
        /// Which of its texts.
        stamp: Stamp,
        /// The result.
        document: Option<Document>,
    },
    /// The client's settings for no folder and for each folder.
    Settings(Vec<PathBuf>, Vec<Value>),
    /// The client does not tell of changes on disk.
    Unwatched,
    /// The disk was looked at; these paths changed.
    Rechecked(Vec<PathBuf>),
    /// Fails, for the tests.
    Panic,
}

/// A question to be answered on the pool.
pub(super) struct Read {
    /// The document it is about, which has to be read first.
    pub(super) about: Option<PathBuf>,
    /// Says that nobody waits any more.
    pub(super) cancel: Cancel,
    /// Answers it.
    pub(super) run: Box<dyn FnOnce(&Snapshot) + Send>,
}
impl Event {
    /// The URI of the document it is about.
    pub(super) fn about(&self) -> Option<&str> {
        match self {
            Self::Open(params) => Some(&params.text_document.uri),
            Self::Change(params) => Some(&params.text_document.uri),
            Self::Close(params) => Some(&params.text_document.uri),
            Self::Save(params) => Some(&params.text_document.uri),
            _ => None,
        }
    }
}
