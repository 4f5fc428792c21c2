//! Caps that people write: a number with a unit, or a share of the model's context window.

use crate::effective::Unit;
use agents_syntax::Text;
use std::{fmt, str::FromStr};

/// The context window, in tokens, that a share is taken of where nothing else is said: that of the models
/// which coding agents use by default, whatever more some offer on request.
pub const CONTEXT_WINDOW: usize = 200_000;

/// A limit on how much text may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cap {
    /// So many of a unit.
    Amount(usize, Unit),
    /// A share of the context window, in hundredths of a percent (`5%` is 500).
    Share(u32),
}

impl Cap {
    /// Whether tokens are what it counts.
    #[must_use]
    pub fn is_in_tokens(self) -> bool {
        matches!(self, Self::Share(_) | Self::Amount(_, Unit::Tokens))
    }

    /// The cap as a number of a unit; a share is of `context_window` tokens, rounded down.
    #[must_use]
    pub fn resolve(self, context_window: usize) -> (usize, Unit) {
        match self {
            Self::Amount(amount, unit) => (amount, unit),
            Self::Share(share) => {
                let tokens = context_window as u128 * u128::from(share) / 10_000;
                (usize::try_from(tokens).unwrap_or(usize::MAX), Unit::Tokens)
            }
        }
    }
}

/// How people write a unit.
#[derive(Debug, Clone, Copy)]
pub struct Written {
    /// The words for it, in small letters; the first is the plain one.
    pub words: &'static [&'static str],
    /// How many of `unit` it stands for.
    pub factor: usize,
    /// The unit.
    pub unit: Unit,
    /// What is counted, in a few words.
    pub about: &'static str,
}

/// Every unit a cap can be written in, beside a percentage.
pub const UNITS: &[Written] = &[
    Written {
        words: &["characters", "character", "chars", "char"],
        factor: 1,
        unit: Unit::Characters,
        about: "Unicode characters; what a number without a unit is",
    },
    Written {
        words: &["bytes", "byte", "b"],
        factor: 1,
        unit: Unit::Bytes,
        about: "bytes of UTF-8",
    },
    Written {
        words: &["kb"],
        factor: 1000,
        unit: Unit::Bytes,
        about: "1,000 bytes",
    },
    Written {
        words: &["kib"],
        factor: 1024,
        unit: Unit::Bytes,
        about: "1,024 bytes",
    },
    Written {
        words: &["utf16", "utf-16", "utf-16 units"],
        factor: 1,
        unit: Unit::Utf16,
        about: "UTF-16 units, what JavaScript calls the length of a string",
    },
    Written {
        words: &["lines", "line"],
        factor: 1,
        unit: Unit::Lines,
        about: "lines; a line break at the end begins none",
    },
    Written {
        words: &["tokens", "token"],
        factor: 1,
        unit: Unit::Tokens,
        about: "tokens of the model (o200k)",
    },
];

/// The byte of `text` where its first `amount` of `unit` end, moved back to a whole letter.
#[must_use]
pub fn keep(text: &Text, amount: usize, unit: Unit) -> usize {
    match unit {
        Unit::Bytes => text.floor_char(amount),
        Unit::Utf16 => text.utf16_to_byte(amount),
        Unit::Characters => super::cut::after_characters(text, amount),
        Unit::Lines => text.line_start(amount),
        Unit::Tokens => text.floor_char(amount.saturating_mul(4)),
    }
}

/// A cap that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a cap: write a number with bytes, chars, utf16, lines or tokens, or a percentage such as 5%"
)]
pub struct CapError(String);

impl FromStr for Cap {
    type Err = CapError;

    /// Reads `10000 chars`, `32 KiB`, `400 lines`, `2000 tokens`, `5%` or `2.5 %`; a bare number is
    /// characters. `_` and `,` may group digits.
    fn from_str(written: &str) -> Result<Self, CapError> {
        let fault = || CapError(written.to_owned());
        let text = written.trim();
        let split = text
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '_' | ',' | '.')))
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let number: String = number.chars().filter(|c| !matches!(c, '_' | ',')).collect();
        let unit = unit.trim().to_lowercase();
        if unit == "%" {
            let share: f64 = number.parse().map_err(|_| fault())?;
            if !(0.0..=100.0).contains(&share) {
                return Err(fault());
            }
            // In range 0..=10000, so the cast is exact after rounding.
            return Ok(Self::Share((share * 100.0).round() as u32));
        }
        let amount: usize = number.parse().map_err(|_| fault())?;
        if unit.is_empty() {
            return Ok(Self::Amount(amount, Unit::Characters));
        }
        let known = UNITS.iter().find(|known| known.words.contains(&unit.as_str()));
        let known = known.ok_or_else(fault)?;
        Ok(Self::Amount(amount.saturating_mul(known.factor), known.unit))
    }
}

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amount(amount, unit) => write!(f, "{amount} {unit}"),
            Self::Share(share) if share % 100 == 0 => write!(f, "{} %", share / 100),
            Self::Share(share) => write!(f, "{}.{:02} %", share / 100, share % 100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_ends_at_a_whole_letter() {
        assert_eq!(keep(&Text::new("éé\nx"), 3, Unit::Bytes), 2);
        assert_eq!(keep(&Text::new("éé\nx"), 1, Unit::Lines), 5);
    }

    #[test]
    fn lines_are_counted_as_people_count() {
        for (text, lines) in [
            ("", 0),
            ("a", 1),
            ("a\n", 1),
            ("a\nb\nc\n", 3),
            ("a\nb\nc", 3),
            ("\r\n\r\n", 2),
        ] {
            let text = Text::new(text);
            assert_eq!(Unit::Lines.measure(&text), lines, "{text:?}");
            assert_eq!(keep(&text, lines, Unit::Lines), text.len(), "{text:?}");
        }
        assert_eq!(keep(&Text::new("a\nb\nc\n"), 2, Unit::Lines), 4);
    }

    #[test]
    fn a_cap_is_a_number_with_a_unit_or_a_share() {
        assert_eq!("10_000 chars".parse(), Ok(Cap::Amount(10_000, Unit::Characters)));
        assert_eq!("10000".parse(), Ok(Cap::Amount(10_000, Unit::Characters)));
        assert_eq!("32 KiB".parse(), Ok(Cap::Amount(32_768, Unit::Bytes)));
        assert_eq!("5%".parse(), Ok(Cap::Share(500)));
        assert_eq!("2.5 %".parse(), Ok(Cap::Share(250)));
        assert_eq!(Cap::Share(500).resolve(200_000), (10_000, Unit::Tokens));
        assert_eq!(Cap::Share(250).to_string(), "2.50 %");
        for wrong in ["", "x", "5 apples", "120%", "-1", "1.5 chars"] {
            assert!(wrong.parse::<Cap>().is_err(), "{wrong}");
        }
    }
}
