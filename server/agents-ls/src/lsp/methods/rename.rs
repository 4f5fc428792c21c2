//! `textDocument/rename`

use crate::{
    engine::{FileEdit, Renaming},
    lsp::{backend::Backend, convert, snapshot::Snapshot, uri},
};
use tower_lsp_server::{
    jsonrpc::{Error, ErrorCode, Result},
    ls_types::{RenameParams, WorkspaceEdit},
};

/// `RequestFailed`: the request is sound and cannot be fulfilled; its message is for the user.
const REQUEST_FAILED: i64 = -32803;

pub(in crate::lsp) async fn answer(backend: &Backend, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let place = params.text_document_position;
    let Some(path) = uri::to_path(place.text_document.uri.as_str()) else {
        return Ok(None);
    };
    let client = backend.client().clone();
    let answer = backend.about(path, move |engine, snapshot, path, cancel| {
        let open = snapshot.world.documents.get(path);
        let Some(open) = open else { return Ok(None) };
        let can = snapshot.session.can;
        let byte = convert::byte(&open.text, place.position, snapshot.session.encoding);
        let can_move = can.document_changes && can.rename_files;
        let found = engine.rename(&snapshot.world, path, byte, &params.new_name, can_move, cancel)?;
        let Some(renaming) = found else {
            return Err("There is no name of a skill here.".to_owned());
        };
        let edit = edit(&renaming, snapshot)?;
        if !renaming.notes.is_empty() {
            client.inform(&renaming.notes.join("\n"));
        }
        Ok(Some(edit))
    });
    answer.await?.map_err(refused)
}

/// An error whose message is for the user.
pub(super) fn refused(why: String) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: why.into(),
        data: None,
    }
}

fn edit(renaming: &Renaming, snapshot: &Snapshot) -> std::result::Result<WorkspaceEdit, String> {
    for edit in &renaming.edits {
        let FileEdit::Text { path, .. } = edit else {
            continue;
        };
        if snapshot.editors.get(path).is_some_and(|editor| editor.lost) {
            return Err(format!(
                "agents-ls lost track of {}; save it or open it anew first.",
                path.display()
            ));
        }
    }
    let edit = convert::workspace_edit(&renaming.edits, snapshot);
    edit.ok_or_else(|| "A file went away meanwhile.".to_owned())
}
