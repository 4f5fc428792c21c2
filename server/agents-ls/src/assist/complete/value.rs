//! Values of a key.

use super::{Asked, Completion, Completions, Sort, around, name};
use crate::assist::{Kind, keys, mentions::LIST, skills::name_of_place};
use agents_prompt::runtime::{FieldKind, SkillField};
use std::{collections::BTreeSet, ops::Range};

pub(super) fn complete(
    asked: &Asked<'_>,
    kind: Kind,
    key: &str,
    range: Range<usize>,
    needs_space: bool,
) -> Option<Completions> {
    if key == LIST && (kind.is_skill() || kind == Kind::Agent) {
        return with_space(name::all(asked, range, None), needs_space);
    }
    if !kind.is_skill() {
        return None;
    }
    let keys = keys::keys(asked.scope.project, asked.path, kind);
    let key = keys.iter().find(|known| known.field.key == key)?;
    let mut fields: Vec<SkillField> = key.readers.iter().map(|(_, field)| *field).collect();
    if fields.is_empty() {
        fields.push(key.field);
    }
    let mut words: Vec<String> = Vec::new();
    for field in &fields {
        let of_field = words_of(asked, field);
        words.extend(
            of_field
                .into_iter()
                .filter(|word| !words.contains(word))
                .collect::<Vec<_>>(),
        );
    }
    let range = if matches!(key.field.kind, FieldKind::Tools { .. }) {
        last_word(asked, range)
    } else {
        range
    };
    let items = words.into_iter().map(|word| Completion {
        text: word.clone(),
        label: word,
        sort: Sort::Value,
        detail: None,
        snippet: None,
        about: None,
    });
    let (insert, replace) = around(range, asked.byte);
    let completions = Completions {
        insert,
        replace,
        items: items.collect(),
    };
    with_space(Some(completions), needs_space)
}

/// What a field's value can be, as far as that is known.
fn words_of(asked: &Asked<'_>, field: &SkillField) -> Vec<String> {
    let own = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    match field.kind {
        FieldKind::Flag => own(&["true", "false"]),
        FieldKind::Word(words) => own(words),
        FieldKind::Tools { .. } | FieldKind::Model => elsewhere(asked, field),
        FieldKind::Text if field.key == "name" => name_of_place(asked.path).into_iter().collect(),
        FieldKind::Text
        | FieldKind::Number
        | FieldKind::Texts
        | FieldKind::Several { .. }
        | FieldKind::Map
        | FieldKind::Any => Vec::new(),
    }
}

/// The values the key has in the heads of other files.
fn elsewhere(asked: &Asked<'_>, field: &SkillField) -> Vec<String> {
    let mut found = BTreeSet::new();
    for path in asked.files.iter().filter(|path| *path != asked.path) {
        let Ok(file) = asked.scope.files.file(path) else {
            continue;
        };
        let document = file.document();
        let entry = document.frontmatter().and_then(|head| head.entry(field.key));
        let items = entry
            .map(|entry| entry.items(document.text()))
            .unwrap_or_default();
        for item in items {
            match field.kind {
                FieldKind::Tools { spaces: true, .. } => {
                    found.extend(tools(&item.value).map(str::to_owned));
                }
                _ => {
                    found.insert(item.value);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Tools with spaces between them; a space inside brackets belongs to its tool (`Bash(git add *)`).
fn tools(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let parts = text.split(move |char: char| {
        match char {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && char.is_whitespace()
    });
    parts.filter(|part| !part.is_empty())
}

/// The word at the cursor of a value that holds several with spaces between them.
fn last_word(asked: &Asked<'_>, range: Range<usize>) -> Range<usize> {
    let Ok(file) = asked.scope.files.file(asked.path) else {
        return range;
    };
    let byte = asked.byte.clamp(range.start, range.end);
    let text = file.text();
    let before = text.substring(range.start..byte);
    let after = text.substring(byte..range.end);
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let end = after.find(char::is_whitespace).unwrap_or(after.len());
    range.start + start..byte + end
}

/// Puts a space before each value where the colon or dash before it has none.
fn with_space(completions: Option<Completions>, needs_space: bool) -> Option<Completions> {
    let mut completions = completions?;
    if needs_space {
        for item in &mut completions.items {
            item.text.insert(0, ' ');
        }
    }
    Some(completions)
}
