//! Where a runtime's behaviour is known from.

/// A release whose behaviour is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// What a user writes after `@`, and what messages name. A runtime that is known from documents has the day
    /// of the youngest of them.
    pub name: &'static str,
    /// How its behaviour is known.
    pub basis: Basis,
    /// What was measured or read, in a phrase.
    pub source: &'static str,
    /// The day of that, as `2026-11-30`.
    pub date: &'static str,
}

/// How a behaviour is known; each says less than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Basis {
    /// The released program was run, and what it sent was read.
    Measured,
    /// Read in the program's public source.
    Source,
    /// Read in the vendor's documentation.
    Documented,
}

/// One thing that is known of a runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// The fact, in a sentence.
    pub about: &'static str,
    /// Where it stands: a page, or a file of a public repository.
    pub source: &'static str,
    /// The day of that page, commit or measurement, as `2026-11-30` or `2026-11`.
    pub date: &'static str,
}

impl Basis {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Source => "source",
            Self::Documented => "documented",
        }
    }
}
