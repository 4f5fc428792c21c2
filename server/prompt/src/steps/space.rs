//! What counts as blank, and what trimming takes away. Costs follow the space, not the text.

use agents_syntax::Text;
use std::ops::Range;

/// White space as Rust's `char::is_whitespace` has it: U+FEFF is not among it, U+0085 is.
#[must_use]
pub fn unicode(char: char) -> bool {
    char.is_whitespace()
}

/// White space as JavaScript's `trim` has it: U+FEFF is among it, U+0085 is not.
#[must_use]
pub fn javascript(char: char) -> bool {
    char == '\u{feff}' || (char.is_whitespace() && char != '\u{85}')
}

/// White space as Python's `strip` has it: the four separators of ASCII are among it.
#[must_use]
pub fn python(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}')
}

/// Whether there is nothing but space.
#[must_use]
pub fn is_blank(text: &Text, space: fn(char) -> bool) -> bool {
    text.rope().chars().all(space)
}

/// The bytes of `text` without the space on both ends; empty, at the text's end, when it is blank.
#[must_use]
pub fn trimmed(text: &Text, space: fn(char) -> bool) -> Range<usize> {
    let start: usize = text
        .rope()
        .chars()
        .take_while(|c| space(*c))
        .map(char::len_utf8)
        .sum();
    start..trimmed_end(text, space).max(start)
}

/// The byte where the space at the end of `text` begins.
#[must_use]
pub fn trimmed_end(text: &Text, space: fn(char) -> bool) -> usize {
    trimmed_end_of(text, text.len(), space)
}

/// The byte where the space before `end` begins.
#[must_use]
pub fn trimmed_end_of(text: &Text, end: usize, space: fn(char) -> bool) -> usize {
    let slice = text.slice(0..end);
    let mut chars = slice.chars_at(slice.len_chars());
    let mut at = slice.len_bytes();
    while let Some(char) = chars.prev() {
        if !space(char) {
            break;
        }
        at -= char.len_utf8();
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_space_to_javascript_only() {
        let text = Text::new("\u{feff} a b \u{85}");
        assert_eq!(trimmed(&text, unicode), 0..7);
        assert_eq!(trimmed(&text, javascript), 4..10);
        assert!(is_blank(&Text::new(" \n\t\u{3000}"), unicode));
        assert_eq!(trimmed(&Text::new(" \n"), unicode), 2..2);
    }
}
