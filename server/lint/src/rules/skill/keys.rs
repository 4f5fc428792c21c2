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
