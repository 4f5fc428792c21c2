//! Skills that a loader has read: their entry in a list, and those that do not come that far.

use crate::effective::{Cause, EffectivePrompt, LossKind, Segment, Skill, SkillFate, SkillFault, Unit};
use crate::steps::loss;
use agents_syntax::Text;
use std::{
    borrow::Cow,
    ops::Range,
    path::{Path, PathBuf},
};

/// A skill whose head was read.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The file, as the loader names it.
    pub path: PathBuf,
    /// Its text.
    pub text: Text,
    /// The name.
    pub name: Word,
    /// The description.
    pub description: Word,
    /// What the loader passes over in the head.
    pub passed: Option<SkillFault>,
}

/// A value and where it is written; `None` when it is not written in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The value.
    pub text: String,
    /// Its bytes in the file.
    pub range: Option<Range<usize>>,
}

impl From<(String, Range<usize>)> for Word {
    fn from((text, range): (String, Range<usize>)) -> Self {
        Self {
            text,
            range: Some(range),
        }
    }
}

impl Entry {
    /// The skill with what becomes of it.
    #[must_use]
    pub fn skill(&self, fate: SkillFate) -> Skill {
        Skill {
            path: self.path.clone(),
            name: Some(self.name.text.clone()),
            description: Some(self.description.text.clone()),
            fate,
            passed: self.passed(),
        }
    }

    /// What is passed over: what the loader says, or a value that is written and is none.
    fn passed(&self) -> Option<SkillFault> {
        let is_empty = |word: &Word| word.range.is_some() && word.text.trim().is_empty();
        let empty = || {
            let words = [("name", &self.name), ("description", &self.description)];
            let word = words.into_iter().find(|(_, word)| is_empty(word))?;
            Some(SkillFault::EmptyValue(word.0))
        };
        self.passed.clone().or_else(empty)
    }

    /// Another skill of the name is listed instead.
    pub fn shadowed(&self, prompt: &mut EffectivePrompt, by: &Path) {
        let by = by.to_path_buf();
        prompt
            .skills
            .push(self.skill(SkillFate::Shadowed { by: by.clone() }));
        let cause = Cause::SameName { by };
        let kind = LossKind::Shadowed;
        prompt
            .losses
            .push(loss::whole(kind, &self.path, &self.text, cause, Unit::Utf16));
    }

    /// A value as it is listed: bytes of the file where `shown` leaves them as they are.
    pub fn segment(&self, word: &Word, shown: Cow<'_, str>, why: &'static str) -> Segment {
        match &word.range {
            None => Segment::literal(shown.into_owned(), why),
            Some(range) if self.text.slice(range.clone()) == *shown => {
                Segment::file(&self.path, &self.text, range.clone(), why)
            }
            Some(range) => Segment::rewritten(&self.path, range.clone(), shown.into_owned(), why),
        }
    }
}

/// The entry of a list that most loaders write alike:
/// `<skill>` with name, description and location, indented by two.
pub fn xml(
    out: &mut Vec<Segment>,
    entry: &Entry,
    escape: fn(&str) -> Cow<'_, str>,
    escape_path: fn(&str) -> Cow<'_, str>,
) {
    let location = entry.path.to_string_lossy();
    out.push(Segment::literal("  <skill>\n    <name>", "skill"));
    out.push(entry.segment(&entry.name, escape(&entry.name.text), "name of the skill"));
    out.push(Segment::literal("</name>\n    <description>", "skill"));
    out.push(entry.segment(&entry.description, escape(&entry.description.text), "description"));
    out.push(Segment::literal(
        format!(
            "</description>\n    <location>{}</location>\n  </skill>\n",
            escape_path(&location)
        ),
        "place of the skill",
    ));
}

/// No escaping.
#[must_use]
pub fn as_it_is(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// `&`, `<`, `>` and double quotes as entities, and `apostrophe` for `'`.
#[must_use]
pub fn escaped<'a>(text: &'a str, apostrophe: &str) -> Cow<'a, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', apostrophe);
    Cow::Owned(text)
}

/// A file that the loader does not take.
pub fn refuse(
    prompt: &mut EffectivePrompt,
    path: &Path,
    text: &Text,
    fault: SkillFault,
    name: Option<String>,
) {
    let kind = LossKind::Skipped;
    let cause = Cause::Skill(fault.clone());
    prompt
        .losses
        .push(loss::whole(kind, path, text, cause, Unit::Utf16));
    prompt.skills.push(Skill {
        path: path.to_path_buf(),
        name,
        description: None,
        fate: SkillFate::Skipped(fault),
        passed: None,
    });
}
