//! One thing that is wrong, with its place.

use agents_prompt::{Unit, name::Name};
use std::{fmt, ops::Range, path::PathBuf, str::FromStr};

/// How much a finding matters, the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The file does not do what its author must have meant.
    Error,
    /// A fact about loading that the author will want to know.
    Warning,
    /// Good to know.
    Information,
    /// Shown only where the editor shows hints.
    Hint,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's code, `group.name`.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// The file it is shown in.
    pub path: PathBuf,
    /// The bytes of the file's text that are lost or wrong.
    pub range: Range<usize>,
    /// What happens to the text, before the runtimes are named. May be empty.
    pub lead: String,
    /// What each runtime makes of it: its title and a clause that follows the name.
    pub effects: Vec<Effect>,
    /// What to do. May be empty.
    pub advice: String,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// Whether the text in the range does nothing, so that editors may dim it.
    pub is_unnecessary: bool,
}

/// What one runtime makes of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The runtime's name.
    pub runtime: Name,
    /// A sentence with `{}` where the runtimes' names go: "From here on this reaches {}." In one that denies
    /// something, `{or}`: "Nothing of it reaches {or}."
    pub sentence: String,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The file.
    pub path: PathBuf,
    /// Bytes of its text.
    pub range: Range<usize>,
    /// What is there, as a phrase.
    pub message: String,
}

impl Finding {
    /// A finding of a rule at its default severity, yet without words.
    #[must_use]
    pub fn new(rule: &dyn crate::Rule, path: impl Into<PathBuf>, range: Range<usize>) -> Self {
        Self::with_lead(rule.code(), rule.severity(), path, range, String::new())
    }

    /// A finding that one sentence says all about.
    #[must_use]
    pub fn with_lead(
        rule: &'static str,
        severity: Severity,
        path: impl Into<PathBuf>,
        range: Range<usize>,
        lead: String,
    ) -> Self {
        Self {
            rule,
            severity,
            path: path.into(),
            range,
            lead,
            effects: Vec::new(),
            advice: String::new(),
            related: Vec::new(),
            is_unnecessary: false,
        }
    }

    /// Adds what a runtime makes of it.
    #[must_use]
    pub fn effect(mut self, runtime: impl Into<Name>, sentence: impl Into<String>) -> Self {
        self.effects.push(Effect {
            runtime: runtime.into(),
            sentence: sentence.into(),
        });
        self
    }

    /// The names of the runtimes concerned, each once.
    #[must_use]
    pub fn runtimes(&self) -> Vec<&Name> {
        let mut names: Vec<_> = Vec::new();
        for effect in &self.effects {
            if !names.contains(&&effect.runtime) {
                names.push(&effect.runtime);
            }
        }
        names
    }

    /// The whole message: the lead, one sentence for each group of runtimes with the same effect, the advice.
    #[must_use]
    pub fn message(&self) -> String {
        let mut groups: Vec<(Vec<&str>, &str)> = Vec::new();
        for effect in &self.effects {
            match groups
                .iter_mut()
                .find(|(_, sentence)| *sentence == effect.sentence)
            {
                Some((names, _)) if !names.contains(&&*effect.runtime) => names.push(&effect.runtime),
                Some(_) => {}
                None => groups.push((vec![&*effect.runtime], &effect.sentence)),
            }
        }
        let mut sentences: Vec<String> = Vec::new();
        if !self.lead.is_empty() {
            sentences.push(self.lead.clone());
        }
        sentences.extend(groups.into_iter().map(|(names, sentence)| {
            sentence
                .replace("{or}", &joined(&names, "or"))
                .replace("{}", &list(&names))
        }));
        if !self.advice.is_empty() {
            sentences.push(self.advice.clone());
        }
        sentences.join(" ")
    }
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "and")
}

fn joined<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<_> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", rest.join(", "), last.as_ref())
        }
    }
}

/// A number with a comma between thousands.
#[must_use]
pub fn number(value: usize) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of a unit: `1 byte`, `2,000 bytes`.
#[must_use]
pub fn quantity(value: usize, unit: Unit) -> String {
    let units = unit.to_string();
    let unit = if value == 1 {
        units.trim_end_matches('s')
    } else {
        &units
    };
    format!("{} {unit}", number(value))
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "information",
            Self::Hint => "hint",
        })
    }
}

impl FromStr for Severity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "error" => Ok(Self::Error),
            "warning" => Ok(Self::Warning),
            "information" | "info" => Ok(Self::Information),
            "hint" => Ok(Self::Hint),
            _ => Err(format!("`{text}` is none of error, warning, information, hint")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_as_prose() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(32768), "32,768");
        assert_eq!(number(1_048_576), "1,048,576");
        assert_eq!(quantity(1, Unit::Utf16), "1 UTF-16 unit");
        assert_eq!(quantity(0, Unit::Bytes), "0 bytes");
        assert_eq!(quantity(1_000, Unit::Characters), "1,000 characters");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(list::<&str>(&[]), "");
    }

    #[test]
    fn runtimes_with_one_effect_are_named_together() {
        let finding = Finding {
            lead: "Lead.".to_owned(),
            advice: "Advice.".to_owned(),
            ..Finding::new(&crate::rules::config::invalid::Invalid, "/w/a", 0..1)
        };
        let finding = finding
            .effect("a", "Not sent to {}.")
            .effect("b", "Cut for {}.")
            .effect("c", "Not sent to {}.")
            .effect("a", "Not sent to {}.");
        let denied = Finding::new(&crate::rules::config::invalid::Invalid, "/w/a", 0..1)
            .effect("a", "Nothing reaches {or}.")
            .effect("b", "Nothing reaches {or}.");
        assert_eq!(denied.message(), "Nothing reaches a or b.");
        assert_eq!(finding.message(), "Lead. Not sent to a and c. Cut for b. Advice.");
        assert_eq!(finding.runtimes(), ["a", "b", "c"]);
    }

    #[test]
    fn severities_have_their_words() {
        for severity in [
            Severity::Error,
            Severity::Warning,
            Severity::Information,
            Severity::Hint,
        ] {
            assert_eq!(severity.to_string().parse(), Ok(severity));
        }
        assert!("fatal".parse::<Severity>().is_err());
        assert!(Severity::Error < Severity::Hint, "the gravest first");
    }
}
