//! The lines of a skill's frontmatter, found however broken it is.

use super::ends;
use crate::{
    fix::{Applicability, FileEdit, Fix, difference},
    view::FileView,
};
use agents_prompt::steps::head::is_unseen;
use agents_syntax::{Document, Text};
use std::ops::Range;

/// How many lines are searched for a key; a head has a handful.
const SEARCHED_LINES: usize = 200;
/// In how many lines at the start of a file the opening `---` is looked for: a fence and blank lines may stand
/// before it.
const OPENING_LINES: usize = 16;

/// A line of the head with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLine {
    /// The line without its line break.
    pub range: Range<usize>,
    /// How the key stands there.
    pub fit: Fit,
    /// The key as written.
    pub written: String,
    /// What stands behind the colon, as written.
    pub after: String,
}

/// How well a line fits the key that was looked for, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// At the start of the line, as it must be written.
    Exact,
    /// At the start of the line, in another case or with a space before the colon.
    Case,
    /// Indented below nothing.
    Indented,
    /// With this in place of the colon, which looks like one.
    Colon(char),
}

impl KeyLine {
    /// Whether nothing but a comment stands behind the colon.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let value = self.after.trim();
        value.is_empty() || value.starts_with('#') || matches!(value, "~" | "null" | "\"\"" | "''")
    }

    /// The bytes of the value without a comment; with the quotes, if it has some.
    #[must_use]
    pub fn value(&self) -> Range<usize> {
        let bare = self.after.trim_start();
        let start = self.range.end - bare.len();
        let quote = bare.chars().next().filter(|first| matches!(first, '"' | '\''));
        let closing = quote.and_then(|quote| bare[1..].find(quote));
        let length = match closing {
            Some(inner) => inner + 2,
            None if bare.starts_with('#') => 0,
            None => bare.find(" #").map_or(bare, |at| &bare[..at]).trim_end().len(),
        };
        start..start + length
    }

    /// A comment behind the value, with the space before it.
    #[must_use]
    pub fn comment(&self) -> &str {
        let at = self
            .after
            .find(" #")
            .map_or(self.after.len(), |at| self.after[..at].trim_end().len());
        &self.after[at..]
    }
}

/// The line of a key, the one that fits best; of equal ones the last, which is the one loaders take. A key
/// below another one belongs to that one.
#[must_use]
pub fn key_line(text: &Text, key: &str) -> Option<KeyLine> {
    let mut best: Option<KeyLine> = None;
    let mut parents: Vec<usize> = Vec::new();
    for index in lines(text) {
        let range = text.line_range(index);
        let line = text.substring(range.clone());
        let bare = line.trim_start();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        let indent = line.len() - bare.len();
        parents.retain(|parent| *parent < indent);
        let Some((written, colon, after)) = cut(bare, key) else {
            continue;
        };
        let is_nested = !parents.is_empty();
        let is_spaced = written.ends_with([' ', '\t']);
        let written = written.trim_end();
        // Nothing belongs below a key whose value is a text.
        let is_text = ["name", "description"]
            .iter()
            .any(|text| written.eq_ignore_ascii_case(text));
        // An anchor may name what stands below.
        let is_parent = after.trim().is_empty() || is_anchor(after);
        if is_parent && !is_text {
            parents.push(indent);
        }
        if is_nested || !written.eq_ignore_ascii_case(key) {
            continue;
        }
        let fit = match (indent, written == key && !is_spaced) {
            _ if colon != ':' => Fit::Colon(colon),
            (0, true) => Fit::Exact,
            (0, false) => Fit::Case,
            _ => Fit::Indented,
        };
        if best.as_ref().is_none_or(|best| fit <= best.fit) {
            best = Some(KeyLine {
                range,
                fit,
                written: written.to_owned(),
                after: after.to_owned(),
            });
        }
    }
    best
}

/// Whether nothing but the name of what follows stands behind a colon.
fn is_anchor(after: &str) -> bool {
    let mut words = after.split_whitespace();
    words.next().is_some_and(|word| word.starts_with(['&', '!']))
        && words.next().is_none_or(|word| word.starts_with('#'))
}

/// What looks like a colon and is none to a loader.
const COLONS: [char; 5] = ['：', '﹕', '︓', '∶', '꞉'];

/// The key of a line, its colon and what stands behind; another sign counts only behind `key`.
pub(super) fn cut<'a>(line: &'a str, key: &str) -> Option<(&'a str, char, &'a str)> {
    let like = line.find(COLONS).and_then(|at| {
        let colon = line[at..].chars().next()?;
        let written = &line[..at];
        let is_key = written.trim_end().eq_ignore_ascii_case(key);
        is_key.then(|| (written, colon, &line[at + colon.len_utf8()..]))
    });
    like.or_else(|| line.split_once(':').map(|(written, after)| (written, ':', after)))
}

