//! A key as loaders want it, and its value.

use super::{
    draft::{draft, name_of},
    step::{Step, eol},
};
use crate::{
    fix::{TextEdit, apply},
    repair::{
        head::{self, Fit},
        quote,
    },
};
use agents_syntax::{Document, Text};
use std::{ops::Range, path::Path};

/// The text with a key as loaders want it: at the start of a line, in small letters, with a value.
pub(super) fn supplied(text: &str, key: &str, path: &Path) -> Option<Step> {
    let rope = Text::new(text);
    let is_name = key == "name";
    let value = || if is_name { name_of(path) } else { draft(text) };
    let Some(line) = head::key_line(&rope, key) else {
        if !head::takes_keys(&rope) {
            return None;
        }
        let value = value();
        let at = head::place_for_key(&rope, key);
        let eol = eol(text);
        let gap = if text[..at].ends_with('\n') { "" } else { eol };
        let added = format!("{}{gap}{key}: {value}{eol}{}", &text[..at], &text[at..]);
        // Behind a head without keys more is missing than the name.
        return Some(if is_name && head::is_bare(&rope) {
            Step::draft(added, format!("add `{key}: {value}`"))
        } else if is_name {
            Step::safe(added, format!("add `{key}: {value}`"))
        } else {
            Step::draft(added, format!("add a draft `{key}`"))
        });
    };
    let (before, behind) = (&text[..line.range.start], &text[line.range.end..]);
    if let Some(value) = unread(&line).filter(|_| line.fit == Fit::Exact) {
        let filled = format!(
            "{before}{key}: {}{}{behind}",
            quote::in_quotes(value),
            line.comment()
        );
        return Some(Step::safe(filled, format!("quote the value of `{key}`")));
    }
    // A loader that finds the key as it must be written and still misses it sees no value.
    if line.fit == Fit::Exact || line.is_empty() {
        let value = value();
        let filled = format!("{before}{key}: {value}{}{behind}", line.comment());
        return Some(if is_name {
            Step::safe(filled, format!("set `{key}: {value}`"))
        } else {
            Step::draft(filled, format!("fill in a draft `{key}`"))
        });
    }
    let mut titles = Vec::new();
    if line.fit == Fit::Indented {
        titles.push(format!("move `{key}` to the first column"));
    }
    if line.written != key {
        titles.push(format!("write `{key}` in lower case"));
    }
    let mut after = line.after.clone();
    if let Fit::Colon(colon) = line.fit {
        titles.push(format!("put `:` in place of `{colon}` behind `{key}`"));
        after = format!(" {}", after.trim_start());
    }
    if titles.is_empty() {
        titles.push(format!("take the space behind `{key}` away"));
    }
    let moved = format!("{before}{key}:{after}{behind}");
    Some(Step::safe(moved, titles.join(", ")))
}

/// The words behind a key whose value a loader misses, if there are some that quotes could help: they are no draft's to
/// replace.
fn unread(line: &head::KeyLine) -> Option<&str> {
    let value = line.after.strip_suffix(line.comment())?.trim();
    let is_text = value.starts_with(['>', '|', '!', '&', '*', '@', '%', '`'])
        && !quote::is_block(value)
        && value.contains(char::is_alphanumeric);
    is_text.then_some(value)
}

/// The text with the value of a key as a text: in quotes what is one word of YAML, the items of a list one behind the
/// other.
pub(super) fn texted(text: &str, key: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    let entry = document.frontmatter()?.entry(key)?;
    let raw = document.text().substring(entry.value_range.clone());
    let edited = |range: Range<usize>, value: String| {
        apply(document.text(), &[TextEdit::new(range, value)]).to_string()
    };
    if let Some(value) = &entry.scalar {
        let value = value.trim();
        // A comment behind it stays.
        let rest = raw.strip_prefix(value).filter(|_| !value.is_empty())?;
        let quoted = format!("{}{rest}", quote::in_quotes(value));
        let quoted = edited(entry.value_range.clone(), quoted);
        return Some(Step::safe(quoted, format!("quote the value of `{key}`")));
    }
    // From the colon on, since a list may stand below its key.
    let colon = entry.key_range.end + text[entry.key_range.end..].find(':')? + 1;
    let joined = items(&raw)?.join(", ");
    let written = |value: &str| edited(colon..entry.value_range.end, format!(" {value}"));
    let is_read = |text: &str| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.faults.is_empty());
        head.and_then(|head| head.entry(key)?.scalar.clone()).as_ref() == Some(&joined)
    };
    let plain = written(&joined);
    let text = if is_read(&plain) {
        plain
    } else {
        written(&quote::in_quotes(&joined))
    };
    Some(Step::risky(text, format!("write `{key}` as one text")))
}

/// Whether a list or keys stand below a key that has no value on its line.
pub(super) fn is_nested(text: &str, key: &str) -> bool {
    let document = Document::open(Text::new(text));
    let entry = document.frontmatter().and_then(|head| head.entry(key));
    entry.is_some_and(|entry| {
        let raw = &text[entry.value_range.clone()];
        let first = raw.trim_start().lines().next().unwrap_or_default();
        let is_below = text[entry.key_range.end..entry.value_range.start].contains('\n')
            || raw.starts_with(['\r', '\n']);
        entry.scalar.is_none() && is_below && (first.starts_with("- ") || first.contains(':'))
    })
}

/// The items of a list, if each is a plain text.
fn items(raw: &str) -> Option<Vec<&str>> {
    let inner = raw.trim().strip_prefix('[').and_then(|raw| raw.strip_suffix(']'));
    let items: Vec<&str> = match inner {
        Some(inner) => inner.split(',').map(str::trim).collect(),
        None => raw
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(|line| line.strip_prefix("- ").map(str::trim))
            .collect::<Option<_>>()?,
    };
    let is_plain = |item: &&str| {
        !item.is_empty() && !item.contains(['[', ']', '{', '}', '#', '"', '\'', '\n']) && !item.contains(": ")
    };
    (!items.is_empty() && items.iter().all(is_plain)).then_some(items)
}
