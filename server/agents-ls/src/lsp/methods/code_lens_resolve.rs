//! `codeLens/resolve`: the words of a lens that comes into sight.

use super::code_lens::{About, command};
use crate::lsp::{backend::Backend, uri};
use serde::Deserialize;
use std::sync::Arc;
use tower_lsp_server::{
    jsonrpc::{Error, Result},
    ls_types::{CodeLens, Command},
};

pub(in crate::lsp) async fn answer(backend: &Backend, mut lens: CodeLens) -> Result<CodeLens> {
    let about = lens.data.as_ref().and_then(|data| About::deserialize(data).ok());
    let path = about.as_ref().and_then(|about| uri::to_path(&about.uri));
    let (Some(about), Some(path)) = (about, path) else {
        return Err(Error::invalid_params("this is no lens of agents-ls"));
    };
    let shown = Arc::clone(backend.shown());
    let words = backend.about(path, move |engine, snapshot, path, cancel| {
        command(&about, path, engine, snapshot, &shown.numbers, cancel)
    });
    // The runtime may have stopped to read the file since; the client will ask for lenses again.
    lens.command = words.await?.or_else(|| Some(Command::default()));
    Ok(lens)
}
