//! Typing inside a word of a paragraph, which changes no block: its piece is carried over with its offsets
//! moved, and the parser is not asked.
//!
//! Block structure depends on how lines begin, on blank lines and on lines that are all marks. A line of a
//! paragraph that begins with a letter stays one whatever letters, digits and single spaces come or go behind
//! that letter. Everything else goes the long way.

use crate::{
    Text,
    fact::BlockKind,
    inline,
    leaf::Leaf,
    piece::Piece,
    raw::{RawBlock, RawHeading, small},
    slots::Change,
};
use std::ops::Range;

/// Longest stretch that comes or goes, in bytes: a word, not a paste.
const LONGEST: usize = 64;

/// The piece after `change`, which lies within it; `None` when the parser has to be asked. `start` is where
/// the piece starts in both texts.
pub(crate) fn carried(piece: &Piece, start: usize, old: &Text, new: &Text, change: &Change) -> Option<Piece> {
    let at = change.range.start.checked_sub(start)?;
    let (removed, added) = (change.range.len(), change.len);
    let is_short = removed <= LONGEST && added <= LONGEST && !change.breaks_lines;
    if !is_short || at + removed >= piece.len || !is_in_plain_paragraph(piece, at, removed) {
        return None;
    }
    let gone = old.substring(change.range.clone());
    let come = new.substring(change.range.start..change.range.start + added);
    if !gone.bytes().chain(come.bytes()).all(is_word_byte) {
        return None;
    }
    let line = new.line_range(new.line_of(change.range.start));
    let text = new.substring(line.clone());
    if !is_behind_a_letter(&text, change.range.start - line.start, added) {
        return None;
    }
    let moved = Moved { at, removed, added };
    let len = piece.len - removed + added;
    let input = new.substring(start..start + len);
    let leaves = leaves(piece, &input, &moved)?;
    Some(Piece {
        len,
        first_line: if at < piece.first_line {
            piece.first_line - removed + added
        } else {
            piece.first_line
        },
        blocks: piece.blocks.iter().map(|block| moved.block(block)).collect(),
        headings: piece
            .headings
            .iter()
            .map(|heading| moved.heading(heading))
            .collect(),
        may_import: leaves.iter().any(|leaf| leaf.may_import),
        leaves: leaves.into(),
        definitions: piece.definitions.clone(),
        open_list: piece.open_list,
    })
}

/// Whether the innermost block at `at` is a paragraph that holds all that goes, and not a heading's or a
/// table's text.
fn is_in_plain_paragraph(piece: &Piece, at: usize, removed: usize) -> bool {
    let holds = |block: &&RawBlock| block.start as usize <= at && at + removed < block.end as usize;
    let innermost = piece.blocks.iter().rfind(holds);
    innermost.is_some_and(|block| block.kind == BlockKind::Paragraph)
}

/// Letters and digits of ASCII, and the space.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b' '
}

/// Whether in this line, which has changed at `at`, a letter begins the text well before, and the change is
/// surrounded by letters, digits and single spaces.
fn is_behind_a_letter(line: &str, at: usize, added: usize) -> bool {
    let bytes = line.as_bytes();
    let content = line.trim_start_matches(' ');
    let content = ["- ", "* ", "+ "]
        .iter()
        .find_map(|mark| content.strip_prefix(mark))
        .unwrap_or(content);
    let first = line.len() - content.len();
    let begins = content
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic());
    let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    let after = bytes.get(at + added).copied().unwrap_or(b' ');
    let around = &bytes[at.saturating_sub(1)..(at + added + 1).min(bytes.len())];
    begins
        && at > first + 1
        && before.is_some_and(is_word_byte)
        && is_word_byte(after)
        && !around.windows(2).any(|pair| pair == b"  ")
}

/// The leaves, the one that changed read anew; `None` when facts may have come where none were.
fn leaves(piece: &Piece, input: &str, moved: &Moved) -> Option<Vec<Leaf>> {
    let mut found = Vec::with_capacity(piece.leaves.len());
    let mut is_read = false;
    for leaf in &piece.leaves {
        let range = leaf.start as usize..leaf.end as usize;
        if moved.is_inside(&range) {
            is_read = true;
            found.extend(leaf.changed(input, moved.range(&range), |byte| moved.byte(byte)));
        } else {
            found.push(leaf.moved(moved.byte(range.start), moved.byte(range.end)));
        }
    }
    let line_start = input[..moved.at].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line_end = input[moved.at..]
        .find(['\n', '\r'])
        .map_or(input.len(), |end| moved.at + end);
    (is_read || !inline::may_hold_facts(&input[line_start..line_end])).then_some(found)
}

/// How offsets of a piece move.
struct Moved {
    at: usize,
    removed: usize,
    added: usize,
}

impl Moved {
    /// Whether the change lies within a range, its ends included.
    fn is_inside(&self, range: &Range<usize>) -> bool {
        range.start <= self.at && self.at + self.removed <= range.end
    }

    fn byte(&self, byte: usize) -> usize {
        if byte > self.at {
            byte - self.removed + self.added
        } else {
            byte
        }
    }

    fn range(&self, range: &Range<usize>) -> Range<usize> {
        // A change at the very end of a leaf belongs to it.
        let end = range.end - self.removed + self.added;
        range.start..end
    }

    fn small(&self, byte: u32) -> u32 {
        small(self.byte(byte as usize))
    }

    fn block(&self, block: &RawBlock) -> RawBlock {
        RawBlock {
            kind: block.kind,
            start: self.small(block.start),
            end: self.small(block.end),
        }
    }

    fn heading(&self, heading: &RawHeading) -> RawHeading {
        RawHeading {
            start: self.small(heading.start),
            end: self.small(heading.end),
            ..heading.clone()
        }
    }
}
