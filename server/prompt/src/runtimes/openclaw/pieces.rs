//! A text made of stretches of a file and of the runtime's own words, measured in UTF-16 units.

use crate::steps::cut::{self, REPLACEMENT};
use agents_syntax::Text;
use std::ops::Range;

/// A stretch of what is sent for one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// These bytes of the file's text.
    Kept(Range<usize>),
    /// Half of the surrogate pair at these bytes, which is sent as U+FFFD.
    Half(Range<usize>),
    /// These bytes of the file's text, rewritten.
    Digest(Range<usize>, String),
    /// The runtime's own words.
    Own(String),
}

impl Piece {
    /// UTF-16 units.
    pub(super) fn units(&self, text: &Text) -> usize {
        match self {
            Self::Kept(range) => cut::utf16_at(text, range.end) - cut::utf16_at(text, range.start),
            Self::Half(_) => 1,
            Self::Digest(_, own) | Self::Own(own) => utf16(own),
        }
    }

    /// Appends the text.
    pub(super) fn write(&self, text: &Text, out: &mut String) {
        match self {
            Self::Kept(range) => out.extend(text.slice(range.clone()).chunks()),
            Self::Half(_) => out.push_str(REPLACEMENT),
            Self::Digest(_, own) | Self::Own(own) => out.push_str(own),
        }
    }
}

/// UTF-16 units of a string.
pub(super) fn utf16(text: &str) -> usize {
    text.encode_utf16().count()
}

/// UTF-16 units of pieces together.
pub(super) fn units(pieces: &[Piece], text: &Text) -> usize {
    pieces.iter().map(|piece| piece.units(text)).sum()
}

/// The parts that have text, with a separator between each two.
pub(super) fn joined(parts: Vec<Vec<Piece>>, separator: &str, text: &Text) -> Vec<Piece> {
    let mut out = Vec::new();
    for part in parts.into_iter().filter(|part| units(part, text) > 0) {
        if !out.is_empty() && !separator.is_empty() {
            out.push(Piece::Own(separator.to_owned()));
        }
        out.extend(part);
    }
    out
}

/// The first `keep` units of `text` up to byte `end`.
pub(super) fn head(text: &Text, end: usize, keep: usize, whole_pairs: bool) -> Vec<Piece> {
    let cut = cut::after_utf16(text, keep.min(cut::utf16_at(text, end)));
    let mut out = vec![Piece::Kept(0..cut.at)];
    if cut.broken > 0 && !whole_pairs {
        out.push(Piece::Half(cut.at..text.ceil_char(cut.at + 1)));
    }
    out
}

/// The last `keep` units of `text` up to byte `end`.
pub(super) fn tail(text: &Text, end: usize, keep: usize, whole_pairs: bool) -> Vec<Piece> {
    let cut = cut::after_utf16(text, cut::utf16_at(text, end).saturating_sub(keep));
    if cut.broken == 0 {
        return vec![Piece::Kept(cut.at..end)];
    }
    let after = text.ceil_char(cut.at + 1);
    let mut out = Vec::new();
    if !whole_pairs {
        out.push(Piece::Half(cut.at..after));
    }
    out.push(Piece::Kept(after..end));
    out
}

/// The first `keep` units of pieces, never half of a pair.
pub(super) fn truncated(pieces: Vec<Piece>, text: &Text, keep: usize) -> Vec<Piece> {
    let mut left = keep;
    let mut out = Vec::new();
    for piece in pieces {
        let units = piece.units(text);
        if units <= left {
            left -= units;
            out.push(piece);
            continue;
        }
        match piece {
            Piece::Kept(range) => {
                let cut = cut::after_utf16(text, cut::utf16_at(text, range.start) + left);
                out.push(Piece::Kept(range.start..cut.at));
            }
            Piece::Digest(range, own) => out.push(Piece::Digest(range, prefix(&own, left).to_owned())),
            Piece::Own(own) => out.push(Piece::Own(prefix(&own, left).to_owned())),
            Piece::Half(_) => {}
        }
        break;
    }
    out
}

/// Pieces within a budget: what is too long ends in `…`.
pub(super) fn clamped(pieces: Vec<Piece>, text: &Text, budget: usize) -> Vec<Piece> {
    if units(&pieces, text) <= budget {
        return pieces;
    }
    if budget <= 3 {
        return truncated(pieces, text, budget);
    }
    let mut out = truncated(pieces, text, budget - 1);
    out.push(Piece::Own("…".to_owned()));
    out
}

/// The longest beginning of at most `units` UTF-16 units.
pub(super) fn prefix(text: &str, units: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, char)| {
        used += char.len_utf16();
        used > units
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}
