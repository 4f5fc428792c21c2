//! Edits that mend a finding.

use agents_syntax::Text;
use std::{ops::Range, path::PathBuf};

/// A way to mend something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in the imperative.
    pub title: String,
    /// Whether it may be applied unseen.
    pub applicability: Applicability,
    /// The rule it mends, if it belongs to a finding.
    pub rule: Option<&'static str>,
    /// What it changes.
    pub edits: Vec<FileEdit>,
}

/// Whether a fix may be applied without a look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Applicability {
    /// Keeps the meaning that the author must have intended.
    Safe,
    /// Changes what the model sees beyond the finding.
    Unsafe,
    /// Leaves text that a person has to finish.
    Draft,
}

/// A change to one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileEdit {
    /// Changes the text of a file.
    Text {
        /// The file.
        path: PathBuf,
        /// In order, not overlapping; all ranges are of the text before the fix.
        edits: Vec<TextEdit>,
    },
    /// Creates a file.
    Create {
        /// Where.
        path: PathBuf,
        /// Its text.
        text: String,
    },
    /// Renames or moves a file.
    Rename {
        /// The old path.
        from: PathBuf,
        /// The new one.
        to: PathBuf,
    },
    /// Deletes a file.
    Delete {
        /// Which.
        path: PathBuf,
    },
}

/// One replacement in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    /// Bytes of the text before the fix.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

impl Fix {
    /// The edits of a fix that changes the text of one file and nothing else.
    #[must_use]
    pub fn text_edits(&self) -> Option<&[TextEdit]> {
        match self.edits.as_slice() {
            [FileEdit::Text { edits, .. }] => Some(edits),
            _ => None,
        }
    }
}

impl TextEdit {
    /// A replacement.
    pub fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            range,
            text: text.into(),
        }
    }

    /// An insertion.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at..at, text)
    }
}

/// The text after `edits`, which are in order and do not overlap.
#[must_use]
pub fn apply(text: &Text, edits: &[TextEdit]) -> Text {
    let mut text = text.clone();
    for edit in edits.iter().rev() {
        text.replace(edit.range.clone(), &edit.text);
    }
    text
}

/// The edits, line by line at the ends, that make `new` of `old`: what both share at either end stays.
#[must_use]
pub fn difference(old: &str, new: &str) -> Vec<TextEdit> {
    let is_break = |text: &str, at: usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
    let mut start = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !is_break(old, start) {
        start -= 1;
    }
    let (old_rest, new_rest) = (&old.as_bytes()[start..], &new.as_bytes()[start..]);
    let mut tail = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    while tail > 0 && !is_break(old, old.len() - tail) {
        tail -= 1;
    }
    while tail > 0 && !is_break(new, new.len() - tail) {
        tail -= 1;
    }
    if start == old.len() - tail && start == new.len() - tail {
        return Vec::new();
    }
    vec![TextEdit::new(
        start..old.len() - tail,
        &new[start..new.len() - tail],
    )]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_leaves_the_shared_lines_alone() {
        let edits = difference("a\nb\nc\n", "a\nB\nc\n");
        assert_eq!(edits, [TextEdit::new(2..4, "B\n")]);
        assert_eq!(difference("a\n", "a\n"), []);
        assert_eq!(difference("a\n", "a\nb\n"), [TextEdit::insert(2, "b\n")]);
        assert_eq!(
            apply(&Text::new("a\nb\n"), &difference("a\nb\n", "b\n")),
            Text::new("b\n")
        );
    }
}
