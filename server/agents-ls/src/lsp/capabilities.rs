//! What the server offers.

use super::{convert, methods, session::Session};
use serde_json::{Value, json};
use tower_lsp_server::ls_types::{
    CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions, DocumentLinkOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeResult, OneOf, PositionEncodingKind,
    RenameOptions, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};

/// Characters that no word has and behind which something can be offered: the sign of a skill, the start of a
/// code span, the end of a key.
const TRIGGERS: [&str; 3] = ["$", "`", ":"];

/// The answer to `initialize`, as far as the library's types go.
pub(super) fn result(session: &Session) -> InitializeResult {
    let can = session.can;
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
            code_action_kinds: Some(methods::code_action::kinds()),
            work_done_progress_options: WorkDoneProgressOptions::default(),
            resolve_provider: None,
        })),
        completion_provider: can.completion.map(|completing| CompletionOptions {
            resolve_provider: Some(completing.resolve),
            trigger_characters: Some(TRIGGERS.map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        definition_provider: can.definition.then_some(OneOf::Left(true)),
        references_provider: can.references.then_some(OneOf::Left(true)),
        document_highlight_provider: can.highlights.then_some(OneOf::Left(true)),
        rename_provider: can.rename.then_some(if can.prepare_rename {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        } else {
            OneOf::Left(true)
        }),
        document_link_provider: can.document_links.then(|| DocumentLinkOptions {
            resolve_provider: None,
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        code_lens_provider: can.lenses.then_some(CodeLensOptions {
            resolve_provider: Some(can.resolve_lenses),
        }),
        inlay_hint_provider: can.hints.then_some(OneOf::Left(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: methods::execute_command::COMMANDS.map(str::to_owned).to_vec(),
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
