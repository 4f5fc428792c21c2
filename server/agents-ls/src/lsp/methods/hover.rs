//! `textDocument/hover`: what becomes of a place, and what the rules of the findings there are about.

use crate::lsp::{backend::Backend, convert, uri};
use std::sync::Arc;
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind},
};

pub(in crate::lsp) async fn answer(backend: &Backend, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    let shown = Arc::clone(backend.shown());
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let encoding = snapshot.session.encoding;
            let byte = convert::byte(&open.text, place.position, encoding);
            let hover = engine.hover(&snapshot.world, path, byte, cancel);
            let range = hover.as_ref().and_then(|hover| hover.range.clone());
            let codes = shown.findings.codes_at(path, place.position);
            let rules = engine.about_rules(&snapshot.world, path, &codes);
            let blocks: Vec<String> = hover
                .into_iter()
                .map(|hover| hover.markdown)
                .chain(rules)
                .collect();
            (!blocks.is_empty()).then(|| Hover {
                contents: HoverContents::Markup(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value: blocks.join("\n\n"),
                }),
                range: range.map(|bytes| convert::range(&open.text, &bytes, encoding)),
            })
        })
        .await
}
