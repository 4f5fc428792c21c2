//! One file per method.
//!
//! * What the client tells (`did_*`): the parameters, and what the owner does with them.
//! * What it asks ([`hover`], [`code_action`] …): the conversion of the question, and of the answer.
//! * [`test_hooks`]: requests for the tests of the protocol.

pub(super) mod code_action;
pub(super) mod code_lens;
pub(super) mod code_lens_resolve;
pub(super) mod completion;
pub(super) mod completion_resolve;
pub(super) mod definition;
pub(super) mod did_change;
pub(super) mod did_change_configuration;
pub(super) mod did_change_watched_files;
pub(super) mod did_change_workspace_folders;
pub(super) mod did_close;
pub(super) mod did_open;
pub(super) mod did_save;
pub(super) mod document_highlight;
pub(super) mod document_link;
pub(super) mod effective_prompt;
pub(super) mod execute_command;
pub(super) mod hover;
pub(super) mod inlay_hint;
mod lost;
pub(super) mod prepare_rename;
pub(super) mod references;
pub(super) mod rename;
pub(super) mod status;
pub(super) mod test_hooks;
pub(super) mod text_document_content;

pub(super) use lost::{on_invalid, on_unreadable};

use super::event::Event;
use serde::Deserialize;
use serde_json::Value;

/// What became of a notification.
pub(super) enum Sync {
    /// It changes the state.
    Event(Event),
    /// It would, but its parameters cannot be read.
    Invalid(serde_json::Error),
    /// It does not.
    Other,
}

/// Whether a method changes the state, so that its order matters.
pub(super) fn is_sync(method: &str) -> bool {
    matches!(
        method,
        "initialized"
            | "textDocument/didOpen"
            | "textDocument/didChange"
            | "textDocument/didClose"
            | "textDocument/didSave"
            | "workspace/didChangeWatchedFiles"
            | "workspace/didChangeConfiguration"
            | "workspace/didChangeWorkspaceFolders"
            | "agents-ls/focus"
    )
}

/// Reads a notification that changes the state.
pub(super) fn sync(method: &str, params: &Value) -> Sync {
    match method {
        "initialized" => Sync::Event(Event::Initialized),
        "agents-ls/focus" => Sync::Event(Event::Focus),
        "textDocument/didOpen" => read(params, Event::Open),
        "textDocument/didChange" => read(params, Event::Change),
        "textDocument/didClose" => read(params, Event::Close),
        "textDocument/didSave" => read(params, Event::Save),
        "workspace/didChangeWatchedFiles" => read(params, Event::Watched),
        "workspace/didChangeConfiguration" => read(params, Event::Configuration),
        "workspace/didChangeWorkspaceFolders" => read(params, Event::Folders),
        _ => Sync::Other,
    }
}

fn read<'a, P: Deserialize<'a>>(params: &'a Value, event: impl FnOnce(P) -> Event) -> Sync {
    match P::deserialize(params) {
        Ok(params) => Sync::Event(event(params)),
        Err(error) => Sync::Invalid(error),
    }
}
