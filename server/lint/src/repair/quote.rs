//! Quoting a value of the frontmatter that YAML rejects: `description: Use when: asked`.

use crate::{
    fix::{Applicability, FileEdit, Fix, TextEdit, apply},
    repair::{anchor, changed},
    view::{FileView, RuntimeView},
};
use agents_prompt::{effective::SkillFate, runtime::Role};
use agents_syntax::{Document, Text, frontmatter::Entry};
use std::ops::Range;

/// How many values that YAML rejects are tried; the head is read anew for each.
const MOST_TRIED: usize = 16;

/// A value and the quotes it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoting {
    /// The key it belongs to.
    pub key: String,
    /// The value as it stands, a comment behind it not included.
    pub range: Range<usize>,
    /// The value in quotes.
    pub quoted: String,
}

impl Quoting {
    /// What it does, in the imperative.
    #[must_use]
    pub fn title(&self) -> String {
        format!("quote the value of `{}`", self.key)
    }

    /// The edit.
    #[must_use]
    pub fn edit(&self) -> TextEdit {
        TextEdit::new(self.range.clone(), self.quoted.clone())
    }
}

/// The first value that YAML rejects as it stands and accepts in quotes.
#[must_use]
pub fn first(document: &Document) -> Option<Quoting> {
    let text = document.text();
    let head = document.frontmatter()?;
    if head.faults.is_empty() {
        return None;
    }
    let rejected = head
        .entries
        .iter()
        .filter(|entry| entry.scalar.is_none() && !entry.value_range.is_empty());
    let is_free =
        |quoting: &Quoting| !anchor::is_used(document, head, &text.substring(quoting.range.clone()));
    let quotings = rejected.filter_map(|entry| quoting(text, entry)).filter(is_free);
    let mut quotings = quotings.take(MOST_TRIED);
    quotings.find(|quoting| {
        let mended = Document::open(apply(text, &[quoting.edit()]));
        let faults = mended.frontmatter().map_or(usize::MAX, |head| head.faults.len());
        faults < head.faults.len()
    })
}

/// Whether the first value that YAML rejects as it stands is that of a key.
#[must_use]
pub fn rejects(document: &Document, key: &str) -> bool {
    first(document).is_some_and(|quoting| quoting.key == key)
}

/// The value of the first key in trouble as an editor command: only where a runtime takes the quotes off
/// again, since some keep them as part of the text.
#[must_use]
pub fn action(file: &FileView<'_>, document: &Document) -> Option<Fix> {
    let quoting = first(document)?;
    let understands = |view: &RuntimeView<'_>| view.role == Role::Skill && takes_quotes_off(file, view);
    if !file.runtimes.iter().any(understands) {
        return None;
    }
    Some(Fix {
        title: super::capitalised(&quoting.title()),
        applicability: Applicability::Safe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![quoting.edit()],
        }],
    })
}

/// Whether a runtime reads a quoted value without its quotes, found by letting it read one.
#[must_use]
pub fn takes_quotes_off(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let probe = "---\nname: \"probe\"\ndescription: \"probe\"\n---\n";
    let prompt = changed::prompt(file, view, Text::new(probe));
    let skill = prompt.skills.iter().find(|skill| skill.path == file.path);
    skill.is_some_and(|skill| {
        !matches!(skill.fate, SkillFate::Skipped(_)) && skill.description.as_deref() == Some("probe")
    })
}

fn quoting(text: &Text, entry: &Entry) -> Option<Quoting> {
    let raw = text.substring(entry.value_range.clone());
    if raw.starts_with(['|', '>']) && (raw.contains('\n') || is_block(&raw)) {
        return None;
    }
    // A number sign after a space may begin a comment: which of both was meant nobody can tell, so it stays.
    let end = raw.find(" #").map_or(raw.len(), |at| raw[..at].trim_end().len());
    let value = raw.get(..end).filter(|value| !value.is_empty())?;
    let opened = value.chars().next().filter(|first| matches!(first, '"' | '\''));
    let quoted = match opened {
        // A quote that is opened and never closed.
        Some(quote) if !value[1..].contains(quote) => format!("{value}{quote}"),
        _ => in_quotes(value),
    };
    Some(Quoting {
        key: entry.key.clone(),
        range: entry.value_range.start..entry.value_range.start + end,
        quoted,
    })
}

/// Whether `|` or `>` stands there as YAML has it: alone, or with how to take the lines below.
pub(super) fn is_block(raw: &str) -> bool {
    let rest = raw[1..].trim_start_matches(|c: char| matches!(c, '+' | '-') || c.is_ascii_digit());
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

/// A text between quotes, those that need the fewest changes inside.
#[must_use]
pub fn in_quotes(value: &str) -> String {
    if !value.contains(['"', '\\']) {
        format!("\"{value}\"")
    } else if !value.contains('\'') {
        format!("'{value}'")
    } else {
        format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The head after quoting; `-` when there is nothing to quote.
    fn quoted(head: &str) -> String {
        let document = Document::open(Text::new(&format!("---\n{head}\n---\nText.\n")));
        let Some(quoting) = first(&document) else {
            return "-".to_owned();
        };
        let text = apply(document.text(), &[quoting.edit()]).to_string();
        text["---\n".len()..text.len() - "\n---\nText.\n".len()].to_owned()
    }

    #[test]
    fn only_what_yaml_rejects_is_quoted() {
        assert_eq!(
            quoted("description: Use when: asked"),
            r#"description: "Use when: asked""#
        );
        assert_eq!(quoted("name: a\nd: x: y # note"), "name: a\nd: \"x: y\" # note");
        assert_eq!(quoted(r#"d: say "x": y"#), r#"d: 'say "x": y'"#);
        assert_eq!(quoted(r#"d: it's "x": y"#), r#"d: "it's \"x\": y""#);
        assert_eq!(quoted(r#"d: "x" and more"#), r#"d: '"x" and more'"#);
        assert_eq!(quoted("d: \"open"), "d: \"open\"");
        assert_eq!(quoted("d: @team"), "d: \"@team\"");
        assert_eq!(quoted("d: [WIP] do it"), "d: \"[WIP] do it\"");
        assert_eq!(quoted("d: see http://x"), "-");
        assert_eq!(quoted("d: \"Use when: asked\""), "-");
        assert_eq!(quoted("d: [a, b]\ne:\n  - f"), "-");
    }

    #[test]
    fn the_first_of_several_comes_first() {
        assert_eq!(quoted("a: b: c\nd: e: f"), "a: \"b: c\"\nd: e: f");
    }
}
