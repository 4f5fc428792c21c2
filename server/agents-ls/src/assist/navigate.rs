//! Where a skill is described, and where it is named.

use super::{
    Scope, Spot, links,
    mentions::mentions,
    skills::Skills,
    subject::{described_at, name_in_head, subject},
};
use agents_prompt::steps::strip;
use std::{
    collections::BTreeSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// Where something leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Definition {
    /// The bytes it leads from.
    pub(crate) origin: Range<usize>,
    /// Where to, the likeliest first.
    pub(crate) spots: Vec<Spot>,
}

/// A place in a document where the skill under the cursor is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Highlight {
    /// The bytes.
    pub(crate) range: Range<usize>,
    /// Whether it is the name in the skill's own head.
    pub(crate) is_declaration: bool,
}

/// Where the skill at `byte` is described, the one that wins first; for a path the file it leads to.
pub(crate) fn definition(scope: Scope<'_>, path: &Path, byte: usize) -> Option<Definition> {
    if let Some(subject) = subject(scope, path, byte) {
        let spots = subject
            .known
            .iter()
            .filter_map(|known| described_at(scope, &known.path));
        return Some(Definition {
            spots: spots.collect(),
            origin: subject.whole,
        });
    }
    let links = links::links(scope, path);
    let link = links.into_iter().find(|link| link.range.contains(&byte))?;
    Some(Definition {
        origin: link.range,
        spots: vec![Spot::new(link.target, 0..0)],
    })
}

