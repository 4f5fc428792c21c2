//! Files that a text refers to, sent beside it where no document says how they are put into it.

use super::{gather::Gather, strip, walk};
use agents_syntax::fact::InlineKind;
use agents_workspace::{File, Files};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// Bytes of a path that are looked at.
const LONGEST: usize = 1_024;

/// References of one text that are followed; no one writes as many by hand, and each asks the disk.
const MOST: usize = 1_000;

/// A path that a text refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The whole reference, in bytes of the text.
    pub range: Range<usize>,
    /// The path as it is written.
    pub path: String,
    /// Whether it stands in a code span.
    pub in_span: bool,
}

/// `@path` outside code blocks and not behind a word. It ends at white space, a quote, a backtick or an angle
/// bracket, and loses the punctuation and the brackets it does not open that it ends with.
#[must_use]
pub fn mentioned(file: &File) -> Vec<Reference> {
    let text = file.text();
    let mut out = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    for chunk in text.rope().chunks() {
        for (offset, char) in chunk.char_indices() {
            let is_word = before.is_alphanumeric() || "_.-/@".contains(before);
            before = char;
            if char != '@' || is_word || out.len() >= MOST {
                continue;
            }
            let start = at + offset;
            let after = text.substring(start + 1..text.floor_char(start + 1 + LONGEST));
            let path = path_in(&after);
            let document = file.document();
            let mut inlines = document.inlines_in(start..start + 1);
            let in_span = inlines.any(|it| it.kind == InlineKind::CodeSpan);
            if path.is_empty() || path.starts_with('@') || (!in_span && document.is_code(start)) {
                continue;
            }
            out.push(Reference {
                range: start..start + 1 + path.len(),
                path: path.to_owned(),
                in_span,
            });
        }
        at += chunk.len();
    }
    out
}

/// What stands between `#[[` and `]]`, wherever that is.
#[must_use]
pub fn bracketed(file: &File) -> Vec<Reference> {
    let text = file.text();
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(start) = strip::find(text, from, "#[[").filter(|_| out.len() < MOST) {
        from = start + 3;
        let after = text.substring(from..text.floor_char(from + LONGEST));
        let line = after.split(['\n', '\r']).next().unwrap_or_default();
        if let Some(end) = line.find("]]") {
            let document = file.document();
            let mut inlines = document.inlines_in(start..start + 1);
            out.push(Reference {
                range: start..from + end + 2,
                path: line[..end].trim().to_owned(),
                in_span: inlines.any(|it| it.kind == InlineKind::CodeSpan),
            });
        }
    }
    out
}

/// Where a path leads that is written in a file of `folder`: relative to that, absolute, or in the home folder.
#[must_use]
pub fn target(written: &str, folder: &Path, home: Option<&Path>) -> Option<PathBuf> {
    match written.strip_prefix("~/") {
        Some(below) => home.map(|home| walk::lexical(&home.join(below))),
        None => Some(walk::lexical(&folder.join(written))),
    }
}

/// Adds a file that was not added before. Whether it is there.
pub fn add(gather: &mut Gather<'_>, files: &dyn Files, path: &Path, seen: &mut Vec<PathBuf>) -> bool {
    if !files.is_file(path) {
        return false;
    }
    if !seen.iter().any(|known| known == path) {
        seen.push(path.to_path_buf());
        gather.whole(path, "file that is referred to");
    }
    true
}

fn path_in(after: &str) -> &str {
    let ends = |char: char| char.is_whitespace() || "`\"'<>".contains(char);
    let mut path = &after[..after.find(ends).unwrap_or(after.len())];
    while let Some(last) = path.chars().next_back() {
        let opener = match last {
            '.' | ',' | ':' | ';' | '!' => None,
            ')' => Some('('),
            ']' => Some('['),
            '}' => Some('{'),
            _ => break,
        };
        if opener.is_some_and(|opener| path.contains(opener)) {
            break;
        }
        path = &path[..path.len() - last.len_utf8()];
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    fn file(text: &str) -> File {
        File::from_text(Text::new(text))
    }

    #[test]
    fn a_mention_ends_before_punctuation_and_keeps_its_patterns() {
        let text =
            "@a.md, (@b/*.{ts,tsx}) see @c/**/*.md. é@no x@no @@no `@span` \"@~/d\"\n\n```\n@e\n```\n\n@/f\n";
        let found: Vec<_> = mentioned(&file(text))
            .into_iter()
            .map(|it| (it.path, it.in_span))
            .collect();
        let is = |path: &str, in_span| (path.to_owned(), in_span);
        assert_eq!(
            found,
            [
                is("a.md", false),
                is("b/*.{ts,tsx}", false),
                is("c/**/*.md", false),
                is("span", true),
                is("~/d", false),
                is("/f", false)
            ]
        );
    }

    #[test]
    fn brackets_close_on_their_line() {
        let text = "see #[[file:a b.md]] and `#[[folder:x]]` #[[open\n]] #[[";
        let found: Vec<_> = bracketed(&file(text))
            .into_iter()
            .map(|it| (text[it.range].to_owned(), it.path, it.in_span))
            .collect();
        let is = |range: &str, path: &str, in_span| (range.to_owned(), path.to_owned(), in_span);
        assert_eq!(
            found,
            [
                is("#[[file:a b.md]]", "file:a b.md", false),
                is("#[[folder:x]]", "folder:x", true)
            ]
        );
    }

    #[test]
    fn a_path_is_relative_absolute_or_in_the_home_folder() {
        let folder = Path::new("/r/a");
        let home = Path::new("/h");
        let to = |written: &str| target(written, folder, Some(home));
        assert_eq!(to("../b"), Some(PathBuf::from("/r/b")));
        assert_eq!(to("/b"), Some(PathBuf::from("/b")));
        assert_eq!(to("~/b"), Some(PathBuf::from("/h/b")));
        assert_eq!(target("~/b", folder, None), None);
    }
}
