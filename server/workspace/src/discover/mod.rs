//! Finding instruction files below a folder.
//!
//! * `prune`: which folders hold code only and are not searched.

mod prune;
#[cfg(test)]
mod tests;

use crate::{files::EntryKind, paths::normal_path};
pub(crate) use prune::is_code_folder;
use prune::{CACHE_MARK, IgnoreRules};
use std::{
    collections::{HashSet, VecDeque},
    ffi::{OsStr, OsString},
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
};

/// More files than any workspace of people has; each is parsed and judged, so a generated tree must not
/// take the editor's memory.
pub const MOST_FILES: usize = 20_000;

/// More folders than a large monorepo has: opening a home folder by mistake must come to an end.
pub const MOST_FOLDERS: usize = 500_000;

/// Deeper than people nest, and short enough for every system's longest path.
pub const DEEPEST: usize = 64;

/// How many folders are read between two reports of progress, about 10 ms on a slow disk.
const FOLDERS_PER_REPORT: usize = 256;

/// What to look for, and where.
pub struct Search<'a> {
    /// The opened folder, absolute.
    pub root: &'a Path,
    /// Whether a path relative to the root is one that some runtime reads.
    pub reads: &'a dyn Fn(&Path) -> bool,
    /// Whether a folder of this name may hold instruction files though it is ignored (`.claude`, `memory`).
    pub keeps: &'a dyn Fn(&str) -> bool,
    /// Told now and then how many folders were read so far.
    pub progress: &'a dyn Fn(usize),
    /// Whether nobody waits for the result any more.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Discovery {
    /// In order of their paths.
    pub files: Vec<Found>,
    /// Folders the operating system does not let us list, in order.
    pub unreadable: Vec<PathBuf>,
    /// How many folders were read.
    pub folders: usize,
    /// Why there may be more.
    pub stopped: Option<Stopped>,
}

/// Something at a path that some runtime reads. It need not be readable, nor a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it was found, absolute.
    pub path: PathBuf,
    /// The same without links and in normal form: equal for two names of one file. `None` for a link that leads nowhere.
    pub real: Option<PathBuf>,
    /// What lies at `path`, a link not followed.
    pub entry: EntryKind,
}

/// Why a search ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// Nobody waited any more.
    #[error("the search for instruction files was cancelled")]
    Cancelled,
    /// [`MOST_FILES`].
    #[error("there are more than {MOST_FILES} instruction files; open a smaller folder to see the others")]
    Files,
    /// [`MOST_FOLDERS`].
    #[error("there are more than {MOST_FOLDERS} folders; open a smaller folder to see the others")]
    Folders,
}

/// Finds everything below the root that some runtime reads, whether git ignores it or not.
///
/// Ignore rules and a list of names only keep folders of code from being searched. A folder with a `.git` in
/// it is a repository of its own and is searched by its own rules. Links to files are reported; links to
/// folders are followed only in folders that [`Search::keeps`] names; loops end.
#[must_use]
pub fn discover(search: &Search<'_>) -> Discovery {
    let Ok(real) = fs::canonicalize(search.root) else {
        return Discovery {
            unreadable: vec![search.root.to_path_buf()],
            ..Discovery::default()
        };
    };
    let mut walk = Walk {
        search,
        found: Discovery::default(),
        linked: HashSet::new(),
        rest: vec![Folder {
            relative: PathBuf::new(),
            real: normal_path(&real),
            rules: IgnoreRules::default(),
            kept: false,
            linked: false,
            depth: 0,
        }],
        behind_links: VecDeque::new(),
    };
    while let Some(folder) = walk.next() {
        if let Err(stopped) = walk.read(&folder) {
            walk.found.stopped = Some(stopped);
            break;
        }
    }
    let mut found = walk.found;
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.unreadable.sort_unstable();
    found
}

struct Walk<'a> {
    search: &'a Search<'a>,
    found: Discovery,
    /// Targets of links to folders that were followed: loops end here.
    linked: HashSet<PathBuf>,
    rest: Vec<Folder>,
    /// Folders behind links, read last: what is found on the way there without links comes first.
    behind_links: VecDeque<Folder>,
}

/// A folder to be read.
struct Folder {
    /// From the root, by the names that lead there.
    relative: PathBuf,
    /// Without links.
    real: PathBuf,
    rules: IgnoreRules,
    /// In a folder that may hold instruction files by its name: ignore rules do not count.
    kept: bool,
    /// Behind a link to a folder.
    linked: bool,
    depth: usize,
}

