//! The one form in which paths are compared, on strings alone: the rules of Windows are tested everywhere.
//!
//! * [`uri`]: `file:` URIs to paths and back.

pub mod uri;

use std::path::{Path, PathBuf};

/// Whose rules a path is written by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// `/` separates, everything else is a name.
    Unix,
    /// `\` and `/` separate; drives, shares and `\\?\`.
    Windows,
}

impl Style {
    /// The rules of the system this runs on.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Unix };

    fn separates(self, character: char) -> bool {
        character == '/' || (self == Self::Windows && character == '\\')
    }

    fn separator(self) -> char {
        match self {
            Self::Unix => '/',
            Self::Windows => '\\',
        }
    }
}

/// A path as its root and the names below it.
struct Parts<'a> {
    /// `/`, `C:\`, `\\server\share\`, `\`, `C:` or nothing, in normal form.
    root: String,
    rest: &'a str,
}

/// The normal form of `path`: no `.`, `..` (taken away with the name before it, links not looked at), doubled
/// or trailing separators; on Windows `\` throughout, the drive in upper case, server and share in lower
/// case, no `\\?\`. Names keep their case. The empty path is `.`.
#[must_use]
pub fn normal(path: &str, style: Style) -> String {
    let Parts { root, rest } = split(path, style);
    let anchored = root.ends_with(style.separator());
    let mut names: Vec<&str> = Vec::new();
    for name in rest.split(|character| style.separates(character)) {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => {
                names.pop();
            }
            ".." if anchored => {}
            _ => names.push(name),
        }
    }
    let separator = style.separator().to_string();
    let below = names.join(&separator);
    if root.is_empty() && below.is_empty() {
        return ".".to_owned();
    }
    if style == Style::Windows && root.is_empty() && has_drive(&below) {
        // What was `.\c:` must not become a drive.
        return format!(r".\{below}");
    }
    root + &below
}

/// [`normal`] by the rules of this system. A path that is not Unicode stays as it is.
#[must_use]
pub fn normal_path(path: &Path) -> PathBuf {
    path.to_str()
        .map_or_else(|| path.to_path_buf(), |path| normal(path, Style::NATIVE).into())
}

/// Whether `path` says where it is without a current folder or drive.
#[must_use]
pub fn is_absolute(path: &str, style: Style) -> bool {
    let root = split(path, style).root;
    match style {
        Style::Unix => root == "/",
        Style::Windows => root.len() > 1 && root.ends_with('\\') && !root.starts_with(r"\\?\"),
    }
}

fn split(path: &str, style: Style) -> Parts<'_> {
    if style == Style::Unix {
        let root = if path.starts_with('/') { "/" } else { "" };
        return Parts {
            root: root.to_owned(),
            rest: path,
        };
    }
    let separates = |character| Style::Windows.separates(character);
    match after(path, r"\\?\") {
        Some(literal) => {
            let literal = literal.trim_start_matches(separates);
            after(literal, r"UNC\")
                .and_then(share)
                .or_else(|| has_drive(literal).then(|| drive(literal)))
                // A volume by its number, or another device: nothing in it has a meaning.
                .unwrap_or_else(|| Parts {
                    root: format!(r"\\?\{literal}").replace('/', r"\"),
                    rest: "",
                })
        }
        None => after(path, r"\\").and_then(share).unwrap_or_else(|| drive(path)),
    }
}

/// What follows `prefix` (ASCII) at the start of a path of Windows, case and kind of separator aside.
fn after<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    let head = path.get(..prefix.len())?;
    let as_written = head.replace('/', r"\");
    as_written
        .eq_ignore_ascii_case(prefix)
        .then(|| &path[prefix.len()..])
}

/// `server\share\…`; `None` when no server is named.
fn share(path: &str) -> Option<Parts<'_>> {
    let separates = |character| Style::Windows.separates(character);
    let (server, rest) = path.split_once(separates).unwrap_or((path, ""));
    if server.is_empty() {
        return None;
    }
    let rest = rest.trim_start_matches(separates);
    let (share, rest) = rest.split_once(separates).unwrap_or((rest, ""));
    let mut root = format!(r"\\{}\", server.to_lowercase());
    if !share.is_empty() {
        root += &share.to_lowercase();
        root.push('\\');
    }
    Some(Parts { root, rest })
}

/// `C:\…`, `C:…`, `\…` or a relative path.
fn drive(path: &str) -> Parts<'_> {
    let (mut root, rest) = match path.as_bytes() {
        [letter, b':', ..] if has_drive(path) => (
            format!("{}:", char::from(letter.to_ascii_uppercase())),
            &path[2..],
        ),
        _ => (String::new(), path),
    };
    if rest.starts_with(['/', '\\']) {
        root.push('\\');
    }
    Parts { root, rest }
}

fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn unix_paths() {
        for (path, wanted) in [
            ("/w/./a//b/", "/w/a/b"),
            ("/w/a/../b", "/w/b"),
            ("/../..", "/"),
            ("a/../..", ".."),
            ("../../a", "../../a"),
            ("", "."),
            ("a/..", "."),
            ("//w", "/w"),
            (r"/w/a\b", r"/w/a\b"),
            ("/w/C:", "/w/C:"),
        ] {
            assert_eq!(normal(path, Style::Unix), wanted, "{path}");
        }
    }

    #[test]
    fn windows_paths_of_one_file_are_equal() {
        for (path, wanted) in [
            (r"c:\w\A.md", r"C:\w\A.md"),
            ("C:/w/A.md", r"C:\w\A.md"),
            (r"\\?\c:\w\A.md", r"C:\w\A.md"),
            (r"C:\w\.\x\..\A.md\", r"C:\w\A.md"),
            (r"C:\..\..", r"C:\"),
            (r"c:", "C:"),
            (r"c:w\a", r"C:w\a"),
            (r"\w\a", r"\w\a"),
            (r"\\Server\Share\A.md", r"\\server\share\A.md"),
            (r"//server/share/x/../A.md", r"\\server\share\A.md"),
            (r"\\?\UNC\Server\Share\A.md", r"\\server\share\A.md"),
            (r"\\server\share\..\..", r"\\server\share\"),
            (r"\\server", r"\\server\"),
            (r"a/b\..\c", r"a\c"),
            (r"\\?\Volume{1}/a", r"\\?\Volume{1}\a"),
            (r".\a:", r".\a:"),
            ("é:/x", r"é:\x"),
        ] {
            assert_eq!(normal(path, Style::Windows), wanted, "{path}");
        }
    }

    #[test]
    fn absolute_paths_need_nothing_else() {
        assert!(is_absolute("/w", Style::Unix) && !is_absolute("w", Style::Unix));
        for path in [r"C:\w", "c:/w", r"\\server\share", r"\\?\C:\w"] {
            assert!(is_absolute(path, Style::Windows), "{path}");
        }
        for path in [r"\w", "C:w", "w", ""] {
            assert!(!is_absolute(path, Style::Windows), "{path}");
        }
    }

    proptest! {
        #[test]
        fn the_normal_form_is_its_own_normal_form(path in r"[a-zA-Z:/\\.?é ]{0,24}") {
            for style in [Style::Unix, Style::Windows] {
                let once = normal(&path, style);
                prop_assert_eq!(normal(&once, style), once);
            }
        }
    }
}
