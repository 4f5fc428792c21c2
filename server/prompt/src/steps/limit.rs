//! A cap as it counts in one situation, and text measured and cut in its unit.
//!
//! Lengths are *counted* so that those of stretches add up: tokens as bytes, lines as line breaks.

use super::{cap, cut, cut::Cut, loss};
use crate::effective::{BYTES_PER_TOKEN, Cause, EffectivePrompt, Loss, LossKind, Unit};
use agents_syntax::Text;
use std::{ops::Range, path::Path};

/// So many of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub amount: usize,
    /// Of what.
    pub unit: Unit,
}

impl Limit {
    /// So many of a unit.
    #[must_use]
    pub const fn new(amount: usize, unit: Unit) -> Self {
        Self { amount, unit }
    }

    /// How it is counted.
    #[must_use]
    pub const fn gauge(self) -> Gauge {
        Gauge(self.unit)
    }

    /// The amount as it is counted.
    #[must_use]
    pub fn counted(self) -> usize {
        self.gauge().counted(self.amount)
    }

    /// The cap as people write it.
    #[must_use]
    pub fn written(self) -> String {
        cap::Cap::Amount(self.amount, self.unit).to_string()
    }
}

/// How lengths are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauge(Unit);

impl Gauge {
    /// Counting in UTF-16 units.
    pub const UTF16: Self = Self(Unit::Utf16);

    /// Counting in a unit.
    #[must_use]
    pub const fn new(unit: Unit) -> Self {
        Self(unit)
    }

    /// The unit.
    #[must_use]
    pub const fn unit(self) -> Unit {
        self.0
    }

    /// An amount of the unit as it is counted.
    #[must_use]
    pub const fn counted(self, amount: usize) -> usize {
        match self.0 {
            Unit::Tokens => amount.saturating_mul(BYTES_PER_TOKEN),
            _ => amount,
        }
    }

    /// What was counted as an amount of the unit.
    #[must_use]
    pub const fn amount(self, counted: usize) -> usize {
        match self.0 {
            Unit::Tokens => counted.div_ceil(BYTES_PER_TOKEN),
            _ => counted,
        }
    }

    /// A stretch of words.
    #[must_use]
    pub fn of(self, words: &str) -> usize {
        match self.0 {
            Unit::Bytes | Unit::Tokens => words.len(),
            Unit::Utf16 => words.encode_utf16().count(),
            Unit::Characters => words.chars().count(),
            Unit::Lines => words.matches('\n').count(),
        }
    }

    /// A stretch of a text.
    #[must_use]
    pub fn between(self, text: &Text, range: &Range<usize>) -> usize {
        match self.0 {
            Unit::Tokens => range.len(),
            unit => unit.measure_between(text, range),
        }
    }

    /// A stretch of a text that stands alone: what follows the last line break is a line.
    #[must_use]
    pub fn whole(self, text: &Text, range: &Range<usize>) -> usize {
        self.whole_of(text, std::slice::from_ref(range))
    }

    /// The same for several stretches together.
    #[must_use]
    pub fn whole_of(self, text: &Text, ranges: &[Range<usize>]) -> usize {
        let sum: usize = ranges.iter().map(|range| self.between(text, range)).sum();
        let last = ranges.iter().rev().find(|range| !range.is_empty());
        let is_open = last.is_some_and(|range| !ends_line(text, range.end));
        sum + usize::from(self.0 == Unit::Lines && is_open)
    }

    /// Where the first `keep` of a stretch end. A line is kept without its break.
    #[must_use]
    pub fn head(self, text: &Text, range: &Range<usize>, keep: usize) -> Cut {
        let whole = |at: usize| Cut {
            at: at.clamp(range.start, range.end),
            broken: 0,
        };
        match self.0 {
            Unit::Utf16 => {
                let from = cut::utf16_at(text, range.start);
                let most = cut::utf16_at(text, range.end);
                cut::after_utf16(text, from.saturating_add(keep).min(most))
            }
            Unit::Characters => {
                let from = text.rope().byte_to_char(range.start);
                whole(cut::after_characters(text, from.saturating_add(keep)))
            }
            Unit::Bytes | Unit::Tokens => whole(text.floor_char(range.start.saturating_add(keep))),
            Unit::Lines => match keep.checked_sub(1) {
                None => whole(range.start),
                Some(more) => {
                    let last = text.line_of(range.start).saturating_add(more);
                    whole(text.line_range(last.min(text.line_count())).end)
                }
            },
        }
    }

    /// Where the last `keep` of a stretch begin.
    #[must_use]
    pub fn tail(self, text: &Text, range: &Range<usize>, keep: usize) -> Cut {
        let whole = |at: usize| Cut {
            at: at.clamp(range.start, range.end),
            broken: 0,
        };
        match self.0 {
            Unit::Utf16 => {
                let least = cut::utf16_at(text, range.start);
                let most = cut::utf16_at(text, range.end);
                cut::after_utf16(text, most.saturating_sub(keep).max(least))
            }
            Unit::Characters => {
                let end = text.rope().byte_to_char(range.end);
                whole(cut::after_characters(text, end.saturating_sub(keep)))
            }
            Unit::Bytes | Unit::Tokens => whole(text.ceil_char(range.end.saturating_sub(keep))),
            Unit::Lines if keep == 0 => whole(range.end),
            Unit::Lines => {
                let last = text.line_of(range.end) - usize::from(ends_line(text, range.end));
                whole(text.line_start((last + 1).saturating_sub(keep)))
            }
        }
    }
}

