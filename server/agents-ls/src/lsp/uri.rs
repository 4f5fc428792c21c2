//! URIs of files and paths, in one normal form.
//!
//! Editors spell the same file in several ways (`file:///c%3A/x`, `file:///C:/x`), even in one session. So
//! files are known by their path, and a document keeps its client's spelling for replies.

use agents_workspace::paths::{self, Style};
use std::path::{Path, PathBuf};

/// The path behind a `file` URI; `None` for every other scheme and for what names no file here.
pub(super) fn to_path(uri: &str) -> Option<PathBuf> {
    match paths::uri::to_path(uri, Style::NATIVE) {
        Ok(path) => path.map(|path| paths::normal(&path, Style::NATIVE).into()),
        Err(error) => {
            tracing::warn!(%error, "not a file");
            None
        }
    }
}

/// The URI of an absolute path.
pub(super) fn from_path(path: &Path) -> String {
    let uri = paths::uri::from_path(&path.to_string_lossy(), Style::NATIVE);
    uri.unwrap_or_else(|| {
        tracing::error!(path = %path.display(), "not absolute");
        String::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_file_are_one_path() {
        for uri in [
            "file:///a/b.md",
            "FILE:/a/b.md",
            "file://localhost/a/%62.md",
            "file:///a//./x/../b.md?q#f",
        ] {
            assert_eq!(to_path(uri), Some(PathBuf::from("/a/b.md")), "{uri}");
        }
    }

    #[test]
    fn other_schemes_have_no_path() {
        for uri in [
            "untitled:Untitled-1",
            "git:/a/b.md",
            "https://x/y",
            "a/b",
            "",
            "file:",
            "file:///%zz",
        ] {
            assert_eq!(to_path(uri), None, "{uri}");
        }
    }
}
