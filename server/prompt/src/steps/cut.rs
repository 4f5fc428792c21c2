//! Keeping the beginning or the end of a text, in the unit a runtime counts.

use agents_syntax::Text;
use agents_workspace::File;

/// What a letter becomes when a cut goes through it.
pub const REPLACEMENT: &str = "\u{fffd}";

/// Where a cut lies in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The byte of the text: the start of the letter when the cut goes through one.
    pub at: usize,
    /// How many U+FFFD stand for the part of the letter that is kept.
    pub broken: usize,
}

/// The cut after `keep` bytes of the file as it lies on disk, decoded afterwards, as
/// `String::from_utf8_lossy` of a truncated buffer.
#[must_use]
pub fn after_bytes(file: &File, keep: usize) -> Cut {
    let text = file.text();
    let Some(raw) = file.raw() else {
        let at = text.floor_char(keep);
        return Cut {
            at,
            broken: usize::from(at < keep.min(text.len())),
        };
    };
    let kept = String::from_utf8_lossy(&raw[..keep.min(raw.len())]);
    let whole_letters = kept.trim_end_matches('\u{fffd}').len();
    // Letters that were invalid before the cut are U+FFFD in the text as well; only a new one is broken.
    let before: usize = text
        .slice(whole_letters..text.len())
        .chars()
        .take_while(|char| *char == '\u{fffd}')
        .count();
    let marks = (kept.len() - whole_letters) / REPLACEMENT.len();
    Cut {
        at: whole_letters + marks.min(before) * REPLACEMENT.len(),
        broken: marks.saturating_sub(before),
    }
}

/// The cut after `keep` UTF-16 units, as JavaScript's `slice(0, keep)`: half a surrogate pair is kept,
/// and becomes U+FFFD when the text is sent as UTF-8.
#[must_use]
pub fn after_utf16(text: &Text, keep: usize) -> Cut {
    let keep = keep.min(text.utf16_len());
    let at = text.utf16_to_byte(keep);
    Cut {
        at,
        broken: usize::from(utf16_at(text, at) < keep),
    }
}

/// UTF-16 units before byte `at`.
#[must_use]
pub fn utf16_at(text: &Text, at: usize) -> usize {
    let rope = text.rope();
    rope.char_to_utf16_cu(rope.byte_to_char(at.min(text.len())))
}

/// The byte after `keep` characters.
#[must_use]
pub fn after_characters(text: &Text, keep: usize) -> usize {
    text.rope().char_to_byte(keep.min(text.char_len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_through_a_letter_leaves_one_mark() {
        let file = File::from_text(Text::new("aé😀"));
        assert_eq!(after_bytes(&file, 2), Cut { at: 1, broken: 1 });
        assert_eq!(after_bytes(&file, 3), Cut { at: 3, broken: 0 });
        assert_eq!(after_bytes(&file, 6), Cut { at: 3, broken: 1 });
        assert_eq!(after_bytes(&file, 99), Cut { at: 7, broken: 0 });
        assert_eq!(after_utf16(file.text(), 3), Cut { at: 3, broken: 1 });
        assert_eq!(after_utf16(file.text(), 4), Cut { at: 7, broken: 0 });
    }

    #[test]
    fn bytes_are_those_on_disk() {
        let file = File::from_bytes(b"a\xff\xfe\xc3\xa9b");
        // The text is a, two marks (3 bytes each), é, b.
        assert_eq!(after_bytes(&file, 2), Cut { at: 4, broken: 0 });
        assert_eq!(after_bytes(&file, 4), Cut { at: 7, broken: 1 });
        assert_eq!(after_bytes(&file, 5), Cut { at: 9, broken: 0 });
    }
}
