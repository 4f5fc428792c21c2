//! Following symbolic links by hand, so that every link on the way is known and answers can be cached.

use crate::files::FileFault;
use std::path::{Component, Path, PathBuf};

/// How many links a path may pass before it counts as a loop; Linux allows 40.
const MOST_LINKS: usize = 40;

/// Where a path really leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// The path without links; nothing need be there. `None` when the links lead back to themselves.
    pub(crate) real: Option<PathBuf>,
    /// The links that were passed, each by its own real place, in order.
    pub(crate) through: Vec<PathBuf>,
}

impl Resolution {
    /// The path without links.
    ///
    /// # Errors
    /// [`FileFault::LinkLoop`].
    pub(crate) fn real(&self) -> Result<&Path, FileFault> {
        self.real.as_deref().ok_or(FileFault::LinkLoop)
    }
}

/// Follows every link in `path`. `link_at` says where the link at a path (whose folders are real) points,
/// and `None` for everything that is not a link.
pub(crate) fn resolve(path: &Path, mut link_at: impl FnMut(&Path) -> Option<PathBuf>) -> Resolution {
    let mut rest = parts(path);
    let mut real = PathBuf::new();
    let mut through = Vec::new();
    while let Some(part) = rest.pop() {
        match part.components().next() {
            None | Some(Component::CurDir) => continue,
            Some(Component::ParentDir) => {
                real.pop();
                continue;
            }
            Some(Component::Prefix(_) | Component::RootDir) => {
                real.push(&part);
                continue;
            }
            Some(Component::Normal(_)) => real.push(&part),
        }
        if let Some(target) = link_at(&real) {
            if through.len() == MOST_LINKS {
                return Resolution { real: None, through };
            }
            through.push(real.clone());
            real.pop();
            rest.extend(parts(&target));
        }
    }
    Resolution {
        real: Some(real),
        through,
    }
}

/// The components of a path, the last one first.
fn parts(path: &Path) -> Vec<PathBuf> {
    let mut parts: Vec<_> = path
        .components()
        .map(|part| PathBuf::from(part.as_os_str()))
        .collect();
    parts.reverse();
    parts
}
