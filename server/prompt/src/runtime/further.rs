//! Files that a runtime reads by its settings or by where the user's folders lie, not by their names alone.

use super::Role;
use crate::steps::globs;
use globset::GlobMatcher;
use std::path::{Component, Path, PathBuf};

/// Files that settings name.
#[derive(Debug, Clone)]
pub struct Further {
    /// Which, relative to the opened folder.
    pub files: GlobMatcher,
    /// What they are to the runtime.
    pub role: Role,
}

impl Further {
    /// Files of a name at any depth; the name may lead through folders. `None` for one that leads up.
    #[must_use]
    pub fn anywhere(name: &Path, role: Role) -> Option<Self> {
        Self::of(&format!("**/{}", literal(name)?), role)
    }

    /// One file of the opened folder `root`; `None` when it lies elsewhere.
    #[must_use]
    pub fn exactly(path: &Path, root: &Path, role: Role) -> Option<Self> {
        Self::of(&literal(path.strip_prefix(root).ok()?)?, role)
    }

    /// What a pattern means in a folder below the opened folder `root`; `None` when it lies elsewhere.
    #[must_use]
    pub fn below(folder: &Path, pattern: &str, root: &Path, role: Role) -> Option<Self> {
        match literal(folder.strip_prefix(root).ok()?)?.as_str() {
            "" => Self::of(pattern, role),
            folder => Self::of(&format!("{folder}/{pattern}"), role),
        }
    }

    /// The same for several patterns of a folder of the user, where that lies in the opened one.
    #[must_use]
    pub fn of_user(folder: Option<PathBuf>, patterns: &[(&str, Role)], root: &Path) -> Vec<Self> {
        let Some(folder) = folder else {
            return Vec::new();
        };
        let patterns = patterns.iter();
        patterns
            .filter_map(|(pattern, role)| Self::below(&folder, pattern, root, *role))
            .collect()
    }

    fn of(pattern: &str, role: Role) -> Option<Self> {
        let files = globs::matcher(pattern, false)?;
        Some(Self { files, role })
    }
}

/// A relative path as a pattern for itself.
fn literal(path: &Path) -> Option<String> {
    let is_plain = |part| matches!(part, Component::Normal(_));
    let is_below = path.components().all(is_plain);
    is_below.then(|| globset::escape(&path.to_string_lossy()))
}
