//! The words of a skill's name and description, which are its author's: no fix that is applied unseen loses one.

use super::{head, skill};
use crate::{
    fix::{Fix, apply},
    view::FileView,
};
use agents_prompt::runtime::Role;
use agents_syntax::Text;
use std::{collections::HashMap, path::Path};

/// Whether a fix leaves all words of the name and the description in the head, if the file is a skill.
#[must_use]
pub fn are_kept(file: &FileView<'_>, fix: &Fix) -> bool {
    if !file.runtimes.iter().any(|view| view.role == Role::Skill) {
        return true;
    }
    match (file.text(), fix.text_edits()) {
        (Some(text), Some(edits)) => are_in(text, &apply(text, edits), file.path),
        _ => true,
    }
}

/// Whether each name and each description of `before` has all its words in the head of `after`. Of a key that is there
/// twice with the same value one is enough; the name may become that of the file's place, which says the same.
#[must_use]
pub fn are_in(before: &Text, after: &Text, path: &Path) -> bool {
    let (old, new) = (head_of(before), head_of(after));
    let left = counted(&new);
    values(&old).into_iter().all(|(key, value)| {
        let is_left = counted(own(&value, &old))
            .into_iter()
            .all(|(word, count)| left.get(&word).is_some_and(|left| *left >= count));
        is_left || key == "name" && is_of_place(after, path)
    })
}

/// The lines between the two of the head, however broken it is.
fn head_of(text: &Text) -> String {
    let lines = head::lines(text).map(|line| text.substring(text.line_range(line)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names and descriptions of a head, each with what is indented below it.
fn values(head: &str) -> Vec<(&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    // How far the key is indented whose value goes on.
    let mut open = None;
    for line in head.lines() {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let found = ["name", "description"].into_iter().find_map(|key| {
            let (written, _, after) = head::cut(bare, key)?;
            written
                .trim_end()
                .eq_ignore_ascii_case(key)
                .then_some((key, after))
        });
        if let Some((key, after)) = found {
            out.push((key, after.to_owned()));
            open = Some(indent);
        } else if open.is_some_and(|open| indent > open) {
            if let Some((_, value)) = out.last_mut() {
                value.push('\n');
                value.push_str(bare);
            }
        } else if !bare.is_empty() {
            open = None;
        }
    }
    out
}

/// A value without an anchor that something refers to, or an alias of one: those are names that only YAML reads.
fn own<'a>(value: &'a str, head: &str) -> &'a str {
    let value = value.trim();
    let (first, rest) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
    let is_referred = match first.split_at_checked(1) {
        Some(("&", name)) => head.contains(&format!("*{name}")),
        Some(("*", name)) => head.contains(&format!("&{name}")),
        _ => false,
    };
    if is_referred { rest } else { value }
}

fn counted(text: &str) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    let words = text.split(|char: char| !char.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        *counts.entry(word.to_lowercase()).or_default() += 1;
    }
    counts
}

fn is_of_place(text: &Text, path: &Path) -> bool {
    head::key_line(text, "name").is_some_and(|line| {
        let value = text.substring(line.value());
        value.trim_matches(['"', '\'']) == skill::name_of(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_word_is_seen() {
        let kept = |before: &str, after: &str| {
            let text = |keys: &str| Text::new(&format!("---\n{keys}\n---\nbody words\n"));
            are_in(&text(before), &text(after), Path::new("a/x/SKILL.md"))
        };
        assert!(kept("description: a: b # c", "description: \"a: b\" # c"));
        assert!(kept("description: >-\n  a\n  b", "description: a b"));
        assert!(kept("Description: a\nlicense: b", "description: a"));
        assert!(kept("name: y\ndescription: a", "name: x\ndescription: a"));
        assert!(kept("description: a\ndescription: a", "description: a"));
        assert!(kept("name: &n y\nlicense: *n", "name: y\nlicense: y"));
        assert!(!kept("description: a body", "description: a"));
        assert!(!kept("description: a a", "description: a"));
        assert!(!kept("description: a # c", "description: a"));
        assert!(!kept("description: &R a", "description: a"));
        assert!(!kept("name: y z", "name: z"));
    }
}
