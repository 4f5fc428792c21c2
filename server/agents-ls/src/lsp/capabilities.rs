//! What the server offers.

use super::{convert, methods, session::Session};
use serde_json::{Value, json};
use tower_lsp_server::ls_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, ExecuteCommandOptions,
    HoverProviderCapability, InitializeResult, OneOf, PositionEncodingKind, SaveOptions, ServerCapabilities,
    ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

/// The answer to `initialize`, as far as the library's types go.
pub(super) fn result(session: &Session) -> InitializeResult {
    let capabilities = ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::new(convert::encoding_name(
            session.encoding,
        ))),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            // With its text, a save brings a document back of which an edit was lost.
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                include_text: Some(true),
            })),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            work_done_progress_options: WorkDoneProgressOptions::default(),
            resolve_provider: None,
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![methods::execute_command::SHOW_PROMPT.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    };
    InitializeResult {
        capabilities,
        server_info: Some(ServerInfo {
            name: "agents-ls".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
        ..InitializeResult::default()
    }
}

/// The answer with what the library's types lack.
pub(super) fn patched(mut result: Value) -> Value {
    result["capabilities"]["workspace"]["textDocumentContent"] = json!({ "schemes": ["agents-ls"] });
    result
}

/// What to register: every kind of change of files with these patterns.
pub(super) fn watchers(patterns: &[String]) -> Value {
    let watchers: Vec<_> = patterns
        .iter()
        .map(|pattern| json!({ "globPattern": pattern }))
        .collect();
    json!({ "watchers": watchers })
}
