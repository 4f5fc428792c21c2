//! A stretch of text with its facts, all offsets relative to its start so that it can move for free.

use crate::raw::{Definition, RawBlock, RawHeading, small};
use crate::{blocks::Blocks, fact::BlockKind, leaf::Leaf};

/// A stretch of whole lines that the parser reads the same way on its own as inside the whole text.
#[derive(Debug)]
pub(crate) struct Piece {
    /// Length in bytes.
    pub(crate) len: usize,
    /// Length in bytes of its first line: an edit within concerns the piece before, too.
    pub(crate) first_line: usize,
    /// Blocks in order of their start, outer before inner.
    pub(crate) blocks: Box<[RawBlock]>,
    /// Headings outside other blocks.
    pub(crate) headings: Box<[RawHeading]>,
    /// Stretches whose inner facts are computed when asked for.
    pub(crate) leaves: Box<[Leaf]>,
    /// Whether an `@` is in one of the leaves.
    pub(crate) may_import: bool,
    /// Link reference definitions.
    pub(crate) definitions: Box<[Definition]>,
    /// Index of the last list in `blocks`, if the next piece goes on with it.
    pub(crate) open_list: Option<u32>,
}

impl Piece {
    /// A piece of these blocks, `first_line` bytes of which are its first line.
    pub(crate) fn new(len: usize, first_line: usize, found: Blocks) -> Self {
        Self {
            len,
            first_line,
            blocks: found.blocks.into(),
            headings: found.headings.into(),
            may_import: found.leaves.iter().any(|leaf| leaf.may_import),
            leaves: found.leaves.into(),
            definitions: found.definitions.into(),
            open_list: found.open_list,
        }
    }

    /// A piece about which nothing is known.
    pub(crate) fn opaque(len: usize, first_line: usize) -> Self {
        let block = RawBlock {
            kind: BlockKind::Opaque,
            start: 0,
            end: small(len),
        };
        Self::new(
            len,
            first_line,
            Blocks {
                blocks: vec![block],
                ..Blocks::default()
            },
        )
    }

    /// Whether the first block is a list that goes on to the piece's end and beyond.
    pub(crate) fn is_all_list(&self) -> bool {
        self.open_list == Some(0)
    }

    /// Whether the parser gave up on this piece.
    pub(crate) fn is_opaque(&self) -> bool {
        matches!(
            &*self.blocks,
            [RawBlock {
                kind: BlockKind::Opaque,
                ..
            }]
        )
    }
}
