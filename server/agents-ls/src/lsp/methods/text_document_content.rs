//! `workspace/textDocumentContent`: the text of a document that only the server has.

use crate::lsp::{backend::Backend, prompts};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp_server::jsonrpc::{Error, Result};

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    uri: String,
}

pub(in crate::lsp) async fn answer(backend: &Backend, params: Params) -> Result<Value> {
    let shown = Arc::clone(backend.prompts());
    let uri = params.uri.clone();
    let text = backend
        .read(None, move |engine, snapshot, cancel| {
            let text = prompts::text(&uri, engine, snapshot, cancel)?;
            shown.told(&uri, &text);
            Some(text)
        })
        .await?;
    match text {
        Some(text) => Ok(json!({ "text": text })),
        None => Err(Error::invalid_params(format!(
            "{} is no prompt of agents-ls",
            params.uri
        ))),
    }
}
