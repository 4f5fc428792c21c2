//! `workspace/didChangeWatchedFiles`

use crate::lsp::{params::DidChangeWatchedFiles, state::Owner, uri};

/// What happened to the files does not matter: they are looked at anew when somebody asks.
pub(in crate::lsp) fn on(owner: &mut Owner, params: &DidChangeWatchedFiles) {
    let paths = params
        .changes
        .iter()
        .filter_map(|change| uri::to_path(&change.uri));
    owner.changed_on_disk(&paths.collect::<Vec<_>>());
}
