//! The head of a skill between `---` lines, as loaders with a strict YAML parser read it.

use super::yaml::{self, Entry, Fault, Value};
use crate::effective::SkillFault;
use std::ops::Range;

/// What a loader accepts around the head.
#[derive(Debug, Clone, Copy)]
pub struct Fence {
    /// Whether a byte order mark may stand before it.
    pub after_bom: bool,
    /// Whether the closing line must be `---` alone; else anything may follow the dashes.
    pub closes_alone: bool,
    /// Whether a head without a closing line reaches to the end of the file.
    pub open_ended: bool,
}

impl Fence {
    /// The bytes of the head in `text`, without its fences and its last line break.
    ///
    /// # Errors
    /// Why there is no head.
    pub fn find(self, text: &str) -> Result<Range<usize>, SkillFault> {
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        if mark > 0 && !self.after_bom {
            return Err(unopened(text));
        }
        let opened = text[mark..].strip_prefix("---");
        let broken =
            opened.and_then(|opened| opened.strip_prefix("\r\n").or_else(|| opened.strip_prefix('\n')));
        let Some(inside) = broken else {
            return Err(unopened(&text[mark..]));
        };
        let start = text.len() - inside.len();
        let mut from = start;
        while let Some(found) = text[from..].find("\n---") {
            let end = from + found;
            let behind = &text[end + 4..];
            let is_alone = behind.is_empty() || behind.starts_with('\n') || behind.starts_with("\r\n");
            if is_alone || !self.closes_alone {
                let end = end - usize::from(text[start..end].ends_with('\r'));
                return Ok(start..end);
            }
            from = end + 1;
        }
        if self.open_ended {
            Ok(start..text.len())
        } else {
            Err(SkillFault::Unclosed)
        }
    }
}

/// The entries of a head as a strict parser has them.
///
/// # Errors
/// A fault that strict parsers report: besides those of [`yaml::entries`] a plain value with `: ` in it, one
/// that begins with a reserved character, and a key that is there twice.
pub fn strict(head: &str, base: usize) -> Result<Vec<Entry>, Fault> {
    let entries = yaml::entries(head, base)?;
    for (index, entry) in entries.iter().enumerate() {
        if entries[..index].iter().any(|before| before.key == entry.key) {
            return Err(format!("`{}` is there twice", entry.key));
        }
        let raw = raw(head, base, entry);
        // What an alias stands for is another text than the alias.
        let is_written = |text: &str| !raw.starts_with('*') || text == raw;
        let is_scalar = matches!(&entry.value, Value::Scalar(text) if is_written(text));
        if let Some(fault) = plain_fault(raw).filter(|_| is_scalar) {
            return Err(format!("`{}`: {fault}", entry.key));
        }
    }
    Ok(entries)
}

/// What a text without an opening line, as a loader wants it, has in its place: the line that was meant, behind what
/// hides it, or no head at all.
#[must_use]
pub fn unopened(text: &str) -> SkillFault {
    let unmarked = text.trim_start_matches('\u{feff}');
    let shown = unmarked.trim_start_matches(is_unseen);
    if !shown.starts_with("---") && !has_late_head(shown) {
        SkillFault::NoFrontmatter
    } else if unmarked.len() < text.len() {
        SkillFault::ByteOrderMark
    } else {
        SkillFault::LeadingText
    }
}

/// Whether a character leaves nothing to be seen: space of any kind, and what has no width.
#[must_use]
pub fn is_unseen(char: char) -> bool {
    let is_without_width = matches!(
        char,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{2064}' | '\u{feff}'
    );
    char.is_whitespace() || char.is_control() || is_without_width
}

/// Whether a `---` and a key that skills have follow each other within the first lines, and a closing line behind
/// them: then what stands before was not meant to. A code fence around a head is told as such.
fn has_late_head(shown: &str) -> bool {
    /// A title and a comment stand before a head, hardly more.
    const LINES: usize = 16;
    if shown.starts_with("```") || shown.starts_with("~~~") {
        return false;
    }
    let mut lines = shown.lines();
    let is_open = lines
        .by_ref()
        .take(LINES)
        .any(|line| line.trim_matches(is_unseen) == "---");
    let key = lines
        .next()
        .and_then(|line| line.split_once(':'))
        .map(|(key, _)| key.trim());
    let is_key = |key: &str| KEYS.iter().any(|known| key.eq_ignore_ascii_case(known));
    is_open && key.is_some_and(is_key) && lines.any(|line| line.trim_end() == "---")
}

/// The keys that every skill has.
const KEYS: [&str; 2] = ["name", "description"];

