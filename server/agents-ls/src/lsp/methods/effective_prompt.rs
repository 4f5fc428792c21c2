//! `agents-ls/effectivePrompt`: the prompt a file takes part in, for one runtime or the main one.

use crate::{
    engine::Prompt,
    lsp::{backend::Backend, prompt_uri, snapshot::Snapshot, uri},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use tower_lsp_server::jsonrpc::{Error, Result};

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Params {
    uri: String,
    runtime: Option<String>,
}

pub(in crate::lsp) async fn answer(backend: &Backend, params: Params) -> Result<Option<Value>> {
    let Some(path) = uri::to_path(&params.uri) else {
        return Ok(None);
    };
    let wanted = params.runtime.clone();
    let answer = backend.about(path, move |engine, snapshot, path, cancel| {
        let runtime = params.runtime.as_deref();
        let prompt = engine.effective_prompt(&snapshot.world, path, runtime, cancel)?;
        Some(shown(&prompt, path, snapshot))
    });
    match (answer.await?, wanted) {
        (None, Some(name)) => Err(Error::invalid_params(format!("there is no runtime {name}"))),
        (answer, _) => Ok(answer),
    }
}

/// A prompt as clients get it: `uri` is the document that shows it.
pub(in crate::lsp) fn shown(prompt: &Prompt, path: &Path, snapshot: &Snapshot) -> Value {
    json!({
        "runtime": prompt.runtime,
        "uri": prompt_uri::of(&prompt.runtime, path, &snapshot.world),
        "text": prompt.text,
        "parts": prompt.parts,
    })
}
