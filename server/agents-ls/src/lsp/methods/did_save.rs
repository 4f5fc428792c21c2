//! `textDocument/didSave`

use crate::lsp::{params::DidSave, state::Owner, uri};

pub(in crate::lsp) fn on(owner: &mut Owner, params: DidSave) {
    if let Some(path) = uri::to_path(&params.text_document.uri) {
        owner.saved(&path, params.text);
        // The file below the document is another one now.
        owner.changed_on_disk(&[path]);
    }
    owner.recheck_unless_watched();
}
