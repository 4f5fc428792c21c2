//! One step of mending.

use crate::fix::Applicability;

/// How many faults one fix may mend before it gives up; a skill has fewer keys and lines of frontmatter.
pub(super) const MOST_STEPS: usize = 12;

/// A text with one thing mended, and what was done in the imperative.
pub(super) struct Step {
    pub(super) text: String,
    pub(super) title: String,
    /// How close a look it needs.
    pub(super) way: Applicability,
}

impl Step {
    pub(super) fn safe(text: String, title: impl Into<String>) -> Self {
        Self {
            text,
            title: title.into(),
            way: Applicability::Safe,
        }
    }

    pub(super) fn risky(text: String, title: impl Into<String>) -> Self {
        Self {
            way: Applicability::Unsafe,
            ..Self::safe(text, title)
        }
    }

    pub(super) fn draft(text: String, title: impl Into<String>) -> Self {
        Self {
            way: Applicability::Draft,
            ..Self::safe(text, title)
        }
    }
}

/// Whichever of two needs the closer look.
pub(super) fn graver(one: Applicability, other: Applicability) -> Applicability {
    match (one, other) {
        (Applicability::Draft, _) | (_, Applicability::Draft) => Applicability::Draft,
        (Applicability::Unsafe, _) | (_, Applicability::Unsafe) => Applicability::Unsafe,
        (Applicability::Safe, Applicability::Safe) => Applicability::Safe,
    }
}

/// The line end of a text.
pub(super) fn eol(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
