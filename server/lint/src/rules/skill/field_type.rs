//! `skill.field-type`: a value in a skill's head is not what the runtime takes under its key.

use super::{
    borne, dropped, faults,
    keys::{self, Shape},
    opening, refusal,
};
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    repair::{capitalised, quote, skill},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::{
    effective::SkillFault,
    runtime::{FieldKind, SkillField},
};
use agents_syntax::{Document, Text, frontmatter::Entry};
use std::ops::Range;

/// How one or another parser lets a flag be written.
const FLAGS: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "1", "0"];

/// What a name and a description are.
const TEXT: &str = "a text";

/// A text that is written `[like-this]` by nearly everybody, as the help of a command has it; who reads it takes it
/// so.
const HINT: &str = "argument-hint";

/// See the module.
pub struct FieldType;

impl Rule for FieldType {
    fn code(&self) -> &'static str {
        "skill.field-type"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A value in the head of a skill is not of the kind that a runtime takes under its key: a list where a text belongs, a \
text where there should be keys, a flag that is neither true nor false. What a runtime makes of such a value is up to it; \
it may pass over it, take it for something else, or drop the skill, which the message then says.\n\n\
### What is left alone\n\nEvery usual way to write a flag (`true`, `yes`, `on`, `1` …), a list of tools in any spelling, \
numbers where a text is read, and `argument-hint: [like-this]`.\n\n\
### What to do\n\nWrite the value as the message has it. The fix puts a number that stands for a text in quotes, and writes a list as one \
text.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        self.minded(file, out);
        let (Some(text), Some(head)) = (file.text(), keys::head(file)) else {
            return;
        };
        for entry in &head.entries {
            let is_told = |view: &&RuntimeView<'_>| {
                borne(file)
                    .any(|(other, _, fault)| other.name() == view.name() && kind(file, fault).is_some())
            };
            for view in keys::readers(file).filter(|view| !keys::is_dropped(file, view) && !is_told(view)) {
                let field = keys::field(view, &entry.key);
                let Some(wrong) = field.and_then(|field| wrong(text, entry, field)) else {
                    continue;
                };
                let mut finding = Finding::new(self, file.path, keys::place(text, entry));
                finding.lead = format!("`{}` is {}.", entry.key, wrong.is);
                out.push(finding.effect(view.name(), format!("For {{}} it should be {}.", wrong.takes)));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let mut fixes: Vec<Fix> = Vec::new();
        for fault in faults(file) {
            let is_meant = kind(file, fault).is_some_and(|(place, ..)| place == finding.range);
            let fix = is_meant.then(|| skill::mend(file, self.code(), fault)).flatten();
            fixes.extend(fix.filter(|fix| !fixes.contains(fix)));
        }
        if fixes.is_empty() {
            fixes.extend(self.as_text(finding, file));
        }
        fixes
    }
}

impl FieldType {
    /// A list that nobody drops the skill for, as one text.
    fn as_text(&self, finding: &Finding, file: &FileView<'_>) -> Option<Fix> {
        let (text, head) = (file.text()?, keys::head(file)?);
        let mut keys = ["name", "description"].into_iter();
        let is_it = |key: &&str| {
            head.entry(key)
                .is_some_and(|entry| keys::place(text, entry) == finding.range)
        };
        skill::mend(file, self.code(), &SkillFault::Kind(keys.find(is_it)?, TEXT))
    }

    /// The values that a runtime drops the skill for, or does without.
    fn minded(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        for (view, fault) in dropped(file) {
            if let Some((place, lead, wanted)) = kind(file, fault) {
                let mut finding = Finding::new(self, file.path, place);
                (finding.lead, finding.severity) = (lead, refusal::severity(file));
                let sentence = format!("The skill does not reach {{}}, where it should be {wanted}.");
                out.push(finding.effect(view.name(), sentence));
            }
        }
        for (view, skill, fault) in borne(file) {
            if let Some((place, lead, _)) = kind(file, fault) {
                let mut finding = Finding::new(self, file.path, place);
                (finding.lead, finding.severity) = (lead, refusal::severity(file));
                let sentence = capitalised(&refusal::borne_clause(skill, fault));
                out.push(finding.effect(view.name(), format!("{sentence}.")));
            }
        }
    }
}

/// Whether a key has a list or other keys below it.
pub(super) fn is_nested(document: &Document, key: &str) -> bool {
    let entry = document.frontmatter().and_then(|head| head.entry(key));
    let shape = entry.and_then(|entry| keys::shape(document.text(), entry));
    matches!(shape, Some(Shape::Lines | Shape::Map))
}

/// Of a fault in the kind of a value its place, what the value is, and what it should be.
fn kind(file: &FileView<'_>, fault: &SkillFault) -> Option<(Range<usize>, String, &'static str)> {
    let content = file.file.as_ref().ok()?;
    let text = content.text();
    let (key, wanted) = match fault {
        SkillFault::Kind(key, wanted) => (*key, *wanted),
        SkillFault::EmptyValue(key) if is_nested(content.document(), key) => (*key, TEXT),
        _ => return None,
    };
    if quote::rejects(content.document(), key) {
        return None;
    }
    let Some(entry) = content.document().frontmatter().and_then(|head| head.entry(key)) else {
        return Some((opening(text), format!("`{key}` is not {wanted}."), wanted));
    };
    let value = value(entry);
    let is = match keys::shape(text, entry) {
        Some(Shape::Scalar) if wanted == TEXT && is_number(entry) => "a number".to_owned(),
        Some(Shape::Scalar) if wanted == TEXT && is_flag(entry) => format!("`{value}`, which is no text"),
        Some(shape) => is(shape, entry),
        None => format!("not {wanted}"),
    };
    Some((keys::place(text, entry), format!("`{key}` is {is}."), wanted))
}

