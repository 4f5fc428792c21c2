//! `*` in what is mentioned, and `globs` of mentioned files.

use crate::steps::{globs, rule::Rule};
use agents_workspace::Files;
use std::path::{Component, Path, PathBuf};

/// Levels of folders that `**` stands for, and folders that one pattern is looked for in. The manual names no limit;
/// a pattern over a whole project with its packages would read tens of thousands of folders.
const DEPTH: usize = 16;
const MOST_FOLDERS: usize = 500;

/// The files that a path with patterns in it stands for, and whether all folders were looked into. A path that is
/// none stands for the file at it.
pub(super) fn expand(files: &dyn Files, path: &Path) -> (Vec<PathBuf>, bool) {
    if files.is_file(path) {
        return (vec![path.to_path_buf()], true);
    }
    let is_plain = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let folder: PathBuf = path.components().take_while(is_plain).collect();
    let Ok(pattern) = path.strip_prefix(&folder) else {
        return (Vec::new(), true);
    };
    let levels = pattern.components().count();
    let pattern = pattern.to_string_lossy();
    let Some(matcher) = globs::matcher(&pattern, false).filter(|_| levels > 0) else {
        return (Vec::new(), true);
    };
    let levels = if pattern.contains("**") { DEPTH } else { levels };
    let mut search = Search {
        files,
        left: MOST_FOLDERS,
        out: Vec::new(),
    };
    search.below(&folder, levels);
    let is_for = |path: &PathBuf| {
        path.strip_prefix(&folder)
            .is_ok_and(|below| matcher.is_match(below))
    };
    search.out.retain(is_for);
    search.out.sort();
    (search.out, search.left > 0)
}

/// Whether the `globs` of a mentioned file are for one of the touched paths.
///
/// # Errors
/// A pattern that cannot be read, when none of the others matches.
pub(super) fn is_for(rule: &Rule, root: &Path, touched: &[PathBuf]) -> Result<bool, String> {
    let mut fault = None;
    for pattern in rule.list("globs") {
        let (base, pattern) = resolve(rule.path.parent().unwrap_or(root), root, &pattern);
        match globs::any_match(&[pattern], base, touched) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(pattern) => fault = Some(pattern),
        }
    }
    fault.map_or(Ok(false), Err)
}

/// What a pattern is relative to, and the pattern for that.
fn resolve<'a>(folder: &'a Path, root: &'a Path, pattern: &str) -> (&'a Path, String) {
    if !pattern.starts_with("./") && !pattern.starts_with("../") {
        return (root, format!("**/{pattern}"));
    }
    let (mut base, mut rest) = (folder, pattern);
    loop {
        if let Some(below) = rest.strip_prefix("./") {
            rest = below;
        } else if let Some(above) = rest.strip_prefix("../") {
            base = base.parent().unwrap_or(base);
            rest = above;
        } else {
            return (base, rest.to_owned());
        }
    }
}

struct Search<'a> {
    files: &'a dyn Files,
    left: usize,
    out: Vec<PathBuf>,
}

impl Search<'_> {
    /// Collects the files down to so many levels; links to folders are not followed, so that no circle is walked.
    fn below(&mut self, folder: &Path, levels: usize) {
        if levels == 0 || self.left == 0 {
            return;
        }
        self.left -= 1;
        for name in self.files.list(folder).iter() {
            let path = folder.join(name);
            if self.files.entry(&path) == agents_workspace::EntryKind::Folder {
                self.below(&path, levels - 1);
            } else if self.files.is_file(&path) {
                self.out.push(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_pattern_stands_for_files_and_a_path_for_itself() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/d/a.md", "")
            .add("/r/d/b.txt", "")
            .add("/r/d/e/c.md", "")
            .add("/r/odd[1].md", "");
        let found = |path: &str| expand(&files, Path::new(path)).0;
        assert_eq!(found("/r/d/*.md"), [Path::new("/r/d/a.md")]);
        assert_eq!(
            found("/r/d/**/*.md"),
            [Path::new("/r/d/a.md"), Path::new("/r/d/e/c.md")]
        );
        assert_eq!(found("/r/odd[1].md"), [Path::new("/r/odd[1].md")]);
        assert!(found("/r/d").is_empty() && found("/r/no/*.md").is_empty() && found("/r/[").is_empty());
    }

    #[test]
    fn what_a_pattern_is_relative_to() {
        let to = |pattern| resolve(Path::new("/r/docs/ts"), Path::new("/r"), pattern);
        assert_eq!(to("*.ts"), (Path::new("/r"), "**/*.ts".to_owned()));
        assert_eq!(to("./a/*.ts"), (Path::new("/r/docs/ts"), "a/*.ts".to_owned()));
        assert_eq!(to("../../src/**"), (Path::new("/r"), "src/**".to_owned()));
    }
}
