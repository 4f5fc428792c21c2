//! `textDocument/documentLink`

use crate::lsp::{backend::Backend, convert, uri};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{DocumentLink, DocumentLinkParams},
};

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: DocumentLinkParams,
) -> Result<Option<Vec<DocumentLink>>> {
    let Some(path) = uri::to_path(params.text_document.uri.as_str()) else {
        return Ok(None);
    };
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            let open = snapshot.world.documents.get(path)?;
            let links = engine.links(&snapshot.world, path, cancel).into_iter();
            let shown = links.filter_map(|link| {
                Some(DocumentLink {
                    range: convert::range(&open.text, &link.range, snapshot.session.encoding),
                    target: Some(convert::uri_of(&snapshot.uri(&link.target))?),
                    tooltip: None,
                    data: None,
                })
            });
            Some(shown.collect())
        })
        .await
}
