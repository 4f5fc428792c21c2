//! The keys of a skill's head that a runtime reads.

/// A key of a skill's head, or of a description of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkillField {
    /// The key as it is written.
    pub key: &'static str,
    /// What its value is.
    pub kind: FieldKind,
    /// Whether the runtime drops a skill without it.
    pub is_required: bool,
    /// The most its value may hold, in Unicode characters of the folded value.
    pub most: Option<usize>,
    /// What it does, in a sentence.
    pub about: &'static str,
}

impl SkillField {
    /// A key that may be left out, and whose value may be of any length.
    #[must_use]
    pub const fn new(key: &'static str, kind: FieldKind, about: &'static str) -> Self {
        Self {
            key,
            kind,
            is_required: false,
            most: None,
            about,
        }
    }

    /// The same, without which a skill is dropped.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            is_required: true,
            ..self
        }
    }

    /// The same, with the most characters its value may hold.
    #[must_use]
    pub const fn most(self, characters: usize) -> Self {
        Self {
            most: Some(characters),
            ..self
        }
    }
}

/// What the value of a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Names of tools: a text with spaces or commas between them, or a list, as far as the flags say.
    Tools {
        /// Whether spaces separate.
        spaces: bool,
        /// Whether commas separate.
        commas: bool,
        /// Whether a list is taken.
        list: bool,
    },
    /// The name of a model.
    Model,
    /// A list of texts, or a text with commas between them.
    Texts,
    /// Texts: one text with spaces or commas between them, or a list, as far as the flags say.
    Several {
        /// Whether spaces separate.
        spaces: bool,
        /// Whether commas separate.
        commas: bool,
        /// Whether a list is taken.
        list: bool,
    },
    /// Keys with values.
    Map,
    /// Anything.
    Any,
}
