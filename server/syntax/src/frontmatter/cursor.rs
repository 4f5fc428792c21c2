//! What a place in a head is, also while the head is being typed and no reader would take it for one.

use super::{Frontmatter, LONGEST, begins, entries, is_marker};
use crate::{Text, cut};
use std::ops::Range;

/// A place in a head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Where a key is written or could be.
    Key {
        /// The bytes of the key so far: all of its word.
        range: Range<usize>,
        /// Whether a colon follows.
        has_colon: bool,
    },
    /// In the value of a key.
    Value {
        /// The key.
        key: String,
        /// The bytes of the value, or of the item of a list, that the place is in; without quotes.
        range: Range<usize>,
        /// Whether nothing separates the value from the colon or the dash before it.
        needs_space: bool,
    },
}

/// What stands at `byte`, if that is within a head.
#[must_use]
pub fn place(text: &Text, byte: usize) -> Option<Place> {
    let content = content(text, byte)?;
    let line = text.line_range(text.line_of(byte));
    let written = text.substring(line.clone());
    let at = byte.checked_sub(line.start)?;
    if let Some(key) = entries::key(&written) {
        let colon = key.after_colon;
        if at < colon {
            return (at <= key.range.end).then(|| Place::Key {
                range: line.start..line.start + key.range.end,
                has_colon: true,
            });
        }
        return value(&written, colon, at, line.start, key.name);
    }
    let indented = written.trim_start_matches([' ', '\t']);
    let lead = written.len() - indented.len();
    let is_item = indented == "-" || indented.starts_with("- ");
    if lead == 0 && !is_item {
        let is_of_key = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
        return written.chars().all(is_of_key).then(|| Place::Key {
            range: line.clone(),
            has_colon: false,
        });
    }
    let from = lead + usize::from(is_item);
    if at < from {
        return None;
    }
    value(
        &written,
        from,
        at,
        line.start,
        key_above(text, &content, line.start)?,
    )
}

impl Frontmatter {
    /// The keys that are written, but for the one at `byte`.
    pub fn other_keys(&self, byte: usize) -> impl Iterator<Item = &str> {
        let is_here = move |range: &Range<usize>| range.start <= byte && byte <= range.end;
        let others = self
            .entries
            .iter()
            .filter(move |entry| !is_here(&entry.key_range));
        others.map(|entry| entry.key.as_str())
    }
}

/// The lines of the head that `byte` is in, as far as `byte`: behind a first line `---`, before the line that
/// closes it. Without such a line all lines before `byte` must look like those of a head.
fn content(text: &Text, byte: usize) -> Option<Range<usize>> {
    let start = if text.slice(0..3) == "\u{feff}" { 3 } else { 0 };
    if !begins(text, start) || byte > start + LONGEST {
        return None;
    }
    let first = text.line_start(text.line_of(start) + 1);
    let here = text.line_of(byte);
    if byte < first || text.line_of(start) == here {
        return None;
    }
    let before = text.substring(first..text.line_start(here));
    if cut::lines(&before).any(|(_, line)| is_marker(line)) {
        return None;
    }
    let after = text.substring(text.line_start(here)..(start + LONGEST).min(text.len()));
    let is_closed = cut::lines(&after).any(|(_, line)| is_marker(line));
    let is_on_marker = cut::lines(&after).next().is_some_and(|(_, line)| is_marker(line));
    let looks_like_one = |line: &str| {
        cut::is_blank(line)
            || line.starts_with([' ', '\t', '-', '#', ']', '}'])
            || entries::key(line).is_some()
    };
    let is_head = is_closed || cut::lines(&before).all(|(_, line)| looks_like_one(line));
    (is_head && !is_on_marker).then_some(first..byte)
}

/// The key at indentation 0 that a line belongs to.
fn key_above(text: &Text, content: &Range<usize>, line: usize) -> Option<String> {
    let above = text.substring(content.start..line);
    let keys = cut::lines(&above).filter_map(|(_, line)| entries::key(line));
    keys.last().map(|key| key.name)
}

