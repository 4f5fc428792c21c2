//! Keys that say when a file counts, or what an agent may do, where no runtime reads them.

use super::{super::reaches, lost_head};
use crate::{
    finding::Finding,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::FileView,
};
use agents_syntax::{
    Text,
    frontmatter::{Entry, Frontmatter},
};
use std::ops::Range;

/// Keys whose values are patterns of files, which mean the same under each of these names.
const PATTERNS: [&str; 5] = ["paths", "globs", "applyTo", "fileMatchPattern", "glob"];

/// Keys that say in other ways when a file counts.
const OTHERS: [&str; 4] = ["alwaysApply", "inclusion", "trigger", "triggers"];

/// Keys of skills and of descriptions of agents that set something, and that no file has to itself.
const SETTING: [&str; 9] = [
    "model",
    "tools",
    "allowed-tools",
    "allowedTools",
    "disallowedTools",
    "disable-model-invocation",
    "user-invocable",
    "permissionMode",
    "temperature",
];

/// Values that limit nothing.
const UNLIMITED: [&str; 9] = [
    "",
    "*",
    "**",
    "**/*",
    "**/**",
    "true",
    "always",
    "always_on",
    "null",
];

pub(super) fn check(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    let Ok(content) = &file.file else { return };
    let Some(head) = content.document().frontmatter().filter(|head| head.closed) else {
        return;
    };
    let text = content.text();
    let Some(entry) = limiting(head, text) else { return };
    let below = file
        .path
        .strip_prefix(&file.project.base.root)
        .unwrap_or(file.path);
    let read_by = |key: &str| {
        let mut views = file.runtimes.iter();
        views.any(|view| view.active.runtime.head_keys(below).contains(&key))
    };
    // Who wrote one key that counts knows what he does.
    if head
        .entries
        .iter()
        .any(|entry| is_scope(&entry.key) && read_by(&entry.key))
    {
        return;
    }
    let key = &entry.key;
    let does = if is_scope(key) { "limits" } else { "sets" };
    let mut finding = Finding::new(rule, file.path, trimmed(text, &entry.range));
    for view in &file.runtimes {
        let keys = view.active.runtime.head_keys(below);
        let is_lost = lost_head(view, file)
            .is_some_and(|head| head.start <= entry.range.start && entry.range.end <= head.end);
        let sentence = if is_lost {
            format!("`{key}` {does} nothing for {{}}: the head is taken out, and the file counts as a whole.")
        } else if reaches(view, file.path, &trimmed(text, &entry.range)) {
            format!("`{key}` {does} nothing for {{}}: the head is sent as text.")
        } else if !keys.is_empty() {
            format!("`{key}` means nothing here to {{}}.")
        } else {
            continue;
        };
        finding = finding.effect(view.name(), sentence);
    }
    if finding.effects.is_empty() {
        return;
    }
    if let Some((wanted, name)) = instead(file, key) {
        finding.advice = format!("{name} reads `{wanted}` in this file.");
    }
    out.push(finding);
}

/// Gives the key the name under which a runtime reads it.
pub(super) fn fix(finding: &Finding, file: &FileView<'_>) -> Option<Fix> {
    let content = file.file.as_ref().ok()?;
    let head = content.document().frontmatter()?;
    let entry = limiting(head, content.text()).filter(|entry| entry.range.start == finding.range.start)?;
    let (wanted, _) = instead(file, &entry.key)?;
    if head.entry(wanted).is_some() {
        return None;
    }
    Some(Fix {
        title: format!("Rename `{}` to `{wanted}`", entry.key),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![TextEdit::new(entry.key_range.clone(), wanted)],
        }],
    })
}

/// The first key that limits when the file counts, patterns before others, or else one that sets something.
fn limiting<'a>(head: &'a Frontmatter, text: &Text) -> Option<&'a Entry> {
    let limits = |entry: &&Entry| {
        let value = match &entry.scalar {
            Some(value) => value.clone(),
            None => text.substring(entry.value_range.clone()),
        };
        let values = value.trim_matches(|char: char| char.is_whitespace() || "[]".contains(char));
        let mut values = values.split([',', '\n']).map(|value| {
            value
                .trim_matches(|char: char| char.is_whitespace() || "\"'".contains(char))
                .trim_start_matches("- ")
        });
        values.all(|value| !UNLIMITED.contains(&value.trim_matches(['"', '\''])))
    };
    let of = |keys: &[&str]| {
        let mut entries = head.entries.iter();
        entries.find(|entry| keys.contains(&entry.key.as_str()) && limits(entry))
    };
    let is_always = head
        .entry("alwaysApply")
        .is_some_and(|entry| entry.scalar.as_deref() == Some("true"));
    let scope = of(&PATTERNS).or_else(|| of(&OTHERS)).filter(|_| !is_always);
    scope.or_else(|| {
        let mut entries = head.entries.iter();
        entries.find(|entry| SETTING.contains(&entry.key.as_str()))
    })
}

fn is_scope(key: &str) -> bool {
    PATTERNS.contains(&key) || OTHERS.contains(&key)
}

/// The key of patterns that a runtime reads in this file in place of `key`, and that runtime.
fn instead<'a>(file: &'a FileView<'_>, key: &str) -> Option<(&'static str, &'a str)> {
    if !PATTERNS.contains(&key) {
        return None;
    }
    let below = file
        .path
        .strip_prefix(&file.project.base.root)
        .unwrap_or(file.path);
    file.runtimes.iter().find_map(|view| {
        let mut keys = view.active.runtime.head_keys(below).iter();
        let wanted = keys.find(|wanted| PATTERNS.contains(wanted))?;
        Some((*wanted, &**view.name()))
    })
}

/// An entry without its last line break.
fn trimmed(text: &Text, range: &Range<usize>) -> Range<usize> {
    range.start..range.start + text.substring(range.clone()).trim_end().len()
}
