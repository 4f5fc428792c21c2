//! Keys of a skill's head that are not there yet.

use super::{Asked, Completion, Completions, Sort, around, escaped};
use crate::assist::{
    Kind, Scope,
    keys::{self, Key},
    kind,
    skills::name_of_place,
};
use agents_lint::finding::list;
use agents_prompt::runtime::FieldKind;
use agents_workspace::File;
use std::{ops::Range, path::Path};

pub(super) fn complete(
    asked: &Asked<'_>,
    file: &File,
    kind: Kind,
    range: Range<usize>,
    has_colon: bool,
) -> Option<Completions> {
    let head = file.document().frontmatter();
    let others: Vec<&str> = head
        .into_iter()
        .flat_map(|head| head.other_keys(asked.byte))
        .collect();
    let keys = keys::keys(asked.scope.project, asked.path, kind);
    let missing = keys.iter().filter(|key| !others.contains(&key.field.key));
    let items = missing
        .map(|key| item(asked, key, has_colon, line_break(file)))
        .collect();
    let (insert, replace) = around(range, asked.byte);
    Some(Completions {
        insert,
        replace,
        items,
    })
}

pub(super) fn about(scope: Scope<'_>, path: &Path, label: &str) -> Option<String> {
    let keys = keys::keys(scope.project, path, kind(scope.project, path)?);
    keys.iter().find(|key| key.field.key == label).map(described)
}

fn item(asked: &Asked<'_>, key: &Key<'_>, has_colon: bool, line_break: &str) -> Completion {
    let name = key.field.key;
    let (text, snippet) = if has_colon {
        (name.to_owned(), None)
    } else {
        let value = value_snippet(asked.path, key, line_break);
        let colon = if key.field.kind == FieldKind::Map {
            ":"
        } else {
            ": "
        };
        (format!("{name}{colon}"), Some(format!("{name}:{value}")))
    };
    Completion {
        label: name.to_owned(),
        sort: Sort::Key,
        detail: Some(keys::shape(&key.field).replace('`', "")),
        text,
        snippet,
        about: asked.with_about.then(|| described(key)),
    }
}

/// The line break of a file's first line.
fn line_break(file: &File) -> &'static str {
    let text = file.text();
    let end = text.line_range(0).end;
    if text.slice(end..end + 2) == "\r\n" {
        "\r\n"
    } else {
        "\n"
    }
}

/// What stands behind the colon, with places to fill in.
fn value_snippet(path: &Path, key: &Key<'_>, line_break: &str) -> String {
    let choice = |words: &[&str]| format!(" ${{1|{}|}}", words.join(","));
    match key.field.kind {
        FieldKind::Flag => choice(&["true", "false"]),
        FieldKind::Word(words) if is_plain(words) => choice(words),
        FieldKind::Map => format!("{line_break}  $0"),
        FieldKind::Text if key.field.key == "name" => {
            let name = name_of_place(path).unwrap_or_default();
            format!(" ${{1:{}}}", escaped(&name))
        }
        _ => " $0".to_owned(),
    }
}

/// Whether words can stand in a choice, where commas and bars separate.
fn is_plain(words: &[&str]) -> bool {
    !words.is_empty()
        && words
            .iter()
            .all(|word| !word.contains([',', '|', '\\', '$', '}']))
}

fn described(key: &Key<'_>) -> String {
    let names: Vec<String> = key
        .readers
        .iter()
        .map(|(active, _)| active.name.to_string())
        .collect();
    let by = if names.is_empty() {
        "A key of the Agent Skills format.".to_owned()
    } else {
        format!("Read by {}.", list(&names))
    };
    format!("{}\n\n{by}", key.field.about)
}
