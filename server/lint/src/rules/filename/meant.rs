//! Whether a file with the name of an instruction file is one: pages about agents have such names too.

use crate::view::FileView;
use std::path::{Component, Path};

/// What lies at the root of something that is worked on by itself.
const MANIFESTS: &[&str] = &[
    ".git",
    "CMakeLists.txt",
    "Cargo.toml",
    "Dockerfile",
    "Gemfile",
    "Makefile",
    "Package.swift",
    "build.gradle",
    "build.gradle.kts",
    "composer.json",
    "deno.json",
    "go.mod",
    "mix.exs",
    "package.json",
    "pom.xml",
    "pubspec.yaml",
    "pyproject.toml",
    "requirements.txt",
    "setup.py",
    "tsconfig.json",
];

/// Folders whose folders are each worked on by themselves, whatever lies in them.
const COLLECTIONS: &[&str] = &["apps", "crates", "libs", "packages", "services"];

/// How many folders beside the file's own are looked into. One more file like it is enough, and a folder of
/// thousands must not be read at a keystroke.
const NEIGHBOURS: usize = 64;

/// Folders of pages, where `agents.md` is about agents.
const PAGES: &[&str] = &[
    "blog", "content", "doc", "docs", "pages", "site", "website", "wiki",
];

/// Keys in the head of a page that a site generator reads.
const PAGE_KEYS: &[&str] = &[
    "layout",
    "permalink",
    "sidebar_label",
    "sidebar_position",
    "slug",
    "title",
];

/// Whether a file of this name is for agents here, and not a page about them; `right` is where it would be read.
pub(in crate::rules) fn is_for_agents(file: &FileView<'_>, right: &Path) -> bool {
    let Some(folder) = file.path.parent() else {
        return false;
    };
    let root = &file.project.base.root;
    let below = folder.strip_prefix(root).unwrap_or(folder);
    let names: Vec<_> = below
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    // Other tools keep lists of their agents in `agents.md`.
    let is_agents = name_of(file.path).is_some_and(|name| name.eq_ignore_ascii_case("agents.md"));
    let is_tools = names.last().is_some_and(|name| match is_agents {
        true => *name == ".claude",
        false => name.starts_with('.'),
    });
    let is_among_pages = names
        .iter()
        .any(|name| PAGES.contains(&name.to_ascii_lowercase().as_str()));
    let is_project = || {
        let listed = file.files.list(folder);
        listed.iter().any(|name| MANIFESTS.contains(&name.as_str()))
            || matches!(names.as_slice(), [.., above, _] if COLLECTIONS.contains(above))
            // In the root lie folders of all kinds, and a list of agents may be in one.
            || (names.len() > 1 || !is_agents) && is_beside_others(file, folder, right)
    };
    is_tools || ((folder == root || (!is_among_pages && is_project())) && !is_page(file))
}

/// Whether a folder beside the file's own holds a file of the right name: `packages/web/AGENTS.md` beside
/// `packages/api/AGENT.md`.
fn is_beside_others(file: &FileView<'_>, folder: &Path, right: &Path) -> bool {
    let (Some(above), Some(right)) = (folder.parent(), name_of(right)) else {
        return false;
    };
    let names = file.files.list(above);
    // Files mostly have an ending and folders none.
    let mut beside = names.iter().filter(|name| !name.contains('.')).take(NEIGHBOURS);
    beside.any(|name| {
        let other = above.join(name);
        other != folder && file.files.list(&other).iter().any(|name| name == right)
    })
}

/// Whether a site generator makes a page of the file.
fn is_page(file: &FileView<'_>) -> bool {
    let head = file
        .file
        .as_ref()
        .ok()
        .and_then(|content| content.document().frontmatter());
    head.is_some_and(|head| {
        head.entries
            .iter()
            .any(|entry| PAGE_KEYS.contains(&entry.key.as_str()))
    })
}

/// The name of a file.
pub(super) fn name_of(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}
