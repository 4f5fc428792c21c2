//! What edits leave of the old pieces: which of them still hold, and where.

use crate::piece::Piece;
use std::{ops::Range, sync::Arc};

/// One replacement in the text as it is when the change happens, in whole characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// Bytes replaced.
    pub(crate) range: Range<usize>,
    /// Length in bytes of what stands there afterwards.
    pub(crate) len: usize,
    /// Whether a line break went or came.
    pub(crate) breaks_lines: bool,
}

/// A stretch of the new text that was one piece or several.
#[derive(Debug)]
pub(crate) struct Slot {
    /// Bytes of the new text.
    pub(crate) range: Range<usize>,
    /// The first old piece here; none for what is before the first piece.
    pub(crate) first: Option<Arc<Piece>>,
    /// More pieces, if a change joined them; apart, since this is empty nearly always.
    pub(crate) more: Vec<Arc<Piece>>,
    /// Whether the text, or the line after it which confirmed its end, has changed.
    pub(crate) is_stale: bool,
}

impl Slot {
    /// The piece that was here, if it was one.
    pub(crate) fn piece(&self) -> Option<&Arc<Piece>> {
        self.first.as_ref().filter(|_| self.more.is_empty())
    }

    /// Length in bytes of the first line as far as known; a change within concerns the slot before.
    fn first_line(&self) -> usize {
        match self.piece() {
            Some(piece) if !self.is_stale => piece.first_line,
            _ => self.range.len(),
        }
    }
}

/// The slots after `changes`, one after the other. `head` is the length of the text before the pieces.
pub(crate) fn after(head: usize, pieces: &[Arc<Piece>], changes: &[Change]) -> Vec<Slot> {
    let mut slots = Vec::with_capacity(pieces.len() + 1);
    slots.push(Slot {
        range: 0..head,
        first: None,
        more: Vec::new(),
        is_stale: true,
    });
    let mut at = head;
    for piece in pieces {
        let range = at..at + piece.len;
        at = range.end;
        slots.push(Slot {
            range,
            first: Some(Arc::clone(piece)),
            more: Vec::new(),
            is_stale: false,
        });
    }
    for change in changes {
        apply(&mut slots, change);
    }
    slots
}

fn apply(slots: &mut Vec<Slot>, change: &Change) {
    let Range { start, end } = change.range;
    // What is inserted between two slots belongs to the later one, whose first line it changes.
    let first = slots
        .partition_point(|slot| slot.range.end <= start)
        .min(slots.len() - 1);
    let last = slots
        .partition_point(|slot| slot.range.end < end)
        .clamp(first, slots.len() - 1);
    if start <= slots[first].range.start + slots[first].first_line()
        && let Some(before) = first.checked_sub(1)
    {
        slots[before].is_stale = true;
    }
    let grown = |byte: usize| (byte + change.len).saturating_sub(end - start);
    if last + 1 < slots.len() && slots[last + 1].range.start <= end {
        slots[last + 1].is_stale = true;
    }
    for slot in &mut slots[last + 1..] {
        slot.range = grown(slot.range.start)..grown(slot.range.end);
    }
    let new_end = grown(slots[last].range.end);
    if first == last
        && let Some(opaque) = still_opaque(&slots[first], change)
    {
        slots[first].first = Some(Arc::new(opaque));
        slots[first].range.end = new_end;
        return;
    }
    let joined: Vec<_> = slots
        .drain(first + 1..=last)
        .flat_map(|slot| slot.first.into_iter().chain(slot.more))
        .collect();
    let slot = &mut slots[first];
    slot.more.extend(joined);
    slot.range.end = new_end;
    slot.is_stale = true;
}

/// An opaque piece is not tried again at each key: only when a line break comes or goes.
fn still_opaque(slot: &Slot, change: &Change) -> Option<Piece> {
    let piece = slot.piece().filter(|piece| piece.is_opaque() && !slot.is_stale)?;
    let inside = slot.range.start < change.range.start && change.range.end < slot.range.end;
    let grown = |len: usize| (len + change.len).saturating_sub(change.range.len());
    (inside && !change.breaks_lines).then(|| {
        let in_first_line = change.range.start < slot.range.start + piece.first_line;
        let first_line = if in_first_line {
            grown(piece.first_line)
        } else {
            piece.first_line
        };
        Piece::opaque(grown(piece.len), first_line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(lens: &[usize]) -> Vec<Arc<Piece>> {
        lens.iter()
            .map(|len| Arc::new(Piece::new(*len, 4, crate::blocks::Blocks::default())))
            .collect()
    }

    fn shown(slots: &[Slot]) -> String {
        let slot = |slot: &Slot| {
            format!(
                "{}-{}{}",
                slot.range.start,
                slot.range.end,
                if slot.is_stale { "!" } else { "" }
            )
        };
        slots.iter().map(slot).collect::<Vec<_>>().join(" ")
    }

    fn change(range: Range<usize>, len: usize) -> Change {
        Change {
            range,
            len,
            breaks_lines: false,
        }
    }

    #[test]
    fn a_change_inside_concerns_one_piece() {
        let slots = after(0, &pieces(&[10, 10, 10]), &[change(16..17, 3)]);
        assert_eq!(shown(&slots), "0-0! 0-10 10-22! 22-32");
    }

    #[test]
    fn a_change_of_the_first_line_concerns_the_piece_before() {
        let slots = after(0, &pieces(&[10, 10, 10]), &[change(12..12, 1)]);
        assert_eq!(shown(&slots), "0-0! 0-10! 10-21! 21-31");
        let slots = after(0, &pieces(&[10, 10, 10]), &[change(10..10, 1)]);
        assert_eq!(shown(&slots), "0-0! 0-10! 10-21! 21-31");
    }

    #[test]
    fn a_change_over_a_border_joins_pieces() {
        let slots = after(0, &pieces(&[10, 10, 10]), &[change(6..16, 0)]);
        assert_eq!(shown(&slots), "0-0! 0-10! 10-20");
        let slots = after(0, &pieces(&[10, 10, 10]), &[change(6..10, 0)]);
        assert_eq!(
            shown(&slots),
            "0-0! 0-6! 6-16! 16-26",
            "the second piece may no longer start a line"
        );
    }

    #[test]
    fn changes_at_the_ends() {
        let slots = after(3, &pieces(&[10]), &[change(13..13, 2), change(0..1, 0)]);
        assert_eq!(shown(&slots), "0-2! 2-14!");
        assert_eq!(shown(&after(0, &[], &[change(0..0, 5)])), "0-5!");
    }
}
