//! The keys of a skill's head, and what the runtimes take them for.

use crate::view::{FileView, RuntimeView};
use agents_prompt::{
    effective::SkillFate,
    runtime::{Role, SkillField},
    runtimes,
};
use agents_syntax::{
    Text,
    frontmatter::{Entry, Frontmatter},
};
use std::ops::Range;

/// The keys of the Agent Skills format (agentskills.io/specification).
pub(super) const FORMAT: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// The head of a skill, if nothing hides what its keys are.
pub(super) fn head<'a>(file: &'a FileView<'_>) -> Option<&'a Frontmatter> {
    let content = file.file.as_ref().ok()?;
    let head = content.document().frontmatter()?;
    (head.closed && head.faults.is_empty()).then_some(head)
}

/// The active runtimes that take the file for a skill.
pub(super) fn readers<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a RuntimeView<'a>> {
    file.runtimes.iter().filter(|view| view.role == Role::Skill)
}

/// What a key is to a runtime that reads it.
pub(super) fn field(view: &RuntimeView<'_>, key: &str) -> Option<&'static SkillField> {
    view.active
        .runtime
        .skill_fields()
        .iter()
        .find(|field| field.key == key)
}

/// Whether any runtime there is reads a key of this name.
pub(super) fn is_known(key: &str) -> bool {
    let is_field = |field: &SkillField| field.key == key;
    FORMAT.contains(&key)
        || runtimes::all()
            .iter()
            .any(|runtime| runtime.skill_fields().iter().any(is_field))
}

/// Whether a runtime drops the skill, so that nothing of its head counts.
pub(super) fn is_dropped(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let skill = view.skill(file.path);
    skill.is_some_and(|skill| matches!(skill.fate, SkillFate::Skipped(_)))
}

/// What is written as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Nothing.
    Empty,
    /// A text, a number, a flag.
    Scalar,
    /// A list in brackets.
    Brackets,
    /// A list of lines.
    Lines,
    /// Keys with values.
    Map,
}

/// The shape of a value; `None` where marks of YAML leave it open.
pub(super) fn shape(text: &Text, entry: &Entry) -> Option<Shape> {
    let written = text.substring(entry.value_range.clone());
    // A value may begin below a comment.
    let first = written
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = first else {
        return Some(Shape::Empty);
    };
    match first.chars().next()? {
        '&' | '*' | '!' => None,
        '[' => Some(Shape::Brackets),
        '{' => Some(Shape::Map),
        '-' if first == "-" || first.starts_with("- ") => Some(Shape::Lines),
        _ if entry.scalar.is_some() => Some(Shape::Scalar),
        _ if first.contains(':') => Some(Shape::Map),
        _ => None,
    }
}

/// The place of an entry: its key, and its value where that stands on the same line.
pub(super) fn place(text: &Text, entry: &Entry) -> Range<usize> {
    let line = text.line_range(text.line_of(entry.key_range.start));
    entry.key_range.start
        ..entry
            .value_range
            .end
            .clamp(entry.key_range.end, line.end.max(entry.key_range.end))
}

#[cfg(test)]
mod tests {
    use crate::{
        Applicability,
        testing::{Fixture, budget},
    };
    use proptest::prelude::*;

    const PATH: &str = ".agents/skills/x/SKILL.md";
    const RULES: [&str; 3] = ["skill.unknown-field", "skill.field-type", "skill.portability"];
    const KEYS: [&str; 8] = [
        "allowed-tools",
        "allowed_tools",
        "\"argument-hint\"",
        "licence",
        "metadata",
        "user-invokable",
        "disable-model-invocation",
        "compatability",
    ];
    const VALUES: [&str; 12] = [
        "[Read, \"Bash(git:*)\"]",
        "\n  - Read\n  - Grep",
        "\n- Read # why",
        "[",
        "- ",
        "\n  a: b",
        "{a: [b]}",
        "&a yes",
        "\u{fc}\u{1f980}",
        "",
        "# none",
        "\"two words\"",
    ];

    proptest! {
        #![proptest_config(budget(48))]

        #[test]
        fn a_safe_fix_ends_its_finding_and_leaves_the_body(
            lines in prop::collection::vec((0..KEYS.len(), 0..VALUES.len()), 0..4),
            crlf in any::<bool>(),
        ) {
            let keys = lines.iter().map(|(key, value)| format!("{}: {}\n", KEYS[*key], VALUES[*value]));
            let text = format!("---\nname: x\ndescription: b\n{}---\nBody [\n", keys.collect::<String>());
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            let open = || {
                let mut found = Fixture::new(&["copilot-cli", "cursor", "openhands"], "");
                found.add(PATH, &text);
                found
            };
            for rule in RULES {
                let before = open().marked(rule).len();
                for fix in open().fixes(rule) {
                    let mut found = open();
                    found.apply(&fix);
                    let after = found.text(PATH.as_ref()).to_string();
                    let body = &text[text.find("Body").expect("a body")..];
                    prop_assert!(after.ends_with(body));
                    if fix.applicability == Applicability::Safe {
                        prop_assert_eq!(found.marked(rule).len(), before - 1, "{} in {:?}", fix.title, text);
                    }
                }
            }
        }
    }
}
