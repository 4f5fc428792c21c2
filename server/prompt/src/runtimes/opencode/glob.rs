//! The files a pattern stands for, below one folder.

use agents_workspace::{EntryKind, Files};
use globset::GlobBuilder;
use std::path::{Path, PathBuf};

/// Folders that are looked into for one pattern at most; opencode itself has no limit.
const MOST_FOLDERS: usize = 2_000;

/// What keeps an entry of `instructions` from being a pattern here; an address is none.
pub(super) fn fault(entry: &str) -> Option<String> {
    if is_address(entry) || !is_magic(entry) {
        return None;
    }
    let glob = GlobBuilder::new(entry).literal_separator(true).build();
    glob.err().map(|error| error.kind().to_string())
}

/// Whether an entry is fetched.
pub(super) fn is_address(entry: &str) -> bool {
    entry.starts_with("https://") || entry.starts_with("http://")
}

/// Whether an entry is more than a path.
pub(super) fn is_magic(entry: &str) -> bool {
    entry.contains(MAGIC)
}

const MAGIC: [char; 6] = ['*', '?', '[', '{', '!', '('];

pub(super) struct Found {
    /// In the order of their paths.
    pub(super) paths: Vec<PathBuf>,
    /// Whether there are more folders than were looked into.
    pub(super) is_cut_short: bool,
}

/// The files below `folder` that `pattern` matches; none when it cannot be read.
pub(super) fn files(files: &dyn Files, folder: &Path, pattern: &str) -> Found {
    let mut found = Found {
        paths: Vec::new(),
        is_cut_short: false,
    };
    let pattern = pattern.trim_start_matches("./");
    let first_magic = pattern.find(MAGIC);
    let Some(first_magic) = first_magic else {
        let path = folder.join(pattern);
        found.paths.extend(files.is_file(&path).then_some(path));
        return found;
    };
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let Ok(matcher) = glob.map(|glob| glob.compile_matcher()) else {
        return found;
    };
    // What stands before the first magic letter is a folder as it is.
    let literal = pattern[..first_magic].rfind('/').map_or("", |at| &pattern[..at]);
    let levels = if pattern.contains("**") {
        usize::MAX
    } else {
        pattern[first_magic..].matches('/').count()
    };
    let mut open = vec![(folder.join(literal), 0)];
    let mut seen = 0;
    while let Some((here, level)) = open.pop() {
        seen += 1;
        if seen > MOST_FOLDERS {
            found.is_cut_short = true;
            break;
        }
        for name in files.list(&here).iter() {
            let path = here.join(name);
            // Links to folders are not followed.
            if files.entry(&path) == EntryKind::Folder {
                if level < levels {
                    open.push((path, level + 1));
                }
            } else if path
                .strip_prefix(folder)
                .is_ok_and(|below| matcher.is_match(below))
                && files.is_file(&path)
            {
                found.paths.push(path);
            }
        }
    }
    found.paths.sort();
    found
}
