//! `textDocument/definition`

use crate::{
    engine::Spot,
    lsp::{backend::Backend, convert, snapshot::Snapshot, uri},
};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{GotoDefinitionParams, GotoDefinitionResponse, LocationLink, Range},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let place = params.text_document_position_params;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let session = &snapshot.session;
            let byte = convert::byte(&open.text, place.position, session.encoding);
            let found = engine.definition(&snapshot.world, path, byte, cancel)?;
            if !session.can.definition_links {
                let spots = found.spots.iter();
                let places = spots.filter_map(|spot| convert::location(&spot.path, &spot.bytes(), snapshot));
                return Some(GotoDefinitionResponse::Array(places.collect()));
            }
            let origin = convert::range(&open.text, &found.origin, session.encoding);
            let links = found.spots.iter().filter_map(|spot| link(spot, origin, snapshot));
            Some(GotoDefinitionResponse::Link(links.collect()))
        })
        .await
}

fn link(spot: &Spot, origin: Range, snapshot: &Snapshot) -> Option<LocationLink> {
    let text = snapshot.world.files.file(&spot.path).ok()?;
    let line = text.text().line_range(text.text().line_of(spot.range.0));
    Some(LocationLink {
        origin_selection_range: Some(origin),
        target_uri: convert::uri_of(&snapshot.uri(&spot.path))?,
        target_range: convert::location(&spot.path, &line, snapshot)?.range,
        target_selection_range: convert::location(&spot.path, &spot.bytes(), snapshot)?.range,
    })
}
