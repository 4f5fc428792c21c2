//! `textDocument/inlayHint`: what each section takes, behind its heading.

use crate::lsp::{backend::Backend, convert, uri};
use std::sync::Arc;
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{InlayHint, InlayHintLabel, InlayHintParams},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: InlayHintParams,
) -> Result<Option<Vec<InlayHint>>> {
    let Some(path) = uri::to_path(params.text_document.uri.as_str()) else {
        return Ok(None);
    };
    let shown = Arc::clone(backend.shown());
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let encoding = snapshot.session.encoding;
            let range = convert::bytes(&open.text, params.range, encoding);
            let hints = engine.hints(&snapshot.world, path, &range, cancel);
            shown.numbers.told_hints(path, params.range, &hints);
            let hints = hints.into_iter().map(|hint| InlayHint {
                position: convert::position(&open.text, hint.at, encoding),
                label: InlayHintLabel::String(hint.label),
                kind: None,
                text_edits: None,
                tooltip: None,
                padding_left: Some(true),
                padding_right: None,
                data: None,
            });
            Some(hints.collect())
        })
        .await
}
