//! A stretch of text without blocks inside: its facts are computed when first asked for, and found again
//! after an edit elsewhere by the hash of its text.

use crate::raw::{LeafFacts, small};
use crate::{comment, inline, shell};
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
    sync::{Arc, OnceLock},
};

/// Longest text, in bytes, whose inner facts are read. The inline grammar takes time and memory with the
/// square of some inputs' length; a paragraph of prose has a few hundred bytes, and few have 4 kB.
pub(crate) const LONGEST: usize = 8 * 1024;

/// Longest shell fence, in bytes, whose commands are read.
pub(crate) const LONGEST_SHELL: usize = 16 * 1024;

/// What a leaf holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LeafKind {
    /// Running text.
    Inline,
    /// The content of a fence that may show commands.
    Shell(shell::Fence),
    /// An HTML block.
    Html,
}

/// A stretch whose facts are computed when first asked for.
#[derive(Debug)]
pub(crate) struct Leaf {
    kind: LeafKind,
    /// Relative to the piece.
    pub(crate) start: u32,
    /// Relative to the piece.
    pub(crate) end: u32,
    /// Prefixes of enclosing blocks (`> `) inside, relative to the leaf.
    holes: Box<[(u32, u32)]>,
    hash: u64,
    /// Whether an `@` is in it.
    pub(crate) may_import: bool,
    facts: OnceLock<Arc<LeafFacts>>,
}

impl Leaf {
    /// A leaf for `range` of `input`, its offsets counted from `base`; `None` when nothing can be inside.
    pub(crate) fn new(
        kind: LeafKind,
        input: &str,
        range: Range<usize>,
        holes: &[Range<usize>],
        base: usize,
    ) -> Option<Self> {
        let text = &input[range.clone()];
        let worthwhile = match kind {
            LeafKind::Inline => text.len() <= LONGEST && inline::may_hold_facts(text),
            LeafKind::Shell(_) => text.len() <= LONGEST_SHELL,
            LeafKind::Html => comment::may_hold_comments(text),
        };
        if !worthwhile {
            return None;
        }
        let holes: Box<[(u32, u32)]> = holes
            .iter()
            .filter(|hole| range.start <= hole.start && hole.end <= range.end)
            .map(|hole| (small(hole.start - range.start), small(hole.end - range.start)))
            .collect();
        let mut hasher = DefaultHasher::new();
        (kind, &holes, text).hash(&mut hasher);
        Some(Self {
            kind,
            start: small(range.start - base),
            end: small(range.end - base),
            holes,
            hash: hasher.finish(),
            may_import: kind == LeafKind::Inline && text.contains('@'),
            facts: OnceLock::new(),
        })
    }

    /// The same leaf at another place of its piece.
    pub(crate) fn moved(&self, start: usize, end: usize) -> Self {
        Self {
            kind: self.kind,
            start: small(start),
            end: small(end),
            holes: self.holes.clone(),
            hash: self.hash,
            may_import: self.may_import,
            facts: self.facts.clone(),
        }
    }

    /// The leaf after its text changed: `range` of `input`. `moved` says where a byte of the old piece is now.
    pub(crate) fn changed(
        &self,
        input: &str,
        range: Range<usize>,
        moved: impl Fn(usize) -> usize,
    ) -> Option<Self> {
        let start = self.start as usize;
        let hole = |(from, to): &(u32, u32)| moved(start + *from as usize)..moved(start + *to as usize);
        let holes: Vec<_> = self.holes.iter().map(hole).collect();
        Self::new(self.kind, input, range, &holes, 0)
    }

    /// The hash of the text and the facts, if they are computed.
    pub(crate) fn known(&self) -> Option<(u64, Arc<LeafFacts>)> {
        Some((self.hash, Arc::clone(self.facts.get()?)))
    }

    /// Takes over what leaves of the same text already computed.
    pub(crate) fn reuse(&self, known: &HashMap<u64, Arc<LeafFacts>>) {
        if let Some(facts) = known.get(&self.hash) {
            // Fails only when the facts are there already, which is just as well.
            let _ = self.facts.set(Arc::clone(facts));
        }
    }

    /// The facts; `text` gives the leaf's own text if they must be computed.
    pub(crate) fn facts(&self, text: impl FnOnce() -> String) -> &LeafFacts {
        self.facts.get_or_init(|| {
            let text = text();
            Arc::new(match self.kind {
                LeafKind::Inline => inline::read(&text, &self.holes),
                LeafKind::Shell(fence) => LeafFacts {
                    commands: shell::fence::read(&text, &self.holes, fence),
                    ..LeafFacts::default()
                },
                LeafKind::Html => LeafFacts {
                    comments: comment::read(&text),
                    ..LeafFacts::default()
                },
            })
        })
    }
}
