//! `workspace/executeCommand`

use super::effective_prompt::shown;
use crate::lsp::{backend::Backend, uri};
use serde_json::Value;
use std::{fs, io, path::PathBuf};
use tower_lsp_server::{
    jsonrpc::{Error, Result},
    ls_types::ExecuteCommandParams,
};

/// Shows the prompt a file takes part in. Arguments: the file's URI, and the runtime if not the main one.
/// Answers like `agents-ls/effectivePrompt`.
pub(in crate::lsp) const SHOW_PROMPT: &str = "agents-ls.showPrompt";

pub(in crate::lsp) async fn answer(backend: &Backend, params: ExecuteCommandParams) -> Result<Option<Value>> {
    if params.command != SHOW_PROMPT {
        return Err(Error::invalid_params(format!(
            "there is no command {}",
            params.command
        )));
    }
    let text = |at: usize| {
        params
            .arguments
            .get(at)
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let path = text(0).as_deref().and_then(uri::to_path);
    let path = path.ok_or_else(|| Error::invalid_params("the first argument is the URI of a file"))?;
    let runtime = text(1);
    let client = backend.client().clone();
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let prompt = engine.effective_prompt(&snapshot.world, path, runtime.as_deref(), cancel)?;
            let shown = shown(&prompt, path, snapshot);
            let can = snapshot.session.can;
            if can.show_document && can.text_document_content {
                client.show_document(shown["uri"].as_str().unwrap_or_default());
            } else if can.show_document {
                match write(&prompt.runtime, &prompt.text) {
                    Ok(path) => client.show_document(&uri::from_path(&path)),
                    Err(error) => tracing::warn!(%error, "cannot write the prompt to show"),
                }
            }
            Some(shown)
        })
        .await
}

/// A file for clients that cannot ask for the text of a document that is no file. One per process and
/// runtime, so that they do not pile up.
fn write(runtime: &str, text: &str) -> io::Result<PathBuf> {
    let name = format!("agents-ls-{}-{runtime}.md", std::process::id());
    let path = std::env::temp_dir().join(name.replace(std::path::is_separator, "-"));
    fs::write(&path, text)?;
    Ok(path)
}
