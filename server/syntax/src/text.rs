//! The text of a file as a rope, and the only place that knows what a line or a column is.

use ropey::{Rope, RopeSlice};
use std::{fmt, ops::Range};

/// The unit a [`Position`]'s column is counted in; negotiated with an editor, UTF-16 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Encoding {
    /// Columns are bytes.
    Utf8,
    /// Columns are UTF-16 code units.
    #[default]
    Utf16,
    /// Columns are Unicode scalar values ("characters").
    Utf32,
}

/// A line and a column, both counted from 0; the column's unit is an [`Encoding`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// Lines before this one; lines end at `\n`, `\r\n` and `\r` only.
    pub line: usize,
    /// Units before this place in its line.
    pub column: usize,
}

/// A text with cheap copies (O(1)) and lengths in every unit (O(log n)).
#[derive(Clone, Default)]
pub struct Text {
    rope: Rope,
}

impl Text {
    /// A text with this content, byte order mark and line ends included.
    #[must_use]
    pub fn new(content: &str) -> Self {
        Self {
            rope: Rope::from_str(content),
        }
    }

    /// The rope itself, for readers that walk chunks.
    #[must_use]
    pub fn rope(&self) -> &Rope {
        &self.rope
    }

    /// Length in bytes of UTF-8.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rope.len_bytes()
    }

    /// Whether there is no text at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Length in UTF-16 code units.
    #[must_use]
    pub fn utf16_len(&self) -> usize {
        self.rope.len_utf16_cu()
    }

    /// Length in characters (Unicode scalar values).
    #[must_use]
    pub fn char_len(&self) -> usize {
        self.rope.len_chars()
    }

    /// Number of lines; a text that ends in a line break has an empty last line, which counts.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.rope.len_lines()
    }

    /// The part of the text in `range`, clamped to the text and widened to whole characters.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> RopeSlice<'_> {
        let start = self.floor_char(range.start);
        let end = self.ceil_char(range.end).max(start);
        self.rope.byte_slice(start..end)
    }

    /// Like [`Text::slice`], as an owned string.
    #[must_use]
    pub fn substring(&self, range: Range<usize>) -> String {
        self.slice(range).to_string()
    }

    /// The greatest character boundary that is not after `byte`.
    #[must_use]
    pub fn floor_char(&self, byte: usize) -> usize {
        let byte = byte.min(self.len());
        self.rope.char_to_byte(self.rope.byte_to_char(byte))
    }

    /// The smallest character boundary that is not before `byte`.
    #[must_use]
    pub fn ceil_char(&self, byte: usize) -> usize {
        let floor = self.floor_char(byte);
        if floor >= byte.min(self.len()) {
            return floor;
        }
        self.rope.char_to_byte(self.rope.byte_to_char(floor) + 1)
    }

    /// The line that holds `byte`, counted from 0.
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        self.rope.byte_to_line(byte.min(self.len()))
    }

    /// The byte at which line `line` starts; the end of the text when there is no such line.
    #[must_use]
    pub fn line_start(&self, line: usize) -> usize {
        if line >= self.line_count() {
            self.len()
        } else {
            self.rope.line_to_byte(line)
        }
    }

    /// The bytes of line `line` without its line break.
    #[must_use]
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.line_start(line);
        let end = self.line_start(line + 1);
        let tail = self.rope.byte_slice(start..end);
        let chars = tail.len_chars();
        let mut cut = 0;
        if chars > 0 && tail.char(chars - 1) == '\n' {
            cut += 1;
            if chars > 1 && tail.char(chars - 2) == '\r' {
                cut += 1;
            }
        } else if chars > 0 && tail.char(chars - 1) == '\r' {
            cut += 1;
        }
        start..end - cut
    }

    /// The position of a byte offset, which is first moved back to a character boundary.
    #[must_use]
    pub fn position(&self, byte: usize, encoding: Encoding) -> Position {
        let byte = self.floor_char(byte);
        let line = self.rope.byte_to_line(byte);
        let start = self.rope.line_to_byte(line);
        let column = match encoding {
            Encoding::Utf8 => byte - start,
            Encoding::Utf16 => {
                let utf16 = |at| self.rope.char_to_utf16_cu(self.rope.byte_to_char(at));
                utf16(byte) - utf16(start)
            }
            Encoding::Utf32 => self.rope.byte_to_char(byte) - self.rope.byte_to_char(start),
        };
        Position { line, column }
    }

    /// The byte offset of a position. As the protocol asks, a column beyond the line's end means its end
    /// (before the line break); a line beyond the text means the text's end; a column inside a character
    /// means that character's start.
    #[must_use]
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        if position.line >= self.line_count() {
            return self.len();
        }
        let line = self.line_range(position.line);
        let slice = self.rope.byte_slice(line.clone());
        let byte = match encoding {
            Encoding::Utf8 => position.column.min(slice.len_bytes()),
            Encoding::Utf16 => {
                slice.char_to_byte(slice.utf16_cu_to_char(position.column.min(slice.len_utf16_cu())))
            }
            Encoding::Utf32 => slice.char_to_byte(position.column.min(slice.len_chars())),
        };
        self.floor_char(line.start + byte)
    }

    /// The byte offset after `units` UTF-16 code units; inside a surrogate pair, the start of its character.
    #[must_use]
    pub fn utf16_to_byte(&self, units: usize) -> usize {
        let char = self.rope.utf16_cu_to_char(units.min(self.utf16_len()));
        self.rope.char_to_byte(char)
    }

    /// Replaces the bytes in `range` (clamped, whole characters) by `with`.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        let start = self.rope.byte_to_char(self.floor_char(range.start));
        let end = self.rope.byte_to_char(self.ceil_char(range.end)).max(start);
        self.rope.remove(start..end);
        self.rope.insert(start, with);
    }
}