/// The line of a key with another sign in place of the colon.
#[must_use]
pub fn miscoloned(text: &Text) -> Option<KeyLine> {
    let lines = ["name", "description"].map(|key| key_line(text, key));
    lines
        .into_iter()
        .flatten()
        .find(|line| matches!(line.fit, Fit::Colon(_)))
}

/// Whether nothing but comments stands between the two lines of the head.
#[must_use]
pub fn is_bare(text: &Text) -> bool {
    lines(text).all(|index| {
        let line = text.substring(text.line_range(index));
        line.trim().is_empty() || line.trim_start().starts_with('#')
    })
}

/// Whether the head is a list of keys, or could become one because nothing stands there. A line of a key among others
/// (`name = x`, plain text, `{"name": "x"}`) would make no mapping of them.
#[must_use]
pub fn takes_keys(text: &Text) -> bool {
    let first = lines(text).map(|index| text.substring(text.line_range(index)));
    let mut first = first.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    if first
        .next()
        .is_some_and(|line| line.trim_start().starts_with(['{', '[']))
    {
        return false;
    }
    is_bare(text) || keys(text) > 0
}

/// How many lines of the head look like one with a key.
#[must_use]
pub fn keys(text: &Text) -> usize {
    let is_line_of_key = |index: &usize| {
        let line = text.substring(text.line_range(*index));
        let key = line
            .find(':')
            .or_else(|| line.find(COLONS))
            .map(|at| line[..at].trim());
        key.is_some_and(|key| is_key(key.trim_matches(['"', '\''])))
    };
    lines(text).filter(is_line_of_key).count()
}

/// The line that closes the head for the loaders that take any line that begins with `---`.
#[must_use]
pub fn closing_line(text: &Text) -> Option<Range<usize>> {
    let first = opening(text) + 1;
    let mut lines = (first..text.line_count().min(first + SEARCHED_LINES)).map(|line| text.line_range(line));
    lines.find(|range| closes(&text.substring(range.clone())))
}

/// The line of a key with nothing between the colon and its value, which makes no key of it to YAML.
#[must_use]
pub fn unspaced(text: &Text) -> Option<KeyLine> {
    let lines = ["name", "description"].map(|key| key_line(text, key));
    let is_unspaced = |line: &KeyLine| {
        line.fit == Fit::Exact && !line.after.is_empty() && !line.after.starts_with([' ', '\t'])
    };
    lines.into_iter().flatten().find(is_unspaced)
}

/// The line of a key that is indented below nothing.
#[must_use]
pub fn indented(text: &Text) -> Option<KeyLine> {
    let lines = ["name", "description"].map(|key| key_line(text, key));
    lines.into_iter().flatten().find(|line| line.fit == Fit::Indented)
}

/// The line that opens the head, whatever stands before it; the first one when there is none.
#[must_use]
pub fn opening_line(text: &Text) -> Range<usize> {
    text.line_range(opening(text))
}

/// The byte at which a new key is inserted: after `name` and what belongs to it, else after the opening line.
#[must_use]
pub fn place_for_key(text: &Text, key: &str) -> usize {
    let name = key_line(text, "name").filter(|line| line.fit == Fit::Exact && key != "name");
    let Some(name) = name else {
        return text.line_start(opening(text) + 1);
    };
    let mut next = text.line_of(name.range.start) + 1;
    while next < text.line_count() {
        let line = text.substring(text.line_range(next));
        if line.trim().is_empty() || closes(&line) || !line.starts_with([' ', '\t']) {
            break;
        }
        next += 1;
    }
    text.line_start(next)
}

/// Closing the head as an editor command.
#[must_use]
pub fn close(file: &FileView<'_>, document: &Document) -> Option<Fix> {
    if document.frontmatter()?.closed {
        return None;
    }
    let text = document.text().to_string();
    let closed = closed(&text, ends::line_end(document.text()))?;
    Some(Fix {
        title: "Close the frontmatter".to_owned(),
        applicability: Applicability::Safe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: difference(&text, &closed),
        }],
    })
}

