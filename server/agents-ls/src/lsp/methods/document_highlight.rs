//! `textDocument/documentHighlight`

use crate::lsp::{backend::Backend, convert, uri};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let place = params.text_document_position_params;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let encoding = snapshot.session.encoding;
            let byte = convert::byte(&open.text, place.position, encoding);
            let found = engine.highlights(&snapshot.world, path, byte, cancel)?;
            let shown = found.iter().map(|one| DocumentHighlight {
                range: convert::range(&open.text, &one.range, encoding),
                kind: Some(if one.is_declaration {
                    DocumentHighlightKind::WRITE
                } else {
                    DocumentHighlightKind::READ
                }),
            });
            Some(shown.collect())
        })
        .await
}
