//! The YAML head of a file, read tolerantly: whatever is wrong with it, what can be told keeps exact ranges.

mod cursor;
mod entries;
mod values;
mod yaml;

pub use cursor::{Place, place};
pub use values::Item;

use crate::{Text, cut};
use std::ops::Range;

/// The head of a file between its `---` lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontmatter {
    /// Opening line to closing line, the latter's line break included; to the end of the
    /// entries when unclosed.
    pub range: Range<usize>,
    /// The lines between.
    pub content: Range<usize>,
    /// Whether a closing `---` line was found.
    pub closed: bool,
    /// The entries at indentation 0, in order, duplicates kept.
    pub entries: Vec<Entry>,
    /// What a YAML parser says against it, with the place.
    pub faults: Vec<Fault>,
}

/// One `key: value` at indentation 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key as written, without quotes.
    pub key: String,
    /// The key's own bytes.
    pub key_range: Range<usize>,
    /// The raw value: after the colon and spaces to the end of its last line, without line break or
    /// trailing space; a block scalar or nested value includes its further lines. Empty at the colon's
    /// end when there is none.
    pub value_range: Range<usize>,
    /// The whole entry, line break included.
    pub range: Range<usize>,
    /// The value a YAML parser sees when it is a scalar: quotes, folding and comments resolved.
    pub scalar: Option<String>,
}

/// A fault of YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where; at least one byte when the text is not empty.
    pub range: Range<usize>,
    /// What the parser expected, in a sentence without a final full stop.
    pub message: String,
}

impl Frontmatter {
    /// The last entry of this name, which is what most readers take.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key == key)
    }
}

/// Longest head in bytes, so that a text which begins with a thematic break is not searched to its end at
/// each key. Heads are a few hundred bytes long; runtimes themselves read a handful of kilobytes.
const LONGEST: usize = 64 * 1024;

/// Whether a change at `byte` can concern a head that is missing or not closed.
pub(crate) fn may_concern(byte: usize) -> bool {
    byte <= LONGEST + 8
}

/// Reads the head of a text, if it begins with one.
///
/// A head begins with a first line `---` (after an optional byte order mark; spaces may follow) and ends
/// with the next such line. If the second line is blank the first one is a thematic break. Without a
/// closing line it is a head only if the second line looks like `key:`.
pub(crate) fn read(text: &Text) -> Option<Frontmatter> {
    let start = if text.slice(0..3) == "\u{feff}" { 3 } else { 0 };
    if !begins(text, start) {
        return None;
    }
    let window = text.substring(start..start + LONGEST);
    let mut lines = cut::lines(&window);
    let content = start + lines.next().map_or(0, |(_, line)| line.len());
    let second = &window[content - start..];
    if second.is_empty() || cut::is_blank(&second[..cut::line_end(second.as_bytes())]) {
        return None;
    }
    let closing = lines.find(|(_, line)| is_marker(line));
    let (range, content) = match closing {
        Some((at, line)) => (start..start + at + line.len(), content..start + at),
        None => {
            let end = content + unclosed_len(second)?;
            (start..end, content..end)
        }
    };
    let yaml = &window[content.start - start..content.end - start];
    let entries = entries::read(yaml, content.start);
    let faults = yaml::faults(yaml, content.start, &entries);
    Some(Frontmatter {
        range,
        content,
        closed: closing.is_some(),
        entries,
        faults,
    })
}

/// Whether the first line is `---`; looks at few bytes only.
fn begins(text: &Text, start: usize) -> bool {
    text.slice(start..start + 3) == "---"
        && is_marker(
            &text
                .substring(text.line_range(text.line_of(start)))
                .replace('\u{feff}', ""),
        )
}

fn is_marker(line: &str) -> bool {
    cut::content(line).trim_end_matches([' ', '\t']) == "---"
}

/// The length of the entries after an opening line that is not closed: up to the first blank line or
/// heading. `None` when the first line is no entry.
fn unclosed_len(content: &str) -> Option<usize> {
    entries::key(content)?;
    let end = cut::lines(content).find(|(_, line)| cut::is_blank(line) || line.starts_with('#'));
    Some(end.map_or(content.len(), |(at, _)| at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> Option<Frontmatter> {
        read(&Text::new(text))
    }

    #[test]
    fn a_head_stands_between_two_lines() {
        for (text, range, content) in [
            ("---\na: b\n---\nrest", 0..13, 4..9),
            ("---\na: b\n---", 0..12, 4..9),
            ("---  \r\na: b\r\n---\t\r\nrest", 0..19, 7..13),
            ("---\ra: b\r---\rrest", 0..13, 4..9),
            ("\u{feff}---\na: b\n---\n", 3..16, 7..12),
            ("---\n---\n", 0..8, 4..4),
        ] {
            let head = head(text).expect(text);
            assert_eq!(
                (head.range, head.content, head.closed),
                (range, content, true),
                "{text:?}"
            );
        }
    }

    #[test]
    fn other_first_lines_begin_no_head() {
        for text in [
            "",
            "---",
            "---\n",
            "---\n\n# T\n\n---\n",
            "----\na: b\n---\n",
            "---yaml\na: b\n---\n",
            "\n---\na: b\n---\n",
            " ---\na: b\n---\n",
            "--- x\na: b\n---\n",
            "---\njust text\n",
        ] {
            assert_eq!(head(text), None, "{text:?}");
        }
    }

    #[test]
    fn an_open_head_ends_with_its_entries() {
        let text = "---\nname: x\nlist:\n  - a\n\n# Title\n";
        let head = head(text).expect("plausible");
        assert!(!head.closed);
        assert_eq!(&text[head.content.clone()], "name: x\nlist:\n  - a\n");
        assert_eq!(head.entries.len(), 2);
    }
}
