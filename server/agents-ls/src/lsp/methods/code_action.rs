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

/// Mending the head of a skill, which a person looks at.
const REPAIR: CodeActionKind = CodeActionKind::REFACTOR_REWRITE;

/// Fixing whatever can be fixed unseen, on saving or by a command. Not worked out unless it is asked for by name.
pub(in crate::lsp) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.agents-ls");

/// The kinds there are, for `initialize`.
pub(in crate::lsp) fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QUICKFIX, REPAIR, FIX_ALL]
}

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>> {
    let only = params.context.only.as_deref();
    let wanted = Wanted::of(only);
    let path = uri::to_path(params.text_document.uri.as_str()).filter(|_| wanted.is_anything());
    let Some(path) = path else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let can = snapshot.session.can;
            let open = snapshot.world.documents.get(path).filter(|_| can.code_actions)?;
            let range = convert::bytes(&open.text, params.range, snapshot.session.encoding);
            let shown = &params.context.diagnostics;
            let is_ours = |shown: &Diagnostic| shown.source.as_deref() == Some(convert::SOURCE);
            let is_told = shown.iter().any(is_ours);
            let mut actions = Vec::new();
            let mut fixes = Vec::new();
            if wanted.fixes {
                fixes = engine.fixes(&snapshot.world, path, range.clone(), is_told, cancel);
                let quick = |fix| action(fix, CodeActionKind::QUICKFIX, shown, snapshot);
                actions.extend(fixes.iter().filter_map(quick));
            }
            if wanted.repair {
                let repair = engine.repair(&snapshot.world, path, range, cancel);
                // Nothing new where one of the fixes beside it does the same.
                let repair = repair.filter(|repair| !fixes.iter().any(|fix| fix.edits == repair.edits));
                actions.extend(repair.and_then(|fix| action(&fix, REPAIR, shown, snapshot)));
            }
            if wanted.all {
                let all = engine.fix_all(&snapshot.world, path, cancel);
                actions.extend(all.and_then(|fix| action(&fix, FIX_ALL, shown, snapshot)));
            }
            Some(actions)
        })
        .await
}

/// What a client asks for.
struct Wanted {
    fixes: bool,
    repair: bool,
    all: bool,
}

impl Wanted {
    fn of(only: Option<&[CodeActionKind]>) -> Self {
        let asks =
            |kind: &CodeActionKind| only.is_none_or(|kinds| kinds.iter().any(|asked| includes(asked, kind)));
        let names = |asked: &CodeActionKind| !asked.as_str().is_empty() && includes(asked, &FIX_ALL);
        Self {
            fixes: asks(&CodeActionKind::QUICKFIX),
            repair: asks(&REPAIR),
            all: only.is_some_and(|kinds| kinds.iter().any(names)),
        }
    }

    fn is_anything(&self) -> bool {
        self.fixes || self.repair || self.all
    }
}

/// A kind asks for the kinds below it as well, and the empty one for all.
fn includes(asked: &CodeActionKind, kind: &CodeActionKind) -> bool {
    let (asked, kind) = (asked.as_str(), kind.as_str());
    let below = kind.strip_prefix(asked);
    asked.is_empty() || below.is_some_and(|below| below.is_empty() || below.starts_with('.'))
}

fn action(
    fix: &Fix,
    kind: CodeActionKind,
    shown: &[Diagnostic],
    snapshot: &Snapshot,
) -> Option<CodeActionOrCommand> {
    let is_quick = kind == CodeActionKind::QUICKFIX;
    let mended = |diagnostic: &&Diagnostic| matches!(&diagnostic.code, Some(NumberOrString::String(code)) if Some(code.as_str()) == fix.rule);
    Some(CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title.clone(),
        kind: Some(kind),
        diagnostics: Some(shown.iter().filter(mended).cloned().collect()),
        edit: Some(convert::workspace_edit(&fix.edits, snapshot)?),
        is_preferred: Some(is_quick && fix.applicability == Applicability::Safe),
        ..CodeAction::default()
    }))
}
