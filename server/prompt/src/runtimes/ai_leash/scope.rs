//! The folders a session has touched, and what lies between them and the root.

use crate::situation::Situation;
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Every folder below the root whose files apply: those that were touched and the folders above them, in
/// path order.
///
/// A start folder below the root counts as touched: whatever is done there names a path in it.
pub(super) fn scopes(situation: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let root = &situation.root;
    let start = Some(&situation.start).filter(|start| *start != root);
    let mut scopes: Vec<PathBuf> = Vec::new();
    for path in situation.touched.iter().chain(start) {
        let Some(folder) = recorded(root, path, files) else {
            continue;
        };
        // The root is compared as it was opened, while what is touched has its links resolved: opened
        // through a link, no folder is below it.
        if folder.starts_with(root) {
            let above = folder.ancestors().take_while(|above| *above != root);
            scopes.extend(above.map(Path::to_path_buf));
        }
    }
    scopes.sort();
    scopes.dedup();
    scopes
}

/// The root and `scopes`, the shallowest first, in path order where equally deep.
pub(super) fn shallow_first(root: &Path, scopes: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = vec![root.to_path_buf()];
    folders.extend_from_slice(scopes);
    folders.sort();
    folders.dedup();
    folders.sort_by_key(|folder| folder.components().count());
    folders
}

/// `scopes`, the deepest first, in path order where equally deep; then the root.
pub(super) fn deep_first(root: &Path, scopes: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = scopes.to_vec();
    folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    folders.push(root.to_path_buf());
    folders
}

/// What a tool call with this path records: the folder of a file, a folder itself, nothing when the path
/// leads out of the root.
fn recorded(root: &Path, path: &Path, files: &dyn Files) -> Option<PathBuf> {
    let path = root.join(path);
    let real = match files.canonical(&path) {
        Some(real) => real,
        // What does not exist yet: its folder must.
        None => files.canonical(path.parent()?)?.join(path.file_name()?),
    };
    let real_root = files.canonical(root)?;
    if !real.starts_with(&real_root) {
        return None;
    }
    if files.is_folder(&real) {
        Some(real)
    } else {
        real.parent().map(Path::to_path_buf)
    }
}
