//! The settings files of a runtime, and what it does about one that is wrong.

use agents_workspace::config::foreign::{Blank, Bytes, Format, Mark, Syntax};
use std::path::PathBuf;

/// A settings file of a runtime.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// How the runtime reads it.
    pub kind: &'static ConfigKind,
}

/// How a runtime reads its settings files of one kind.
#[derive(Debug)]
pub struct ConfigKind {
    /// The language.
    pub format: Format,
    /// Whether a setting is kept in such a file, by its key.
    pub holds: fn(&str) -> bool,
    /// Whether `null` is as good as no value.
    pub takes_null: bool,
    /// What keeps a text of a setting from being a pattern, where the setting holds patterns.
    pub pattern: fn(key: &str, text: &str) -> Option<String>,
    /// What a file does to the runtime that cannot be read.
    pub unreadable: Reaction,
    /// What one does that is not in its language.
    pub malformed: Reaction,
    /// What a value of a wrong type does, by the key of its setting; the key is empty for the file as a whole.
    pub mistyped: fn(&str) -> Reaction,
}

impl ConfigKind {
    /// JSON with comments, of a runtime nobody has watched reading it.
    pub const JSON_C: Self = Self::unwatched(Syntax::JsonC);
    /// Plain JSON, likewise.
    pub const JSON: Self = Self::unwatched(Syntax::Json);
    /// YAML, likewise.
    pub const YAML: Self = Self::unwatched(Syntax::Yaml);

    const fn unwatched(syntax: Syntax) -> Self {
        Self {
            format: Format {
                syntax,
                mark: Mark::Skipped,
                blank: Blank::Nothing,
                bytes: Bytes::Replaced,
            },
            holds: |_| true,
            takes_null: true,
            pattern: |_, _| None,
            unreadable: Reaction::Unknown,
            malformed: Reaction::Unknown,
            mistyped: |_| Reaction::Unknown,
        }
    }
}

/// What a runtime does about a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reaction {
    /// It does not start.
    Refuses,
    /// It goes on as if the file said nothing.
    IgnoresFile,
    /// It writes an empty file in its place and keeps a copy.
    ReplacesFile,
    /// Nobody has looked.
    Unknown,
}

impl Reaction {
    /// A sentence with `{}` where the runtime's name goes.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Refuses => "It keeps {} from starting.",
            Self::IgnoresFile => "Nothing in the file counts for {}.",
            Self::ReplacesFile => {
                "At the next start of {} an empty file takes its place; a copy is kept beside it."
            }
            Self::Unknown => "What becomes of it in {} is not known; here the default counts.",
        }
    }
}
