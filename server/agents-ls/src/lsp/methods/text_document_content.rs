//! `workspace/textDocumentContent`: the text of a document that only the server has.

use crate::lsp::{backend::Backend, prompts, rule_uri};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp_server::jsonrpc::{Error, Result};

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    uri: String,
}

pub(in crate::lsp) async fn answer(backend: &Backend, params: Params) -> Result<Value> {
    if let Some(page) = rule_uri::text(&params.uri) {
        return Ok(json!({ "text": page }));
    }
    let shown = Arc::clone(backend.shown());
    let uri = params.uri.clone();
    let text = backend
        .read(None, move |engine, snapshot, cancel| {
            let text = prompts::text(&uri, engine, snapshot, cancel)?;
            shown.prompts.told(&uri, &text);
            Some(text)
        })
        .await?;
    match text {
        Some(text) => Ok(json!({ "text": text })),
        None => Err(Error::invalid_params(format!(
            "{} is no document of agents-ls",
            params.uri
        ))),
    }
}
