//! What git knows of a tree: its files as they were at a revision. Nothing is run and nothing is written.
//!
//! * [`snapshot`]: the tree of a revision, what was read of it kept.
//! * [`then`]: the files of a snapshot as a [`Files`](crate::Files) view, over what git has no history of.
//! * `checkout`: what git would make of a blob in the working tree, and what it ignores there.

mod checkout;
pub mod snapshot;
#[cfg(test)]
mod tests;
pub mod then;

pub use snapshot::Snapshot;
pub use then::Then;

use crate::paths::normal_path;
use checkout::Checkout;
use gix::{ObjectId, Repository, ThreadSafeRepository};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What a revision is when none is named.
pub const HEAD: &str = "HEAD";

/// A repository with a working tree.
pub struct History {
    repository: ThreadSafeRepository,
    /// Where the working tree is, without links.
    folder: PathBuf,
}

/// A state of the tree that can be gone back to. Two with the same tree have the same files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// As it was asked for.
    pub name: String,
    /// The short form of the commit's id, or of the tree's where a tree was named.
    pub id: String,
    tree: ObjectId,
}

/// Why there is nothing to compare with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryFault {
    /// No repository holds the folder.
    #[error("{} lies in no git repository, so there is nothing to compare with", folder.display())]
    NoRepository {
        /// The folder.
        folder: PathBuf,
    },
    /// Something is wrong with the repository.
    #[error("the git repository of {} cannot be read: {reason}", folder.display())]
    Unreadable {
        /// The folder.
        folder: PathBuf,
        /// What git says of it.
        reason: String,
    },
    /// A repository without files of its own.
    #[error("the git repository of {} is bare: it has no working tree to compare with", folder.display())]
    Bare {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no commit.
    #[error("the git repository of {} has no commit yet, so there is nothing to compare with", folder.display())]
    Unborn {
        /// The folder.
        folder: PathBuf,
    },
    /// No such revision.
    #[error("there is no revision `{name}` in the git repository of {}{}", folder.display(), shallow(*is_shallow))]
    NoRevision {
        /// As it was asked for.
        name: String,
        /// The folder.
        folder: PathBuf,
        /// Whether older commits were left out when the repository was cloned.
        is_shallow: bool,
    },
    /// Two revisions that share no commit.
    #[error("`{name}` and HEAD share no commit{}", shallow(*is_shallow))]
    NoMergeBase {
        /// As it was asked for.
        name: String,
        /// Whether older commits were left out when the repository was cloned.
        is_shallow: bool,
    },
}

fn shallow(is_shallow: bool) -> &'static str {
    if is_shallow {
        "; the clone is shallow, so it may lie further back: `git fetch --unshallow` gets the rest"
    } else {
        ""
    }
}

impl Revision {
    /// A revision of no repository, with nothing in it.
    #[must_use]
    pub fn unknown(name: &str, id: &str) -> Self {
        Self {
            name: name.to_owned(),
            id: id.to_owned(),
            tree: ObjectId::empty_tree(gix::hash::Kind::Sha1),
        }
    }
}

impl History {
    /// The history of the repository that a folder lies in.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(folder: &Path) -> Result<Self, HistoryFault> {
        let folder = folder.to_path_buf();
        let repository = match ThreadSafeRepository::discover(&folder) {
            Ok(repository) => repository,
            Err(error) => {
                let has_git = |above: &Path| fs::symlink_metadata(above.join(".git")).is_ok();
                if !folder.ancestors().any(has_git) {
                    return Err(HistoryFault::NoRepository { folder });
                }
                let reason = first_line(&error);
                return Err(HistoryFault::Unreadable { folder, reason });
            }
        };
        let tree = repository.to_thread_local().workdir().map(Path::to_path_buf);
        let Some(tree) = tree else {
            return Err(HistoryFault::Bare { folder });
        };
        let real = fs::canonicalize(&tree).map_err(|error| HistoryFault::Unreadable {
            folder: tree,
            reason: error.to_string(),
        })?;
        Ok(Self {
            repository,
            folder: normal_path(&real),
        })
    }

    /// The folder of the working tree, without links.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The revision of a name, as git understands it: `HEAD~2`, a branch, a tag, the start of an id.
    ///
    /// # Errors
    /// That there is none.
    pub fn revision(&self, name: &str) -> Result<Revision, HistoryFault> {
        let repository = self.repository.to_thread_local();
        let id = self.find(&repository, name)?;
        self.at(&repository, name, id)
    }

    /// The last commit that a revision shares with `HEAD`: what a pull request into it starts from.
    ///
    /// # Errors
    /// That there is none.
    pub fn merge_base(&self, name: &str) -> Result<Revision, HistoryFault> {
        let repository = self.repository.to_thread_local();
        let (ours, theirs) = (self.find(&repository, HEAD)?, self.find(&repository, name)?);
        let base = repository.merge_base(ours, theirs).ok().flatten();
        let Some(base) = base.map(gix::Id::detach) else {
            return Err(HistoryFault::NoMergeBase {
                name: name.to_owned(),
                is_shallow: is_shallow(&repository),
            });
        };
        self.at(&repository, name, base)
    }

    /// The tree of a revision.
    #[must_use]
    pub fn snapshot(&self, revision: &Revision) -> Snapshot {
        let repository = self.repository.to_thread_local();
        Snapshot::new(
            Checkout::new(repository),
            revision.tree,
            Arc::from(self.folder.as_path()),
        )
    }

    fn find(&self, repository: &Repository, name: &str) -> Result<ObjectId, HistoryFault> {
        let found = repository.rev_parse_single(name).map(gix::Id::detach);
        found.map_err(|_| {
            if name == HEAD && repository.head().is_ok_and(|head| head.is_unborn()) {
                return HistoryFault::Unborn {
                    folder: self.folder.clone(),
                };
            }
            self.no_revision(repository, name)
        })
    }

    fn at(&self, repository: &Repository, name: &str, id: ObjectId) -> Result<Revision, HistoryFault> {
        let missing = |_| self.no_revision(repository, name);
        // A tag leads to a commit, and a commit to a tree.
        let object = repository.find_object(id).map_err(missing)?;
        let object = object.peel_tags_to_end().map_err(missing)?;
        let short = object.id().shorten_or_id().to_string();
        let tree = object.peel_to_tree().map_err(missing)?;
        Ok(Revision {
            name: name.to_owned(),
            id: short,
            tree: tree.id,
        })
    }

    fn no_revision(&self, repository: &Repository, name: &str) -> HistoryFault {
        HistoryFault::NoRevision {
            name: name.to_owned(),
            folder: self.folder.clone(),
            is_shallow: is_shallow(repository),
        }
    }
}

fn is_shallow(repository: &Repository) -> bool {
    repository.is_shallow().unwrap_or(false)
}

fn first_line(error: &impl ToString) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}
