//! `textDocument/hover`

use crate::lsp::{backend::Backend, convert, uri};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind},
};

pub(in crate::lsp) async fn answer(backend: &Backend, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let encoding = snapshot.session.encoding;
            let byte = convert::byte(&open.text, place.position, encoding);
            let hover = engine.hover(&snapshot.world, path, byte, cancel)?;
            Some(Hover {
                contents: HoverContents::Markup(MarkupContent {
                    kind: MarkupKind::Markdown,
                    value: hover.markdown,
                }),
                range: hover
                    .range
                    .map(|bytes| convert::range(&open.text, &bytes, encoding)),
            })
        })
        .await
}
