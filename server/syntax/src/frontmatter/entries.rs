//! The entries of a YAML head by their lines, whatever is wrong with them.

use super::{Entry, yaml};
use crate::cut;
use std::ops::Range;

/// The entries at indentation 0 of `yaml`, which stands at byte `base` of the text.
pub(super) fn read(yaml: &str, base: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut lines = cut::lines(yaml).peekable();
    while let Some((start, line)) = lines.next() {
        let Some(key) = key(line) else { continue };
        let mut end = start + line.len();
        let mut blank_from = None;
        while let Some((at, next)) = lines.next_if(|(_, next)| goes_on(next)) {
            // Blank lines and comments belong to an entry only if more of it follows.
            if cut::is_blank(next) {
                blank_from.get_or_insert(at);
            } else {
                blank_from = None;
            }
            end = at + next.len();
        }
        entries.push(entry(yaml, start..blank_from.unwrap_or(end), key, base));
    }
    entries
}

/// A key as found in its line: the name without quotes, its bytes, and the byte after its colon.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) range: Range<usize>,
    pub(super) after_colon: usize,
}

/// The key that begins a line at indentation 0.
pub(super) fn key(line: &str) -> Option<Key> {
    let line = cut::content(line.split_inclusive(['\n', '\r']).next()?);
    let first = line.chars().next()?;
    let (name, written) = match first {
        '"' | '\'' => {
            let end = 1 + line[1..].find(first)?;
            (&line[1..end], end + 1)
        }
        ' ' | '\t' | '#' | '-' | '?' | '[' | ']' | '{' | '}' | ',' | '&' | '*' | '!' | '|' | '>' | '%'
        | '@' | '`' => {
            return None;
        }
        _ => {
            let end = plain_key_end(line)?;
            (line[..end].trim_end(), line[..end].trim_end().len())
        }
    };
    let colon = written + line[written..].find(|char| char != ' ' && char != '\t')?;
    line[colon..].starts_with(':').then(|| Key {
        name: name.to_owned(),
        range: 0..written,
        after_colon: colon + 1,
    })
}

/// The byte of the colon that ends a plain key: one before a space or the line's end, or, since people
/// forget the space, one after a name of letters.
fn plain_key_end(line: &str) -> Option<usize> {
    let proper = line.match_indices(':').map(|(at, _)| at).find(|at| {
        line[at + 1..]
            .chars()
            .next()
            .is_none_or(|next| next == ' ' || next == '\t')
    });
    let forgotten = || {
        let (name, rest) = line.split_once(':')?;
        let is_name = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        (is_name && !rest.starts_with("//")).then_some(name.len())
    };
    proper.or_else(forgotten).filter(|end| *end > 0)
}

/// Whether a line belongs to the entry above: it is indented, blank, an item of a list at indentation 0,
/// or the end of a collection in brackets.
fn goes_on(line: &str) -> bool {
    let is_item = line
        .strip_prefix('-')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace));
    is_item || cut::is_blank(line) || line.starts_with([' ', '\t', ']', '}'])
}

fn entry(yaml: &str, range: Range<usize>, key: Key, base: usize) -> Entry {
    let text = &yaml[range.clone()];
    let after = &text[key.after_colon..];
    let value = after.trim();
    let value_start = if value.is_empty() {
        key.after_colon
    } else {
        key.after_colon + (after.len() - after.trim_start().len())
    };
    let at = base + range.start;
    Entry {
        key: key.name,
        key_range: at + key.range.start..at + key.range.end,
        value_range: at + value_start..at + value_start + value.len(),
        range: at..base + range.end,
        scalar: yaml::scalar(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Key, raw value and scalar of each entry.
    fn shown(yaml: &str) -> Vec<String> {
        let entries = read(yaml, 0);
        entries
            .iter()
            .map(|entry| {
                assert!(yaml[entry.key_range.clone()].contains(&entry.key));
                format!(
                    "{}|{}|{:?}",
                    entry.key,
                    &yaml[entry.value_range.clone()],
                    entry.scalar
                )
            })
            .collect()
    }

    #[test]
    fn scalars_are_read_as_yaml_reads_them() {
        assert_eq!(shown("a: b c # note\n"), [r#"a|b c # note|Some("b c")"#]);
        assert_eq!(
            shown("a: 'it''s'\nb: \"x\\ty\"\n"),
            [r#"a|'it''s'|Some("it's")"#, r#"b|"x\ty"|Some("x\ty")"#]
        );
        assert_eq!(
            shown("a: >\n  x\n  y\n\nb: |\n  p\n  q\n"),
            [
                "a|>\n  x\n  y|Some(\"x y\\n\")",
                "b|||Some(\"p\\nq\\n\")".replace("|||", "||\n  p\n  q|").as_str(),
            ]
        );
        assert_eq!(shown("a: x\n  y\n"), ["a|x\n  y|Some(\"x y\")"]);
        assert_eq!(shown("a: no\n"), [r#"a|no|Some("no")"#]);
    }

    #[test]
    fn missing_values_and_collections_are_no_scalars() {
        assert_eq!(
            shown("a:\nb: [x,\n  y\n]\nc:\n- p\n- q\nd:\n  e: f\n"),
            ["a||None", "b|[x,\n  y\n]|None", "c|- p\n- q|None", "d|e: f|None",]
        );
    }

    #[test]
    fn duplicates_stay_and_faults_keep_the_neighbours() {
        assert_eq!(
            shown("a: 1\na: 2\nb: x: y\nc: [1\nname:no-space\n'q k' : v\n"),
            [
                r#"a|1|Some("1")"#,
                r#"a|2|Some("2")"#,
                "b|x: y|None",
                "c|[1|None",
                "name|no-space|None",
                r#"q k|v|Some("v")"#
            ]
        );
    }

    #[test]
    fn lines_that_are_no_entries_belong_to_none() {
        assert_eq!(
            shown("# c\njust text\nhttp://x\n  indented: 1\na: b\nnonsense\n"),
            [r#"a|b|Some("b")"#]
        );
    }

    #[test]
    fn all_line_breaks_count() {
        assert_eq!(
            shown("a: b\r\nc: d\re: f"),
            [r#"a|b|Some("b")"#, r#"c|d|Some("d")"#, r#"e|f|Some("f")"#]
        );
        let entries = read("a: b\r\nc: d", 10);
        assert_eq!(
            (entries[0].range.clone(), entries[1].value_range.clone()),
            (10..16, 19..20)
        );
    }
}
