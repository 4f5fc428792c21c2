//! The top-level keys of a YAML head as lenient loaders see them.
//!
//! Not a YAML parser: it reads the scalars that heads of instruction files and skills use (plain, quoted
//! and block, over several lines) and accepts a plain value with `: ` in it, as the loaders do that retry
//! such a value in quotes.

use std::ops::Range;

/// One key at indentation 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key without quotes.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// The value as written, in bytes of the whole text.
    pub range: Range<usize>,
}

/// What a key holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A scalar, quotes and folding resolved.
    Scalar(String),
    /// Nothing, `~` or `null`.
    Null,
    /// A list or a mapping.
    Nested,
}

/// Why a head cannot be read, in words.
pub type Fault = String;

/// The entries of `head`, which begins at byte `base` of the whole text. The last of equal keys wins in
/// [`get`].
///
/// # Errors
/// A fault that every YAML parser reports.
pub fn entries(head: &str, base: usize) -> Result<Vec<Entry>, Fault> {
    let lines = Lines::new(head);
    let mut out: Vec<Entry> = Vec::new();
    let mut anchors: Vec<(&str, Value)> = Vec::new();
    let mut at = 0;
    while let Some((start, line)) = lines.get(at) {
        at += 1;
        let bare = line.trim_end();
        if bare.trim_start().is_empty() || bare.trim_start().starts_with('#') {
            continue;
        }
        if bare.starts_with([' ', '\t']) {
            return Err("a line is indented where a key should begin".to_owned());
        }
        let Some((key, after)) = split_key(bare) else {
            return Err(format!("`{}` is not `key: value`", shorten(bare)));
        };
        let mut reader = Reader {
            head,
            lines: &lines,
            next: at,
        };
        let (anchor, from) = anchor(head, start + after, start + bare.len());
        let (mut value, range) = reader.value(from, start + bare.len())?;
        at = reader.next;
        let alias = head[range.clone()].strip_prefix('*');
        if let Some((_, known)) = anchors.iter().rev().find(|(name, _)| Some(*name) == alias) {
            value = known.clone();
        }
        anchors.extend(anchor.map(|name| (name, value.clone())));
        out.push(Entry {
            key,
            value,
            range: base + range.start..base + range.end,
        });
    }
    Ok(out)
}

/// The name that a value is given there for others to refer to (`&name value`), and where the value begins.
fn anchor(head: &str, from: usize, to: usize) -> (Option<&str>, usize) {
    let raw = &head[from..to];
    let Some(named) = raw.trim_start().strip_prefix('&') else {
        return (None, from);
    };
    let name = named.split([' ', '\t']).next().unwrap_or_default();
    if name.is_empty() {
        return (None, from);
    }
    (Some(name), to - named.len() + name.len())
}

/// The last entry of a key.
#[must_use]
pub fn get<'a>(entries: &'a [Entry], key: &str) -> Option<&'a Entry> {
    entries.iter().rev().find(|entry| entry.key == key)
}

/// The strings of a value that is one string or a list of them; `None` when there is no value. `head` and
/// `base` are those of [`entries`]. A list that is not closed is one string, as loaders have it that try a
/// value again in quotes.
#[must_use]
pub fn strings(entry: &Entry, head: &str, base: usize) -> Option<Vec<String>> {
    let raw = head.get(entry.range.start - base..entry.range.end - base)?.trim();
    match &entry.value {
        Value::Null => None,
        Value::Scalar(text) => is_string(raw, text).then(|| vec![text.clone()]),
        // A pattern that begins with alternatives is no mapping.
        Value::Nested if raw.starts_with('{') => Some(vec![raw.to_owned()]),
        Value::Nested => {
            let Some(flow) = raw.strip_prefix('[') else {
                let items = raw.lines().filter_map(|line| line.trim().strip_prefix("- "));
                return Some(items.map(item).collect());
            };
            let close = flow.rfind(']').map(|at| flow.split_at(at));
            let is_end = |after: &str| matches!(after[1..].trim_start().chars().next(), None | Some('#'));
            let Some((inner, _)) = close.filter(|(_, after)| is_end(after)) else {
                return Some(vec![raw.to_owned()]);
            };
            Some(
                split_flow(inner)
                    .iter()
                    .map(|it| item(it))
                    .filter(|it| !it.is_empty())
                    .collect(),
            )
        }
    }
}

