//! Folders between a root and a start.

use agents_workspace::{EntryKind, Files};
use std::path::{Component, Path, PathBuf};

/// The nearest folder, from `start` upwards, that holds an entry named like one of `markers`: a file, a
/// folder (a worktree has a *file* `.git`) or anything else. A dangling link does not count.
#[must_use]
pub fn root_by_markers(files: &dyn Files, start: &Path, markers: &[String]) -> Option<PathBuf> {
    start
        .ancestors()
        .find(|folder| markers.iter().any(|marker| exists(files, &folder.join(marker))))
        .map(Path::to_path_buf)
}

/// The folders from `root` down to `start`, both included; only `start` when it is not below `root`.
#[must_use]
pub fn chain<'a>(root: &Path, start: &'a Path) -> Vec<&'a Path> {
    if !start.starts_with(root) {
        return vec![start];
    }
    let mut folders: Vec<_> = start
        .ancestors()
        .take_while(|folder| folder.starts_with(root))
        .collect();
    folders.reverse();
    folders
}

/// Whether anything lies at `path`, links followed.
#[must_use]
pub fn exists(files: &dyn Files, path: &Path) -> bool {
    match files.entry(path) {
        EntryKind::Missing => false,
        EntryKind::Link => files.canonical(path).is_some(),
        EntryKind::File | EntryKind::Folder | EntryKind::Other => true,
    }
}

/// The folders of touched paths below `root`, each from the nearest to the root down to the path's own; `root`
/// itself is not among them. A path that is a folder is its own.
#[must_use]
pub fn folders_below(files: &dyn Files, root: &Path, touched: &[PathBuf]) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    for path in touched {
        let path = lexical(path);
        let folder = if files.is_folder(&path) {
            path.as_path()
        } else {
            path.parent().unwrap_or(&path)
        };
        if folder.starts_with(root) {
            let below = chain(root, folder).into_iter().skip(1).map(Path::to_path_buf);
            for folder in below {
                if !out.contains(&folder) {
                    out.push(folder);
                }
            }
        }
    }
    out
}

/// Which folders below another one are looked into.
#[derive(Debug, Clone, Copy)]
pub struct Below {
    /// Levels of folders below the first.
    pub levels: usize,
    /// Folders at most, the first included.
    pub folders: usize,
    /// Whether a folder of this name is entered.
    pub enters: fn(&str) -> bool,
}

/// `root` and the folders below it, the nearest first and those of a folder in the order of their names; links
/// are not followed. The flag says that there are more folders than are looked into, by their number.
#[must_use]
pub fn below(files: &dyn Files, root: &Path, which: Below) -> (Vec<PathBuf>, bool) {
    let mut out = vec![root.to_path_buf()];
    let (mut level, mut first) = (0, 0);
    while level < which.levels && first < out.len() {
        let last = out.len();
        for index in first..last {
            let folder = out[index].clone();
            for name in files.list(&folder).iter().filter(|name| (which.enters)(name)) {
                let path = folder.join(name);
                if files.entry(&path) != EntryKind::Folder {
                    continue;
                }
                if out.len() >= which.folders {
                    return (out, true);
                }
                out.push(path);
            }
        }
        (level, first) = (level + 1, last);
    }
    (out, false)
}

/// The file of a name in a folder, in upper or lower case; the name as written comes first.
#[must_use]
pub fn any_case(files: &dyn Files, folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if files.is_file(&exact) {
        return Some(exact);
    }
    let names = files.list(folder);
    let same = names.iter().filter(|other| other.eq_ignore_ascii_case(name));
    same.map(|other| folder.join(other))
        .find(|path| files.is_file(path))
}

/// `path` without `.` and with `..` resolved by its letters alone, as `path.resolve` of Node does.
#[must_use]
pub fn lexical(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_worktrees_git_file_marks_a_root_and_a_dangling_link_does_not() {
        let mut files = MemoryFiles::new();
        files.add("/r/.git", "gitdir: /elsewhere\n").add("/r/a/b/x", "");
        files.link("/r/a/.git", "nowhere");
        let git = [".git".to_owned()];
        assert_eq!(
            root_by_markers(&files, Path::new("/r/a/b"), &git),
            Some(PathBuf::from("/r"))
        );
        assert_eq!(root_by_markers(&files, Path::new("/elsewhere"), &git), None);
    }

    #[test]
    fn folders_are_looked_into_by_levels_and_up_to_a_number() {
        let mut files = MemoryFiles::new();
        files.add("/r/b/x", "").add("/r/a/c/d/x", "").add("/r/.git/x", "");
        files.link("/r/z", "/r/a");
        let names = |levels, folders| {
            let enters = |name: &str| !name.starts_with('.');
            let which = Below {
                levels,
                folders,
                enters,
            };
            let (found, more) = below(&files, Path::new("/r"), which);
            let names: Vec<String> = found.iter().map(|path| path.display().to_string()).collect();
            (names.join(" "), more)
        };
        assert_eq!(names(2, 9), ("/r /r/a /r/b /r/a/c".to_owned(), false));
        assert_eq!(names(9, 3), ("/r /r/a /r/b".to_owned(), true));
        assert_eq!(names(0, 9), ("/r".to_owned(), false));
    }

    #[test]
    fn a_name_is_found_in_any_case_and_as_written_first() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/agents.md", "")
            .add("/s/AGENTS.md", "")
            .add("/s/Agents.md", "");
        let find = |folder: &str| any_case(&files, Path::new(folder), "AGENTS.md");
        assert_eq!(find("/r"), Some(PathBuf::from("/r/agents.md")));
        assert_eq!(find("/s"), Some(PathBuf::from("/s/AGENTS.md")));
        assert_eq!(find("/t"), None);
    }

    #[test]
    fn a_chain_goes_down_and_is_the_start_alone_elsewhere() {
        let folders = chain(Path::new("/r"), Path::new("/r/a/b"));
        assert_eq!(folders, [Path::new("/r"), Path::new("/r/a"), Path::new("/r/a/b")]);
        assert_eq!(chain(Path::new("/rr"), Path::new("/r/a")), [Path::new("/r/a")]);
        assert_eq!(lexical(Path::new("/a/./b/../c/")), Path::new("/a/c"));
    }
}
