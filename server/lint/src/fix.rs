//! Edits that mend a finding.

use agents_syntax::Text;
use similar::{Algorithm, DiffTag, capture_diff_slices};
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

/// More lines than this between the ends that two texts share are replaced together: comparing them costs the
/// square of their number.
const MOST_COMPARED: usize = 500;

/// The edits, line by line, that make `new` of `old`: lines that both share stay.
#[must_use]
pub fn difference(old: &str, new: &str) -> Vec<TextEdit> {
    let Some((range, text)) = between_the_ends(old, new) else {
        return Vec::new();
    };
    let inner = &old[range.clone()];
    if inner.lines().count() + text.lines().count() > MOST_COMPARED {
        return vec![TextEdit::new(range, text)];
    }
    let (before, after) = (lines(inner), lines(text));
    let starts = |lines: &[&str]| -> Vec<usize> {
        let ends = lines.iter().scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (old_at, new_at) = (starts(&before), starts(&after));
    capture_diff_slices(Algorithm::Myers, &before, &after)
        .iter()
        .filter(|op| op.tag() != DiffTag::Equal)
        .map(|op| {
            let (old, new) = (op.old_range(), op.new_range());
            TextEdit::new(
                range.start + old_at[old.start]..range.start + old_at[old.end],
                &text[new_at[new.start]..new_at[new.end]],
            )
        })
        .collect()
}

/// The lines of a text with their line breaks.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// What differs between the lines that both texts share at either end: bytes of the old one and the new text.
fn between_the_ends<'a>(old: &str, new: &'a str) -> Option<(Range<usize>, &'a str)> {
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
        return None;
    }
    Some((start..old.len() - tail, &new[start..new.len() - tail]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_leaves_the_shared_lines_alone() {
        let edits = difference("a\nb\nc\n", "a\nB\nc\n");
        assert_eq!(edits, [TextEdit::new(2..4, "B\n")]);
        assert_eq!(
            difference("a\nb\nc\nd\ne\n", "A\nb\nd\ne\nf\n"),
            [
                TextEdit::new(0..2, "A\n"),
                TextEdit::new(4..6, ""),
                TextEdit::insert(10, "f\n"),
            ]
        );
        assert_eq!(difference("a\n", "a\n"), []);
        assert_eq!(difference("a\n", "a\nb\n"), [TextEdit::insert(2, "b\n")]);
        assert_eq!(
            apply(&Text::new("a\nb\n"), &difference("a\nb\n", "b\n")),
            Text::new("b\n")
        );
    }
}
