//! A text made of stretches of a file and of the runtime's own words, measured in UTF-16 units, or as a runtime that
//! extends OpenClaw counts.

use crate::{
    effective::Unit,
    steps::{cut::REPLACEMENT, limit::Gauge},
};
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
    /// Its length as it is counted.
    fn counted(&self, text: &Text, gauge: Gauge) -> usize {
        match self {
            Self::Kept(range) => gauge.between(text, range),
            Self::Half(_) => gauge.of(REPLACEMENT),
            Self::Digest(_, own) | Self::Own(own) => gauge.of(own),
        }
    }

    /// Whether it has text behind its last line break.
    fn is_open(&self, text: &Text) -> bool {
        match self {
            Self::Kept(range) => leaves_line_open(text, range),
            Self::Half(_) => true,
            Self::Digest(_, own) | Self::Own(own) => !own.ends_with('\n'),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Kept(range) => range.is_empty(),
            Self::Half(_) => false,
            Self::Digest(_, own) | Self::Own(own) => own.is_empty(),
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

/// The length of pieces together. Lines are those of the whole: what follows the last line break is one.
pub(super) fn units(pieces: &[Piece], text: &Text, gauge: Gauge) -> usize {
    let sum: usize = pieces.iter().map(|piece| piece.counted(text, gauge)).sum();
    let last = pieces.iter().rev().find(|piece| !piece.is_empty());
    let is_open = gauge.unit() == Unit::Lines && last.is_some_and(|piece| piece.is_open(text));
    sum + usize::from(is_open)
}

/// The parts that have text, with a separator between each two.
pub(super) fn joined(parts: Vec<Vec<Piece>>, separator: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    for part in parts
        .into_iter()
        .filter(|part| part.iter().any(|piece| !piece.is_empty()))
    {
        if !out.is_empty() && !separator.is_empty() {
            out.push(Piece::Own(separator.to_owned()));
        }
        out.extend(part);
    }
    out
}

/// The first `keep` of `text` up to byte `end`.
pub(super) fn head(text: &Text, end: usize, keep: usize, whole_pairs: bool, gauge: Gauge) -> Vec<Piece> {
    let cut = gauge.head(text, &(0..end), keep);
    let mut out = vec![Piece::Kept(0..cut.at)];
    if cut.broken > 0 && !whole_pairs {
        out.push(Piece::Half(cut.at..text.ceil_char(cut.at + 1)));
    }
    out
}

/// The last `keep` of `text` up to byte `end`.
pub(super) fn tail(text: &Text, end: usize, keep: usize, whole_pairs: bool, gauge: Gauge) -> Vec<Piece> {
    let cut = gauge.tail(text, &(0..end), keep);
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

/// The first `keep` of pieces, never half of a pair.
pub(super) fn truncated(pieces: Vec<Piece>, text: &Text, keep: usize, gauge: Gauge) -> Vec<Piece> {
    let is_lines = gauge.unit() == Unit::Lines;
    let mut left = keep;
    let mut out = Vec::new();
    for piece in pieces {
        let length = piece.counted(text, gauge);
        // The last line that is kept ends before its break.
        let fits = length < left || length == left && !is_lines;
        if fits {
            left -= length;
            out.push(piece);
            continue;
        }
        match piece {
            Piece::Kept(range) => {
                let cut = gauge.head(text, &range, left);
                out.push(Piece::Kept(range.start..cut.at));
            }
            Piece::Digest(range, own) => out.push(Piece::Digest(range, first(&own, left, gauge))),
            Piece::Own(own) => out.push(Piece::Own(first(&own, left, gauge))),
            Piece::Half(_) => {}
        }
        break;
    }
    out
}

/// Pieces within a budget: what is too long ends in `…`.
pub(super) fn clamped(pieces: Vec<Piece>, text: &Text, budget: usize, gauge: Gauge) -> Vec<Piece> {
    const MARK: &str = "…";
    if units(&pieces, text, gauge) <= budget {
        return pieces;
    }
    if budget <= 3 && gauge.unit() != Unit::Lines {
        return truncated(pieces, text, budget, gauge);
    }
    let mut out = truncated(pieces, text, budget - gauge.of(MARK), gauge);
    out.push(Piece::Own(MARK.to_owned()));
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

/// The longest beginning of at most so much.
fn first(words: &str, keep: usize, gauge: Gauge) -> String {
    let words = Text::new(words);
    let cut = gauge.head(&words, &(0..words.len()), keep);
    words.substring(0..cut.at)
}

fn leaves_line_open(text: &Text, range: &Range<usize>) -> bool {
    let lines = Gauge::new(Unit::Lines);
    lines.whole(text, range) > lines.between(text, range)
}
