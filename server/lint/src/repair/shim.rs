//! A file that imports another one, for a runtime that reads only the first.

use super::{ends::line_end, links, section::BYTE_ORDER_MARK};
use crate::fix::{FileEdit, TextEdit};
use agents_syntax::Document;
use std::path::Path;

/// An import of `target` as the file at `path` writes it. `None` where the path has a space in it, which runtimes
/// read differently, or leads nowhere.
pub(crate) fn import(path: &Path, target: &Path) -> Option<String> {
    let written = links::relative(path.parent()?, target);
    let is_plain = !written.is_empty() && !written.contains(char::is_whitespace);
    is_plain.then(|| format!("@{written}"))
}

/// A new file with nothing in it but an import.
pub(crate) fn create(path: &Path, target: &Path) -> Option<FileEdit> {
    Some(FileEdit::Create {
        path: path.to_path_buf(),
        text: format!("{}\n", import(path, target)?),
    })
}

/// The import at the start of a file that is there, behind its head.
pub(crate) fn insert(path: &Path, document: &Document, target: &Path) -> Option<FileEdit> {
    let text = document.text();
    let has_mark = text.rope().chars().next() == Some(BYTE_ORDER_MARK);
    let start = if has_mark { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    let head = document.frontmatter().map_or(0, |head| head.range.end);
    let at = head.max(start);
    let import = import(path, target)?;
    let eol = line_end(text);
    // The last line of a head at the end of a file may have no end.
    let is_open = at > start && !text.substring(start..at).ends_with(['\n', '\r']);
    let gap = if is_open { eol } else { "" };
    Some(FileEdit::Text {
        path: path.to_path_buf(),
        edits: vec![TextEdit::insert(at, format!("{gap}{import}{eol}{eol}"))],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    #[test]
    fn an_import_is_written_from_where_it_stands() {
        let import = |path: &str, target: &str| import(Path::new(path), Path::new(target));
        assert_eq!(
            import("/w/CLAUDE.md", "/w/AGENTS.md").as_deref(),
            Some("@AGENTS.md")
        );
        assert_eq!(
            import("/w/a/b/X.md", "/w/c/Y.md").as_deref(),
            Some("@../../c/Y.md")
        );
        assert_eq!(import("/w/CLAUDE.md", "/w/my rules.md"), None);
    }

    #[test]
    fn an_import_stands_behind_the_head_and_the_mark() {
        for (text, at, added) in [
            ("a\n", 0, "@Y.md\n\n"),
            ("\u{feff}a\n", 3, "@Y.md\n\n"),
            ("---\na: b\n---\nText\n", 13, "@Y.md\n\n"),
            ("---\na: b\n---", 12, "\n@Y.md\n\n"),
            ("a\nb\r\nc\r\n", 0, "@Y.md\r\n\r\n"),
            ("\u{feff}---\r\na: b\r\n---\r\nText\r\n", 19, "@Y.md\r\n\r\n"),
            ("", 0, "@Y.md\n\n"),
        ] {
            let document = Document::open(Text::new(text));
            let edit = insert(Path::new("/w/X.md"), &document, Path::new("/w/Y.md"));
            let edits = vec![TextEdit::insert(at, added)];
            let path = Path::new("/w/X.md").to_path_buf();
            assert_eq!(edit, Some(FileEdit::Text { path, edits }), "{text:?}");
        }
    }
}
