//! `workspace/didChangeWorkspaceFolders`

use crate::lsp::{
    params::{DidChangeWorkspaceFolders, DocumentName},
    state::Owner,
    uri,
};
use std::{collections::HashSet, path::PathBuf};

pub(in crate::lsp) fn on(owner: &mut Owner, params: &DidChangeWorkspaceFolders) {
    let paths = |names: &[DocumentName]| -> Vec<PathBuf> {
        names.iter().filter_map(|name| uri::to_path(&name.uri)).collect()
    };
    let removed: HashSet<_> = paths(&params.event.removed).into_iter().collect();
    let known = owner
        .snapshot
        .world
        .folders
        .iter()
        .map(|folder| folder.path.clone());
    let mut folders: Vec<_> = known.filter(|path| !removed.contains(path)).collect();
    for path in paths(&params.event.added) {
        if !folders.contains(&path) {
            folders.push(path);
        }
    }
    owner.set_folders(folders);
}
