//! Files with patterns: `.github/instructions/**/*.instructions.md` (`applyTo`) and `.claude/rules/**/*.md`
//! (`paths`). One for every file is sent from the start; the others are listed, and sent when a file of theirs
//! is read.

use super::places::Places;
use crate::steps::{
    globs::{self, BaseMatch},
    strip, yaml,
};
use agents_workspace::{File, Files};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What a file of instructions ends with.
pub(super) const INSTRUCTIONS: &str = ".instructions.md";

/// Patterns for every file.
const ALL: &[&str] = &["**", "**/*", "*"];

/// One such file.
pub(super) struct Rule {
    pub(super) path: PathBuf,
    pub(super) file: Arc<File>,
    /// As it is called towards the model.
    pub(super) shown: String,
    /// `None`: for every file.
    pub(super) patterns: Option<Vec<String>>,
    pub(super) description: String,
}

impl Rule {
    /// Whether it is for a file, relative to the repository's root.
    pub(super) fn is_for(&self, path: &Path) -> bool {
        match &self.patterns {
            None => true,
            Some(patterns) => BaseMatch::new(patterns.iter().map(String::as_str)).matches(path),
        }
    }
}

/// Those of the start: the user's, the root's, and the start folder's; not of the folders between.
pub(super) fn at_start(places: &Places<'_>) -> Vec<Rule> {
    let mut out = Vec::new();
    if let Some(home) = &places.home {
        out.extend(below(
            places.files,
            &home.join("instructions"),
            Path::new(""),
            Kind::Instructions,
        ));
    }
    out.extend(in_folder(places.files, &places.root, &places.root));
    if places.start() != places.root {
        out.extend(in_folder(places.files, places.start(), places.start()));
    }
    out
}

/// Those of one folder, called by their paths from `base`.
pub(super) fn in_folder(files: &dyn Files, folder: &Path, base: &Path) -> Vec<Rule> {
    let mut out = below(
        files,
        &folder.join(".github/instructions"),
        base,
        Kind::Instructions,
    );
    out.extend(below(files, &folder.join(".claude/rules"), base, Kind::Rules));
    out
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Instructions,
    Rules,
}

fn below(files: &dyn Files, folder: &Path, base: &Path, kind: Kind) -> Vec<Rule> {
    let mut paths = Vec::new();
    collect(files, folder, kind, &mut HashSet::new(), &mut paths);
    paths.sort_by_key(|path| path.to_string_lossy().into_owned());
    let rules = paths.into_iter().filter_map(|path| {
        let file = files.file(&path).ok()?;
        let shown = path
            .strip_prefix(base)
            .ok()
            .filter(|_| !base.as_os_str().is_empty());
        let (patterns, description) = head(&file, kind);
        Some(Rule {
            shown: shown.unwrap_or(&path).to_string_lossy().into_owned(),
            path,
            file,
            patterns,
            description,
        })
    });
    rules.collect()
}

fn collect(
    files: &dyn Files,
    folder: &Path,
    kind: Kind,
    seen: &mut HashSet<PathBuf>,
    out: &mut Vec<PathBuf>,
) {
    // Links may lead round in circles.
    let Some(real) = files.canonical(folder).filter(|real| !seen.contains(real)) else {
        return;
    };
    seen.insert(real);
    let ending = if kind == Kind::Rules { ".md" } else { INSTRUCTIONS };
    for name in files.list(folder).iter() {
        let path = folder.join(name);
        if files.is_folder(&path) {
            collect(files, &path, kind, seen, out);
        } else if name.ends_with(ending) && files.is_file(&path) {
            out.push(path);
        }
    }
}

/// The patterns and the description in a file's head.
fn head(file: &File, kind: Kind) -> (Option<Vec<String>>, String) {
    let text = file.text();
    let nothing = (None, String::new());
    let Some((_, content)) = strip::frontmatter(text) else {
        return nothing;
    };
    let head = text.substring(content.clone());
    let Ok(entries) = yaml::entries(&head, content.start) else {
        return nothing;
    };
    let key = if kind == Kind::Rules { "paths" } else { "applyTo" };
    let patterns = yaml::get(&entries, key).and_then(|entry| yaml::strings(entry, &head, content.start));
    let patterns: Vec<String> = patterns
        .iter()
        .flatten()
        .flat_map(|list| globs::split_commas(list))
        .collect();
    let for_all = match patterns.as_slice() {
        [] => true,
        [one] => ALL.contains(&one.as_str()),
        _ => false,
    };
    let description = match yaml::get(&entries, "description").map(|entry| &entry.value) {
        Some(yaml::Value::Scalar(text)) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        _ => String::new(),
    };
    ((!for_all).then_some(patterns), description)
}
