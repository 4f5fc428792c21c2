//! The `.roo` folders that count, and the files in one of their folders of rules
//! (`getAllRooDirectoriesForCwd`, `readTextFilesFromDirectory`).

use crate::steps::collate;
use agents_workspace::{EntryKind, Files};
use std::path::{Path, PathBuf};

/// Links that lead to one another are followed so many times.
const MOST_LINKS: usize = 5;

/// Folders below the root that are searched for `.roo`; Roo Code asks a search program for all of them.
const MOST_FOLDERS: usize = 2_000;

/// Files of a folder of rules that are looked at; no people write more.
const MOST_FILES: usize = 2_000;

/// Endings of files that are no rules, and one name.
const NOT_RULES: [&str; 21] = [
    ".DS_Store",
    ".bak",
    ".cache",
    ".crdownload",
    ".db",
    ".dmp",
    ".dump",
    ".eslintcache",
    ".lock",
    ".log",
    ".old",
    ".part",
    ".partial",
    ".pyc",
    ".pyo",
    ".stackdump",
    ".swo",
    ".swp",
    ".temp",
    ".tmp",
    "Thumbs.db",
];

/// A file with rules.
pub(super) struct RuleFile {
    /// The path it is found under.
    found: PathBuf,
    /// The file itself, links resolved; what it is called by.
    pub(super) path: PathBuf,
}

/// Whether a path leads to a file of rules below a `.roo` folder.
pub(super) fn is_rule(path: &Path) -> bool {
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    let folders = &names[..names.len().saturating_sub(1)];
    let is_rules = |name: &str| name == "rules" || name.starts_with("rules-");
    let is_below = folders
        .windows(2)
        .any(|pair| pair[0] == ".roo" && is_rules(&pair[1]));
    is_below && is_text(path)
}

/// Whether there is anything that is for one mode alone.
pub(super) fn has_modes(files: &dyn Files, root: &Path, home: Option<&Path>) -> bool {
    let is_of_mode = |name: &String| name.starts_with("rules-") || name.starts_with("skills-");
    let is_old = |name: &String| name.starts_with(".roorules-") || name.starts_with(".clinerules-");
    let mut folders = std::iter::once(root).chain(home);
    folders.any(|folder| files.list(&folder.join(".roo")).iter().any(is_of_mode))
        || files.list(root).iter().any(is_old)
}

/// The `.roo` folders below the root, without the root's own, in the order of their paths, and whether all
/// folders were looked into. Ignored folders are not told apart.
pub(super) fn below(files: &dyn Files, root: &Path) -> (Vec<PathBuf>, bool) {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    let mut looked_into = 0;
    while let Some(folder) = open.pop() {
        looked_into += 1;
        if looked_into > MOST_FOLDERS {
            return (sorted(found), false);
        }
        for name in files.list(&folder).iter() {
            let path = folder.join(name);
            if files.entry(&path) != EntryKind::Folder || name == "node_modules" || name == ".git" {
                continue;
            }
            if name != ".roo" {
                open.push(path);
            } else if folder != root {
                found.push(path);
            }
        }
    }
    (sorted(found), true)
}

fn sorted(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    paths
}

/// The files of a folder of rules, sorted by their names in small letters.
pub(super) fn rules(files: &dyn Files, folder: &Path) -> Vec<RuleFile> {
    let mut out = Vec::new();
    if files.is_folder(folder) {
        collect(files, folder, 0, &mut out);
    }
    out.retain(|file| is_text(&file.path));
    let name = |file: &RuleFile| {
        let name = file.found.file_name().unwrap_or_default();
        name.to_string_lossy().to_lowercase()
    };
    out.sort_by(|a, b| collate::compare(&name(a), &name(b)));
    out
}

impl RuleFile {
    /// Whether its place among the others is that of its name.
    pub(super) fn is_sorted(&self) -> bool {
        collate::is_exact(&self.found.to_string_lossy())
    }
}

/// Everything below a folder; what links lead to comes under its own path.
fn collect(files: &dyn Files, folder: &Path, links: usize, out: &mut Vec<RuleFile>) {
    for name in files.list(folder).iter() {
        if out.len() >= MOST_FILES {
            return;
        }
        let path = folder.join(name);
        match files.entry(&path) {
            EntryKind::Folder => collect(files, &path, links, out),
            EntryKind::File => out.push(RuleFile {
                found: path.clone(),
                path,
            }),
            EntryKind::Link if links < MOST_LINKS => {
                let Some(real) = files.canonical(&path) else {
                    continue;
                };
                match files.entry(&real) {
                    EntryKind::Folder => collect(files, &real, links + 1, out),
                    EntryKind::File => out.push(RuleFile {
                        found: path,
                        path: real,
                    }),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

fn is_text(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !NOT_RULES.iter().any(|ending| match ending.strip_prefix('.') {
        Some(_) => name.ends_with(ending),
        None => name == *ending,
    })
}

/// `path` as seen from `from`, with `..` for each folder up.
pub(super) fn relative(from: &Path, path: &Path) -> PathBuf {
    let shared = from.iter().zip(path.iter()).take_while(|(a, b)| a == b).count();
    let up = from.iter().skip(shared).map(|_| "..".as_ref());
    up.chain(path.iter().skip(shared)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn rules_are_sorted_by_name_whatever_folder_they_lie_in() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/b.md", "")
            .add("/r/x/A.txt", "")
            .add("/r/x/c.bak", "")
            .add("/r/Thumbs.db", "")
            .add("/s/z.md", "");
        files.link("/r/0-linked.md", "/s/z.md").link("/r/loop", "/r");
        let names: Vec<_> = rules(&files, Path::new("/r"))
            .into_iter()
            .map(|file| file.path)
            .collect();
        assert_eq!(names[0], Path::new("/s/z.md"));
        assert!(
            names
                .iter()
                .all(|path| !path.ends_with("c.bak") && !path.ends_with("Thumbs.db"))
        );
        assert!(names.contains(&PathBuf::from("/r/x/A.txt")));
    }

    #[test]
    fn paths_are_seen_from_the_root() {
        let of = |path: &str| relative(Path::new("/w/p"), Path::new(path)).display().to_string();
        assert_eq!(of("/w/p/.roo/rules/a.md"), ".roo/rules/a.md");
        assert_eq!(of("/home/u/.roo/rules/a.md"), "../../home/u/.roo/rules/a.md");
    }
}
