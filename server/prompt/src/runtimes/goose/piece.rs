//! Hints that are sent in one piece, and how many bytes of the cap they take.

use crate::effective::{EffectivePrompt, Layer, Part, Segment};

/// What stands between hints of several places.
pub(super) const GAP: &str = "\n\n";

/// Hints with what stands around them.
pub(super) struct Piece {
    segments: Vec<Segment>,
    /// Bytes they have.
    pub(super) used: usize,
    /// Bytes they may have.
    pub(super) cap: usize,
}

impl Piece {
    /// An empty one that may have so many bytes.
    pub(super) fn new(cap: usize) -> Self {
        Self {
            segments: Vec::new(),
            used: 0,
            cap,
        }
    }

    /// Adds a text behind its framing.
    pub(super) fn push(&mut self, framing: &str, text: Vec<Segment>) {
        self.used += framing.len() + text.iter().map(Segment::len).sum::<usize>();
        self.segments
            .push(Segment::literal(framing.to_owned(), "heading"));
        self.segments.extend(text);
    }

    /// Puts others behind these.
    pub(super) fn extend(&mut self, other: Self) {
        if other.segments.is_empty() {
            return;
        }
        if !self.segments.is_empty() {
            self.segments.push(Segment::literal(GAP, "between hints"));
            self.used += GAP.len();
        }
        self.used += other.used;
        self.segments.extend(other.segments);
    }

    /// Adds them to the prompt under a heading, if there are any.
    pub(super) fn done(
        mut self,
        prompt: &mut EffectivePrompt,
        name: &'static str,
        layer: Layer,
        heading: &'static str,
    ) {
        if self.segments.is_empty() {
            return;
        }
        if !heading.is_empty() {
            self.segments.insert(0, Segment::literal(heading, "heading"));
        }
        prompt.parts.push(Part {
            name,
            role: "system",
            layer,
            segments: self.segments,
            losses: Vec::new(),
        });
    }
}