/// What is wrong with a key under which a loader finds no text.
#[must_use]
pub fn missed(entries: &[Entry], key: &'static str) -> SkillFault {
    let is_nearly = |entry: &Entry| entry.key.trim().eq_ignore_ascii_case(key);
    match yaml::get(entries, key).map(|entry| &entry.value) {
        Some(Value::Nested) => SkillFault::Kind(key, TEXT),
        Some(Value::Scalar(text)) if !text.trim().is_empty() => SkillFault::Kind(key, TEXT),
        Some(Value::Null | Value::Scalar(_)) => SkillFault::EmptyValue(key),
        None if entries.iter().any(is_nearly) => SkillFault::KeyCase(key),
        None => SkillFault::MissingKey(key),
    }
}

/// The kind of value that a name and a description are.
const TEXT: &str = "a text";

/// The value as written.
#[must_use]
pub fn raw<'a>(head: &'a str, base: usize, entry: &Entry) -> &'a str {
    head.get(entry.range.start - base..entry.range.end - base)
        .unwrap_or_default()
}

/// The text of an entry and its place, when YAML takes the value for a text: `7`, `true` and `null` are none.
#[must_use]
pub fn text(head: &str, base: usize, entry: &Entry) -> Option<(String, Range<usize>)> {
    match &entry.value {
        Value::Scalar(text) if is_text(raw(head, base, entry)) => Some((text.clone(), entry.range.clone())),
        Value::Scalar(_) | Value::Null | Value::Nested => None,
    }
}

/// Why a strict parser refuses a value that is written without quotes.
#[must_use]
pub fn plain_fault(raw: &str) -> Option<&'static str> {
    match raw.chars().next()? {
        '"' | '\'' | '|' | '>' | '[' | '{' => None,
        '@' | '`' | '%' => Some("a value without quotes begins with a reserved character"),
        '*' => Some("there is nothing it refers to"),
        _ if raw.starts_with("- ") || raw.starts_with("? ") => Some("a list begins on the line of its key"),
        _ if raw.ends_with(':') || raw.contains(": ") || raw.contains(":\t") || raw.contains(":\n") => {
            Some("a value without quotes holds `: `")
        }
        _ => None,
    }
}

fn is_text(raw: &str) -> bool {
    let lower = raw.to_ascii_lowercase();
    let is_word = matches!(
        lower.as_str(),
        "true" | "false" | "null" | "~" | "" | ".inf" | "-.inf" | ".nan"
    );
    let is_number = raw.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
        && (raw.parse::<f64>().is_ok()
            || raw.starts_with("0x") && u64::from_str_radix(&raw[2..], 16).is_ok());
    !is_word && !is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Fence = Fence {
        after_bom: false,
        closes_alone: true,
        open_ended: false,
    };

    #[test]
    fn a_head_lies_between_its_fences() {
        let loose = Fence {
            after_bom: true,
            closes_alone: false,
            open_ended: true,
        };
        assert_eq!(STRICT.find("---\na: b\n---\nx"), Ok(4..8));
        assert_eq!(STRICT.find("---\r\na: b\r\n---\r\nx"), Ok(5..9));
        assert_eq!(STRICT.find("---\na\n---x\n---"), Ok(4..10));
        assert_eq!(loose.find("---\na\n---x\n---"), Ok(4..5));
        assert_eq!(STRICT.find("---\na"), Err(SkillFault::Unclosed));
        assert_eq!(loose.find("\u{feff}---\na"), Ok(7..8));
        assert_eq!(STRICT.find("\u{feff}---\na"), Err(SkillFault::ByteOrderMark));
        assert_eq!(STRICT.find("\n---\na"), Err(SkillFault::LeadingText));
        assert_eq!(STRICT.find("# t"), Err(SkillFault::NoFrontmatter));
    }

    #[test]
    fn a_strict_parser_minds_colons_and_doubles() {
        assert!(strict("d: has: one\n", 0).is_err());
        assert!(strict("d: 'has: one'\nn: http://x\n", 0).is_ok());
        assert!(strict("d: a\nd: b\n", 0).is_err());
        assert!(strict("d: @x\n", 0).is_err());
        assert!(strict("d: *x\n", 0).is_err());
        assert!(strict("m: # c\n  a: b\n", 0).is_ok());
    }

    #[test]
    fn numbers_and_flags_are_no_text() {
        let head = "a: 1.5\nb: true\nc: 1.2.3\nd: '7'\n";
        let entries = strict(head, 0).unwrap();
        let texts: Vec<_> = entries
            .iter()
            .map(|entry| text(head, 0, entry).is_some())
            .collect();
        assert_eq!(texts, [false, false, true, true]);
    }
}
