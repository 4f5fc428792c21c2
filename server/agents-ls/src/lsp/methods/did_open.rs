//! `textDocument/didOpen`

use crate::lsp::{
    params::{DidOpen, OpenedDocument},
    state::Owner,
    uri,
};
use agents_syntax::Text;

/// Documents that are no files (`untitled:`, `git:`) are nobody's instructions.
pub(in crate::lsp) fn on(owner: &mut Owner, params: DidOpen) {
    let OpenedDocument { uri, version, text } = params.text_document;
    let Some(path) = uri::to_path(&uri) else {
        return tracing::debug!(uri, "not a file");
    };
    owner.open(path, &uri, version, Text::new(&text));
    owner.recheck_unless_watched();
}
