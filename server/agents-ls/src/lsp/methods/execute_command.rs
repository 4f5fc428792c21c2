//! `workspace/executeCommand`

use super::effective_prompt::shown;
use crate::lsp::{backend::Backend, convert, uri};
use serde_json::Value;
use std::{fs, io, path::PathBuf};
use tower_lsp_server::{
    jsonrpc::{Error, Result},
    ls_types::ExecuteCommandParams,
};

/// Shows the prompt a file takes part in. Arguments: the file's URI, and the runtime if not the main one.
/// Answers like `agents-ls/effectivePrompt`.
pub(super) const SHOW_PROMPT: &str = "agents-ls.showPrompt";

/// Makes all fixes of an open file that may be made unseen. Argument: the file's URI. Answers with the edit, and asks
/// the client to apply it if that can; `null` when there is nothing to fix.
const FIX_ALL: &str = "agents-ls.fixAll";

/// The commands there are.
pub(in crate::lsp) const COMMANDS: [&str; 2] = [SHOW_PROMPT, FIX_ALL];

pub(in crate::lsp) async fn answer(backend: &Backend, params: ExecuteCommandParams) -> Result<Option<Value>> {
    match params.command.as_str() {
        SHOW_PROMPT => show_prompt(backend, params).await,
        FIX_ALL => fix_all(backend, params).await,
        command => Err(Error::invalid_params(format!("there is no command {command}"))),
    }
}

async fn fix_all(backend: &Backend, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let path = params.arguments.first().and_then(Value::as_str);
    let path = path.and_then(uri::to_path).ok_or_else(no_file)?;
    let client = backend.client().clone();
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            snapshot.world.documents.get(path)?;
            let fix = engine.fix_all(&snapshot.world, path, cancel)?;
            let edit = convert::workspace_edit(&fix.edits, snapshot)?;
            let shown = serde_json::to_value(&edit).ok();
            if snapshot.session.can.apply_edits {
                client.apply_edit(edit);
            }
            shown
        })
        .await
}

fn no_file() -> Error {
    Error::invalid_params("the first argument is the URI of a file")
}

async fn show_prompt(backend: &Backend, params: ExecuteCommandParams) -> Result<Option<Value>> {
    let text = |at: usize| {
        params
            .arguments
            .get(at)
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let path = text(0).as_deref().and_then(uri::to_path);
    let path = path.ok_or_else(no_file)?;
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
