//! The text of a skill behind its head, which is its author's: no fix that is applied unseen changes it.

use super::{head, skill};
use crate::{
    fix::{Fix, apply},
    view::FileView,
};
use agents_prompt::runtime::Role;
use agents_syntax::{Document, Text};

/// Whether a fix leaves the text of a file alone, if the file is a skill. Line ends may change, which no line of
/// it shows, and a fence around the whole file is no part of it.
#[must_use]
pub fn is_kept(file: &FileView<'_>, fix: &Fix) -> bool {
    if !file.runtimes.iter().any(|view| view.role == Role::Skill) {
        return true;
    }
    match (file.text(), fix.text_edits()) {
        (Some(text), Some(edits)) => is_same(text, &apply(text, edits)),
        _ => true,
    }
}

/// Whether what stands behind the head of `after` stood there before. In a text whose head is broken nobody can say
/// where the body begins; then it is enough that it ends with the same lines.
#[must_use]
pub fn is_same(before: &Text, after: &Text) -> bool {
    let is_fenced = skill::is_fenced(before);
    let (old, new) = (Document::open(before.clone()), Document::open(after.clone()));
    let Some(kept) = behind(&new) else {
        return plain(before) == plain(after);
    };
    match behind(&old).filter(|_| !is_fenced) {
        Some(body) => body == kept,
        None if is_fenced => without_fence(&plain(before)).ends_with(kept.trim_end()),
        None => plain(before).ends_with(&kept),
    }
}

/// What stands behind a closed head, its line ends made one kind.
fn behind(document: &Document) -> Option<String> {
    let head = document.frontmatter().filter(|head| head.closed)?;
    let text = document.text();
    Some(plain(&Text::new(&text.substring(head.range.end..text.len()))))
}

fn plain(text: &Text) -> String {
    text.to_string().replace("\r\n", "\n")
}

/// A text without a last line that closes a fence.
fn without_fence(text: &str) -> &str {
    let text = text.trim_end();
    let (rest, last) = text.rsplit_once('\n').unwrap_or(("", text));
    if head::is_fence_end(last) {
        rest.trim_end()
    } else {
        text
    }
}
