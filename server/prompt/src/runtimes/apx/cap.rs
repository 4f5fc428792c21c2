//! How much of a file is taken: UTF-16 units of another project's AGENTS.md, unless a runtime that extends APX says
//! otherwise.

use crate::effective::Unit;
use crate::steps::{
    limit::{Gauge, Limit},
    space,
};
use agents_syntax::Text;
use serde_json::Value;
use std::ops::Range;

/// Units when the setting holds nothing usable (`PROJECT_AGENTS_MAX_CHARS`).
const DEFAULT: f64 = 24_000.0;

/// A cap as JavaScript has it: a number that may have a fraction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cap {
    /// Everything is taken.
    None,
    /// So many UTF-16 units.
    Units(f64),
    /// What a runtime that extends this one says.
    Own(Limit),
}

/// Where a text is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// The byte after what is kept.
    pub(super) end: usize,
    /// Whether half of a surrogate pair follows.
    pub(super) broken: bool,
    /// How much is left out, as it is counted.
    pub(super) dropped: usize,
}

impl Cap {
    /// The cap for a value of the setting: the number 0 lifts it; what converts to a positive number is the
    /// cap (so `true` is 1, and `"0"` is not 0); everything else is the default.
    #[must_use]
    pub fn of(value: Option<&Value>) -> Self {
        if value.and_then(Value::as_f64) == Some(0.0) {
            return Self::None;
        }
        let number = value.map_or(f64::NAN, number);
        Self::Units(if number.is_finite() && number > 0.0 {
            number
        } else {
            DEFAULT
        })
    }

    /// The cap in whole units.
    pub(super) fn units(self) -> Option<usize> {
        self.most().map(|most| self.gauge().amount(most.floor() as usize))
    }

    /// How texts are counted.
    pub(super) fn gauge(self) -> Gauge {
        match self {
            Self::None | Self::Units(_) => Gauge::UTF16,
            Self::Own(limit) => limit.gauge(),
        }
    }

    /// The cap as texts are counted; positive and finite, and `as` saturates.
    fn most(self) -> Option<f64> {
        match self {
            Self::None => None,
            Self::Units(units) => Some(units),
            Self::Own(limit) => Some(limit.counted() as f64),
        }
    }

    /// Where `trimmed` of a text, as long as `total`, is cut: after the last line that ends in the second
    /// half of the cap, else at the unit.
    pub(super) fn cut(self, text: &Text, trimmed: &Range<usize>, total: usize) -> Option<Place> {
        let cap = self.most()?;
        let gauge = self.gauge();
        if total as f64 <= cap {
            return None;
        }
        let head = gauge.head(text, trimmed, cap.floor() as usize);
        // Where lines are counted, the cut is after a line already.
        let line_break = last_line_break(text, trimmed.start..head.at);
        if let Some(at) = line_break.filter(|_| gauge.unit() != Unit::Lines) {
            let units = gauge.between(text, &(trimmed.start..at));
            if units as f64 > cap * 0.5 {
                return Some(Place {
                    end: at,
                    broken: false,
                    dropped: total - units,
                });
            }
        }
        let kept = gauge.whole(text, &(trimmed.start..head.at)) + head.broken;
        Some(Place {
            end: head.at,
            broken: head.broken > 0,
            dropped: total.saturating_sub(kept),
        })
    }
}

fn last_line_break(text: &Text, range: Range<usize>) -> Option<usize> {
    let slice = text.slice(range.clone());
    let mut at = range.end;
    let mut chars = slice.chars_at(slice.len_chars());
    while let Some(char) = chars.prev() {
        at -= char.len_utf8();
        if char == '\n' {
            return Some(at);
        }
    }
    None
}

/// `Number(value)` of JavaScript.
fn number(value: &Value) -> f64 {
    match value {
        Value::Null => 0.0,
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Number(number) => number.as_f64().unwrap_or(f64::NAN),
        Value::String(text) => number_of_text(text),
        Value::Array(items) => match items.as_slice() {
            [] => 0.0,
            [Value::Null] => 0.0,
            [one @ (Value::Number(_) | Value::String(_) | Value::Array(_))] => number(one),
            _ => f64::NAN,
        },
        Value::Object(_) => f64::NAN,
    }
}

fn number_of_text(text: &str) -> f64 {
    let text = text.trim_matches(space::javascript);
    if text.is_empty() {
        return 0.0;
    }
    for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            let plain = digits.chars().all(|c| c.is_digit(radix));
            let number = u64::from_str_radix(digits, radix).ok().filter(|_| plain);
            // A cap beyond 2^53 is no cap either way.
            return number.map_or(f64::NAN, |number| number as f64);
        }
    }
    let plain = text
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E'));
    if plain {
        text.parse().unwrap_or(f64::NAN)
    } else {
        f64::NAN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_convert_as_javascript_converts_them() {
        let cap = |value: Value| Cap::of(Some(&value));
        assert_eq!(cap(json!(0)), Cap::None);
        assert_eq!(cap(json!(0.0)), Cap::None);
        for default in [
            json!("0"),
            json!(-5),
            json!(null),
            json!("x"),
            json!({}),
            json!(false),
            json!(""),
            json!([1, 2]),
        ] {
            assert_eq!(cap(default.clone()), Cap::Units(24_000.0), "{default}");
        }
        assert_eq!(Cap::of(None), Cap::Units(24_000.0));
        assert_eq!(cap(json!(true)), Cap::Units(1.0));
        assert_eq!(cap(json!(" 50\n")), Cap::Units(50.0));
        assert_eq!(cap(json!("0x20")), Cap::Units(32.0));
        assert_eq!(cap(json!("1e2")), Cap::Units(100.0));
        assert_eq!(cap(json!([7])), Cap::Units(7.0));
        assert_eq!(cap(json!("Infinity")), Cap::Units(24_000.0));
        assert_eq!(cap(json!(60.9)).units(), Some(60));
    }

    #[test]
    fn a_cap_of_ones_own_cuts_in_its_unit() {
        let text = Text::new("one\ntwo\nthree é\nfour");
        let all = 0..text.len();
        let cut = |amount, unit| {
            let cap = Cap::Own(Limit::new(amount, unit));
            let total = cap.gauge().whole(&text, &all);
            let place = cap.cut(&text, &all, total)?;
            Some((text.substring(0..place.end), cap.gauge().amount(place.dropped)))
        };
        assert_eq!(cut(2, Unit::Lines), Some(("one\ntwo".to_owned(), 2)));
        assert_eq!(cut(4, Unit::Lines), None);
        assert_eq!(
            cut(12, Unit::Characters),
            Some(("one\ntwo".to_owned(), 13)),
            "after a line"
        );
        assert_eq!(cut(3, Unit::Tokens), Some(("one\ntwo".to_owned(), 4)));
        assert_eq!(cut(3, Unit::Bytes), Some(("one".to_owned(), 18)));
    }
}
