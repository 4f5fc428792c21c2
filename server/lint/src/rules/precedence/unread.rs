//! Files of which nothing reaches a runtime that knows their names, and what the others in their folder have to do
//! with that.

use super::twin;
use crate::view::{FileView, RuntimeView};
use agents_prompt::{Cause, Loss, LossKind, project::tells, runtime::Role};
use std::path::{Path, PathBuf};

/// A file that another one keeps out, under one runtime.
pub(super) struct KeptOut<'a> {
    /// The file that keeps it out.
    pub(super) by: &'a Path,
    /// How the two lie to each other.
    pub(super) how: Relation,
}

/// How a file lies to the one that keeps it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// One made to stand in its place: `AGENTS.override.md`.
    Override,
    /// One in the same folder whose name is no program's own either.
    Shared,
    /// A file for another program, which this one reads first.
    Foreign,
    /// A personal file in the same folder.
    Personal,
    /// A file of the program's own in the same folder: mostly a pair, one for each program.
    Pair,
    /// A file in another folder, none of the program's own beside the one that is lost.
    Above,
}

/// What keeps a file out that might be missed. Files that are named for another program are not, nor is one whose
/// text is sent from elsewhere.
pub(super) fn kept_out<'a>(file: &FileView<'_>, view: &'a RuntimeView<'_>) -> Option<KeptOut<'a>> {
    if !is_missed(file, view) {
        return None;
    }
    let path = file.path;
    let mut losses = view.prompt.all_losses().filter(|loss| loss.path == path);
    let by = losses.find_map(|loss| match &loss.cause {
        Cause::Replaced { by } if loss.kind == LossKind::Shadowed => Some(by.as_path()),
        _ => None,
    })?;
    let is_own = |other: &Path| file.project.is_for(view.active, other);
    let how = if is_variant(by, path) {
        Relation::Override
    } else if let Some(own) = beside(view, path).find(|other| is_own(other)) {
        let relation = if is_personal(own) {
            Relation::Personal
        } else {
            Relation::Pair
        };
        return Some(KeptOut {
            by: own,
            how: relation,
        });
    } else if is_beside(by, path) {
        if file.project.is_for_another(view.active, by) {
            Relation::Foreign
        } else {
            Relation::Shared
        }
    } else {
        Relation::Above
    };
    Some(KeptOut { by, how })
}

/// The setting that keeps a file out, where the file itself does not hold it.
pub(super) fn switched_off<'a>(file: &FileView<'_>, view: &'a RuntimeView<'_>) -> Option<&'a str> {
    if !is_missed(file, view) {
        return None;
    }
    let path = file.path;
    let losses: Vec<&Loss> = view
        .prompt
        .all_losses()
        .filter(|loss| loss.path == path)
        .collect();
    let by = losses.into_iter().find_map(|loss| match &loss.cause {
        Cause::Disabled { by } => Some(by.as_str()),
        _ => None,
    })?;
    let key = by.split([' ', ':', '=']).next().unwrap_or(by);
    let document = file.file.as_ref().ok()?.document();
    let head = document.frontmatter();
    let is_its_own = head.is_some_and(|head| head.entry(key).is_some());
    (!is_its_own).then_some(by)
}

/// Whether nothing of an instruction file reaches a runtime, and somebody may miss it.
pub(super) fn is_missed(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    // Some only name such files to the model, where a setting lets them.
    matches!(view.role, Role::Instructions | Role::Reference)
        && has_text(file)
        && !is_read(file, view)
        && !file.project.is_for_another(view.active, file.path)
        && (tells(file.path) || is_set(file, view))
}

/// Whether a setting of the runtime names the file.
fn is_set(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let below = file.path.strip_prefix(&file.project.base.root);
    below.is_ok_and(|below| {
        view.active
            .further
            .iter()
            .any(|further| further.files.is_match(below))
    })
}

/// Whether there is anything to lose.
pub(super) fn has_text(file: &FileView<'_>) -> bool {
    file.text()
        .is_some_and(|text| !text.rope().chars().all(char::is_whitespace))
}

/// Whether anything of a file reaches a runtime, under this path or its real one, now or when it is asked for.
pub(super) fn is_read(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let reaches = |path: &Path| {
        view.prompt.loaded(path).next().is_some()
            || view.prompt.on_demand.iter().any(|known| known == path)
            || view.prompt.waiting.iter().any(|known| known == path)
    };
    reaches(file.path)
        || file
            .files
            .canonical(file.path)
            .is_some_and(|real| real != file.path && reaches(&real))
}

/// Whether most of what a file says is said by another one.
pub(super) fn is_repeated(file: &FileView<'_>, by: &Path) -> bool {
    let other = file.files.file(by);
    other.is_ok_and(|other| {
        file.text()
            .is_some_and(|text| twin::is_said_by(text, other.text()))
    })
}

/// Files of the same folder that are sent; those in a dot folder of it belong to it.
fn beside<'a>(view: &'a RuntimeView<'_>, path: &Path) -> impl Iterator<Item = &'a Path> + use<'a> {
    let path = path.to_path_buf();
    let segments = view.prompt.parts.iter().flat_map(|part| &part.segments);
    let sources = segments.filter_map(|segment| segment.source.as_ref());
    let sources = sources.map(|source| source.path.as_path());
    sources.filter(move |other| *other != path && is_beside(other, &path))
}

/// Whether two files belong to one folder.
fn is_beside(other: &Path, path: &Path) -> bool {
    folder(other) == folder(path)
}

/// The folder that a file belongs to.
pub(super) fn folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let is_hidden = folder
        .file_name()
        .is_some_and(|name| name.as_encoded_bytes().first() == Some(&b'.'));
    let folder = if is_hidden { folder.parent()? } else { folder };
    Some(folder.to_path_buf())
}

/// Whether a file is a variant of another one by its name.
fn is_variant(by: &Path, path: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let (by, of) = (stem(by).unwrap_or_default(), stem(path).unwrap_or_default());
    by.strip_prefix(&of).is_some_and(|rest| rest.starts_with('.'))
}

/// Whether a file is one of a single person's.
fn is_personal(path: &Path) -> bool {
    path.file_stem()
        .is_some_and(|stem| stem.to_string_lossy().ends_with(".local"))
}