/// Whether a scalar is a string, not a number, a truth value or a tag; `raw` is how it is written.
#[must_use]
pub fn is_string(raw: &str, text: &str) -> bool {
    if raw.starts_with(['"', '\'', '|', '>']) {
        return true;
    }
    let is_truth = matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE");
    !(is_truth || raw.starts_with('!') || text.parse::<f64>().is_ok())
}

/// One item of a list, as a scalar.
fn item(text: &str) -> String {
    match entries(&format!("x: {}", text.trim()), 0).as_deref() {
        Ok(
            [
                Entry {
                    value: Value::Scalar(text),
                    ..
                },
            ],
        ) => text.clone(),
        _ => text.trim().to_owned(),
    }
}

/// The items of a flow list; a comma in quotes or braces separates none.
fn split_flow(inner: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_usize, None);
    for (at, char) in inner.char_indices() {
        match (quote, char) {
            (Some(open), _) if open == char => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(char),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                out.push(&inner[start..at]);
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    out.push(&inner[start..]);
    out
}

/// The key of a line, and where its value may begin.
fn split_key(line: &str) -> Option<(String, usize)> {
    if let Some(quote) = line.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let close = 1 + line[1..].find(quote)?;
        let rest = &line[close + 1..];
        let colon = rest.find(':').filter(|at| rest[..*at].trim().is_empty())?;
        return Some((line[1..close].to_owned(), close + 1 + colon + 1));
    }
    let mut from = 0;
    while let Some(found) = line[from..].find(':') {
        let colon = from + found;
        let after = &line[colon + 1..];
        if after.is_empty() || after.starts_with([' ', '\t']) {
            return Some((line[..colon].trim_end().to_owned(), colon + 1));
        }
        from = colon + 1;
    }
    None
}

struct Lines<'a>(Vec<(usize, &'a str)>);

impl<'a> Lines<'a> {
    /// A head may stand to the right as a whole: spaces that all its lines begin with are no part of them.
    fn new(text: &'a str) -> Self {
        let space = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let is_said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let shared = text.lines().filter(is_said).map(space).min().unwrap_or(0);
        let mut start = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            let from = start;
            start += line.len();
            let line = line.trim_end_matches('\n').trim_end_matches('\r');
            let cut = shared.min(space(line));
            (from + cut, &line[cut..])
        });
        Self(lines.collect())
    }

    fn get(&self, at: usize) -> Option<(usize, &'a str)> {
        self.0.get(at).copied()
    }
}

struct Reader<'a> {
    head: &'a str,
    lines: &'a Lines<'a>,
    next: usize,
}

