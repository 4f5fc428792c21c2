//! Edits to an import: another path, code, nothing.

use super::seen::PUNCTUATION;
use crate::{
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::links::relative,
    view::FileView,
};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// A fix of one edit.
pub(super) fn edit(
    rule: &'static str,
    file: &FileView<'_>,
    title: String,
    applicability: Applicability,
    edits: Vec<TextEdit>,
) -> Fix {
    Fix {
        title,
        applicability,
        rule: Some(rule),
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits,
        }],
    }
}

/// The import without the punctuation behind it.
pub(super) fn bare(text: &Text, range: &Range<usize>) -> Range<usize> {
    let written = text.substring(range.clone());
    range.start..range.start + written.trim_end_matches(PUNCTUATION).len()
}

/// An import in backticks, where no runtime takes it for one. `None` where it stands in code already, as some
/// runtimes see imports there.
pub(super) fn as_code(file: &FileView<'_>, range: &Range<usize>) -> Option<TextEdit> {
    let document = file.file.as_ref().ok()?.document();
    let bare = bare(document.text(), range);
    let written = document.text().substring(bare.clone());
    let is_free = !document.is_code(bare.start) && !written.contains('`');
    is_free.then(|| TextEdit::new(bare, format!("`{written}`")))
}

/// Nothing in place of an import: its line when it is alone there, else it and the space beside it.
pub(super) fn removed(text: &Text, range: &Range<usize>) -> TextEdit {
    let index = text.line_of(range.start);
    let line = text.line_range(index);
    let before = text.substring(line.start..range.start);
    let after = text.substring(range.end..line.end.max(range.end));
    let is_mark = |char: char| char.is_whitespace() || matches!(char, '-' | '*' | '+' | '\u{feff}');
    if before.chars().all(is_mark) && after.trim().is_empty() {
        let end = if index + 1 < text.line_count() {
            text.line_start(index + 1)
        } else {
            line.end
        };
        let start = line.start + before.find(|char| char != '\u{feff}').unwrap_or(before.len());
        return TextEdit::new(start..end, "");
    }
    // The space before it, or behind it where it begins the line or what stands before it is the mark of an item
    // or a quotation; both where nothing follows.
    let begins = before.chars().all(|char| is_mark(char) || char == '>');
    let behind = after.len() - after.trim_start().len();
    if begins {
        return TextEdit::new(range.start..range.end + behind, "");
    }
    let space = before.len() - before.trim_end().len();
    // Two spaces at the end of a line break it.
    let is_last = behind == after.len() && !after.ends_with("  ");
    let end = if is_last { range.end + behind } else { range.end };
    TextEdit::new(range.start - space..end, "")
}

/// The existing file that `written` in a file of `folder` was probably meant to name, as it has to be written there:
/// the same path seen from a folder above, up to `root`, or in another case.
pub(super) fn instead(files: &dyn Files, folder: &Path, root: &Path, written: &str) -> Option<String> {
    let below = Path::new(written.trim_start_matches('/'));
    let bases = folder.ancestors().take_while(|base| base.starts_with(root));
    let found = bases.map(|base| lexical(&base.join(below)));
    let found = found.filter_map(|path| spelled(files, root, &path));
    let target = found.into_iter().next()?;
    Some(relative(folder, &target)).filter(|path| path != written && !path.contains(char::is_whitespace))
}

/// The file at `path` as its names are spelled on disk, whatever case they are asked in.
fn spelled(files: &dyn Files, root: &Path, path: &Path) -> Option<PathBuf> {
    let mut out = root.to_path_buf();
    for part in path.strip_prefix(root).ok()?.components() {
        let name = part.as_os_str().to_str()?;
        let names = files.list(&out);
        let exact = names.iter().find(|known| *known == name);
        let same = exact.or_else(|| names.iter().find(|known| known.eq_ignore_ascii_case(name)))?;
        out.push(same);
    }
    files.is_file(&out).then_some(out)
}

fn lexical(path: &Path) -> PathBuf {
    agents_workspace::paths::normal_path(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_path_is_found_from_above_and_in_another_case() {
        let mut files = MemoryFiles::new();
        files
            .add("/w/docs/Style.md", "")
            .add("/w/a/b/CLAUDE.md", "")
            .add("/w/a/x.md", "")
            .add("/outside.md", "");
        let of = |folder: &str, written: &str| instead(&files, Path::new(folder), Path::new("/w"), written);
        assert_eq!(
            of("/w/.claude", "docs/Style.md"),
            Some("../docs/Style.md".to_owned())
        );
        assert_eq!(
            of("/w/a/b", "docs/Style.md"),
            Some("../../docs/Style.md".to_owned())
        );
        assert_eq!(of("/w/a/b", "x.md"), Some("../x.md".to_owned()), "the nearest");
        assert_eq!(of("/w", "DOCS/style.md"), Some("docs/Style.md".to_owned()));
        assert_eq!(of("/w", "/docs/Style.md"), Some("docs/Style.md".to_owned()));
        assert_eq!(of("/w/docs", "docs/Style.md"), Some("Style.md".to_owned()));
        assert_eq!(of("/w", "../outside.md"), None);
        assert_eq!(of("/w", "gone.md"), None);
        assert_eq!(of("/w", "docs"), None, "a folder is no file");
    }

    #[test]
    fn an_import_alone_takes_its_line_along() {
        let after = |text: &str| {
            let at = text.find('@').unwrap();
            let end = text[at..].find([' ', '\n']).map_or(text.len(), |end| at + end);
            let text = Text::new(text);
            crate::fix::apply(&text, &[removed(&text, &(at..end))]).to_string()
        };
        assert_eq!(after("a\n\n- @x.md\n- b\n"), "a\n\n- b\n");
        assert_eq!(after("\u{feff}@x.md\nb"), "\u{feff}b");
        assert_eq!(after("see @x.md now\n"), "see now\n");
        assert_eq!(after("@x.md now\n"), "now\n");
        assert_eq!(after("\u{feff}@x.md now\n"), "\u{feff}now\n");
        assert_eq!(after("- @x.md  now\n"), "- now\n");
        assert_eq!(after("> @x.md now\n"), "> now\n");
        assert_eq!(after("see @x.md \nnow\n"), "see\nnow\n");
        assert_eq!(after("see @x.md  \nnow\n"), "see  \nnow\n", "a break of the line");
        assert_eq!(after("@x.md"), "");
    }
}
