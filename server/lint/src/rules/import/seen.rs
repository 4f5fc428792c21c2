//! The imports of a file, and of the files it brings along that nobody looks at by themselves.

use crate::view::{FileView, ProjectView, RuntimeView, shown};
use agents_prompt::{Import, Project};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// What ends a sentence or a clause, and so stands behind a path without belonging to it.
pub(super) const PUNCTUATION: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '"', '\'', '”', '’'];

/// An import as one runtime sees it.
pub(super) struct Seen<'a> {
    /// The file it stands in, under the name findings go by.
    pub(super) path: PathBuf,
    /// The runtime.
    pub(super) view: &'a RuntimeView<'a>,
    /// What it makes of it.
    pub(super) import: &'a Import,
    pub(super) files: &'a dyn Files,
    project: &'a Project,
}

impl Seen<'_> {
    /// The text it stands in.
    pub(super) fn text(&self) -> Text {
        let file = self.files.file(&self.import.path);
        file.map(|file| file.text().clone()).unwrap_or_default()
    }

    /// The bytes to point at: the import without an anchor and the punctuation behind it, which some runtimes take
    /// for a part of it.
    pub(super) fn place(&self) -> Range<usize> {
        let range = &self.import.range;
        let written = self.text().substring(range.clone());
        let path = written.split('#').next().unwrap_or_default();
        range.start..range.start + path.trim_end_matches(PUNCTUATION).len()
    }

    /// The real folder of the file it stands in, which is where relative paths begin.
    pub(super) fn folder(&self) -> PathBuf {
        let path = &self.import.path;
        let real = self.files.canonical(path).unwrap_or_else(|| path.clone());
        real.parent().unwrap_or(&real).to_path_buf()
    }

    /// The opened folder.
    pub(super) fn root(&self) -> &Path {
        &self.project.base.root
    }

    /// A path as people read it.
    pub(super) fn shown(&self, path: &Path) -> String {
        shown(self.project, path)
    }
}

/// The imports in a file.
pub(super) fn in_file<'a>(file: &'a FileView<'_>) -> Vec<Seen<'a>> {
    let mut out = Vec::new();
    for view in &file.runtimes {
        for import in &view.prompt.imports {
            if is_same_file(file, &import.path) {
                out.push(Seen {
                    path: file.path.to_path_buf(),
                    view,
                    import,
                    files: file.files,
                    project: file.project,
                });
            }
        }
    }
    out
}

/// Whether a path is that of the file, or another name of it.
pub(super) fn is_same_file(file: &FileView<'_>, path: &Path) -> bool {
    let real = || file.files.canonical(file.path);
    path == file.path || real().is_some_and(|real| file.files.canonical(path).as_ref() == Some(&real))
}

/// The imports in files of the project that are in some prompt without being judged by themselves under that
/// runtime: what instruction files import. Each import once for each runtime and outcome.
pub(super) fn in_imported_files<'a>(project: &'a ProjectView<'_>) -> Vec<Seen<'a>> {
    let mut known = HashSet::new();
    let mut out = Vec::new();
    for view in project.views.values().flat_map(|file| &file.runtimes) {
        for import in &view.prompt.imports {
            if !known.insert((view.name(), import)) {
                continue;
            }
            let real = project.files.canonical(&import.path);
            let path = real.unwrap_or_else(|| import.path.clone());
            let is_judged = |path: &Path| {
                let judged = project
                    .views
                    .get(path)
                    .into_iter()
                    .flat_map(|file| &file.runtimes);
                judged.into_iter().any(|other| other.name() == view.name())
            };
            let is_inside = path.starts_with(&project.project.base.root);
            if is_inside && !is_judged(&path) && !is_judged(&import.path) {
                out.push(Seen {
                    path,
                    view,
                    import,
                    files: project.files,
                    project: project.project,
                });
            }
        }
    }
    out
}
