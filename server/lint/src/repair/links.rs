//! Links of Markdown that moves to another folder: each still leads where it did.

use agents_syntax::{
    Document,
    fact::{BlockKind, InlineKind},
};
use agents_workspace::paths::normal_path;
use std::{
    ffi::OsStr,
    ops::Range,
    path::{Component, Path},
};

/// A stretch of `from`'s text as it has to be written in `to`. `None` where that cannot be done by changing the
/// stretch alone: a link and the definition it uses would be parted.
#[must_use]
pub fn moved(document: &Document, range: &Range<usize>, from: &Path, to: &Path) -> Option<String> {
    let mut out = document.text().substring(range.clone());
    for (place, target) in edits(document, range, from, to)?.into_iter().rev() {
        out.replace_range(place.start - range.start..place.end - range.start, &target);
    }
    Some(out)
}

/// The destinations to change in a stretch, in order, for [`moved`].
pub(crate) fn edits(
    document: &Document,
    range: &Range<usize>,
    from: &Path,
    to: &Path,
) -> Option<Vec<(Range<usize>, String)>> {
    if from == to {
        return Some(Vec::new());
    }
    let text = document.text();
    let is_definition = |kind| kind == BlockKind::LinkDefinition;
    if document
        .blocks_in(range.clone())
        .any(|block| is_definition(block.kind))
    {
        return None;
    }
    let anchors: Vec<String> = document
        .headings_in(range.clone())
        .map(|heading| anchor(&heading.title))
        .collect();
    let links = document.inlines_in(range.clone());
    let links = links.filter(|inline| {
        matches!(inline.kind, InlineKind::Link | InlineKind::Image)
            && range.start <= inline.range.start
            && inline.range.end <= range.end
    });
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for link in links {
        let written = text.substring(link.value_range.clone());
        let is_autolink = written == text.substring(link.range.clone()) || link.value.contains("://");
        if is_autolink || written.is_empty() {
            continue;
        }
        let is_inline = link.range.start < link.value_range.start
            && link.value_range.end <= link.range.end
            && text
                .substring(link.range.start..link.value_range.start)
                .contains("](");
        if !is_inline {
            return None;
        }
        if let Some(target) = target(&written, from, to, &anchors) {
            edits.push((link.value_range, target));
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    edits.dedup();
    Some(edits)
}

/// The destination as it has to be written from the new place, if that is otherwise.
fn target(written: &str, from: &Path, to: &Path, anchors: &[String]) -> Option<String> {
    let bare = written.trim_start_matches('<').trim_end_matches('>');
    let is_absolute = bare.starts_with('/') || has_scheme(bare);
    let moves_along = |anchor: &str| anchors.iter().any(|known| known == anchor);
    if is_absolute || bare.strip_prefix('#').is_some_and(moves_along) {
        return None;
    }
    let split = bare.find(['#', '?']).unwrap_or(bare.len());
    let (path, rest) = bare.split_at(split);
    let (old, new) = (from.parent()?, to.parent()?);
    let goal = if path.is_empty() {
        from.to_path_buf()
    } else {
        normal_path(&old.join(path))
    };
    let mut out = relative(new, &goal);
    if out.is_empty() {
        out.push('.');
    }
    if path.ends_with('/') {
        out.push('/');
    }
    let out = if bare.len() < written.len() {
        format!("<{out}{rest}>")
    } else {
        format!("{out}{rest}")
    };
    (out != written).then_some(out)
}

/// Whether a destination begins with a scheme (`https:`, `mailto:`).
fn has_scheme(destination: &str) -> bool {
    destination.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|char: char| char.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|char| char.is_ascii_alphanumeric() || "+.-".contains(char))
    })
}

/// The anchor of a heading as GitHub makes it: small letters, hyphens for spaces, no other marks.
fn anchor(title: &str) -> String {
    let chars = title.chars().filter_map(|char| match char {
        ' ' => Some('-'),
        '-' | '_' => Some(char),
        _ if char.is_alphanumeric() => Some(char),
        _ => None,
    });
    chars.collect::<String>().to_lowercase()
}

/// The way from a folder to a file, with `/` between names.
#[must_use]
pub fn relative(folder: &Path, target: &Path) -> String {
    let common = folder
        .components()
        .zip(target.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = folder.components().skip(common).map(|_| OsStr::new(".."));
    let down = target.components().skip(common).map(Component::as_os_str);
    let names: Vec<_> = up.chain(down).map(OsStr::to_string_lossy).collect();
    names.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    fn after(text: &str) -> Option<String> {
        let document = Document::open(Text::new(text));
        let (from, to) = (Path::new("/w/a/AGENTS.md"), Path::new("/w/a/docs/agents/x.md"));
        moved(&document, &(0..text.len()), from, to)
    }

    #[test]
    fn relative_links_lead_where_they_did() {
        for (before, expected) in [
            ("[x](docs/y.md)", "[x](../y.md)"),
            ("[x](../z.md#one)", "[x](../../../z.md#one)"),
            ("![x](img/a.png \"t\")", "![x](../../img/a.png \"t\")"),
            ("[x](<b c.md>)", "[x](<../../b c.md>)"),
            ("[x](src/)", "[x](../../src/)"),
            ("[x](#elsewhere)", "[x](../../AGENTS.md#elsewhere)"),
            ("# One Two\n\n[x](#one-two)", "# One Two\n\n[x](#one-two)"),
            ("[x](https://e.org/a)", "[x](https://e.org/a)"),
            ("[x](mailto:a@b.c)", "[x](mailto:a@b.c)"),
            ("[x](/docs/a.md)", "[x](/docs/a.md)"),
            ("<https://e.org>", "<https://e.org>"),
            ("`[x](a.md)`", "`[x](a.md)`"),
            ("```\n[x](a.md)\n```", "```\n[x](a.md)\n```"),
            (
                "- [x](a.md) and [y](b.md)",
                "- [x](../../a.md) and [y](../../b.md)",
            ),
        ] {
            assert_eq!(after(before).as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_link_is_not_parted_from_its_definition() {
        assert_eq!(after("[x][y]\n\n[y]: a.md\n"), None);
        let text = "# A\n\n[x][y]\n\n# B\n\n[y]: a.md\n";
        let document = Document::open(Text::new(text));
        let (from, to) = (Path::new("/w/AGENTS.md"), Path::new("/w/b/x.md"));
        let end = text.find("# B").expect("there");
        assert_eq!(moved(&document, &(0..end), from, to), None);
        assert!(
            moved(&document, &(0..end), from, from).is_some(),
            "the same place"
        );
    }
}
