//! Files that instructions link to in Markdown (`chat.includeReferencedInstructions`).

use super::places::Places;
use crate::steps::{gather::Gather, walk};
use agents_syntax::fact::InlineKind;
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Files that are themselves looked through for links.
const FOLLOWED: [&str; 2] = [".instructions.md", ".prompt.md"];

pub(super) struct Links<'a> {
    places: &'a Places,
    files: &'a dyn Files,
}

impl<'a> Links<'a> {
    pub(super) fn new(places: &'a Places, files: &'a dyn Files) -> Self {
        Self { places, files }
    }

    /// Adds what the files of `sent` from `first` on link to. The one that is found last is looked through first.
    pub(super) fn add(&self, gather: &mut Gather<'_>, sent: &mut Vec<PathBuf>, first: usize) {
        let mut open: Vec<PathBuf> = sent.iter().skip(first).cloned().collect();
        while let Some(path) = open.pop() {
            for target in self.targets(&path) {
                if sent.contains(&target) || !gather.whole(&target, "linked by instructions") {
                    continue;
                }
                sent.push(target.clone());
                if is_followed(&target) {
                    open.push(target);
                }
            }
        }
    }

    /// The files of the opened folder, and other instruction files, that a file links to.
    fn targets(&self, path: &Path) -> Vec<PathBuf> {
        let (Ok(file), Some(folder)) = (self.files.file(path), path.parent()) else {
            return Vec::new();
        };
        let links = file
            .document()
            .inlines()
            .filter(|fact| fact.kind == InlineKind::Link);
        let named = links.map(|link| {
            let target = link.value.split('#').next().unwrap_or_default();
            walk::lexical(&folder.join(target))
        });
        let is_ours = |target: &PathBuf| target.starts_with(self.places.opened()) || is_followed(target);
        named
            .filter(|target| is_ours(target) && self.files.is_file(target))
            .collect()
    }
}

fn is_followed(path: &Path) -> bool {
    let name = path.to_string_lossy();
    FOLLOWED.iter().any(|ending| name.ends_with(ending))
}
