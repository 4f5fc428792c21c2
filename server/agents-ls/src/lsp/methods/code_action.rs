//! `textDocument/codeAction`

use crate::{
    engine::{Applicability, Fix},
    lsp::{backend::Backend, convert, snapshot::Snapshot, uri},
};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{
        CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Diagnostic,
        NumberOrString,
    },
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let wanted = params
        .context
        .only
        .as_deref()
        .is_none_or(|kinds| kinds.iter().any(includes_quick_fixes));
    let path = uri::to_path(params.text_document.uri.as_str()).filter(|_| wanted);
    let Some(path) = path else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let can = snapshot.session.can;
            let open = snapshot.world.documents.get(path).filter(|_| can.code_actions)?;
            let range = convert::bytes(&open.text, params.range, snapshot.session.encoding);
            let is_ours = |shown: &Diagnostic| shown.source.as_deref() == Some(convert::SOURCE);
            let is_told = params.context.diagnostics.iter().any(is_ours);
            let fixes = engine.fixes(&snapshot.world, path, range, is_told, cancel);
            let actions = fixes
                .iter()
                .filter_map(|fix| action(fix, &params.context.diagnostics, snapshot));
            Some(actions.collect())
        })
        .await
}

/// A kind asks for the kinds below it as well, and the empty one for all.
fn includes_quick_fixes(kind: &CodeActionKind) -> bool {
    kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX
}

fn action(fix: &Fix, shown: &[Diagnostic], snapshot: &Snapshot) -> Option<CodeActionOrCommand> {
    let mended = |diagnostic: &&Diagnostic| matches!(&diagnostic.code, Some(NumberOrString::String(code)) if Some(code.as_str()) == fix.rule);
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(shown.iter().filter(mended).cloned().collect()),
        edit: Some(convert::workspace_edit(&fix.edits, snapshot)?),
        is_preferred: Some(fix.applicability == Applicability::Safe),
        ..CodeAction::default()
    }))
}
