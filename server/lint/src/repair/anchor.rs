//! Anchors in a head, `name: &a x`, and what refers to them, `*a`: whoever changes one must change the other.

use crate::fix::TextEdit;
use agents_syntax::{
    Document,
    frontmatter::{Entry, Frontmatter},
};

/// What YAML reads as the value of an entry, an alias at its top level followed.
#[must_use]
pub fn value<'a>(document: &'a Document, head: &'a Frontmatter, entry: &'a Entry) -> Option<&'a String> {
    let written = written(document, entry);
    let Some(alias) = written.strip_prefix('*') else {
        return entry.scalar.as_ref();
    };
    let before = head.entries.iter().take_while(|other| *other != entry);
    let anchored = before.filter(|other| name(&self::written(document, other)) == Some(alias));
    anchored.last()?.scalar.as_ref()
}

/// Edits that put `value` in place of an entry's, and of all that refers to it by an alias. `None` where something in
/// the middle of another value does.
#[must_use]
pub fn replaced(
    document: &Document,
    head: &Frontmatter,
    entry: &Entry,
    value: &str,
) -> Option<Vec<TextEdit>> {
    let edit = |entry: &Entry| TextEdit::new(entry.value_range.clone(), value);
    let raw = written(document, entry);
    let Some(name) = name(&raw) else {
        return Some(vec![edit(entry)]);
    };
    let alias = format!("*{name}");
    let aliases = head
        .entries
        .iter()
        .filter(|other| written(document, other) == alias);
    let edits: Vec<TextEdit> = std::iter::once(entry).chain(aliases).map(edit).collect();
    (uses(document, head, name) == edits.len() - 1).then_some(edits)
}

/// Whether something in the head refers to the anchor that a value begins with.
#[must_use]
pub fn is_used(document: &Document, head: &Frontmatter, raw: &str) -> bool {
    name(raw).is_some_and(|name| uses(document, head, name) > 0)
}

fn uses(document: &Document, head: &Frontmatter, name: &str) -> usize {
    let content = document.text().substring(head.content.clone());
    let alias = format!("*{name}");
    let ends = |at: usize| {
        let next = content[at + alias.len()..].chars().next();
        next.is_none_or(|char| char.is_whitespace() || ",]}:".contains(char))
    };
    content.match_indices(&alias).filter(|(at, _)| ends(*at)).count()
}

/// The name of the anchor before a value.
fn name(raw: &str) -> Option<&str> {
    let named = raw.strip_prefix('&')?;
    named
        .split_whitespace()
        .next()
        .filter(|name| named.starts_with(name))
}

fn written(document: &Document, entry: &Entry) -> String {
    document.text().substring(entry.value_range.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::apply;
    use agents_syntax::Text;

    /// The head with `x` in place of its first value; `-` where that would break something.
    fn replaced_in(head: &str) -> String {
        let document = Document::open(Text::new(&format!("---\n{head}\n---\n")));
        let front = document.frontmatter().unwrap();
        let Some(edits) = replaced(&document, front, &front.entries[0], "x") else {
            return "-".to_owned();
        };
        let text = apply(document.text(), &edits).to_string();
        text["---\n".len()..text.len() - "\n---\n".len()].to_owned()
    }

    #[test]
    fn what_refers_to_a_value_changes_with_it() {
        assert_eq!(replaced_in("name: a\nb: *a"), "name: x\nb: *a");
        assert_eq!(replaced_in("name: &a y\nb: *a\nc: *ab"), "name: x\nb: x\nc: *ab");
        assert_eq!(replaced_in("name: &a y\nb: [*a]"), "-");
        assert_eq!(replaced_in("name: &a y\nb:\n  <<: *a"), "-");
    }

    #[test]
    fn an_alias_has_the_value_before_it() {
        let document = Document::open(Text::new("---\na: &a one\nb: *a\nc: *d\nd: &d two\n---\n"));
        let head = document.frontmatter().unwrap();
        let values: Vec<_> = head
            .entries
            .iter()
            .map(|entry| value(&document, head, entry).map(String::as_str))
            .collect();
        assert_eq!(values, [Some("one"), Some("one"), None, Some("two")]);
    }
}