impl From<&str> for Text {
    fn from(content: &str) -> Self {
        Self::new(content)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.rope == other.rope
    }
}

impl Eq for Text {}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.rope, f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Text").field(&self.to_string()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_in_every_encoding() {
        let text = Text::new("a😀b\r\nä\rz");
        let at_b = "a😀".len();
        assert_eq!(
            text.position(at_b, Encoding::Utf8),
            Position { line: 0, column: 5 }
        );
        assert_eq!(
            text.position(at_b, Encoding::Utf16),
            Position { line: 0, column: 3 }
        );
        assert_eq!(
            text.position(at_b, Encoding::Utf32),
            Position { line: 0, column: 2 }
        );
        assert_eq!(
            text.position("a😀b\r\nä\r".len(), Encoding::Utf16),
            Position { line: 2, column: 0 }
        );
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (byte, _) in "a😀b\r\nä\rz".char_indices().filter(|(_, c)| *c != '\n') {
                assert_eq!(text.offset(text.position(byte, encoding), encoding), byte);
            }
        }
    }

    #[test]
    fn a_position_outside_means_the_nearest_place() {
        let text = Text::new("ab\r\ncd");
        let at = |line, column| text.offset(Position { line, column }, Encoding::Utf16);
        assert_eq!(at(0, 99), 2, "the line's end is before its line break");
        assert_eq!(at(9, 0), 6);
        assert_eq!(
            Text::new("😀").offset(Position { line: 0, column: 1 }, Encoding::Utf16),
            0
        );
        assert_eq!(
            Text::new("😀").offset(Position { line: 0, column: 2 }, Encoding::Utf8),
            0
        );
    }

    #[test]
    fn only_three_line_breaks_break_lines() {
        assert_eq!(Text::new("a\u{b}b\u{c}c\u{85}d\u{2028}e").line_count(), 1);
        assert_eq!(Text::new("a\nb\r\nc\rd").line_count(), 4);
    }
}