/// Where the skill at `byte` is named in `files`, in order of path and place. `None`: no skill is there.
pub(crate) fn references(
    scope: Scope<'_>,
    path: &Path,
    byte: usize,
    files: &[PathBuf],
    with_declarations: bool,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Vec<Spot>> {
    let subject = subject(scope, path, byte)?;
    let reals = subject.reals();
    let mut spots = BTreeSet::new();
    for file in files.iter().take_while(|_| !is_cancelled()) {
        let here = in_file(scope, file, &names(&subject.name, &reals), &reals);
        spots.extend(here.into_iter().map(|range| Spot::new(file.clone(), range)));
    }
    if with_declarations {
        let known = subject.known.iter();
        spots.extend(known.filter_map(|known| described_at(scope, &known.path)));
    }
    Some(spots.into_iter().collect())
}

/// Where the skill at `byte` is named in the same file.
pub(crate) fn highlights(scope: Scope<'_>, path: &Path, byte: usize) -> Option<Vec<Highlight>> {
    let subject = subject(scope, path, byte)?;
    let reals = subject.reals();
    let named = in_file(scope, path, &names(&subject.name, &reals), &reals).into_iter();
    let mut all: Vec<Highlight> = named
        .map(|range| Highlight {
            range,
            is_declaration: false,
        })
        .collect();
    let real = scope.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    let declared = scope.files.file(path).ok().and_then(|file| name_in_head(&file));
    all.extend(declared.filter(|_| reals.contains(&real)).map(|range| Highlight {
        range,
        is_declaration: true,
    }));
    all.sort_by_key(|highlight| highlight.range.start);
    Some(all)
}

/// The words one of which a file must hold to name a skill: its name, or that of its place.
pub(super) fn names(name: &str, reals: &[PathBuf]) -> Vec<String> {
    let places = reals.iter().filter_map(|real| super::skills::name_of_place(real));
    let mut names: Vec<String> = places.chain([name.to_owned()]).collect();
    names.retain(|name| !name.is_empty());
    names.sort();
    names.dedup();
    names
}

/// Whether a file holds one of these words at all, which spares most files any further look.
pub(super) fn may_name(scope: Scope<'_>, path: &Path, names: &[String]) -> bool {
    let Ok(file) = scope.files.file(path) else {
        return false;
    };
    names
        .iter()
        .any(|name| strip::find(file.text(), 0, name).is_some())
}

/// The places in a file that name one of these real files.
fn in_file(scope: Scope<'_>, path: &Path, names: &[String], reals: &[PathBuf]) -> Vec<Range<usize>> {
    if !may_name(scope, path, names) {
        return Vec::new();
    }
    let Ok(file) = scope.files.file(path) else {
        return Vec::new();
    };
    let skills = Skills::of(scope, path);
    let all = mentions(scope, path, file.document(), &skills, 0..file.text().len());
    let means_it = |known: Vec<&super::skills::Known>| known.iter().any(|known| reals.contains(&known.real));
    all.into_iter()
        .filter(|mention| means_it(mention.skills(&skills)))
        .map(|mention| mention.range)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::testing::Tree;

    const FILES: [&str; 5] = [
        "AGENTS.md",
        "a/AGENTS.md",
        ".claude/agents/r.md",
        ".agents/skills/deploy-web/SKILL.md",
        ".claude/skills/deploy-web/SKILL.md",
    ];

    fn tree() -> Tree {
        Tree::new(&["codex", "claude-code"])
            .skill(".agents/skills/deploy-web/SKILL.md", "deploy-web", "one")
            .skill(".claude/skills/deploy-web/SKILL.md", "'deploy-web'", "two")
            .skill(".agents/skills/other/SKILL.md", "other", "not `deploy-web-2`")
            .file(
                "AGENTS.md",
                "Use $deploy-web.\nSee `skills/other/SKILL.md`, docs/a.md.\n",
            )
            .file("a/AGENTS.md", "😀 `deploy-web`\n")
            .file("docs/a.md", "$deploy-web\n")
            .file(
                ".claude/agents/r.md",
                "---\nname: r\nskills: [deploy-web]\n---\nNo $deploy.\n",
            )
    }

    fn shown(tree: &Tree, spots: &[Spot]) -> Vec<String> {
        let draw = |spot: &Spot| {
            let file = tree.scope().files.file(&spot.path).expect("a file");
            let path = spot.path.strip_prefix("/w").unwrap_or(&spot.path);
            format!(
                "{}:{} {}",
                path.display(),
                spot.range.0,
                file.text().substring(spot.bytes())
            )
        };
        spots.iter().map(draw).collect()
    }

    #[test]
    fn a_mention_leads_to_the_winner_first() {
        let tree = tree();
        let found = definition(tree.scope(), &Tree::path("AGENTS.md"), 6).expect("a skill");
        assert_eq!(found.origin, 4..15);
        assert_eq!(
            shown(&tree, &found.spots),
            [
                ".agents/skills/deploy-web/SKILL.md:10 deploy-web",
                ".claude/skills/deploy-web/SKILL.md:11 deploy-web"
            ]
        );
        let path = definition(tree.scope(), &Tree::path("AGENTS.md"), 23).expect("a path");
        assert_eq!(
            shown(&tree, &path.spots),
            [".agents/skills/other/SKILL.md:10 other"]
        );
        let file = definition(tree.scope(), &Tree::path("AGENTS.md"), 52).expect("a file");
        assert_eq!(shown(&tree, &file.spots), ["docs/a.md:0 "]);
        assert_eq!(definition(tree.scope(), &Tree::path("AGENTS.md"), 0), None);
    }

    #[test]
    fn references_are_those_of_instruction_files() {
        let tree = tree();
        let files = FILES.map(Tree::path);
        let all = |path: &str, byte, declarations| {
            let path = Tree::path(path);
            let found = references(tree.scope(), &path, byte, &files, declarations, &|| false);
            shown(&tree, &found.expect("a skill"))
        };
        let mentions = [
            ".claude/agents/r.md:21 deploy-web",
            "AGENTS.md:5 deploy-web",
            "a/AGENTS.md:6 deploy-web",
        ];
        assert_eq!(all("AGENTS.md", 6, false), mentions);
        assert_eq!(
            all(".agents/skills/deploy-web/SKILL.md", 12, true),
            [
                ".agents/skills/deploy-web/SKILL.md:10 deploy-web",
                ".claude/agents/r.md:21 deploy-web",
                ".claude/skills/deploy-web/SKILL.md:11 deploy-web",
                "AGENTS.md:5 deploy-web",
                "a/AGENTS.md:6 deploy-web",
            ]
        );
    }

    #[test]
    fn the_same_file_is_highlighted() {
        let text = "---\nname: x-y\ndescription: d\n---\n`x-y` and $x-y\n";
        let tree = Tree::new(&["codex"]).file(".agents/skills/x-y/SKILL.md", text);
        let path = Tree::path(".agents/skills/x-y/SKILL.md");
        let found = highlights(tree.scope(), &path, 11).expect("a skill");
        let shown: Vec<_> = found
            .iter()
            .map(|one| (&text[one.range.clone()], one.range.start, one.is_declaration))
            .collect();
        assert_eq!(shown, [("x-y", 10, true), ("x-y", 34, false), ("x-y", 44, false)]);
    }
}
