//! The states that were compared with, kept for an editor that asks again and again.

use super::{
    Counts, Kind, Sides,
    log::{Compared, changes_at},
    places::{Renamed, Spot},
    rule::Rules,
};
use agents_prompt::{Project, PromptCache};
use agents_workspace::{Files, History, Revision, Snapshot, Then, history::HEAD};
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The last commit of each repository, what was read of it and the prompts that were made of it.
#[derive(Default)]
pub(crate) struct Past {
    known: Mutex<HashMap<PathBuf, Option<Arc<Known>>>>,
    rules: Rules,
}

struct Known {
    history: History,
    revision: Revision,
    /// The state of the tree when ignore rules and the index were read.
    tree: u64,
    snapshot: Snapshot,
    prompts: PromptCache,
}

impl Past {
    /// What changed since the last commit for an agent that works on a file, each change once for all runtimes at
    /// work that read the file; `None` where there is no commit. `tree` counts the times files came or went.
    ///
    /// Looks at the disk to see whether there is another commit, so it is not for every keystroke.
    pub(crate) fn changes_since_head(
        &self,
        project: &Project,
        path: &Path,
        now: &dyn Files,
        prompts: &PromptCache,
        tree: u64,
    ) -> Option<Counts> {
        let known = self.known(path.parent()?, tree)?;
        let then = Then::new(&known.snapshot, now);
        let mut old = project.clone();
        old.look_at_settings(&then);
        let compared = Compared {
            sides: Sides { then: &then, now },
            then: &old,
            now: project,
            prompts: (&known.prompts, prompts),
            rules: &self.rules,
        };
        let mut told: HashSet<(Kind, Arc<str>, PathBuf)> = HashSet::new();
        let mut counts = Counts::default();
        for (before, active) in old.active.iter().zip(&project.active) {
            if project.role(active, path).is_none() && old.role(before, path).is_none() {
                continue;
            }
            let spot = Spot {
                folder: project.situation_folder(path),
                then: old.situation_of(before, path),
                now: project.situation_of(active, path),
            };
            for change in changes_at(&compared, (before, active), &spot, &Renamed::new()) {
                // What waits belongs to another file's lens.
                let is_here = !change.waits || change.place.path == path;
                if is_here && told.insert((change.kind, change.text, change.place.path)) {
                    counts.add(change.kind);
                }
            }
        }
        Some(counts)
    }

    /// The last commit of the repository that a folder lies in.
    fn known(&self, folder: &Path, tree: u64) -> Option<Arc<Known>> {
        let kept = {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(folder).cloned()
        };
        // A repository that is made later makes files come.
        let kept = kept.flatten();
        let fresh = match kept {
            Some(kept) => {
                let revision = kept.history.revision(HEAD).ok();
                if kept.tree == tree && revision.as_ref() == Some(&kept.revision) {
                    return Some(kept);
                }
                History::of(folder).ok()
            }
            None => History::of(folder).ok(),
        };
        let found = fresh.and_then(|history| {
            let revision = history.revision(HEAD).ok()?;
            Some(Arc::new(Known {
                snapshot: history.snapshot(&revision),
                history,
                revision,
                tree,
                prompts: PromptCache::default(),
            }))
        });
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(folder.to_path_buf(), found.clone());
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_ls_tests::git::Git;
    use agents_prompt::{Active, Situation, runtimes};
    use agents_workspace::DiskFiles;

    #[test]
    fn a_file_is_compared_with_the_last_commit() {
        let git = Git::new();
        let (past, prompts) = (Past::default(), PromptCache::default());
        let (codex, _) = runtimes::find("codex").expect("a runtime");
        let active = Active::new(codex, Vec::new()).expect("a version");
        let project = Project::with(Situation::at(git.folder()), vec![active]);
        let path = git.path("a/AGENTS.md");
        let changes = || past.changes_since_head(&project, &path, &DiskFiles::new(), &prompts, 0);
        git.write("AGENTS.md", "- one\n").write("a/AGENTS.md", "- a\n");
        assert_eq!(changes(), None, "no commit");
        git.commit(&[]);
        assert_eq!(changes(), Some(Counts::default()));
        git.write("AGENTS.md", "- two\n").write("b/AGENTS.md", "- b\n");
        let expected = Counts {
            gained: 1,
            lost: 1,
            ..Counts::default()
        };
        assert_eq!(
            changes(),
            Some(expected),
            "what stands above it counts, what is elsewhere does not"
        );
        git.commit(&[]);
        assert_eq!(changes(), Some(Counts::default()), "there is another commit");
    }
}
