//! The step that mends a fault.

use super::{
    key::{is_nested, supplied, texted},
    opening::{closing, has_head, is_empty_head, opened, with_head},
    step::{Step, eol},
    yaml::{outdented, quoted, yaml},
};
use crate::{
    fix::Applicability,
    repair::{
        head::{self, Fit},
        quote, words,
    },
};
use agents_prompt::effective::SkillFault;
use agents_syntax::{Document, Text};
use std::path::Path;

/// One fault mended; what loses a word of the author's is not to be applied unseen.
pub(super) fn step(text: &str, fault: &SkillFault, path: &Path) -> Option<Step> {
    let mut step = step_for(text, fault, path)?;
    let is_kept = || words::are_in(&Text::new(text), &Text::new(&step.text), path);
    if step.way == Applicability::Safe && !is_kept() {
        step.way = Applicability::Unsafe;
    }
    Some(step)
}

fn step_for(text: &str, fault: &SkillFault, path: &Path) -> Option<Step> {
    match fault {
        SkillFault::ByteOrderMark | SkillFault::LeadingText => opened(text),
        // Loaders name one fault at a time: a head that something hides from them is no head to them.
        SkillFault::NoFrontmatter if has_head(text) => opened(text),
        SkillFault::NoFrontmatter => with_head(text, path),
        SkillFault::CarriageReturns => Some(Step::safe(text.replace("\r\n", "\n"), "change line ends to LF")),
        SkillFault::Unclosed if is_empty_head(text) => supplied(text, "name", path),
        SkillFault::Unclosed => {
            let closed = head::closed(text, eol(text))?;
            // A head without a key has its fault behind that one.
            let closes = if is_empty_head(&closed) {
                Step::risky
            } else {
                Step::safe
            };
            Some(closes(closed, "close the frontmatter"))
        }
        // What was meant for a text is the beginning of a block to YAML, and an empty one.
        SkillFault::EmptyValue(key) if quote::rejects(&Document::open(Text::new(text)), key) => quoted(text),
        // To a loader that reads lines a list below its key is no value of it.
        SkillFault::EmptyValue(key) if is_nested(text, key) => texted(text, key),
        SkillFault::MissingKey(key)
        | SkillFault::EmptyValue(key)
        | SkillFault::IndentedKey(key)
        | SkillFault::KeyCase(key) => {
            let line = head::key_line(&Text::new(text), key);
            if line.is_some_and(|line| line.fit == Fit::Indented) {
                outdented(text, path)
            } else {
                supplied(text, key, path)
            }
        }
        SkillFault::Yaml(_) => yaml(text, path),
        SkillFault::ClosingLine => closing(text),
        SkillFault::Kind(key, _) if quote::rejects(&Document::open(Text::new(text)), key) => quoted(text),
        // What stands below it is indented, and no part of its value.
        SkillFault::Kind(..) if head::indented(&Text::new(text)).is_some() => yaml(text, path),
        SkillFault::Kind(key, "a text") => texted(text, key),
        // A validator's causes come in its order; one that no loader knows stays, and nothing is mended.
        SkillFault::Refused(objections) => objections
            .iter()
            .filter_map(|objection| objection.fault.as_ref())
            .find_map(|fault| step(text, fault, path)),
        // What to leave out of a long text, which encoding it is in, where a file belongs, and which of name and
        // folder is the right one is for a person to say.
        SkillFault::TooLong(..)
        | SkillFault::Kind(..)
        | SkillFault::NotUtf8
        | SkillFault::Location(_)
        | SkillFault::Name(_)
        | SkillFault::Reserved(_)
        | SkillFault::NotFolder(_) => None,
    }
}

/// The text without one fault, and the step that takes it away in the imperative, where nothing has to be drafted.
#[must_use]
pub(crate) fn certain(text: &str, fault: &SkillFault, path: &Path) -> Option<(String, String)> {
    let step = step(text, fault, path).filter(|step| step.way == Applicability::Safe && step.text != text)?;
    Some((step.text, step.title))
}
