//! `skill.field-type`: a value in a skill's head is not what the runtime takes under its key.

use super::keys::{self, Shape};
use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::FileView,
};
use agents_prompt::runtime::{FieldKind, SkillField};
use agents_syntax::{Text, frontmatter::Entry};

/// How one or another parser lets a flag be written.
const FLAGS: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "1", "0"];

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
it may pass over it, or take it for something else.\n\n\
### What is left alone\n\nEvery usual way to write a flag (`true`, `yes`, `on`, `1` …), a list of tools in any spelling, \
numbers where a text is read, and `argument-hint: [like-this]`.\n\n\
### What to do\n\nWrite the value as the message has it.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let (Some(text), Some(head)) = (file.text(), keys::head(file)) else {
            return;
        };
        for entry in &head.entries {
            for view in keys::readers(file).filter(|view| !keys::is_dropped(file, view)) {
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
        FieldKind::Text if is_list || shape == Shape::Map => "a text",
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
    let is = match shape {
        Shape::Brackets | Shape::Lines => "a list".to_owned(),
        Shape::Map => "a group of keys".to_owned(),
        _ => shown(entry.scalar.as_deref().unwrap_or_default()),
    };
    Some(Wrong { is, takes })
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