/// A loss of `range` of a file's text to a cap, measured as the cap counts. Of lines, those count that are lost as a whole:
/// the break of the last line that is kept is none of them.
#[must_use]
pub fn lost(kind: LossKind, path: &Path, text: &Text, range: Range<usize>, cause: Cause, unit: Unit) -> Loss {
    let line = text.line_of(range.start);
    let ends_here = text.line_range(line).end == range.start && range.start > 0;
    let start = match unit {
        Unit::Lines if ends_here => text.line_start(line + 1).min(range.end),
        _ => range.start,
    };
    let range = start..range.end;
    let gauge = Gauge(unit);
    Loss {
        amount: gauge.amount(gauge.whole(text, &range)),
        ..loss::of(kind, path, text, range, cause, unit)
    }
}

/// Says that caps in tokens are held by an estimate, where one of these is.
pub fn admit_tokens(prompt: &mut EffectivePrompt, limits: &[Option<Limit>]) {
    if limits.iter().flatten().any(|limit| limit.unit == Unit::Tokens) {
        prompt.inexact("Tokens are estimated, four bytes each, so what a cap in tokens cuts may differ.");
    }
}

/// Whether a line ends before a byte.
fn ends_line(text: &Text, end: usize) -> bool {
    end > 0 && text.line_start(text.line_of(end)) == end
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [Unit; 5] = [
        Unit::Bytes,
        Unit::Utf16,
        Unit::Characters,
        Unit::Lines,
        Unit::Tokens,
    ];

    #[test]
    fn heads_and_tails_are_in_the_unit() {
        let text = Text::new("aé😀\nb\nc\n");
        let all = 0..text.len();
        let head = |unit, keep| Gauge::new(unit).head(&text, &all, keep);
        let tail = |unit, keep| Gauge::new(unit).tail(&text, &all, keep);
        let at = |at| Cut { at, broken: 0 };
        assert_eq!(head(Unit::Bytes, 2), at(1), "whole letters");
        assert_eq!(head(Unit::Characters, 3), at(7));
        assert_eq!(head(Unit::Utf16, 3), Cut { at: 3, broken: 1 });
        assert_eq!(head(Unit::Lines, 2), at(9), "without the break");
        assert_eq!(head(Unit::Lines, 0), at(0));
        assert_eq!(head(Unit::Tokens, 4), at(3), "four bytes to a token");
        assert_eq!(tail(Unit::Lines, 1), at(10));
        assert_eq!(tail(Unit::Lines, 2), at(8));
        assert_eq!(tail(Unit::Characters, 5), at(7));
        assert_eq!(tail(Unit::Bytes, 7), at(7), "whole letters");
        assert_eq!(
            Gauge::new(Unit::Lines).tail(&text, &(0..11), 1),
            at(10),
            "an open line"
        );
        for unit in UNITS {
            assert_eq!(head(unit, usize::MAX), at(text.len()), "{unit}");
            assert_eq!(tail(unit, usize::MAX), at(0), "{unit}");
        }
    }

    #[test]
    fn what_is_kept_is_within_the_limit() {
        let text = Text::new("one\r\ntwo é\n\nthree 😀😀\n four");
        for unit in UNITS {
            for amount in 0..30 {
                let gauge = Gauge::new(unit);
                let keep = gauge.counted(amount);
                let head = gauge.head(&text, &(0..text.len()), keep);
                assert!(gauge.whole(&text, &(0..head.at)) <= keep, "{unit} {amount}");
                let tail = gauge.tail(&text, &(0..text.len()), keep);
                assert!(
                    gauge.whole(&text, &(tail.at..text.len())) <= keep + tail.broken,
                    "{unit} {amount}"
                );
            }
        }
    }

    #[test]
    fn lost_lines_are_those_that_nothing_is_kept_of() {
        let text = Text::new("one\r\ntwo\nthree\nfour");
        let lost = |range: Range<usize>, unit| {
            let cause = Cause::FileCap { cap: 1 };
            let lost = lost(LossKind::Cut, Path::new("/w/a"), &text, range, cause, unit);
            (lost.range, lost.amount)
        };
        assert_eq!(lost(3..9, Unit::Lines), (5..9, 1), "two");
        assert_eq!(lost(8..19, Unit::Lines), (9..19, 2), "three and four");
        assert_eq!(lost(0..19, Unit::Lines), (0..19, 4));
        assert_eq!(lost(3..9, Unit::Bytes), (3..9, 6));
    }

    #[test]
    fn lines_are_counted_as_people_count() {
        let lines = |text: &str| {
            let text = Text::new(text);
            Gauge::new(Unit::Lines).whole(&text, &(0..text.len()))
        };
        for text in ["", "a", "a\n", "a\nb\nc\n", "a\nb\nc", "\r\n\r\n"] {
            assert_eq!(lines(text), Unit::Lines.measure(&Text::new(text)), "{text:?}");
        }
        let text = Text::new("a\nb\nc\n");
        assert_eq!(Gauge::new(Unit::Lines).whole_of(&text, &[0..2, 4..5]), 2);
    }
}
