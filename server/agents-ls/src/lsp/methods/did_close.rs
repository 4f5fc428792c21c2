//! `textDocument/didClose`

use crate::lsp::{params::DidClose, state::Owner, uri};

pub(in crate::lsp) fn on(owner: &mut Owner, params: &DidClose) {
    if let Some(path) = uri::to_path(&params.text_document.uri) {
        owner.close(&path);
    }
}
