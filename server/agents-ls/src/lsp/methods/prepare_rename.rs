//! `textDocument/prepareRename`

use super::rename::refused;
use crate::lsp::{backend::Backend, convert, uri};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{PrepareRenameResponse, TextDocumentPositionParams},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    place: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    let answer = backend.about(path, move |engine, snapshot, path, cancel| {
        let Some(open) = snapshot.world.documents.get(path) else {
            return Ok(None);
        };
        let encoding = snapshot.session.encoding;
        let byte = convert::byte(&open.text, place.position, encoding);
        let found = engine.renamable(&snapshot.world, path, byte, cancel)?;
        Ok(found.map(|found| PrepareRenameResponse::RangeWithPlaceholder {
            range: convert::range(&open.text, &found.range, encoding),
            placeholder: found.name,
        }))
    });
    answer.await?.map_err(refused)
}
