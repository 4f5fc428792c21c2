//! APX's reader of heads (`src/core/apc/frontmatter.js`): flat `key: value`, block scalars, nested maps
//! flattened to dotted keys. CR LF files lose every value, a byte order mark the whole head.

use crate::steps::space;
use std::{collections::BTreeMap, ops::Range};

/// A head and what follows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frontmatter {
    /// The fields; the last of equal keys wins.
    pub fields: BTreeMap<String, Field>,
    /// The text behind the head.
    pub body: String,
}

/// One field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its value.
    pub value: String,
    /// The value as written, in bytes of the text.
    pub range: Range<usize>,
}

/// Reads a text; without a head everything is body.
#[must_use]
pub fn parse(text: &str) -> Frontmatter {
    let mut fields = BTreeMap::new();
    let none = || Frontmatter {
        fields: BTreeMap::new(),
        body: text.to_owned(),
    };
    if !text.starts_with("---") {
        return none();
    }
    let open = if text.starts_with("---\n") { 4 } else { 3 };
    let Some(end) = text[open - 1..].find("\n---").map(|at| at + open - 1) else {
        return none();
    };
    let mut at = open;
    let head = text.get(open..end).unwrap_or_default();
    let lines: Vec<Line<'_>> = head
        .split('\n')
        .map(|text| {
            let start = at;
            at += text.len() + 1;
            Line { start, text }
        })
        .collect();
    level(&lines, "", Some(0), &mut fields);
    Frontmatter {
        fields,
        body: text[end + 4..].trim_start_matches('\n').to_owned(),
    }
}

#[derive(Clone, Copy)]
struct Line<'a> {
    start: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    fn is_blank(self) -> bool {
        self.text.chars().all(space::javascript)
    }

    fn indent(self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }

    /// The key, and where the value begins in the line.
    fn key(self) -> Option<(&'a str, usize)> {
        let text = &self.text[self.indent()..];
        let is_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let key = &text[..text.find(|c| !is_key(c)).unwrap_or(text.len())];
        if !key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let value = text[key.len()..]
            .trim_start_matches(space::javascript)
            .strip_prefix(':')?;
        let value = value.trim_start_matches(space::javascript);
        // A dot in the source's pattern matches no line end, a CR included.
        let ends_line = |c: char| matches!(c, '\r' | '\u{2028}' | '\u{2029}');
        (!value.contains(ends_line)).then(|| (key, self.text.len() - value.len()))
    }
}

/// Reads the lines of one depth; `indent` is that of the first line when it is not given.
fn level(lines: &[Line<'_>], prefix: &str, mut indent: Option<usize>, fields: &mut BTreeMap<String, Field>) {
    let mut at = 0;
    while let Some(line) = lines.get(at).copied() {
        if line.is_blank() {
            at += 1;
            continue;
        }
        let depth = *indent.get_or_insert(line.indent());
        if line.indent() < depth {
            return;
        }
        let Some((key, value_at)) = line.key().filter(|_| line.indent() == depth) else {
            at += 1;
            continue;
        };
        let stop = extent(lines, at, depth);
        let key = format!("{prefix}{key}");
        let raw = line.text[value_at..].trim_matches(space::javascript);
        let start = line.start + value_at;
        let mut set = |value: String, range: Range<usize>| {
            fields.insert(key.clone(), Field { value, range });
        };
        if let Some(folded) = block_style(raw) {
            let block = &lines[at + 1..stop];
            let end = block
                .last()
                .map_or(start + raw.len(), |last| last.start + last.text.len());
            set(block_scalar(block, folded), start..end);
        } else if raw.is_empty() && stop > at + 1 {
            set(String::new(), start..start);
            level(&lines[at + 1..stop], &format!("{key}."), None, fields);
        } else {
            let inner = unquoted(raw);
            let lead = raw
                .find(inner)
                .filter(|_| inner.len() < raw.len())
                .map_or(0, |_| 1);
            set(inner.to_owned(), start + lead..start + lead + inner.len());
        }
        at = stop;
    }
}

/// The line after an entry: its own and every deeper one below, blank lines between included.
fn extent(lines: &[Line<'_>], start: usize, indent: usize) -> usize {
    let mut last = start;
    for (at, line) in lines.iter().enumerate().skip(start + 1) {
        if line.is_blank() {
            continue;
        }
        if line.indent() <= indent {
            break;
        }
        last = at;
    }
    last + 1
}

/// Whether `raw` opens a block scalar, and if so whether a folded one.
fn block_style(raw: &str) -> Option<bool> {
    let rest = raw.strip_prefix(['|', '>'])?;
    let rest = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    rest.chars()
        .all(|c| c.is_ascii_digit())
        .then(|| raw.starts_with('>'))
}

fn block_scalar(lines: &[Line<'_>], folded: bool) -> String {
    let mut indent = None;
    let mut content: Vec<&str> = Vec::new();
    for line in lines {
        if line.is_blank() {
            content.push("");
            continue;
        }
        let common = *indent.get_or_insert(line.indent());
        content.push(&line.text[common.min(line.indent())..]);
    }
    while content.last() == Some(&"") {
        content.pop();
    }
    if !folded {
        return content.join("\n");
    }
    let trimmed = |line: &&str| line.trim_matches(space::javascript).to_owned();
    let paragraphs: Vec<String> = content
        .split(|line| line.chars().all(space::javascript))
        .filter(|run| !run.is_empty())
        .map(|run| run.iter().map(trimmed).collect::<Vec<_>>().join(" "))
        .collect();
    paragraphs.join("\n")
}

fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        let inner = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    value
}
