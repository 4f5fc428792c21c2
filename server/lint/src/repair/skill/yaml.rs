//! What YAML does not take in a head.

use super::{
    key::supplied,
    step::{MOST_STEPS, Step, eol, graver},
};
use crate::fix::apply;
use crate::repair::{anchor, head, quote};
use agents_syntax::{Document, Text, frontmatter::Entry};
use std::path::Path;

/// The text with the first thing in its head mended that YAML does not take. What is no key where it stands comes
/// first: it would be taken for a part of the value before it.
pub(super) fn yaml(text: &str, path: &Path) -> Option<Step> {
    let rope = Text::new(text);
    if let Some(line) = head::miscoloned(&rope) {
        return supplied(text, &line.written.to_lowercase(), path);
    }
    if head::indented(&rope).is_some() {
        return outdented(text, path);
    }
    if let Some(line) = head::unspaced(&rope) {
        let at = line.range.end - line.after.len();
        let title = format!("put a space behind the colon of `{}`", line.written);
        return Some(Step::safe(format!("{} {}", &text[..at], &text[at..]), title));
    }
    quoted(text)
        .or_else(|| untabbed(text))
        .or_else(|| unanchored(text))
}

/// The text with all keys that are indented below nothing in the first column: one that stays would become a part of
/// the value before it.
pub(super) fn outdented(text: &str, path: &Path) -> Option<Step> {
    let mut out: Option<Step> = None;
    for _ in 0..MOST_STEPS {
        let now = out.as_ref().map_or(text, |step| &step.text);
        let Some(line) = head::indented(&Text::new(now)) else {
            break;
        };
        let step = supplied(now, &line.written.to_lowercase(), path)?;
        out = Some(match out {
            Some(before) => Step {
                title: format!("{}, {}", before.title, step.title),
                way: graver(before.way, step.way),
                text: step.text,
            },
            None => step,
        });
    }
    out
}

/// The text without tabs at the beginning of lines of its head, if YAML takes more of it then.
fn untabbed(text: &str) -> Option<Step> {
    let faults = |text: &str| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.closed)?;
        Some((head.range.end, head.faults.len()))
    };
    let (end, before) = faults(text)?;
    let spaced = |line: &str| {
        let bare = line.trim_start_matches([' ', '\t']);
        let (space, rest) = line.split_at(line.len() - bare.len());
        format!("{}{rest}", space.replace('\t', "  "))
    };
    let head: String = text[..end].split_inclusive('\n').map(spaced).collect();
    let after = format!("{head}{}", &text[end..]);
    let (_, left) = faults(&after)?;
    (left < before).then(|| Step::safe(after, "put spaces in place of tabs"))
}

/// The text without the first anchor, and with its value in place of what refers to it: some parsers take none.
fn unanchored(text: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    let head = document.frontmatter()?;
    let is_anchored = |entry: &&Entry| text[entry.value_range.clone()].starts_with('&');
    let entry = head.entries.iter().find(is_anchored)?;
    let value = entry.scalar.as_deref().filter(|value| !value.contains('\n'))?;
    let with = |value: &str| {
        let edits = anchor::replaced(&document, head, entry, value)?;
        Some(apply(document.text(), &edits).to_string())
    };
    let is_read = |text: &String| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.faults.is_empty());
        head.and_then(|head| {
            head.entry(&entry.key)?
                .scalar
                .as_deref()
                .map(|read| read == value)
        }) == Some(true)
    };
    let plain = with(value).filter(is_read);
    let text = plain.or_else(|| with(&quote::in_quotes(value)))?;
    Some(Step::safe(
        text,
        format!("write the value of `{}` without an anchor", entry.key),
    ))
}

/// The text with quotes around the first value that YAML rejects, its head closed as YAML has it.
pub(super) fn quoted(text: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    if document.frontmatter().is_none_or(|head| !head.closed) {
        let closed = head::closed(text, eol(text))?;
        return Some(Step::safe(closed, "close the frontmatter"));
    }
    let quoting = quote::first(&document)?;
    let text = apply(document.text(), &[quoting.edit()]);
    Some(Step::safe(text.to_string(), quoting.title()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_indented_keys_move_in_one_step() {
        let text = "---\n\tname: x\n\tdescription: one two\n---\n";
        let step = yaml(text, Path::new(".agents/skills/x/SKILL.md")).expect("a step");
        assert_eq!(step.text, "---\nname: x\ndescription: one two\n---\n");
        assert_eq!(step.way, crate::Applicability::Safe);
    }
}
