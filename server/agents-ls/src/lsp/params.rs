//! What the client tells, as it arrives. URIs are taken as they are: the library's type refuses characters
//! that editors send.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp_server::ls_types::Range;

/// Names a document. The URI is taken as it is: the library's type refuses characters that editors send.
#[derive(Debug, Deserialize)]
pub(super) struct DocumentName {
    /// In the client's spelling.
    pub(super) uri: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidOpen {
    pub(super) text_document: OpenedDocument,
}

#[derive(Debug, Deserialize)]
pub(super) struct OpenedDocument {
    pub(super) uri: String,
    pub(super) version: i32,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidChange {
    pub(super) text_document: VersionedDocument,
    pub(super) content_changes: Vec<Change>,
}

#[derive(Debug, Deserialize)]
pub(super) struct VersionedDocument {
    pub(super) uri: String,
    pub(super) version: i32,
}

/// A change of a stretch of text, or a whole text when it has no range.
#[derive(Debug, Deserialize)]
pub(super) struct Change {
    pub(super) range: Option<Range>,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidClose {
    pub(super) text_document: DocumentName,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DidSave {
    pub(super) text_document: DocumentName,
    pub(super) text: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeWatchedFiles {
    pub(super) changes: Vec<DocumentName>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeConfiguration {
    #[serde(default)]
    pub(super) settings: Value,
}

#[derive(Debug, Deserialize)]
pub(super) struct DidChangeWorkspaceFolders {
    pub(super) event: FolderChange,
}

#[derive(Debug, Deserialize)]
pub(super) struct FolderChange {
    pub(super) added: Vec<DocumentName>,
    pub(super) removed: Vec<DocumentName>,
}
