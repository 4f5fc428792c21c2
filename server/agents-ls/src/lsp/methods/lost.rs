//! Messages that cannot be read, which may have been edits.
//!
//! The aim is never to say something about a text the client does not show. So every document such a message
//! may have been about is lost until its client sends a whole text.

use crate::lsp::{
    state::{Owner, Places},
    uri,
};
use serde_json::Value;
use std::path::PathBuf;

/// The end of a method's name, with the quote behind it: `didChangeConfiguration` is none.
const DID_CHANGE: &[u8] = b"didChange\"";

/// A notification whose parameters cannot be read.
pub(in crate::lsp) fn on_invalid(owner: &mut Owner, method: &str, params: &Value) {
    match method {
        "textDocument/didOpen" | "textDocument/didChange" => {
            let uri = params["textDocument"]["uri"].as_str();
            match uri.map(uri::to_path) {
                Some(Some(path)) => {
                    owner.expect(&path, uri.unwrap_or_default());
                    owner.lose(&path, "an edit could not be read");
                }
                Some(None) => {}
                None => lose_all(owner),
            }
        }
        // Which files changed is unknown, so all are looked at.
        "workspace/didChangeWatchedFiles" => owner.recheck(Places::All),
        _ => {}
    }
}

/// Bytes that are no message.
pub(in crate::lsp) fn on_unreadable(owner: &mut Owner, bytes: &[u8]) {
    let open = owner.snapshot.editors.iter();
    let named: Vec<PathBuf> = open
        .filter(|(_, editor)| contains(bytes, editor.uri.as_bytes()))
        .map(|(path, _)| path.clone())
        .collect();
    for path in &named {
        owner.lose(path, "a message could not be read");
    }
    if named.is_empty() && contains(bytes, DID_CHANGE) {
        lose_all(owner);
    }
}

fn lose_all(owner: &mut Owner) {
    let open: Vec<_> = owner.snapshot.editors.keys().cloned().collect();
    for path in open {
        owner.lose(&path, "a message could not be read");
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && bytes.windows(part.len()).any(|window| window == part)
}
