//! `textDocument/didChange`

use crate::lsp::{
    params::{DidChange, VersionedDocument},
    state::Owner,
    uri,
};

pub(in crate::lsp) fn on(owner: &mut Owner, params: &DidChange) {
    let VersionedDocument { uri, version } = &params.text_document;
    if let Some(path) = uri::to_path(uri) {
        owner.change(&path, *version, &params.content_changes);
    }
}
