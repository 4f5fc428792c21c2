//! The pieces of a text: reading them all, and after edits only those that the edits concern.

use crate::raw::LeafFacts;
use crate::{
    Text,
    chunk::{self, Hint, MAX, MIN, Parsed},
    piece::Piece,
    slots::{self, Change, Slot},
    word,
};
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    sync::Arc,
};

/// Trees kept for the pieces edited last. A tree takes some 140 bytes per byte of text.
const KEPT_TREES: usize = 3;

/// Longest piece, in bytes, whose tree is kept.
const LONGEST_KEPT: usize = 16 * 1024;

/// An edit that removes more pieces than this (it opened or closed a fence, say) has the old ones
/// remembered, since the next edit often brings them back.
const FEW: usize = 8;

/// Consecutive pieces that cover a text from some byte to its end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Pieces {
    pub(crate) list: Vec<Arc<Piece>>,
    /// Where each piece starts, in bytes of the text; as long as `list`.
    pub(crate) starts: Vec<usize>,
    /// Trees of the pieces edited last, the latest at the end.
    trees: Vec<(Arc<Piece>, Arc<Parsed>)>,
    /// Pieces that an edit removed, by the hash of their text and of the line after it.
    parked: Arc<HashMap<u64, Arc<Piece>>>,
}

impl Pieces {
    /// Reads a text from byte `start` on.
    pub(crate) fn open(text: &Text, start: usize) -> Self {
        let mut pieces = Self::default();
        let mut at = start;
        while at < text.len() {
            let (piece, _) = chunk::read(text, at, Hint::default());
            at = pieces.push(at, Arc::new(piece));
        }
        pieces
    }

    /// The pieces of `new` from byte `start` on, which became from `old` by `changes`.
    pub(crate) fn edited(&self, old: &Text, new: &Text, start: usize, changes: &[Change]) -> Self {
        let head = self.starts.first().copied().unwrap_or(old.len());
        if let ([change], true) = (changes, start == head)
            && let Some(next) = self.within_word(old, new, change)
        {
            return next;
        }
        let mut slots = slots::after(head, &self.list, changes);
        let mut next = Self {
            trees: self.trees.clone(),
            parked: Arc::clone(&self.parked),
            ..Self::default()
        };
        next.list.reserve(self.list.len() + FEW);
        next.starts.reserve(self.list.len() + FEW);
        let mut fresh = Vec::new();
        let mut slot = 0;
        let mut at = start;
        while at < new.len() {
            while slots.get(slot).is_some_and(|slot| slot.range.end <= at) {
                slot += 1;
            }
            let kept = slots
                .get_mut(slot)
                .filter(|slot| slot.range.start == at && !slot.is_stale);
            let piece = if let Some(piece) = kept.and_then(|slot| slot.first.take()) {
                piece
            } else {
                fresh.push(next.list.len());
                next.read(new, at, slots.get(slot..).unwrap_or_default())
            };
            at = next.push(at, piece);
        }
        let removed: Vec<_> = slots
            .into_iter()
            .flat_map(|slot| slot.first.into_iter().chain(slot.more))
            .collect();
        next.reuse_facts(&fresh, &removed);
        if removed.len() > FEW {
            next.park(self, old, &removed);
        }
        next
    }

    /// The pieces after a change inside a word, which the parser need not be asked about.
    fn within_word(&self, old: &Text, new: &Text, change: &Change) -> Option<Self> {
        let index = self.at(change.range.start)?;
        let (piece, start) = (&self.list[index], self.starts[index]);
        let carried = Arc::new(word::carried(piece, start, old, new, change)?);
        let is_last = index + 1 == self.list.len();
        if carried.len > (2 * MAX).max(piece.len) || (carried.len < MIN && !is_last) {
            return None;
        }
        let mut next = self.clone();
        for start in &mut next.starts[index + 1..] {
            *start = *start - change.range.len() + change.len;
        }
        if let Some(kept) = next.trees.iter_mut().find(|(kept, _)| Arc::ptr_eq(kept, piece)) {
            kept.0 = Arc::clone(&carried);
        }
        next.list[index] = carried;
        Some(next)
    }

    /// Bytes of text that an edit would have read again: those of the pieces that the changes concern.
    pub(crate) fn cost(&self, old_len: usize, changes: &[Change]) -> usize {
        let head = self.starts.first().copied().unwrap_or(old_len);
        let slots = slots::after(head, &self.list, changes);
        slots
            .iter()
            .skip(1)
            .filter(|slot| slot.is_stale)
            .map(|slot| slot.range.len())
            .sum()
    }

    /// The index of the piece that holds `byte`: the last that starts at or before it.
    pub(crate) fn at(&self, byte: usize) -> Option<usize> {
        self.starts.partition_point(|start| *start <= byte).checked_sub(1)
    }

