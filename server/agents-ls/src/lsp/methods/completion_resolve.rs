//! `completionItem/resolve`: the text about an item that is looked at.

use super::completion;
use crate::lsp::{backend::Backend, uri};
use tower_lsp_server::{jsonrpc::Result, ls_types::CompletionItem};

pub(in crate::lsp) async fn answer(backend: &Backend, mut item: CompletionItem) -> Result<CompletionItem> {
    let asked = item.data.as_ref().and_then(completion::read);
    let Some((sort, path)) = asked.and_then(|(sort, uri)| Some((sort, uri::to_path(uri)?))) else {
        return Ok(item);
    };
    let label = item.label.clone();
    let about = backend.about(path, move |engine, snapshot, path, cancel| {
        let completing = snapshot.session.can.completion.unwrap_or_default();
        let about = engine.about_completion(&snapshot.world, path, sort, &label, cancel)?;
        Some(completion::documentation(about, completing))
    });
    item.documentation = about.await?;
    Ok(item)
}
