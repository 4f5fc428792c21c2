//! Text that is taken for a head, and orders in a head that is taken out.

use super::{super::reaches, lost_head};
use crate::{
    directive::is_strict,
    finding::Finding,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::FileView,
};
use agents_syntax::{Document, Text, frontmatter::Entry};
use std::ops::Range;

/// Keys whose values say what the file is about, and order nothing.
const ABOUT: [&str; 8] = [
    "name",
    "title",
    "description",
    "summary",
    "about",
    "purpose",
    "when_to_use",
    "author",
];

pub(super) fn check(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    let Ok(content) = &file.file else { return };
    let (document, text) = (content.document(), content.text());
    let below = file
        .path
        .strip_prefix(&file.project.base.root)
        .unwrap_or(file.path);
    for view in &file.runtimes {
        let Some(lost) = lost_head(view, file) else {
            continue;
        };
        if !is_head(document, &lost) {
            if let Some(range) = words(text, &lost) {
                let mut finding = Finding::new(rule, file.path, range.clone()).effect(
                    view.name(),
                    "These lines do not reach {}: the file begins with `---`, so all up to the next `---` is taken for \
                     frontmatter.",
                );
                finding.is_unnecessary = !file.runtimes.iter().any(|view| reaches(view, file.path, &range));
                out.push(finding);
            }
            continue;
        }
        let keys = view.active.runtime.head_keys(below);
        let is_for_rule =
            |entry: &&Entry| !keys.contains(&entry.key.as_str()) && !ABOUT.contains(&entry.key.as_str());
        let head = document.frontmatter().into_iter();
        for entry in head.flat_map(|head| &head.entries).filter(is_for_rule) {
            if let Some(range) = order(text, entry) {
                out.push(Finding::new(rule, file.path, range).effect(
                    view.name(),
                    "This rule stands in the head of the file, which does not reach {}.",
                ));
            }
        }
    }
}

/// Takes the first line away, which makes a head of what follows.
pub(super) fn fix(finding: &Finding, file: &FileView<'_>) -> Option<Fix> {
    let content = file.file.as_ref().ok()?;
    let text = content.text();
    let lost = file.runtimes.iter().find_map(|view| lost_head(view, file))?;
    if is_head(content.document(), &lost) || words(text, &lost)? != finding.range {
        return None;
    }
    Some(Fix {
        title: "Remove the line `---` at the top".to_owned(),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![TextEdit::new(lost.start..finding.range.start, "")],
        }],
    })
}

/// Whether what a runtime takes for a head is one: the document has one there, with keys.
fn is_head(document: &Document, lost: &Range<usize>) -> bool {
    let head = document.frontmatter();
    head.is_some_and(|head| !head.entries.is_empty() && head.range.start < lost.end)
}

/// What stands between the first line and the next dashes; `None` when that is nothing.
fn words(text: &Text, lost: &Range<usize>) -> Option<Range<usize>> {
    let whole = text.substring(lost.clone());
    let inside = whole.trim_end().strip_suffix("---")?;
    let open = inside.find("---")? + "---".len();
    let words = &inside[open..];
    let start = lost.start + open + (words.len() - words.trim_start().len());
    let words = words.trim();
    (!words.is_empty()).then(|| start..start + words.len())
}

/// The order that a value is, or that is among its lines.
fn order(text: &Text, entry: &Entry) -> Option<Range<usize>> {
    let value = text.substring(entry.value_range.clone());
    let is_order = |line: &str| {
        let line = line.trim().trim_start_matches("- ");
        is_strict(line.trim_matches(['"', '\'']))
    };
    value
        .lines()
        .any(is_order)
        .then_some(entry.range.start..entry.value_range.end)
}
