//! What an editor offers to people who write instructions: completion, navigation and renaming of skills, and
//! links. In plain terms of paths and byte ranges; the protocol lies elsewhere.
//!
//! * [`mod@kind`]: which files any of this is for.
//! * [`mod@skills`]: the skills that count for a file, as the active runtimes see them.
//! * [`mod@keys`]: the keys of a skill's head.
//! * [`mod@mentions`]: where a text names a skill; [`says`]: the words that tell so.
//! * [`mod@subject`]: the skill under a cursor.
//! * [`navigate`]: where it is described and where it is named.
//! * [`mod@rename`]: another name for it, everywhere.
//! * [`mod@links`]: the files that paths in a text lead to.
//! * [`mod@complete`]: what could be written at a place.

pub(crate) mod complete;
pub(crate) mod keys;
mod kind;
pub(crate) mod links;
pub(crate) mod mentions;
pub(crate) mod navigate;
pub(crate) mod rename;
mod says;
pub(crate) mod skills;
pub(crate) mod subject;

pub(crate) use kind::{Kind, kind};

use agents_prompt::{Project, PromptCache};
use agents_workspace::Files;
use std::{ops::Range, path::PathBuf};

/// What answers are made from.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// The project.
    pub(crate) project: &'a Project,
    /// The tree.
    pub(crate) files: &'a dyn Files,
    /// Prompts made so far.
    pub(crate) prompts: &'a PromptCache,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    /// The file.
    pub(crate) path: PathBuf,
    /// Where its range starts, and where it ends.
    pub(crate) range: (usize, usize),
}

impl Spot {
    fn new(path: PathBuf, range: Range<usize>) -> Self {
        Self {
            path,
            range: (range.start, range.end),
        }
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.range.0..self.range.1
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
pub(crate) mod testing;
