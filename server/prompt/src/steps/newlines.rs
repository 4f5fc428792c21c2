//! A text with the line ends that Python reads from a file: CR LF and CR are LF.

use std::ops::Range;

/// Such a text, and where its bytes stand in the file.
#[derive(Debug)]
pub struct Universal {
    /// The text.
    pub text: String,
    /// Where a CR is left out, in bytes of `text`.
    dropped: Vec<usize>,
}

impl Universal {
    /// Of a file's text.
    #[must_use]
    pub fn of(file: &str) -> Self {
        let mut text = String::with_capacity(file.len());
        let mut dropped = Vec::new();
        let mut chars = file.chars().peekable();
        while let Some(char) = chars.next() {
            if char != '\r' {
                text.push(char);
                continue;
            }
            text.push('\n');
            if chars.next_if_eq(&'\n').is_some() {
                dropped.push(text.len());
            }
        }
        Self { text, dropped }
    }

    /// The byte of the file for a byte of the text.
    #[must_use]
    pub fn source(&self, at: usize) -> usize {
        at + self.dropped.partition_point(|dropped| *dropped <= at)
    }

    /// The bytes of the file for bytes of the text.
    #[must_use]
    pub fn sources(&self, range: &Range<usize>) -> Range<usize> {
        self.source(range.start)..self.source(range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_file() {
        let file = "a\r\nb\rc\n\r\nd";
        let read = Universal::of(file);
        assert_eq!(read.text, "a\nb\nc\n\nd");
        for name in ["a", "b", "c", "d"] {
            let at = read.text.find(name).expect("it is there");
            assert_eq!(read.source(at), file.find(name).expect("it is there"), "{name}");
        }
        assert_eq!(read.sources(&(2..read.text.len())), 3..file.len());
    }
}
