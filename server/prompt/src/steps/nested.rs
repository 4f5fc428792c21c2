//! Files of folders that a touch adds, and the first of several names in a folder.

use super::{gather::Gather, walk};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Adds the files of these names that lie in folders of touched paths below `root`, the folders nearest to the
/// root first.
pub fn add(gather: &mut Gather<'_>, files: &dyn Files, root: &Path, touched: &[PathBuf], names: &[&str]) {
    for folder in walk::folders_below(files, root, touched) {
        for name in names {
            gather.whole(&folder.join(name), "folder of a file in context");
        }
    }
}

/// Adds the first of these names that a folder has a file of. The others it has are shadowed.
pub fn first(
    gather: &mut Gather<'_>,
    files: &dyn Files,
    folder: &Path,
    names: &[&str],
    why: &'static str,
) -> Option<PathBuf> {
    let mut there = names
        .iter()
        .map(|name| folder.join(name))
        .filter(|path| files.is_file(path));
    let winner = there.next()?;
    gather.whole(&winner, why);
    for other in there {
        gather.shadowed(&other, &winner);
    }
    Some(winner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effective::{Cause, EffectivePrompt, Layer};
    use agents_workspace::MemoryFiles;

    #[test]
    fn the_first_name_stands_for_the_others() {
        let mut files = MemoryFiles::new();
        files
            .add("/r/a/B.md", "b")
            .add("/r/a/C.md", "c")
            .add("/r/a/b/C.md", "deep");
        let mut prompt = EffectivePrompt::empty("x", "1");
        let mut gather = Gather::new(&mut prompt, &files);
        let names = ["A.md", "B.md", "C.md"];
        let winner = first(&mut gather, &files, Path::new("/r/a"), &names, "here");
        assert_eq!(winner, Some(PathBuf::from("/r/a/B.md")));
        add(
            &mut gather,
            &files,
            Path::new("/r/a"),
            &[PathBuf::from("/r/a/b/x")],
            &names,
        );
        gather.done("p", "-", Layer::Start);
        let by = PathBuf::from("/r/a/B.md");
        assert_eq!(prompt.losses.len(), 1);
        assert_eq!(prompt.losses[0].path, Path::new("/r/a/C.md"));
        assert_eq!(prompt.losses[0].cause, Cause::Replaced { by });
        assert_eq!(prompt.loaded(Path::new("/r/a/b/C.md")).count(), 1);
    }
}
