//! `.claude/rules/**/*.md`: for every file, or with `paths` for some.

use crate::steps::{
    globs::{self, IgnoreList},
    strip, yaml,
};
use agents_workspace::{File, Files};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// A rule's file with its patterns.
pub(super) struct Rule {
    pub(super) path: PathBuf,
    /// `None`: for every file.
    globs: Option<Vec<String>>,
}

impl Rule {
    pub(super) fn is_for_all(&self) -> bool {
        self.globs.is_none()
    }

    /// Whether its patterns, which are relative to `base`, are for `path`.
    pub(super) fn is_for(&self, base: &Path, path: &Path) -> bool {
        let patterns = self.globs.iter().flatten().map(String::as_str);
        path.strip_prefix(base)
            .is_ok_and(|relative| IgnoreList::new(patterns).matches(relative))
    }
}

impl Rule {
    /// The first pattern of a rule that is for no file at all, because none of its patterns can be read.
    pub(super) fn unreadable(&self) -> Option<&str> {
        let patterns = self.globs.as_ref()?;
        let is_broken = |pattern: &String| globs::matcher(pattern, false).is_none();
        let all = !patterns.is_empty() && patterns.iter().all(is_broken);
        patterns.first().filter(|_| all).map(String::as_str)
    }
}

/// The rules below a `.claude` folder by name, and whether more than one lies in some folder: the program takes
/// those in the order of the file system. A rule that is reached through a link goes by its real path, which must
/// lie below `border` if there is one.
pub(super) fn below(files: &dyn Files, dot: &Path, border: Option<&Path>) -> (Vec<Rule>, bool) {
    let mut search = Search {
        files,
        border: border.map(|border| files.canonical(border).unwrap_or_else(|| border.to_path_buf())),
        home: files.canonical(dot).unwrap_or_default().join("rules"),
        seen: HashSet::new(),
        found: Vec::new(),
        unordered: false,
    };
    search.folder(&dot.join("rules"));
    (search.found, search.unordered)
}

struct Search<'a> {
    files: &'a dyn Files,
    border: Option<PathBuf>,
    /// The folder of rules if it is no link.
    home: PathBuf,
    seen: HashSet<PathBuf>,
    found: Vec<Rule>,
    unordered: bool,
}

impl Search<'_> {
    fn folder(&mut self, folder: &Path) {
        // Links may lead round in circles.
        let real = self.files.canonical(folder);
        if real.is_none_or(|real| !self.seen.insert(real)) {
            return;
        }
        let before = self.found.len();
        for name in self.files.list(folder).iter() {
            let path = folder.join(name);
            if self.files.is_folder(&path) {
                self.folder(&path);
            } else if name.ends_with(".md") {
                let real = self.files.canonical(&path).unwrap_or_else(|| path.clone());
                let linked = !real.starts_with(&self.home);
                let border = self.border.as_ref().filter(|_| linked);
                // What may not be taken is not read: a link may lead to whole disks of it.
                if border.is_some_and(|border| !real.starts_with(border)) {
                    continue;
                }
                let Ok(file) = self.files.file(&path) else {
                    continue;
                };
                self.found.push(Rule {
                    globs: globs_of(&file),
                    path: if linked { real } else { path },
                });
            }
        }
        self.unordered |= self.found.len() > before + 1;
    }
}

/// The patterns in a rule's head: a string with commas or a list; patterns for everything are as good as none.
fn globs_of(file: &File) -> Option<Vec<String>> {
    let text = file.text();
    let (_, content) = strip::frontmatter(text)?;
    let head = text.substring(content.clone());
    let entries = yaml::entries(&head, content.start).ok()?;
    let entry = yaml::get(&entries, "paths")?;
    let strings = yaml::strings(entry, &head, content.start)?;
    let patterns: Vec<String> = strings
        .iter()
        .flat_map(|list| globs::split_commas(list))
        .collect();
    let all = patterns.iter().all(|pattern| pattern == "**");
    (!all).then_some(patterns)
}
