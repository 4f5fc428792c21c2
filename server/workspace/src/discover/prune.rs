//! Which folders hold code only and are not searched.

use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::{path::Path, sync::Arc};

/// Folders that are not searched whatever the ignore rules say. Only names that mean one thing everywhere:
/// `build`, `dist`, `out`, `target`, `vendor` and `env` are also names of source folders, and fall to ignore
/// rules or to [`CACHE_MARK`] where they are not.
const CODE_FOLDERS: &[&str] = &[
    // Version control: objects and logs, never a checked-out file.
    ".git",
    ".hg",
    ".svn",
    ".jj",
    // Installed packages: they carry instruction files of their own, for those who work on *them*.
    "node_modules",
    "bower_components",
    "site-packages",
    "__pypackages__",
    ".venv",
    "venv",
    ".yarn",
    ".pnpm-store",
    ".bundle",
    // Caches and output of tools, under names the tools chose to be unmistakable.
    "__pycache__",
    ".cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".tox",
    ".nox",
    ".eggs",
    ".gradle",
    ".terraform",
    ".next",
    ".nuxt",
    ".svelte-kit",
    ".turbo",
    ".parcel-cache",
    ".dart_tool",
    ".stack-work",
    ".direnv",
    "dist-newstyle",
    "elm-stuff",
];

/// Its presence says that a folder is a cache (<https://bford.info/cachedir/>); cargo puts one in `target`.
pub(super) const CACHE_MARK: &str = "CACHEDIR.TAG";

/// Whether a folder of this name holds no instruction file of the workspace.
pub(crate) fn is_code_folder(name: &str) -> bool {
    CODE_FOLDERS.contains(&name)
}

/// The ignore rules that apply in a folder: its own over those of the folders above. Only files in the
/// opened folder count; what the user ignores everywhere lies outside it.
#[derive(Debug, Clone, Default)]
pub(super) struct IgnoreRules(Option<Arc<Level>>);

#[derive(Debug)]
struct Level {
    rules: Gitignore,
    above: IgnoreRules,
}

impl IgnoreRules {
    /// These rules with those of `file` in `folder` over them. A rule that cannot be read is left out.
    pub(super) fn with(&self, folder: &Path, file: &Path) -> Self {
        let mut builder = GitignoreBuilder::new(folder);
        if let Some(error) = builder.add(file) {
            tracing::debug!(%error, "an ignore rule is left out");
        }
        match builder.build() {
            Ok(rules) => Self(Some(Arc::new(Level {
                rules,
                above: self.clone(),
            }))),
            Err(error) => {
                tracing::debug!(%error, "ignore rules are left out");
                self.clone()
            }
        }
    }

    /// Whether a folder is ignored.
    pub(super) fn ignore(&self, folder: &Path) -> bool {
        let mut next = &self.0;
        while let Some(level) = next {
            match level.rules.matched(folder, true) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => next = &level.above.0,
            }
        }
        false
    }
}