/// The text with a closing line after what looks like its head. `None` without an opening line.
#[must_use]
pub fn closed(text: &str, eol: &str) -> Option<String> {
    let mut lines = text.split_inclusive('\n');
    let opening = lines
        .next()
        .filter(|line| is_marker(line.trim_start_matches('\u{feff}')))?;
    let mut at = opening.len();
    let mut end = at;
    let mut takes_items = false;
    for line in lines {
        let bare = line.trim();
        // What was meant to close it.
        if bare == "..." || (bare.len() >= 2 && bare.bytes().all(|byte| byte == b'-')) {
            let rest = &text[at + line.trim_end_matches(['\r', '\n']).len()..];
            let rest = if rest.is_empty() { eol } else { rest };
            return Some(format!("{}---{rest}", &text[..at]));
        }
        let is_indented = line.starts_with([' ', '\t']) && !bare.is_empty();
        let is_item = takes_items && (bare == "-" || bare.starts_with("- "));
        let key = line.split_once(':').filter(|(key, _)| is_key(key));
        if let Some((_, after)) = key {
            takes_items = after.trim().is_empty();
        } else if !(is_indented || is_item || line.starts_with('#')) {
            break;
        }
        at += line.len();
        // A number sign begins a comment of the head only when more of the head follows.
        if !line.starts_with('#') {
            end = at;
        }
    }
    let gap = if text[..end].ends_with('\n') { "" } else { eol };
    Some(format!("{}{gap}---{eol}{}", &text[..end], &text[end..]))
}

/// Whether a line is `---`, spaces behind it aside.
#[must_use]
pub fn is_marker(line: &str) -> bool {
    line.trim_end() == "---"
}

/// Whether a line closes a code fence.
#[must_use]
pub fn is_fence_end(line: &str) -> bool {
    let line = line.trim();
    let is_of = |mark: u8| line.bytes().all(|byte| byte == mark);
    line.len() >= 3 && (is_of(b'`') || is_of(b'~'))
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c))
}

/// The lines between the opening and the closing one.
pub(super) fn lines(text: &Text) -> impl Iterator<Item = usize> {
    let first = opening(text) + 1;
    let most = text.line_count().min(first + SEARCHED_LINES);
    (first..most).take_while(move |index| !closes(&text.substring(text.line_range(*index))))
}

/// Whether a line closes a head for one loader or another.
fn closes(line: &str) -> bool {
    line.starts_with("---") || line.trim() == "---"
}

/// The line that opens the head; the first one when there is none.
fn opening(text: &Text) -> usize {
    let line = |index| text.substring(text.line_range(index));
    (0..text.line_count().min(OPENING_LINES))
        .find(|index| line(*index).trim_matches(is_unseen) == "---")
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(head: &str, key: &str) -> Option<(usize, Fit)> {
        let text = Text::new(&format!("---\n{head}---\nname: in the body\n"));
        key_line(&text, key).map(|line| (text.line_of(line.range.start), line.fit))
    }

    #[test]
    fn a_key_is_found_in_the_head_only() {
        assert_eq!(found("name: a\n", "name"), Some((1, Fit::Exact)));
        assert_eq!(found("a: b\n", "name"), None);
        assert_eq!(found("names: b\n", "name"), None);
    }

    #[test]
    fn the_best_and_then_the_last_line_wins() {
        assert_eq!(found("name: a\nname: b\n", "name"), Some((2, Fit::Exact)));
        assert_eq!(found("name: a\n Name: b\n", "name"), Some((1, Fit::Exact)));
        assert_eq!(found(" name: a\nNAME : b\n", "name"), Some((2, Fit::Case)));
    }

    #[test]
    fn a_key_below_another_one_belongs_to_it() {
        assert_eq!(found("metadata:\n  name: a\n", "name"), None);
        assert_eq!(found("base: &b\n  name: a\n", "name"), None);
        assert_eq!(found("base: &b # note\n  name: a\n", "name"), None);
        assert_eq!(found("base: &b x\n  name: a\n", "name"), Some((2, Fit::Indented)));
        assert_eq!(
            found("  name: a\n  description: b\n", "name"),
            Some((1, Fit::Indented))
        );
        assert_eq!(found("a: b\n  name: a\n", "name"), Some((2, Fit::Indented)));
    }

    #[test]
    fn a_head_is_closed_where_it_ends() {
        let closed = |text: &str| closed(text, "\n").unwrap_or_default();
        assert_eq!(closed("---\na: b\n# Title\n"), "---\na: b\n---\n# Title\n");
        assert_eq!(
            closed("---\na: b\n# note\nc: d\n\nText"),
            "---\na: b\n# note\nc: d\n---\n\nText"
        );
        assert_eq!(
            closed("---\na:\n- b\n- c\nText\n"),
            "---\na:\n- b\n- c\n---\nText\n"
        );
        assert_eq!(closed("---\na: b\n- c\n"), "---\na: b\n---\n- c\n");
        assert_eq!(closed("---\na: b"), "---\na: b\n---\n");
        assert_eq!(closed("---\na: b\n ---\nText\n"), "---\na: b\n---\nText\n");
        assert_eq!(closed("---\na: b\n--"), "---\na: b\n---\n");
        assert_eq!(closed("Text"), "");
    }
}
