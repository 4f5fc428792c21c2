//! Link reference definitions of the whole text: the fold over the pieces that resolves `[text][label]`.

use crate::piece::Piece;
use crate::raw::Definition;
use std::{collections::HashMap, sync::Arc};

/// Destinations by label. Of two definitions the first counts, as CommonMark says.
#[derive(Debug, Clone, Default)]
pub(crate) struct References {
    by_label: Arc<HashMap<Box<str>, Box<str>>>,
}

impl References {
    /// All definitions of these pieces.
    pub(crate) fn of(pieces: &[Arc<Piece>]) -> Self {
        let mut by_label = HashMap::new();
        for Definition { label, destination } in pieces.iter().flat_map(|piece| &piece.definitions) {
            by_label
                .entry(label.clone())
                .or_insert_with(|| destination.clone());
        }
        Self {
            by_label: Arc::new(by_label),
        }
    }

    /// The definitions after an edit that led from the pieces `old` to `new`; folded again only if they differ.
    pub(crate) fn after(&self, old: &[Arc<Piece>], new: &[Arc<Piece>]) -> Self {
        let differ =
            |old: &Arc<Piece>, new: &Arc<Piece>| !Arc::ptr_eq(old, new) && old.definitions != new.definitions;
        let first = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| Arc::ptr_eq(old, new))
            .count();
        let (old, changed) = (&old[first..], &new[first..]);
        let same_tail = old
            .iter()
            .rev()
            .zip(changed.iter().rev())
            .take_while(|(old, new)| !differ(old, new))
            .count();
        let has_any = |pieces: &[Arc<Piece>]| pieces.iter().any(|piece| !piece.definitions.is_empty());
        if has_any(&old[..old.len() - same_tail]) || has_any(&changed[..changed.len() - same_tail]) {
            Self::of(new)
        } else {
            self.clone()
        }
    }

    /// The destination of a normalised label.
    pub(crate) fn get(&self, label: &str) -> Option<&str> {
        self.by_label.get(label).map(AsRef::as_ref)
    }
}
