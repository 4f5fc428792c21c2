//! `textDocument/references`

use crate::lsp::{backend::Backend, convert, uri};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{Location, ReferenceParams},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: ReferenceParams,
) -> Result<Option<Vec<Location>>> {
    let place = params.text_document_position;
    let with_declarations = params.context.include_declaration;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let byte = convert::byte(&open.text, place.position, snapshot.session.encoding);
            let spots = engine.references(&snapshot.world, path, byte, with_declarations, cancel)?;
            let places = spots
                .iter()
                .filter_map(|spot| convert::location(&spot.path, &spot.bytes(), snapshot));
            Some(places.collect())
        })
        .await
}
