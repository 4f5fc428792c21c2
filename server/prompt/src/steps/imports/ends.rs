//! The space at the ends of a text with imports in it.

use crate::{
    effective::{Segment, SegmentText},
    steps::space,
};
use agents_syntax::Text;
use std::{ops::Range, path::Path};

/// `parts` without the space that the whole begins and ends with, and what that takes from `path`.
pub fn trim(segments: &mut [Segment], path: &Path, text: &Text) -> [Range<usize>; 2] {
    let whole = 0..text.len();
    let mut lost = [0..0, text.len()..text.len()];
    let ends_here = |segment: &Segment, at: usize, end: bool| {
        let same = matches!(segment.text, SegmentText::Same(_));
        let source = segment
            .source
            .as_ref()
            .filter(|source| same && source.path == path);
        source.is_some_and(|source| if end { source.range.end } else { source.range.start } == at)
    };
    if let Some(first) = segments
        .first_mut()
        .filter(|one| ends_here(one, whole.start, false))
        && let Some(source) = &mut first.source
    {
        let kept = space::trimmed(text, space::javascript)
            .start
            .min(source.range.end);
        lost[0] = 0..kept;
        source.range.start = kept;
    }
    if let Some(last) = segments.last_mut().filter(|one| ends_here(one, whole.end, true))
        && let Some(source) = &mut last.source
    {
        let kept = space::trimmed_end(text, space::javascript).max(source.range.start);
        lost[1] = kept..text.len();
        source.range.end = kept;
    }
    lost
}