    /// Indices of the pieces that have bytes in `range` or hold its start.
    pub(crate) fn touching(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.at(range.start).unwrap_or(0);
        first
            ..self
                .starts
                .partition_point(|start| *start < range.end)
                .max((first + 1).min(self.list.len()))
    }

    fn push(&mut self, at: usize, piece: Arc<Piece>) -> usize {
        let end = at + piece.len;
        self.starts.push(at);
        self.list.push(piece);
        end
    }

    /// Reads the piece at `at`; `slots` are those that end after it.
    fn read(&mut self, text: &Text, at: usize, slots: &[Slot]) -> Arc<Piece> {
        if let Some(piece) = self.parked(text, at) {
            return piece;
        }
        let here = slots
            .first()
            .filter(|slot| slot.range.start == at)
            .and_then(Slot::piece);
        let kept = here.and_then(|here| self.trees.iter().find(|(piece, _)| Arc::ptr_eq(piece, here)));
        let tree = kept.map(|(_, parsed)| Arc::clone(parsed));
        let ends = slots.iter().map(|slot| slot.range.end);
        let end = ends.into_iter().find(|end| end - at >= MIN || *end == text.len());
        let was_long = here.is_some_and(|here| here.len > 2 * MAX);
        let hint = Hint {
            end: end.filter(|end| was_long || end - at <= 2 * MAX),
            tree: tree.as_deref(),
        };
        let (piece, parsed) = chunk::read(text, at, hint);
        let piece = Arc::new(piece);
        if let Some(parsed) = parsed.filter(|parsed| parsed.input.len() <= LONGEST_KEPT) {
            let gone = here.map(Arc::as_ptr);
            self.trees.retain(|(piece, _)| Some(Arc::as_ptr(piece)) != gone);
            if self.trees.len() >= KEPT_TREES {
                self.trees.remove(0);
            }
            self.trees.push((Arc::clone(&piece), Arc::new(parsed)));
        }
        piece
    }

    /// Gives the fresh pieces the inner facts that the removed ones had already.
    fn reuse_facts(&self, fresh: &[usize], removed: &[Arc<Piece>]) {
        let known: HashMap<u64, Arc<LeafFacts>> = removed
            .iter()
            .flat_map(|piece| &piece.leaves)
            .filter_map(crate::leaf::Leaf::known)
            .collect();
        for index in fresh {
            for leaf in &self.list[*index].leaves {
                leaf.reuse(&known);
            }
        }
    }

    /// Remembers the pieces that a far-reaching edit removed from `old`.
    fn park(&mut self, was: &Self, old: &Text, removed: &[Arc<Piece>]) {
        let gone: std::collections::HashSet<_> = removed.iter().map(Arc::as_ptr).collect();
        let pieces = was
            .list
            .iter()
            .zip(&was.starts)
            .filter(|(piece, _)| gone.contains(&Arc::as_ptr(piece)));
        let parked = pieces.map(|(piece, start)| (hash(old, *start, start + piece.len), Arc::clone(piece)));
        self.parked = Arc::new(parked.collect());
    }

    /// A remembered piece with the text at `at`, if there is one as long as a fresh one would be.
    fn parked(&self, text: &Text, at: usize) -> Option<Arc<Piece>> {
        if self.parked.is_empty() {
            return None;
        }
        let end = chunk::propose(text, at, at + MIN);
        self.parked
            .get(&hash(text, at, end))
            .filter(|piece| piece.len == end - at)
            .cloned()
    }
}

/// The hash of what the parser would get for a piece, and whether the text ends with it.
fn hash(text: &Text, start: usize, end: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    chunk::parser_input(text, start, end).hash(&mut hasher);
    (end == text.len()).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use crate::{Document, Text, blocks, chunk, fact::Block, generated, parser};
    use proptest::prelude::*;

    /// The blocks as one parse of the whole text finds them.
    fn whole(text: &Text, start: usize) -> Vec<Block> {
        let input = chunk::parser_input(text, start, text.len());
        let tree = parser::blocks(&input, None).expect("generated texts are far below the budget");
        let found = blocks::read(tree.root_node(), &input, 1..1 + text.len() - start);
        let block = |raw: &crate::raw::RawBlock| Block {
            kind: raw.kind,
            range: start + raw.start as usize..start + raw.end as usize,
        };
        found.blocks.iter().map(block).collect()
    }

    proptest! {
        #![proptest_config(generated::budget(200))]

        #[test]
        fn pieces_have_the_blocks_of_the_whole_text(text in generated::text(150)) {
            let document = Document::open(Text::new(&text));
            let start = document.pieces_start();
            let pieces: Vec<_> = document.blocks().collect();
            prop_assert_eq!(pieces, whole(document.text(), start));
        }
    }
}
