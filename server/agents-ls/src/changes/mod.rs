//! Which rules the agent gained, lost or sees reworded between two states of the tree.
//!
//! * [`rule`](mod@rule): the rules that a file states.
//! * [`standing`]: what becomes of each rule in a prompt.
//! * [`pair`]: which rule of then is which rule of now, and what changed about it.
//! * [`places`]: the prompts that are compared: where an agent may work, now or then.
//! * [`log`](mod@log): the changes of all prompts, each told once with the prompts it is in.
//! * [`past`]: the states that were compared with, kept for an editor.

pub(crate) mod log;
pub(crate) mod pair;
pub(crate) mod past;
pub(crate) mod places;
pub(crate) mod rule;
pub(crate) mod standing;
#[cfg(test)]
mod tests;

pub(crate) use log::{Changelog, Scope};
pub(crate) use pair::{Change, Kind, Place, Reason};

use agents_workspace::Files;

/// Two states of the same tree.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    /// The earlier one.
    pub(crate) then: &'a dyn Files,
    /// The later one.
    pub(crate) now: &'a dyn Files,
}

/// How many rules an agent gained, lost, and sees in other words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Rules that reach it now and did not before.
    pub(crate) gained: usize,
    /// Rules that reached it and do no more.
    pub(crate) lost: usize,
    /// Rules that it sees in other words.
    pub(crate) reworded: usize,
    /// Rules that it sees elsewhere: in another file, under another heading, always or only when needed.
    pub(crate) moved: usize,
    /// Rules that were written and do not reach it.
    pub(crate) unsent: usize,
}

impl Counts {
    /// Counts one change.
    pub(crate) fn add(&mut self, kind: Kind) {
        match kind {
            Kind::Gained | Kind::Restored => self.gained += 1,
            Kind::Lost | Kind::Withheld => self.lost += 1,
            Kind::Reworded => self.reworded += 1,
            Kind::Moved | Kind::Deferred | Kind::Promoted => self.moved += 1,
            Kind::Unsent => self.unsent += 1,
        }
    }

    /// Whether nothing changed.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }
}
