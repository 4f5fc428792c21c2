//! `agents-ls/status`: what reaches the agent that works on a file, for a status line.

use crate::lsp::{backend::Backend, prompt_uri, uri};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tower_lsp_server::jsonrpc::Result;

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    uri: String,
}

pub(in crate::lsp) async fn answer(backend: &Backend, params: Params) -> Result<Option<Value>> {
    let Some(path) = uri::to_path(&params.uri) else {
        return Ok(None);
    };
    let shown = Arc::clone(backend.shown());
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let status = engine.status(&snapshot.world, path, cancel);
            shown.numbers.told_status(path, &params.uri, status.as_ref());
            let status = status?;
            let usage = &status.usage;
            Some(json!({
                "uri": params.uri,
                "runtime": status.runtime,
                "text": status.text,
                "detail": status.detail,
                "sent": usage.sent,
                "cap": usage.cap,
                "lost": usage.lost,
                "unit": usage.unit.to_string(),
                "ofFile": usage.is_of_file,
                "files": status.files,
                "prompt": prompt_uri::of(&status.runtime, path, &snapshot.world),
            }))
        })
        .await
}
