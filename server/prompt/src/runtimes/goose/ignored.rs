//! Files that git ignores, as far as goose's import asks: whether a pattern is for the file itself, whatever
//! patterns say of its folders (`build_gitignore`, `Gitignore::matched`).

use crate::steps::{globs, walk};
use agents_workspace::Files;
use globset::GlobMatcher;
use std::path::{Path, PathBuf};

/// The patterns of the `.gitignore` files from the git root to the start folder, all relative to the latter.
pub(super) struct Ignored {
    start: PathBuf,
    lines: Vec<(bool, GlobMatcher)>,
}

impl Ignored {
    pub(super) fn read(files: &dyn Files, root: &Path, start: &Path) -> Self {
        let mut lines = Vec::new();
        for folder in walk::chain(root, start) {
            if let Ok(file) = files.file(&folder.join(".gitignore")) {
                lines.extend(file.text().to_string().lines().filter_map(line));
            }
        }
        Self {
            start: start.to_path_buf(),
            lines,
        }
    }

    /// Whether the last pattern that is for the file says so.
    pub(super) fn contains(&self, path: &Path) -> bool {
        let path = path.strip_prefix(&self.start).unwrap_or(path);
        let mut lines = self.lines.iter().rev();
        let last = lines.find(|(_, matcher)| matcher.is_match(path));
        last.is_some_and(|(is_negated, _)| !is_negated)
    }
}

/// A line with a pattern that can be for a file.
fn line(written: &str) -> Option<(bool, GlobMatcher)> {
    let pattern = written.trim_end();
    let (is_negated, pattern) = match pattern.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    if pattern.is_empty() || pattern.starts_with('#') || pattern.ends_with('/') {
        return None;
    }
    let glob = if pattern.contains('/') {
        pattern.trim_start_matches('/').to_owned()
    } else {
        format!("**/{pattern}")
    };
    Some((is_negated, globs::matcher(&glob, false)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn the_last_pattern_for_the_file_itself_decides() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/.gitignore", "*.key\ndocs\nbuild/\n# no.md\n")
            .add("/r/a/.gitignore", "!open.key\n/top.md\n");
        let ignored = Ignored::read(&files, Path::new("/r"), Path::new("/r/a"));
        let is = |path: &str| ignored.contains(Path::new(path));
        assert!(is("/r/a/x.key") && is("/r/x.key") && is("/r/a/top.md"));
        assert!(!is("/r/a/open.key") && !is("/r/a/docs/x.md") && !is("/r/a/build/x.md"));
        assert!(!is("/r/a/b/top.md") && !is("/r/a/no.md"));
    }
}
