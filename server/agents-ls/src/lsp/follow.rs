//! Findings that move along with the text they are about.

use crate::engine::Finding;
use agents_syntax::Edit;
use std::{ops::Range, path::Path};

/// How a text came from the one before.
pub(super) enum Change {
    /// By these replacements, one after the other: bytes of the text before, and how many stand there now.
    Edits(Vec<(Range<usize>, usize)>),
    /// It is a new one.
    Whole,
    /// It is the same, but its structure is known now.
    Read,
}

impl Change {
    /// A change by edits.
    pub(super) fn edits(edits: &[Edit]) -> Self {
        Self::Edits(
            edits
                .iter()
                .map(|edit| (edit.range.clone(), edit.text.len()))
                .collect(),
        )
    }
}

/// Moves findings of the file at `path`. Those whose own text changed are dropped: they may not hold any
/// more, and will be back soon if they do.
pub(super) fn follow(findings: &mut Vec<Finding>, path: &Path, change: &Change) {
    match change {
        Change::Read => {}
        Change::Whole => findings.clear(),
        Change::Edits(edits) => findings.retain_mut(|finding| {
            let related = &mut finding.related;
            related.retain_mut(|at| at.path != path || edits.iter().all(|edit| moved(&mut at.range, edit)));
            edits.iter().all(|edit| moved(&mut finding.range, edit))
        }),
    }
}

/// Moves a range; false when it is not the same text any more. What is typed right before or right behind
/// it leaves it as it is.
fn moved(range: &mut Range<usize>, (replaced, length): &(Range<usize>, usize)) -> bool {
    if replaced.end <= range.start {
        range.start = range.start - replaced.len() + length;
        range.end = range.end - replaced.len() + length;
        true
    } else {
        replaced.start >= range.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Severity;

    /// What becomes of a finding at bytes 10 to 14.
    fn after(edits: &[(Range<usize>, usize)]) -> Option<Range<usize>> {
        let lead = "something".to_owned();
        let mut findings = vec![Finding::with_lead(
            "test.rule",
            Severity::Hint,
            "/a",
            10..14,
            lead,
        )];
        follow(&mut findings, Path::new("/a"), &Change::Edits(edits.to_vec()));
        findings.pop().map(|finding| finding.range)
    }

    #[test]
    fn a_finding_moves_with_what_is_typed_above_it() {
        assert_eq!(after(&[(3..3, 2)]), Some(12..16));
        assert_eq!(after(&[(3..6, 1)]), Some(8..12));
        assert_eq!(after(&[(10..10, 1)]), Some(11..15));
        assert_eq!(after(&[(3..3, 2), (0..1, 0)]), Some(11..15));
    }

    #[test]
    fn a_finding_stays_when_something_is_typed_below_it() {
        assert_eq!(after(&[(14..14, 5)]), Some(10..14));
        assert_eq!(after(&[(20..30, 0)]), Some(10..14));
    }

    #[test]
    fn a_finding_whose_text_changes_is_dropped() {
        assert_eq!(after(&[(11..11, 1)]), None);
        assert_eq!(after(&[(9..11, 0)]), None);
        assert_eq!(after(&[(0..50, 50)]), None);
    }
}
