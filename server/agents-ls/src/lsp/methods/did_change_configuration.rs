//! `workspace/didChangeConfiguration`

use crate::lsp::{params::DidChangeConfiguration, state::Owner};
use serde_json::Value;

/// Newer clients say only that something changed and are asked for the values; older ones send them, their
/// own section or all of them.
pub(in crate::lsp) fn on(owner: &mut Owner, mut params: DidChangeConfiguration) {
    if owner.snapshot.session.can.configuration {
        return owner.pull_settings();
    }
    let section = params.settings.get_mut("agents-ls").map(Value::take);
    let settings = section.unwrap_or(params.settings);
    // Lua writes an empty table as a list.
    let is_empty = settings.as_array().is_some_and(Vec::is_empty);
    if settings.is_object() || is_empty {
        owner.set_settings(settings);
    }
}
