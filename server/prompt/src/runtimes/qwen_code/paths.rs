//! `paths` in the head of a rule or a skill: patterns of the files it waits for.

use crate::steps::{head, yaml};
use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::Path;

/// The patterns of a head; `None` when there are none, so that nothing is waited for.
pub(super) fn read(head: &str, base: usize, entries: &[yaml::Entry]) -> Option<Vec<String>> {
    let entry = yaml::get(entries, "paths")?;
    let written = head::raw(head, base, entry);
    let items: Vec<String> = match &entry.value {
        yaml::Value::Null => Vec::new(),
        yaml::Value::Scalar(text) => vec![text.clone()],
        yaml::Value::Nested => list(written),
    };
    let items: Vec<String> = items.into_iter().filter(|item| !item.is_empty()).collect();
    (!items.is_empty()).then_some(items)
}

/// The items of a list, one to a line or between brackets.
fn list(written: &str) -> Vec<String> {
    let text = written.trim();
    if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return split_flow(inside).iter().map(|item| unquoted(item)).collect();
    }
    let lines = text.lines().map(str::trim_start);
    lines
        .filter_map(|line| line.strip_prefix("- "))
        .map(unquoted)
        .collect()
}

/// Splits at commas outside quotes and braces.
fn split_flow(inside: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, char) in inside.char_indices() {
        match (char, quote) {
            (',', None) => {
                out.push(&inside[start..at]);
                start = at + 1;
            }
            ('"' | '\'', None) => quote = Some(char),
            (_, Some(open)) if char == open => quote = None,
            _ => {}
        }
    }
    out.push(&inside[start..]);
    out
}

fn unquoted(item: &str) -> String {
    let item = item.trim();
    let inside = ['"', '\''].iter().find_map(|quote| {
        let inside = item.strip_prefix(*quote)?;
        inside.split(*quote).next()
    });
    let plain = || item.split(" #").next().unwrap_or_default().trim_end();
    inside.unwrap_or_else(plain).to_owned()
}

/// Whether a path, relative to the root, is one of those waited for. A pattern that cannot be read matches
/// nothing.
pub(super) fn matches(patterns: &[String], below: &Path) -> bool {
    let compile = |pattern: &String| -> Option<Glob> {
        GlobBuilder::new(pattern.trim_start_matches("./"))
            .literal_separator(true)
            .build()
            .ok()
    };
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().filter_map(compile) {
        set.add(glob);
    }
    set.build().unwrap_or_else(|_| GlobSet::empty()).is_match(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_a_text_or_a_list() {
        let of = |head: &str| read(head, 0, &yaml::entries(head, 0).unwrap());
        let list = |items: &[&str]| Some(items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!(of("paths: src/**\n"), list(&["src/**"]));
        assert_eq!(of("paths:\n  - \"a/**\"\n  - b # c\n"), list(&["a/**", "b"]));
        assert_eq!(of("paths: ['a,b', c]\n"), list(&["a,b", "c"]));
        assert_eq!(of("paths:\n"), None);
        assert_eq!(of("x: y\n"), None);
        assert!(matches(&["src/**".to_owned()], Path::new("src/.a/b")));
        assert!(!matches(
            &["*.md".to_owned(), "[".to_owned()],
            Path::new("a/b.md")
        ));
    }
}