/// The value around `at` in a line whose values begin at `from`; of a list in brackets the item.
fn value(line: &str, from: usize, at: usize, base: usize, key: String) -> Option<Place> {
    let part = line.get(from..at)?;
    let after = &line[from..];
    let lead = after.len() - after.trim_start_matches([' ', '\t']).len();
    let is_list = after.trim_start().starts_with('[');
    let start = part
        .rfind(['[', ','])
        .filter(|_| is_list || part.contains(','))
        .map_or(from + lead.min(part.len()), |found| from + found + 1);
    let skipped = |text: &str| text.len() - text.trim_start_matches([' ', '\t', '"', '\'']).len();
    let start = (start + skipped(&line[start..])).min(at.max(start));
    let ends = |char: char| matches!(char, ',' | ']' | '"' | '\'' | '#');
    let rest = &line[at.max(start)..];
    let end = at.max(start) + rest[..rest.find(ends).unwrap_or(rest.len())].trim_end().len();
    Some(Place::Value {
        key,
        range: base + start..base + end.max(start),
        needs_space: start == from && line[..start].ends_with([':', '-']),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place at the first `|` of a text, which is taken out; the range is drawn in brackets.
    fn shown(text: &str) -> String {
        let at = text.find('|').expect("a place");
        let plain = text.replacen('|', "", 1);
        let draw = |range: Range<usize>| {
            let line = plain[..range.start].rfind('\n').map_or(0, |found| found + 1);
            let end = range.end
                + plain[range.end..]
                    .find(['\n', '\r'])
                    .unwrap_or(plain.len() - range.end);
            format!(
                "{}<{}>{}",
                &plain[line..range.start],
                &plain[range.clone()],
                &plain[range.end..end]
            )
        };
        match place(&Text::new(&plain), at) {
            None => "none".to_owned(),
            Some(Place::Key { range, has_colon }) => {
                format!("key{} {}", if has_colon { ":" } else { "" }, draw(range))
            }
            Some(Place::Value {
                key,
                range,
                needs_space,
            }) => format!("{key}{} {}", if needs_space { " close" } else { "" }, draw(range)),
        }
    }

    #[test]
    fn keys() {
        assert_eq!(shown("---\nna|\n---\n"), "key <na>");
        assert_eq!(shown("---\n|\n---\n"), "key <>");
        assert_eq!(shown("---\n|"), "key <>");
        assert_eq!(shown("\u{feff}---\r\nname: x\r\nde|\r\n---\r\n"), "key <de>");
        assert_eq!(shown("---\nname: x\n\nde|\n\n# T\n"), "key <de>");
        assert_eq!(shown("---\nna|me: x\n---\n"), "key: <name>: x");
        assert_eq!(shown("---\n|name: x\n---\n"), "key: <name>: x");
    }

    #[test]
    fn values() {
        assert_eq!(shown("---\nname: x|y z # c\n---\n"), "name name: <xy z> # c");
        assert_eq!(shown("---\nname:|\n---\n"), "name close name:<>");
        assert_eq!(shown("---\nname: |\n---\n"), "name name: <>");
        assert_eq!(shown("---\nname: \"x|\"\n---\n"), "name name: \"<x>\"");
        assert_eq!(
            shown("---\nskills: [a, b|c, d]\n---\n"),
            "skills skills: [a, <bc>, d]"
        );
        assert_eq!(shown("---\nskills: [|]\n---\n"), "skills skills: [<>]");
        assert_eq!(shown("---\nskills: a, |\n---\n"), "skills skills: a, <>");
        assert_eq!(shown("---\nskills:\n  - a|\n---\n"), "skills   - <a>");
        assert_eq!(shown("---\nskills:\n- |\n---\n"), "skills - <>");
        assert_eq!(shown("---\nskills:\n  -|\n---\n"), "skills close   -<>");
        assert_eq!(shown("---\nm:\n  a: b\n  c|\n---\n"), "m   <c>");
    }

    #[test]
    fn elsewhere() {
        for none in [
            "|---\nname: x\n---\n",
            "---\nname: x\n--|-\n",
            "---\nname: x\n---\n|text\n",
            "# T\n|\n",
            "---\n\nSome prose, as behind a thematic break.\n\nna|\n",
            "---\nnot a key|\n---\n",
            "|",
        ] {
            assert_eq!(shown(none), "none", "{none:?}");
        }
    }
}
