//! A file that imports another one, for a runtime that reads only the first.

use super::links;
use crate::fix::{FileEdit, TextEdit};
use agents_syntax::Document;
use std::path::Path;

/// The mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

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
    Some(FileEdit::Text {
        path: path.to_path_buf(),
        edits: vec![TextEdit::insert(at, format!("{import}\n\n"))],
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
        for (text, at) in [
            ("a\n", 0),
            ("\u{feff}a\n", 3),
            ("---\na: b\n---\nText\n", 13),
            ("", 0),
        ] {
            let document = Document::open(Text::new(text));
            let edit = insert(Path::new("/w/X.md"), &document, Path::new("/w/Y.md"));
            let edits = vec![TextEdit::insert(at, "@Y.md\n\n")];
            let path = Path::new("/w/X.md").to_path_buf();
            assert_eq!(edit, Some(FileEdit::Text { path, edits }), "{text:?}");
        }
    }
}
