//! Reading a workspace's files.

use super::release::Release;
use agents_workspace::{EntryKind, File, FileFault, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Bytes of a file beyond which it is not read (`MAX_WORKSPACE_BOOTSTRAP_FILE_BYTES`).
pub(super) const MOST_BYTES: usize = 2 * 1024 * 1024;

/// What the prompt says of a file of more.
const TOO_LARGE: &str = "file exceeds byte limit";

/// One file of a workspace.
#[derive(Debug, Clone)]
pub struct Bootstrap {
    /// Its name in the workspace.
    pub name: String,
    /// Its path as the prompt shows it.
    pub path: PathBuf,
    /// What is in it.
    pub content: Content,
    /// The file, where it is too large for the program to read.
    pub too_large: Option<Arc<File>>,
}

/// What is in a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// Text.
    Text(Arc<File>),
    /// Nothing: the file is not there.
    Missing,
    /// It cannot be read, in the words of the prompt.
    Unreadable(&'static str),
}

/// The files of a workspace in the order of `names`.
pub(super) fn load(root: &Path, release: &Release, names: &[&str], files: &dyn Files) -> Vec<Bootstrap> {
    let mut out = Vec::new();
    for name in names {
        let path = root.join(name);
        let mut content = read(&path, root, release, files);
        let is_too_large = matches!(content, Content::Unreadable(TOO_LARGE));
        let too_large = is_too_large.then(|| files.file(&path).ok()).flatten();
        if !release.says_unreadable && matches!(content, Content::Unreadable(_)) {
            content = Content::Missing;
        }
        if matches!(content, Content::Missing) && release.optional.contains(name) {
            continue;
        }
        out.push(Bootstrap {
            name: (*name).to_owned(),
            path,
            content,
            too_large,
        });
    }
    out
}

fn read(path: &Path, root: &Path, release: &Release, files: &dyn Files) -> Content {
    match files.entry(path) {
        EntryKind::Missing => return Content::Missing,
        EntryKind::Link if release.refuses_links => {
            return Content::Unreadable("symlink path component not allowed");
        }
        EntryKind::Link => {
            let real = files.canonical(path);
            let inside = files
                .canonical(root)
                .zip(real)
                .is_some_and(|(root, real)| real.starts_with(root));
            if !inside {
                return Content::Missing;
            }
        }
        EntryKind::File | EntryKind::Folder | EntryKind::Other => {}
    }
    match files.file(path) {
        Ok(file) if file.raw().map_or(file.text().len(), |raw| raw.len()) > MOST_BYTES => {
            Content::Unreadable(TOO_LARGE)
        }
        Ok(file) => Content::Text(file),
        Err(FileFault::Missing | FileFault::DanglingLink { .. }) => Content::Missing,
        Err(FileFault::TooLarge { .. }) => Content::Unreadable(TOO_LARGE),
        Err(FileFault::Folder | FileFault::NotRegular | FileFault::LinkLoop) => {
            Content::Unreadable("path does not have the required file type")
        }
        Err(FileFault::Unreadable { .. }) => Content::Unreadable("⟪openclaw: reason⟫"),
    }
}

/// Files of the workspace that are not sent, but that the agent is told of or looks into; `sent` are.
pub(super) fn on_demand(root: &Path, sent: &[&str], files: &dyn Files) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = ["TOOLS.md", "HEARTBEAT.md"]
        .into_iter()
        .filter(|name| !sent.contains(name))
        .map(|name| root.join(name))
        .filter(|path| files.is_file(path))
        .collect();
    let memory = root.join("memory");
    let names = files.list(&memory);
    out.extend(
        names
            .iter()
            .filter(|name| name.ends_with(".md") && !sent.contains(&&*format!("memory/{name}")))
            .map(|name| memory.join(name)),
    );
    out
}
