//! What pieces and leaves store: facts whose offsets are small and relative, so that they move for free.

use crate::fact::{BlockKind, InlineKind};
use std::ops::Range;

/// Offsets inside a piece fit 32 bits: tree-sitter itself reads no text over 4 GiB.
pub(crate) fn small(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// A block, relative to its piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawBlock {
    pub(crate) kind: BlockKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A heading, relative to its piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawHeading {
    pub(crate) level: u8,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) title: Box<str>,
}

/// `[label]: destination`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// Normalised label.
    pub(crate) label: Box<str>,
    /// The destination with escapes resolved.
    pub(crate) destination: Box<str>,
}

/// What is in a leaf, relative to its start.
#[derive(Debug, Default)]
pub(crate) struct LeafFacts {
    pub(crate) inlines: Box<[RawInline]>,
    pub(crate) commands: Box<[RawCommand]>,
    pub(crate) comments: Box<[RawComment]>,
}

/// A fact, relative to its leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawInline {
    pub(crate) kind: InlineKind,
    /// Whether the value is a label that a link definition must resolve.
    pub(crate) is_reference: bool,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) value_start: u32,
    pub(crate) value_end: u32,
    /// The value when it is not what is written in the value range.
    pub(crate) value: Option<Box<str>>,
}

impl RawInline {
    pub(crate) fn new(
        kind: InlineKind,
        text: &str,
        range: Range<usize>,
        at: Range<usize>,
        value: &str,
    ) -> Self {
        Self {
            kind,
            is_reference: false,
            start: small(range.start),
            end: small(range.end),
            value_start: small(at.start),
            value_end: small(at.end),
            value: (text.get(at) != Some(value)).then(|| value.into()),
        }
    }
}

/// A comment, relative to its leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawComment {
    pub(crate) start: u32,
    /// After `-->`, or the end of the block when there is none.
    pub(crate) end: u32,
    pub(crate) closed: bool,
}

/// A command, relative to its leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RawCommand {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) words: Box<[Box<str>]>,
    pub(crate) assignments: Box<[Box<str>]>,
}