/// What a value is and what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    is: String,
    takes: &'static str,
}

/// What is wrong with the kind of a value.
pub(super) fn wrong(text: &Text, entry: &Entry, field: &SkillField) -> Option<Wrong> {
    let shape = keys::shape(text, entry)?;
    let is_list = matches!(shape, Shape::Brackets | Shape::Lines);
    let takes = match field.kind {
        FieldKind::Text if shape == Shape::Brackets && field.key == HINT => return None,
        FieldKind::Text if is_list || shape == Shape::Map => TEXT,
        FieldKind::Model if is_list || shape == Shape::Map => "the name of a model",
        FieldKind::Word(_) if is_list || shape == Shape::Map => "a word",
        FieldKind::Flag if is_list || shape == Shape::Map => "true or false",
        FieldKind::Flag if shape == Shape::Scalar && !is_flag(entry) => "true or false",
        FieldKind::Number if is_list || shape == Shape::Map => "a number",
        FieldKind::Number if shape == Shape::Scalar && !is_number(entry) => "a number",
        FieldKind::Tools { .. } if shape == Shape::Map => "names of tools",
        FieldKind::Several { .. } | FieldKind::Texts if shape == Shape::Map => "texts",
        FieldKind::Map if is_list => "keys with values",
        FieldKind::Map if shape == Shape::Scalar && !is_json(entry) => "keys with values",
        _ => return None,
    };
    Some(Wrong {
        is: is(shape, entry),
        takes,
    })
}

/// What a value is, as a phrase.
fn is(shape: Shape, entry: &Entry) -> String {
    match shape {
        Shape::Brackets | Shape::Lines => "a list".to_owned(),
        Shape::Map => "a group of keys".to_owned(),
        _ => shown(entry.scalar.as_deref().unwrap_or_default()),
    }
}

fn is_flag(entry: &Entry) -> bool {
    let value = value(entry);
    is_null(value) || FLAGS.iter().any(|flag| value.eq_ignore_ascii_case(flag))
}

fn is_number(entry: &Entry) -> bool {
    let value = value(entry);
    is_null(value) || value.parse::<f64>().is_ok()
}

/// Whether keys with values stand in a text, as some people write them for loaders that read one line.
fn is_json(entry: &Entry) -> bool {
    is_null(value(entry)) || value(entry).starts_with('{')
}

fn is_null(value: &str) -> bool {
    matches!(value, "" | "~") || value.eq_ignore_ascii_case("null")
}

fn value(entry: &Entry) -> &str {
    entry.scalar.as_deref().unwrap_or_default().trim()
}

/// A value in a message.
fn shown(value: &str) -> String {
    const LONGEST: usize = 30;
    let mut short: String = value.chars().take(LONGEST).collect();
    if short.len() < value.len() {
        short.push('…');
    }
    format!("“{}”", short.replace(['\n', '\r'], " "))
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "skill.field-type";

    fn fixture(keys: &str) -> Fixture {
        let mut fixture = Fixture::new(&["claude-code"], "");
        let text = format!("---\nname: x\ndescription: b\n{keys}---\nText\n");
        fixture.add(".claude/skills/x/SKILL.md", text);
        fixture
    }

    #[test]
    fn a_value_of_another_kind_is_told_with_the_right_one() {
        for (keys, marked, message) in [
            (
                "model: [a, b]\n",
                "model: [a, b]",
                "`model` is a list. For claude-code it should be the name of a model.",
            ),
            (
                "license:\n  a: b\n",
                "license:",
                "`license` is a group of keys. For claude-code it should be a text.",
            ),
            (
                "user-invocable: maybe\n",
                "user-invocable: maybe",
                "`user-invocable` is “maybe”. For claude-code it should be true or false.",
            ),
            (
                "disable-model-invocation:\n  - true\n",
                "disable-model-invocation:",
                "`disable-model-invocation` is a list. For claude-code it should be true or false.",
            ),
            (
                "metadata: me\n",
                "metadata: me",
                "`metadata` is “me”. For claude-code it should be keys with values.",
            ),
            (
                "allowed-tools:\n  Bash: git\n",
                "allowed-tools:",
                "`allowed-tools` is a group of keys. For claude-code it should be names of tools.",
            ),
        ] {
            let found = fixture(keys);
            assert_eq!(found.message(CODE), message);
            assert_eq!(found.marked(CODE), [marked]);
        }
    }

    #[test]
    fn every_usual_spelling_is_silent() {
        for keys in [
            "user-invocable: Yes\nbackground: 0\ndisable-model-invocation: \"true\"\n",
            "user-invocable:\nbackground: ~\nmodel:\n",
            "allowed-tools: [Read, \"Bash(git:*)\"]\ndisallowed-tools:\n  - Write\n",
            "allowed-tools: Read, Grep\npaths: a, b\narguments: a b\n",
            "argument-hint: [file] \nlicense: 2\n",
            "metadata: {a: b}\nhooks:\n  # why\n  Stop: []\n",
            "metadata: '{\"a\": {}}'\n",
            "model: &a sonnet\nagent: *a\n",
            "anything: [a]\n",
        ] {
            assert_eq!(fixture(keys).codes(), Vec::<String>::new(), "{keys}");
        }
    }
}
