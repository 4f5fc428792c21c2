//! `agents-ls://prompt/services/billing/main.py/codex.md`: the document that shows a prompt.
//!
//! A tab shows the last name, the runtime; the path stands before it. It is relative to the opened folder;
//! where there is not exactly one, it is absolute, which shows as a second slash. The `.md` makes editors
//! show it as Markdown.

use super::uri;
use crate::engine::World;
use agents_workspace::paths::{self, Style};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

const START: &str = "agents-ls://prompt";

/// What a prompt's URI says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name {
    /// The runtime.
    pub(super) runtime: String,
    /// The file; absolute or relative to the opened folder.
    file: PathBuf,
}

/// The URI of a prompt.
pub(super) fn of(runtime: &str, path: &Path, world: &World) -> String {
    let inside = match &*world.folders {
        [folder] => path.strip_prefix(&folder.path).ok(),
        _ => None,
    };
    let encoded = match inside {
        Some(inside) => relative_uri(inside),
        None => format!("/{}", uri::from_path(path).trim_start_matches("file://")),
    };
    format!("{START}{encoded}/{runtime}.md")
}

/// Reads such a URI.
pub(super) fn read(uri: &str) -> Option<Name> {
    let (file, runtime) = uri.strip_prefix(START)?.rsplit_once('/')?;
    let runtime = runtime.strip_suffix(".md")?;
    let file = file.strip_prefix('/')?;
    let file = if file.starts_with('/') {
        uri::to_path(&format!("file://{file}"))?
    } else {
        // A relative path has no drive, whatever the system.
        let path = paths::uri::to_path(&format!("file:///{file}"), Style::Unix).ok()??;
        path.trim_start_matches('/').split('/').collect()
    };
    Some(Name {
        runtime: runtime.to_owned(),
        file,
    })
}

fn relative_uri(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(OsStr::to_string_lossy).collect();
    let uri = paths::uri::from_path(&format!("/{}", names.join("/")), Style::Unix).unwrap_or_default();
    uri.trim_start_matches("file://").to_owned()
}

impl Name {
    /// The file it names.
    pub(super) fn path(&self, world: &World) -> PathBuf {
        match world.folders.first() {
            Some(folder) => folder.path.join(&self.file),
            None => self.file.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Folder;
    use agents_workspace::MemoryFiles;
    use std::sync::Arc;

    fn world(folders: &[&str]) -> World {
        let folders = folders.iter().map(|path| Folder {
            path: PathBuf::from(path),
            settings: Arc::default(),
        });
        World {
            files: Arc::new(MemoryFiles::new()),
            documents: imbl::OrdMap::new(),
            tree: 0,
            prompt_link: None,
            rule_link: |_| None,
            folders: folders.collect(),
            settings: Arc::default(),
        }
    }

    #[test]
    fn a_name_leads_back_to_the_file() {
        for (folders, path, uri) in [
            (
                vec!["/w"],
                "/w/a b/x.py",
                "agents-ls://prompt/a%20b/x.py/codex.md",
            ),
            (vec!["/w"], "/v/x.py", "agents-ls://prompt//v/x.py/codex.md"),
            (vec!["/w", "/v"], "/v/x.py", "agents-ls://prompt//v/x.py/codex.md"),
            (vec![], "/v/x.py", "agents-ls://prompt//v/x.py/codex.md"),
        ] {
            let world = world(&folders);
            assert_eq!(of("codex", Path::new(path), &world), uri);
            let name = read(uri).unwrap();
            assert_eq!(
                (name.runtime.as_str(), name.path(&world)),
                ("codex", PathBuf::from(path))
            );
        }
    }

    #[test]
    fn other_uris_are_no_prompts() {
        for uri in [
            "file:///a.md",
            "agents-ls://prompt/codex.md",
            "agents-ls://prompt/a.py/codex",
            "agents-ls:x",
        ] {
            assert_eq!(read(uri), None, "{uri}");
        }
    }
}
