//! Where the values of an entry stand: a scalar without its quotes, the items of a list.

use super::Entry;
use crate::{Text, cut};
use std::ops::Range;

/// One value of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its bytes without quotes.
    pub range: Range<usize>,
    /// What stands there.
    pub value: String,
}

impl Entry {
    /// The bytes in which the scalar stands as it is, without quotes and comment. `None` when there is no
    /// scalar, or when what is written differs from it by escapes or folding.
    #[must_use]
    pub fn written(&self, text: &Text) -> Option<Range<usize>> {
        let scalar = self.scalar.as_ref()?;
        let raw = text.substring(self.value_range.clone());
        let inner = unquoted(&raw, 0..raw.len());
        let end = inner.start + scalar.len();
        let range = self.value_range.start + inner.start..self.value_range.start + end;
        (raw.get(inner.start..end) == Some(scalar)).then_some(range)
    }

    /// The values of a list in any of the forms people write: `[a, b]`, lines that begin with `- `, or a
    /// scalar with commas.
    #[must_use]
    pub fn items(&self, text: &Text) -> Vec<Item> {
        let raw = text.substring(self.value_range.clone());
        let ranges = if raw.starts_with('[') {
            let end = raw.rfind(']').unwrap_or(raw.len());
            separated(&raw, 1..end.max(1))
        } else if raw.starts_with("- ") {
            cut::lines(&raw)
                .filter_map(|(start, line)| {
                    let item = line.trim_start_matches([' ', '\t']);
                    let lead = line.len() - item.len() + "- ".len();
                    item.starts_with("- ").then(|| start + lead..start + line.len())
                })
                .collect()
        } else if self.scalar.is_some() && !raw.starts_with(['|', '>']) {
            let whole = unquoted(&raw, 0..raw.len());
            separated(&raw, whole)
        } else {
            Vec::new()
        };
        let base = self.value_range.start;
        let items = ranges.into_iter().map(|range| unquoted(&raw, range));
        items
            .filter(|range| !range.is_empty())
            .map(|range| Item {
                value: raw[range.clone()].to_owned(),
                range: base + range.start..base + range.end,
            })
            .collect()
    }
}

/// The stretches between commas outside quotes.
fn separated(raw: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = range.start;
    let mut quote = None;
    for (at, char) in raw[range.clone()].char_indices() {
        let at = range.start + at;
        match (quote, char) {
            (Some(open), _) if open == char => quote = None,
            (None, '"' | '\'') if raw[start..at].trim().is_empty() => quote = Some(char),
            (None, ',') => {
                out.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(start..range.end);
    out
}

/// A stretch without the space, comment and quotes around its value.
fn unquoted(raw: &str, range: Range<usize>) -> Range<usize> {
    let text = &raw[range.clone()];
    let lead = text.len() - text.trim_start().len();
    let value = text.trim_start();
    let start = range.start + lead;
    if let Some(quote) = value.chars().next().filter(|char| matches!(char, '"' | '\'')) {
        let end = value[1..].find(quote).map_or(value.len(), |at| at + 1);
        return start + 1..(start + end).max(start + 1);
    }
    let comment = [" #", "\t#"].iter().filter_map(|mark| value.find(mark)).min();
    let value = value[..comment.unwrap_or(value.len())].trim_end();
    start..start + value.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontmatter::read;

    fn entry(yaml: &str) -> (Text, Entry) {
        let text = Text::new(&format!("---\n{yaml}---\n"));
        let head = read(&text).expect(yaml);
        (text, head.entries[0].clone())
    }

    #[test]
    fn a_scalar_stands_inside_its_quotes() {
        let written = |yaml: &str| {
            let (text, entry) = entry(yaml);
            entry.written(&text).map(|range| text.substring(range))
        };
        assert_eq!(written("name: a-b # c\n").as_deref(), Some("a-b"));
        assert_eq!(written("name: \"a b\"\r\n").as_deref(), Some("a b"));
        assert_eq!(written("name:   'é😀'\n").as_deref(), Some("é😀"));
        for none in ["name: 'it''s'\n", "name: >\n  a\n  b\n", "name:\n", "name: [a]\n"] {
            assert_eq!(written(none), None, "{none}");
        }
    }

    #[test]
    fn lists_have_three_forms() {
        let items = |yaml: &str| -> Vec<String> {
            let (text, entry) = entry(yaml);
            let items = entry.items(&text);
            items
                .into_iter()
                .map(|item| {
                    assert_eq!(text.substring(item.range), item.value);
                    item.value
                })
                .collect()
        };
        assert_eq!(items("skills: [a, \"b, c\", 'd'] # x\n"), ["a", "b, c", "d"]);
        assert_eq!(items("skills: [a,\r\n  b\r\n]\r\n"), ["a", "b"]);
        assert_eq!(items("skills:\n  - a # x\n  - \"b\"\n  -\n"), ["a", "b"]);
        assert_eq!(items("skills:\r\n- a\r\n- b\r\n"), ["a", "b"]);
        assert_eq!(items("skills: a, b,\n"), ["a", "b"]);
        assert_eq!(items("skills: 'a, b'\n"), ["a", "b"]);
        for none in [
            "skills:\n",
            "skills: []\n",
            "skills: |\n  a\n",
            "skills:\n  a: b\n",
        ] {
            assert!(items(none).is_empty(), "{none}");
        }
        assert_eq!(items("skills: [a, b\n"), ["a", "b"], "while it is typed");
    }
}
