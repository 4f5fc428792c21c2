//! A skill that is taken, on its way from the folders to the list.

use crate::effective::{Skill, SkillFate};
use agents_syntax::Text;
use std::{ops::Range, path::PathBuf};

/// A skill that is taken.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) text: Text,
    pub(super) scope: Origin,
    /// Which of the folders with short names it lies in.
    pub(super) root: usize,
    pub(super) name: String,
    /// The name's bytes; `None` when it is the folder's.
    pub(super) name_range: Option<Range<usize>>,
    /// The description as it is listed before any shortening.
    pub(super) description: String,
    pub(super) description_range: Range<usize>,
}

impl Found {
    pub(super) fn skill(&self, fate: SkillFate) -> Skill {
        Skill {
            path: self.path.clone(),
            name: Some(self.name.clone()),
            description: Some(self.description.clone()),
            fate,
            passed: None,
        }
    }
}

/// The part of a description's source that lies behind its first `kept` characters. Where the text was
/// rewritten on the way (folding, quotes) this is the place in the source, to within the rewriting.
pub(super) fn tail_range(found: &Found, kept: usize) -> Range<usize> {
    let range = found.description_range.clone();
    let chars = found.text.slice(range.clone());
    let skip = chars.char_to_byte(kept.min(chars.len_chars()));
    range.start + skip..range.end
}

/// Scopes in the order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    System,
    Repo,
    User,
}
