//! The files that paths in a text lead to: Markdown links, `@imports` and paths in running text or code.

use super::{Scope, skills::Skills};
use agents_syntax::{
    Text,
    fact::{Inline, InlineKind},
};
use agents_workspace::paths;
use std::{
    ops::Range,
    path::{Component, Path, PathBuf},
};

/// A path in a text and the file it leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// What to click on.
    pub(crate) range: Range<usize>,
    /// The file, which is there.
    pub(crate) target: PathBuf,
}

/// The paths in a file that lead to files.
pub(crate) fn links(scope: Scope<'_>, path: &Path) -> Vec<Link> {
    let Ok(file) = scope.files.file(path) else {
        return Vec::new();
    };
    let mut out: Vec<Link> = Vec::new();
    for inline in file.document().inlines() {
        let target = target(scope, path, &inline).filter(|target| scope.files.is_file(target));
        let Some(target) = target else { continue };
        let range = match inline.kind {
            InlineKind::Import => inline.range,
            _ => inline.value_range,
        };
        // A path that is a link's text lies inside that link.
        let is_apart = out.last().is_none_or(|last| last.range.end <= range.start);
        if is_apart && !range.is_empty() {
            out.push(Link { range, target });
        }
    }
    out
}

/// The file or folder a fact of running text leads to, if it is there and lies in the opened folder, or in the
/// home folder for an import from there.
pub(crate) fn target(scope: Scope<'_>, from: &Path, inline: &Inline) -> Option<PathBuf> {
    let root = &scope.project.base.root;
    let folder = from.parent()?;
    let value = match inline.kind {
        InlineKind::Link | InlineKind::Image => decoded(local(&inline.value)?)?,
        InlineKind::Path | InlineKind::Import => local(&inline.value)?.to_owned(),
        InlineKind::CodeSpan | InlineKind::Call => return None,
    };
    if let Some(below) = value.strip_prefix("~/") {
        let home = scope.project.base.home.as_ref()?;
        let place = paths::normal_path(&home.join(below));
        let is_import = inline.kind == InlineKind::Import && place.starts_with(home);
        return Some(place).filter(|place| is_import && is_there(scope, place));
    }
    let places = match (inline.kind, value.strip_prefix('/')) {
        // Runtimes resolve imports from the file's own folder alone.
        (InlineKind::Import, _) => vec![folder.join(&value)],
        (_, Some(below)) => vec![root.join(below)],
        (_, None) => vec![folder.join(&value), root.join(&value)],
    };
    let mut places = places.iter().map(|place| paths::normal_path(place));
    places.find(|place| place.starts_with(root) && is_there(scope, place))
}

/// The same; of a skill's path people leave the dot folder out (`skills/deploy/SKILL.md`), which counts when one
/// skill alone has a path that ends so.
pub(crate) fn leads_to(scope: Scope<'_>, from: &Path, inline: &Inline, skills: &Skills) -> Option<PathBuf> {
    target(scope, from, inline).or_else(|| {
        let tail = Path::new(&inline.value);
        let is_plain = tail.components().all(|part| matches!(part, Component::Normal(_)));
        let may_be = matches!(inline.kind, InlineKind::Path | InlineKind::Link);
        if !may_be || !is_plain || tail.components().count() < 2 {
            return None;
        }
        let mut ends = skills.all().filter(|(_, known)| known.path.ends_with(tail));
        let (_, known) = ends.next()?;
        ends.all(|(_, other)| other.real == known.real)
            .then(|| known.path.clone())
    })
}

/// The bytes of one part of a path as it is written; `wanted` picks the part by its number. Of a file's name
/// the ending is left out.
pub(crate) fn part(
    text: &Text,
    inline: &Inline,
    wanted: impl FnOnce(&[&str]) -> Option<usize>,
) -> Option<Range<usize>> {
    let written = text.substring(inline.value_range.clone());
    let path = local(&written)?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let wanted = wanted(&parts)?;
    let mut ranges = path.split('/').scan(0, |at, part| {
        let start = *at;
        *at += part.len() + 1;
        Some(start..start + part.len())
    });
    let range = ranges.by_ref().filter(|range| !range.is_empty()).nth(wanted)?;
    let name = &path[range.clone()];
    let is_last = wanted + 1 == parts.len() && !path.ends_with('/');
    let stem = name
        .rfind('.')
        .filter(|at| is_last && *at > 0)
        .unwrap_or(name.len());
    let start = inline.value_range.start + range.start;
    Some(start..start + stem)
}

fn is_there(scope: Scope<'_>, place: &Path) -> bool {
    scope.files.is_file(place) || scope.files.is_folder(place)
}

/// The path of an address without scheme, query and fragment.
pub(super) fn local(value: &str) -> Option<&str> {
    let path = value.split(['#', '?']).next().filter(|path| !path.is_empty())?;
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    let has_scheme = scheme.is_some_and(|scheme| scheme.chars().all(|char| char.is_ascii_alphanumeric()));
    (!has_scheme && !path.starts_with("//")).then_some(path)
}

/// A path without the `%20` of addresses; `None` when what they stand for is no text.
pub(super) fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return Some(path.to_owned());
    }
    let mut out = Vec::with_capacity(path.len());
    let bytes = path.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = path.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::testing::Tree;

    #[test]
    fn only_what_is_there_is_a_link() {
        let text = "[a](docs/a.md#top) [b](b%20c.md) [no](no.md) [web](https://x.y/docs/a.md) [m](mailto:x@y.z)\n\
                    @docs/a.md @a.md `docs/a.md` docs/a.md docs/ ../w/docs/a.md /etc/passwd [r](/docs/a.md)\n\
                    [`docs/a.md`](docs/a.md) [ref][r]\n\n[r]: docs/a.md\n";
        let tree = Tree::new(&["codex"])
            .file("docs/a.md", "a")
            .file("b c.md", "b")
            .file("AGENTS.md", text);
        let shown: Vec<String> = links(tree.scope(), &Tree::path("AGENTS.md"))
            .into_iter()
            .map(|link| {
                let target = link.target.strip_prefix("/w").unwrap_or(&link.target);
                format!("{} -> {}", &text[link.range], target.display())
            })
            .collect();
        assert_eq!(
            shown,
            [
                "docs/a.md#top -> docs/a.md",
                "b%20c.md -> b c.md",
                "@docs/a.md -> docs/a.md",
                "docs/a.md -> docs/a.md",
                "docs/a.md -> docs/a.md",
                "../w/docs/a.md -> docs/a.md",
                "/docs/a.md -> docs/a.md",
                "docs/a.md -> docs/a.md",
                "r -> docs/a.md",
            ]
        );
    }

    #[test]
    fn an_import_is_resolved_from_its_own_folder() {
        let tree = Tree::new(&["claude-code"]).file("docs/a.md", "a").file(
            ".claude/CLAUDE.md",
            "@docs/a.md and @../docs/a.md and docs/a.md\n",
        );
        let found = links(tree.scope(), &Tree::path(".claude/CLAUDE.md"));
        let starts: Vec<usize> = found.iter().map(|link| link.range.start).collect();
        assert_eq!(starts, [15, 33], "a path in prose may count from the root");
    }

    #[test]
    fn nothing_outside_the_folder_is_asked_for() {
        let mut tree = Tree::new(&["codex"]).file("AGENTS.md", "[x](../secret.md) `../secret.md`\n");
        tree.files.add("/secret.md", "x");
        assert!(links(tree.scope(), &Tree::path("AGENTS.md")).is_empty());
    }
}
