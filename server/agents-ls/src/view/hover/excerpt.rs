//! A line that is cut, with the place of the cut.

use crate::view::inert;
use agents_prompt::Loss;
use agents_syntax::Text;
use std::ops::Range;

/// How much is shown of each side of a cut, in characters.
const SIDE: usize = 36;

/// ``- Run the tests with `pnp ✂ m --filter …`` in a fence.
pub(super) fn excerpt(loss: &Loss, text: &Text, line: &Range<usize>) -> String {
    let lost = loss.range.start.max(line.start)..loss.range.end.min(line.end);
    let part = |range: Range<usize>| inert::line(&text.substring(range));
    let mut out = inert::start_off(&part(line.start..lost.start), SIDE);
    let gap = if out.is_empty() { "✂ " } else { " ✂ " };
    out.push_str(gap);
    let after = part(lost.end..line.end);
    if after.trim().is_empty() {
        out.push_str(&inert::end_off(&part(lost), SIDE));
    } else {
        // The cut is within the line: a little of each.
        out.push_str(&inert::middle_off(&part(lost), SIDE / 2));
        out.push_str(" ✂ ");
        out.push_str(&inert::end_off(&after, SIDE / 2));
    }
    inert::fence(&[out])
}
