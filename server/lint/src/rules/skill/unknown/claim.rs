//! Where a text says that a name is that of a skill. A false alarm costs more than a miss.

use agents_syntax::{
    Document, Text,
    beside::word_before,
    fact::{Inline, InlineKind},
    skill_word,
};
use std::{ops::Range, path::Path};

/// A place that names a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    /// The bytes of the name.
    pub(super) range: Range<usize>,
    /// The name.
    pub(super) name: String,
    /// The name or path as it is written.
    pub(super) written: String,
    /// How it is named.
    pub(super) kind: Kind,
}

/// How a skill is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By name, beside the word "skill".
    Named,
    /// In the list `skills` of a head.
    Listed,
    /// By the path of its file.
    Path,
}

/// Words before a name that make it one that need not be there.
const LOOSE: &str = "a an another any called custom each every example fictional former hypothetical external future global new no \
    old own personal upstream";

/// Words in the line of a path that make it one that is to be made, or was there once.
const MAKING: &str = "add adding copy create created creates creating delete deleted e.g example examples generate generated \
    generates install installed installs like make migrate move moved not remove removed rename renamed save scaffold write \
    writes";

/// Words that stand for any name.
const PLACEHOLDERS: &str = "bar baz example foo my name sample skill some test the xxx xyz your";

/// The places of a document that name skills.
pub(super) fn claims(document: &Document) -> Vec<Claim> {
    let text = document.text();
    let mut found = in_head(document);
    for inline in document.inlines() {
        match inline.kind {
            InlineKind::CodeSpan => found.extend(beside_the_word(document, &inline)),
            InlineKind::Path => found.extend(path(text, &inline)),
            InlineKind::Link | InlineKind::Image | InlineKind::Import | InlineKind::Call => {}
        }
    }
    found
}

fn in_head(document: &Document) -> Vec<Claim> {
    let head = document.frontmatter().filter(|head| head.closed);
    let entry = head.and_then(|head| head.entry("skills"));
    let items = entry
        .map(|entry| entry.items(document.text()))
        .unwrap_or_default();
    let named = items.into_iter().filter(|item| is_name(&item.value));
    named
        .map(|item| Claim {
            range: item.range,
            name: item.value.clone(),
            written: item.value,
            kind: Kind::Listed,
        })
        .collect()
}

/// "the `a` skill", "the skills `a` and `/b`".
fn beside_the_word(document: &Document, inline: &Inline) -> Option<Claim> {
    let text = document.text();
    let name = inline.value.strip_prefix(['$', '/']).unwrap_or(&inline.value);
    let start = inline.value_range.start + (inline.value.len() - name.len());
    let range = start..start + name.len();
    if !is_name(name) || text.slice(range.clone()) != *name {
        return None;
    }
    let behind = skill_word::after(text, inline.range.end);
    let word = behind.or_else(|| skill_word::before(text, inline.range.start))?;
    let first = word.range.start.min(inline.range.start);
    let is_loose =
        |byte| word_before(text, byte).is_some_and(|word| is_in(LOOSE, &word.value.to_lowercase()));
    (document.is_running_text(word.range.start) && !is_loose(first) && !is_loose(inline.range.start)).then(
        || Claim {
            range,
            name: name.to_owned(),
            written: name.to_owned(),
            kind: Kind::Named,
        },
    )
}

/// `.skills/a.md`, `.x/skills/a/SKILL.md`.
fn path(text: &Text, inline: &Inline) -> Option<Claim> {
    let written = text.substring(inline.value_range.clone());
    let path = written.strip_prefix("./").unwrap_or(&written);
    let parts: Vec<&str> = path.split('/').collect();
    let name = match parts.as_slice() {
        [".skills", file] => file.strip_suffix(".md")?,
        [hidden, "skills", name, "SKILL.md"] if is_hidden(hidden) => name,
        _ => return None,
    };
    let line = text.line_range(text.line_of(inline.range.start));
    let line = text.substring(line).to_lowercase();
    let mut words = line.split(|char: char| !(char.is_alphanumeric() || char == '.'));
    let is_made = words.any(|word| is_in(MAKING, word.trim_matches('.')));
    let at = written.rfind(name)?;
    let at = if name == parts[parts.len() - 1] {
        at
    } else {
        written.find(&format!("/{name}"))? + 1
    };
    let start = inline.value_range.start + at;
    (is_name(name) && !is_made).then(|| Claim {
        range: start..start + name.len(),
        name: name.to_owned(),
        written: path.to_owned(),
        kind: Kind::Path,
    })
}

/// The folder of skills that a path of [`Kind::Path`] leads to.
pub(super) fn store(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(path);
    if path.ends_with("SKILL.md") {
        folder.parent().unwrap_or(folder)
    } else {
        folder
    }
}

fn is_hidden(folder: &str) -> bool {
    folder.len() > 1 && folder.starts_with('.') && !folder.starts_with("..")
}

/// Whether this is a name that a skill can have, and none that stands for any.
fn is_name(name: &str) -> bool {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    let words = || name.split(['-', '_']);
    let is_placeholder = words().all(|word| is_in(PLACEHOLDERS, word) || word.len() < 2)
        || words()
            .next()
            .is_some_and(|word| matches!(word, "my" | "your" | "some" | "foo" | "example"));
    name.starts_with(|char: char| char.is_ascii_alphanumeric())
        && name.chars().all(is_plain)
        && !is_placeholder
}

fn is_in(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}