impl Walk<'_> {
    fn next(&mut self) -> Option<Folder> {
        self.rest.pop().or_else(|| self.behind_links.pop_front())
    }

    fn read(&mut self, folder: &Folder) -> Result<(), Stopped> {
        self.count_folder()?;
        let Ok(entries) = list(&folder.real) else {
            self.found
                .unreadable
                .push(self.search.root.join(&folder.relative));
            return Ok(());
        };
        let has = |name: &str| {
            entries
                .binary_search_by(|(known, _)| known.as_os_str().cmp(name.as_ref()))
                .is_ok()
        };
        if has(CACHE_MARK) && folder.depth > 0 {
            return Ok(());
        }
        let inside = folder.enter(has(".git"), has(".gitignore"));
        for (name, entry) in entries {
            self.look(&inside, &name, &entry)?;
        }
        Ok(())
    }

    fn count_folder(&mut self) -> Result<(), Stopped> {
        if (self.search.cancelled)() {
            return Err(Stopped::Cancelled);
        }
        if self.found.folders == MOST_FOLDERS {
            return Err(Stopped::Folders);
        }
        self.found.folders += 1;
        if self.found.folders.is_multiple_of(FOLDERS_PER_REPORT) {
            (self.search.progress)(self.found.folders);
        }
        Ok(())
    }

    fn look(&mut self, folder: &Folder, name: &OsStr, entry: &DirEntry) -> Result<(), Stopped> {
        let Ok(file_type) = entry.file_type() else {
            return Ok(());
        };
        let relative = folder.relative.join(name);
        let (kind, real) = if file_type.is_symlink() {
            (
                EntryKind::Link,
                fs::canonicalize(entry.path()).ok().map(|real| normal_path(&real)),
            )
        } else if file_type.is_dir() {
            (EntryKind::Folder, Some(entry.path()))
        } else if file_type.is_file() {
            (EntryKind::File, None)
        } else {
            (EntryKind::Other, None)
        };
        if (self.search.reads)(&relative) {
            if self.found.files.len() == MOST_FILES {
                return Err(Stopped::Files);
            }
            self.found.files.push(Found {
                path: self.search.root.join(&relative),
                real: match kind {
                    EntryKind::Link => real.clone(),
                    _ => Some(entry.path()),
                },
                entry: kind,
            });
        }
        match (kind, real) {
            (EntryKind::Folder, Some(real)) => self.rest.extend(self.below(folder, relative, real)),
            (EntryKind::Link, Some(real)) => self.follow(folder, relative, real),
            _ => {}
        }
        Ok(())
    }

    /// The folder at `relative` in `folder`, unless it holds code only.
    fn below(&self, folder: &Folder, relative: PathBuf, real: PathBuf) -> Option<Folder> {
        let name = relative.file_name()?.to_string_lossy();
        let named = (self.search.keeps)(&name);
        let kept = folder.kept || named;
        if (is_code_folder(&name) && !named) || folder.depth == DEEPEST {
            return None;
        }
        let is_repository = || fs::symlink_metadata(real.join(".git")).is_ok();
        if !kept && folder.rules.ignore(&real) && !is_repository() {
            return None;
        }
        Some(Folder {
            relative,
            real,
            rules: folder.rules.clone(),
            kept,
            linked: folder.linked,
            depth: folder.depth + 1,
        })
    }

    fn follow(&mut self, folder: &Folder, relative: PathBuf, real: PathBuf) {
        // A link to a folder it lies in shows nothing new.
        if folder.real.starts_with(&real) || !real.is_dir() {
            return;
        }
        // Runtimes know a skill by the name of the link, so two links to one folder both count; behind a
        // link each target counts once, or links in circles would be followed in every order.
        if folder.linked && self.linked.contains(&real) {
            return;
        }
        if let Some(mut below) = self.below(folder, relative, real).filter(|below| below.kept) {
            self.linked.insert(below.real.clone());
            below.linked = true;
            self.behind_links.push_back(below);
        }
    }
}

/// What lies in a folder, by name in byte order: the same tree is always read in the same order.
fn list(folder: &Path) -> io::Result<Vec<(OsString, DirEntry)>> {
    let named = |entry: DirEntry| (entry.file_name(), entry);
    let mut entries = fs::read_dir(folder)?
        .map(|entry| entry.map(named))
        .collect::<io::Result<Vec<_>>>()?;
    entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Ok(entries)
}

impl Folder {
    /// The same folder with what its listing says about the rules that hold in it.
    fn enter(&self, repository: bool, ignores: bool) -> Self {
        let mut rules = self.rules.clone();
        if repository {
            rules = IgnoreRules::default();
            let exclude = self.real.join(".git/info/exclude");
            if exclude.is_file() {
                rules = rules.with(&self.real, &exclude);
            }
        }
        let kept = self.kept && !repository;
        if ignores && !kept {
            rules = rules.with(&self.real, &self.real.join(".gitignore"));
        }
        Self {
            relative: self.relative.clone(),
            real: self.real.clone(),
            rules,
            kept,
            linked: self.linked,
            depth: self.depth,
        }
    }
}