impl Reader<'_> {
    fn value(&mut self, from: usize, to: usize) -> Result<(Value, Range<usize>), Fault> {
        let raw = &self.head[from..to];
        let start = from + (raw.len() - raw.trim_start().len());
        let text = &self.head[start..to];
        match text.chars().next() {
            Some('|' | '>') => Ok(self.block(start, text)),
            Some('"') => self.quoted(start, '"'),
            Some('\'') => self.quoted(start, '\''),
            Some('[' | '{') => Ok((Value::Nested, start..self.skip_indented(to))),
            None | Some('#') => Ok(self.below(from)),
            Some(_) => Ok(self.plain(start, text)),
        }
    }

    /// A value on the lines below: a nested one, or a plain scalar.
    fn below(&mut self, from: usize) -> (Value, Range<usize>) {
        let mut at = self.next;
        while let Some((start, line)) = self.lines.get(at) {
            let bare = line.trim();
            if bare.is_empty() || bare.starts_with('#') {
                at += 1;
                continue;
            }
            let is_list = bare == "-" || bare.starts_with("- ");
            if !line.starts_with(' ') && !is_list {
                break;
            }
            if is_list || split_key(bare).is_some() {
                return (Value::Nested, from..self.skip_indented(from));
            }
            self.next = at + 1;
            return self.plain(start + (line.len() - line.trim_start().len()), bare);
        }
        (Value::Null, from..from)
    }

    fn skip_indented(&mut self, mut end: usize) -> usize {
        while let Some((start, line)) = self.lines.get(self.next) {
            let deeper = line.starts_with([' ', '\t', '-', ']', '}']) || line.trim().is_empty();
            if !deeper {
                break;
            }
            if !line.trim().is_empty() {
                end = start + line.trim_end().len();
            }
            self.next += 1;
        }
        end
    }

    fn plain(&mut self, start: usize, first: &str) -> (Value, Range<usize>) {
        let (text, commented) = uncommented(first);
        let mut out = text.to_owned();
        let mut end = start + text.len();
        let mut breaks = 0;
        let mut at = self.next;
        while let Some((line_start, line)) = self.lines.get(at).filter(|_| !commented) {
            at += 1;
            if line.trim().is_empty() {
                breaks += 1;
                continue;
            }
            if !line.starts_with([' ', '\t']) || line.trim_start().starts_with('#') {
                break;
            }
            let lead = line.len() - line.trim_start().len();
            let (text, stop) = uncommented(line.trim());
            out.push_str(&fold(breaks));
            out.push_str(text);
            end = line_start + lead + text.len();
            breaks = 0;
            self.next = at;
            if stop {
                break;
            }
        }
        let value = match out.as_str() {
            "" | "~" | "null" | "Null" | "NULL" => Value::Null,
            _ => Value::Scalar(out),
        };
        (value, start..end)
    }

    fn block(&mut self, start: usize, header: &str) -> (Value, Range<usize>) {
        let folded = header.starts_with('>');
        let strip = header.contains('-');
        let keep = header.contains('+');
        let explicit = header.chars().find_map(|c| c.to_digit(10));
        let mut lines: Vec<&str> = Vec::new();
        let mut indent = explicit.map(|digit| digit as usize);
        let mut end = start + header.len();
        while let Some((line_start, line)) = self.lines.get(self.next) {
            let lead = line.len() - line.trim_start_matches(' ').len();
            if line.trim().is_empty() {
                lines.push("");
                self.next += 1;
                continue;
            }
            let wanted = *indent.get_or_insert(lead);
            if lead < wanted || lead == 0 {
                break;
            }
            lines.push(&line[wanted..]);
            end = line_start + line.len();
            self.next += 1;
        }
        let blank_end = lines.iter().rev().take_while(|line| line.is_empty()).count();
        let body = &lines[..lines.len() - blank_end];
        let mut out = if folded { fold_lines(body) } else { body.join("\n") };
        if !body.is_empty() && !strip {
            out.push('\n');
        }
        if keep {
            out.extend(std::iter::repeat_n('\n', blank_end));
        }
        (Value::Scalar(out), start..end)
    }

    fn quoted(&mut self, start: usize, quote: char) -> Result<(Value, Range<usize>), Fault> {
        let mut out = String::new();
        let mut chars = self.head[start + 1..].char_indices().peekable();
        let end = loop {
            let Some((at, char)) = chars.next() else {
                return Err("a quote is not closed".to_owned());
            };
            match char {
                _ if char == quote => {
                    if quote == '\'' && chars.peek().is_some_and(|(_, c)| *c == '\'') {
                        chars.next();
                        out.push('\'');
                        continue;
                    }
                    break start + 1 + at + 1;
                }
                '\\' if quote == '"' => escape(&mut chars, &mut out)?,
                '\n' => {
                    let mut breaks = 0;
                    while let Some((_, c)) = chars.peek().filter(|(_, c)| c.is_whitespace()) {
                        breaks += usize::from(*c == '\n');
                        chars.next();
                    }
                    out.truncate(out.trim_end_matches([' ', '\t', '\r']).len());
                    out.push_str(&fold(breaks));
                }
                _ => out.push(char),
            }
        };
        while self.lines.get(self.next).is_some_and(|(line, _)| line < end) {
            self.next += 1;
        }
        let rest = self.head[end..].lines().next().unwrap_or_default().trim();
        if rest.is_empty() || rest.starts_with('#') {
            Ok((Value::Scalar(out), start..end))
        } else {
            Err(format!("`{}` follows a closed quote", shorten(rest)))
        }
    }
}

fn escape(chars: &mut impl Iterator<Item = (usize, char)>, out: &mut String) -> Result<(), Fault> {
    let Some((_, char)) = chars.next() else {
        return Err("a quote is not closed".to_owned());
    };
    let digits = match char {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        _ => 0,
    };
    if digits > 0 {
        let code: String = chars.take(digits).map(|(_, c)| c).collect();
        let code = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
        out.push(code.ok_or("an escape is not a character")?);
        return Ok(());
    }
    out.push(match char {
        'n' => '\n',
        't' | '\t' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' => '\u{1b}',
        'f' => '\u{c}',
        'v' => '\u{b}',
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        '"' | '/' | '\\' | ' ' => char,
        '\n' => return Ok(()),
        _ => return Err(format!("`\\{char}` is not an escape")),
    });
    Ok(())
}

