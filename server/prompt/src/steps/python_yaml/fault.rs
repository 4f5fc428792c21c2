//! A fault as the parsers print it: what they were at and what they found, each with its place and the line.

use super::{Dialect, lexical};
use std::fmt::Write as _;

/// Characters of a line that are shown on either side of a place.
const SHOWN: usize = 36;

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What the parser was at, and where that began.
    context: Option<(String, Option<usize>)>,
    /// What is wrong.
    problem: String,
    /// Where, as an index of a character.
    at: Option<usize>,
    /// Whether the program has no words for it and breaks off: the words are those of the language.
    pub is_crash: bool,
}

impl Fault {
    /// A fault with one place.
    pub(super) fn said(problem: impl Into<String>, at: Option<usize>) -> Self {
        Self {
            context: None,
            problem: problem.into(),
            at,
            is_crash: false,
        }
    }

    /// The same, found while the parser was at something.
    pub(super) fn during(self, context: impl Into<String>, at: Option<usize>) -> Self {
        Self {
            context: Some((context.into(), at)),
            ..self
        }
    }

    pub(super) fn crash(problem: impl Into<String>, at: usize) -> Self {
        Self {
            is_crash: true,
            ..Self::said(problem, Some(at))
        }
    }

    /// The byte of the head to point at.
    #[must_use]
    pub fn byte(&self, head: &str) -> usize {
        let at = self.at.unwrap_or_default();
        head.char_indices().nth(at).map_or(head.len(), |(byte, _)| byte)
    }

    /// What the program prints.
    #[must_use]
    pub fn message(&self, head: &str, dialect: Dialect) -> String {
        if self.is_crash || self.problem.starts_with("unacceptable") {
            return self.problem.clone();
        }
        let chars = lexical::chars(head, dialect);
        let mut lines: Vec<String> = Vec::new();
        if let Some((context, at)) = &self.context {
            lines.push(context.clone());
            if *at != self.at {
                lines.extend(at.map(|at| mark(&chars, at, dialect)));
            }
        }
        lines.push(self.problem.clone());
        lines.extend(self.at.map(|at| mark(&chars, at, dialect)));
        lines.join("\n")
    }
}

/// The column of a character, from 0.
pub(super) fn column(chars: &[char], at: usize) -> usize {
    at - line_start(chars, at)
}

pub(super) fn line_start(chars: &[char], at: usize) -> usize {
    let before = chars.get(..at).unwrap_or(chars);
    before
        .iter()
        .rposition(|char| *char == '\n')
        .map_or(0, |at| at + 1)
}

/// The place with the line it is in; a long one is cut on both sides.
fn mark(chars: &[char], at: usize, dialect: Dialect) -> String {
    let at = at.min(chars.len());
    let line = 1 + chars[..at].iter().filter(|char| **char == '\n').count();
    let (mut start, mut head) = (at, "");
    while start > 0 && !is_break(chars[start - 1]) {
        start -= 1;
        if at - start > SHOWN {
            head = " ... ";
            start += 5;
            break;
        }
    }
    let (mut end, mut tail) = (at, "");
    while end < chars.len() && !is_break(chars[end]) {
        end += 1;
        if end - at > SHOWN {
            tail = " ... ";
            end -= 5;
            break;
        }
    }
    let shown: String = chars[start..end].iter().collect();
    let room = " ".repeat(4 + at - start + head.len());
    let mut out = format!(
        "  in \"<unicode string>\", line {line}, column {}:\n    {head}{shown}{tail}\n{room}^",
        column(chars, at) + 1
    );
    if dialect == Dialect::StrictYaml {
        let _ = write!(out, " (line: {line})");
    }
    out
}

/// What ends a line that is shown.
fn is_break(char: char) -> bool {
    matches!(char, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A character as Python's `repr` shows it.
pub(super) fn repr(char: Option<char>) -> String {
    match char {
        None => "'\\x00'".to_owned(),
        Some('\n') => "'\\n'".to_owned(),
        Some('\t') => "'\\t'".to_owned(),
        Some('\'') => "\"'\"".to_owned(),
        Some('\\') => "'\\\\'".to_owned(),
        Some(char) => format!("'{char}'"),
    }
}
