//! Skills that a loader drops, and what is wrong in the heads of those it takes.

pub mod description_length;
pub mod duplicate_key;
pub mod empty_value;
pub mod fenced;
pub mod field_type;
pub mod indented_key;
pub mod key_case;
mod keys;
pub mod leading_text;
pub mod literal_value;
pub mod location;
pub mod missing_description;
pub mod missing_name;
pub mod name_dir;
pub mod name_format;
pub mod name_reserved;
mod objection;
pub mod portability;
pub(crate) mod refusal;
pub mod shadowed;
pub mod shadows_tool;
pub mod skipped;
pub mod unclosed;
pub mod unknown;
pub mod unknown_field;
mod unseen;
pub mod word_for_tool;
pub mod yaml;
pub mod yaml_comment;

use crate::{
    repair::head::{self, Fit},
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::{Skill, SkillFate, SkillFault};
use agents_syntax::Text;
use std::ops::Range;

/// The runtimes that drop this file, each with its reason.
fn dropped<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = (&'a RuntimeView<'a>, &'a SkillFault)> {
    file.runtimes
        .iter()
        .filter_map(|view| match &view.skill(file.path)?.fate {
            SkillFate::Skipped(fault) => Some((view, fault)),
            _ => None,
        })
}

/// The runtimes that take this file although they have something against its head, each with that.
fn borne<'a>(
    file: &'a FileView<'_>,
) -> impl Iterator<Item = (&'a RuntimeView<'a>, &'a Skill, &'a SkillFault)> {
    file.runtimes.iter().filter_map(|view| {
        let skill = view.skill(file.path)?;
        let is_taken = !matches!(skill.fate, SkillFate::Skipped(_) | SkillFate::Shadowed { .. });
        Some((view, skill, skill.passed.as_ref().filter(|_| is_taken)?))
    })
}

/// What runtimes have against this file, whether they drop it or not.
fn faults<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = &'a SkillFault> {
    let borne = borne(file).map(|(_, _, fault)| fault);
    dropped(file).map(|(_, fault)| fault).chain(borne)
}

/// A key that a loader misses: the bytes to point at and how the key stands there, as a sentence's beginning.
fn missed(text: &Text, key: &str) -> (Range<usize>, String) {
    let Some(line) = head::key_line(text, key) else {
        return (head::opening_line(text), format!("There is no `{key}`"));
    };
    let what = match line.fit {
        _ if line.is_empty() => format!("`{key}` is empty"),
        Fit::Exact => format!("`{key}` has no value that counts"),
        Fit::Case => format!("`{}` stands in place of `{key}`", line.written),
        Fit::Colon(colon) => format!("`{colon}` stands in place of the colon behind `{}`", line.written),
        Fit::Indented => format!("`{key}` is indented"),
    };
    (line.range, what)
}

/// The line that opens the frontmatter, or else the first line.
fn opening(text: &Text) -> Range<usize> {
    let lines = (0..text.line_count().min(16)).map(|line| text.line_range(line));
    let mut shown = lines.filter(|range| !text.substring(range.clone()).trim().is_empty());
    shown.next().unwrap_or_else(|| text.line_range(0))
}