/// What `breaks` blank lines between two lines become.
fn fold(breaks: usize) -> String {
    if breaks == 0 {
        " ".to_owned()
    } else {
        "\n".repeat(breaks)
    }
}

/// A folded block: lines join with a space, a blank line is a line break, deeper lines keep theirs.
fn fold_lines(lines: &[&str]) -> String {
    let mut out = String::new();
    let mut blank = 0;
    let mut deep_before = true;
    for (index, line) in lines.iter().enumerate() {
        if line.is_empty() {
            blank += 1;
            continue;
        }
        let deep = line.starts_with([' ', '\t']);
        if index > 0 {
            if deep || deep_before {
                out.push_str(&"\n".repeat(blank + usize::from(!out.is_empty())));
            } else {
                out.push_str(&fold(blank));
            }
        }
        out.push_str(line);
        (blank, deep_before) = (0, deep);
    }
    out
}

/// A plain value without a comment behind it, and whether there was one.
fn uncommented(text: &str) -> (&str, bool) {
    let comment = text.find(" #").or_else(|| text.find("\t#"));
    comment.map_or((text, false), |at| (text[..at].trim_end(), true))
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(head: &str, key: &str) -> Value {
        let entries = entries(head, 0).unwrap();
        get(&entries, key).unwrap().value.clone()
    }

    #[test]
    fn scalars_of_every_style() {
        let text = |s: &str| Value::Scalar(s.to_owned());
        assert_eq!(
            scalar("d: has: a colon: inside\n", "d"),
            text("has: a colon: inside")
        );
        assert_eq!(scalar("d: see http://x # c\n", "d"), text("see http://x"));
        assert_eq!(scalar("d: \"a \\\"b\\\"\"\n", "d"), text("a \"b\""));
        assert_eq!(scalar("d: 'it''s'\nn: x\n", "n"), text("x"));
        assert_eq!(
            scalar("d: >\n  one\n  two\n\n  three\n", "d"),
            text("one two\nthree\n")
        );
        assert_eq!(scalar("d: |-\n  one\n   two\nn: z\n", "d"), text("one\n two"));
        assert_eq!(scalar("d:\n  one\n  two\nn: z\n", "d"), text("one two"));
        assert_eq!(scalar("d:\nn: z\n", "d"), Value::Null);
        assert_eq!(scalar("d:\n  - a\nn: z\n", "d"), Value::Nested);
        assert_eq!(scalar("m:\n  a: b\nn: z\n", "n"), text("z"));
        assert_eq!(scalar("d: one\r\nn: z\r\n", "d"), text("one"));
    }

    #[test]
    fn lists_of_strings() {
        let list = |head: &str| {
            let entries = entries(head, 7).unwrap();
            strings(&entries[0], head, 7).unwrap_or_default()
        };
        assert_eq!(list("p: a\n"), ["a"]);
        assert_eq!(list("p: ['a, b', c, \"d\"] # x\n"), ["a, b", "c", "d"]);
        assert_eq!(list("p: ['a, b', c, \"d\"]\n"), ["a, b", "c", "d"]);
        assert_eq!(list("p:\n  - \"a\"\n  - b # c\nq: x\n"), ["a", "b"]);
        assert_eq!(list("p:\n- a\n- b\n"), ["a", "b"]);
        assert_eq!(list("p: [x\n"), ["[x"]);
        assert_eq!(list("p: {a,b}/*.{c,d}\n"), ["{a,b}/*.{c,d}"]);
        for none in ["p: []\n", "p:\n", "p: 3\n", "p: !x\n", "p: true\n"] {
            assert!(list(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn ranges_are_those_of_the_text() {
        let head = "name: a\ndescription: b c  \n";
        let found = entries(head, 4).unwrap();
        assert_eq!(found[1].range, 4 + 21..4 + 24);
        assert!(entries("d: \"open\n", 0).is_err());
        assert!(entries("just text\n", 0).is_err());
    }
}
