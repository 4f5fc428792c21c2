//! What lies between a blob and the file in the working tree: line ends, encodings, ignore rules, sparse checkouts.

use crate::files::{File, FileFault, LARGEST_FILE};
use gix::{
    ObjectId, Repository,
    attrs::StateRef,
    bstr::{BStr, BString, ByteSlice},
    filter::{
        Pipeline,
        plumbing::{self, pipeline::convert::ToGitOutcome},
    },
    index::{
        State,
        entry::{Flags, Mode, Stage},
    },
    objs::Kind,
    worktree::{
        Index, Stack,
        stack::state::{attributes, ignore},
    },
};
use std::{path::Path, sync::Arc};

/// A repository with what is needed to compare a blob with a file. Paths are relative to the working tree, with `/`.
pub(super) struct Checkout {
    pub(super) repository: Repository,
    index: Option<Index>,
    /// Line ends and encodings; programs that the user set up as filters are not run.
    filters: Option<(plumbing::Pipeline, Stack)>,
    rules: Option<Stack>,
}

/// A file as git would check it out.
pub(super) enum Old {
    /// Its text, or why there is none.
    Text(Result<Arc<File>, FileFault>),
    /// The file in the working tree has not changed since.
    Same,
    /// A program of the user's makes the file from the blob (LFS, encryption). What it made then is not known.
    Unknown,
}

impl Checkout {
    pub(super) fn new(repository: Repository) -> Self {
        let index = repository.index_or_empty().ok();
        let (mut filters, mut rules) = (None, None);
        if let Some(index) = &index {
            let stack = repository.attributes_only(index, attributes::Source::WorktreeThenIdMapping);
            let pipeline = stack.and_then(|stack| Pipeline::new(&repository, stack.detach()));
            filters = pipeline.ok().map(|pipeline| {
                let (mut filters, stack) = pipeline.into_parts();
                let options = filters.options_mut();
                options.drivers.clear();
                options.crlf_roundtrip_check = plumbing::pipeline::CrlfRoundTripCheck::Skip;
                (filters, stack)
            });
            let source = ignore::Source::WorktreeThenIdMappingIfNotSkipped;
            rules = repository
                .excludes(index, None, source)
                .ok()
                .map(gix::AttributeStack::detach);
        }
        Self {
            repository,
            index,
            filters,
            rules,
        }
    }

    /// The file that git would make of a blob, compared with what lies there now.
    pub(super) fn old(&mut self, path: &BStr, blob: ObjectId, now: Option<&File>) -> Old {
        let unreadable = |error: &dyn ToString| {
            Old::Text(Err(FileFault::Unreadable {
                reason: format!("git cannot read it: {}", error.to_string()),
            }))
        };
        match self.repository.find_header(blob) {
            Ok(header) if header.size() > LARGEST_FILE => {
                return Old::Text(Err(FileFault::TooLarge { bytes: header.size() }));
            }
            Ok(_) => {}
            Err(error) => return unreadable(&error),
        }
        if self.has_filter(path) {
            return Old::Unknown;
        }
        if now.is_some_and(|now| self.is_clean(path, blob, now)) {
            return Old::Same;
        }
        let blob = match self.repository.find_object(blob) {
            Ok(object) => object.detach().data,
            Err(error) => return unreadable(&error),
        };
        let bytes = self.checked_out(path, &blob).unwrap_or(blob);
        Old::Text(Ok(Arc::new(File::from_bytes(&bytes))))
    }

    /// Whether git would store a file as this blob, so that only line ends or the like can differ.
    fn is_clean(&mut self, path: &BStr, blob: ObjectId, now: &File) -> bool {
        let bytes = now.bytes();
        let stored = self.stored(path, &bytes);
        let stored = stored.as_deref().unwrap_or(&bytes);
        let hash = gix::objs::compute_hash(self.repository.object_hash(), Kind::Blob, stored);
        hash.is_ok_and(|hash| hash == blob)
    }

    /// What git would store of the bytes of a file; `None` where it stores them as they are.
    fn stored(&mut self, path: &BStr, bytes: &[u8]) -> Option<Vec<u8>> {
        let Self {
            repository,
            index,
            filters: Some((filters, stack)),
            ..
        } = self
        else {
            return None;
        };
        let at = stack.at_path(path, None, &repository.objects).ok()?;
        let relative = gix::path::from_bstr(path).ok()?;
        let outcome = filters.convert_to_git(
            bytes,
            &relative,
            &mut |_, attributes| {
                at.matching_attributes(attributes);
            },
            &mut |buffer| {
                let entry = index.as_ref().and_then(|index| index.entry_by_path(path));
                let Some(entry) = entry else { return Ok(None) };
                let Ok(object) = repository.find_object(entry.id) else {
                    return Ok(None);
                };
                buffer.clear();
                buffer.extend_from_slice(&object.data);
                Ok(Some(()))
            },
        );
        match outcome.ok()? {
            ToGitOutcome::Buffer(stored) => Some(stored.to_vec()),
            ToGitOutcome::Unchanged(_) | ToGitOutcome::Process(_) => None,
        }
    }

    /// What git would write into the working tree; `None` where it writes the blob as it is.
    fn checked_out(&mut self, path: &BStr, blob: &[u8]) -> Option<Vec<u8>> {
        let Self {
            repository,
            filters: Some((filters, stack)),
            ..
        } = self
        else {
            return None;
        };
        let at = stack.at_path(path, None, &repository.objects).ok()?;
        let outcome = filters.convert_to_worktree(
            blob,
            path,
            &mut |_, attributes| {
                at.matching_attributes(attributes);
            },
            plumbing::pipeline::convert::to_worktree::Options::default(),
        );
        outcome.ok()?.as_bytes().map(<[u8]>::to_vec)
    }

    /// Whether a program of the user's stands between the blob and the file.
    fn has_filter(&mut self, path: &BStr) -> bool {
        let Some((_, stack)) = &mut self.filters else {
            return false;
        };
        let Ok(at) = stack.at_path(path, None, &self.repository.objects) else {
            return false;
        };
        let mut found = gix::attrs::search::Outcome::default();
        found.initialize_with_selection(&gix::attrs::search::MetadataCollection::default(), ["filter"]);
        at.matching_attributes(&mut found);
        found
            .iter_selected()
            .any(|found| matches!(found.assignment.state, StateRef::Value(_)))
    }

    /// Whether the working tree's ignore rules leave a path out of the history.
    pub(super) fn is_ignored(&mut self, path: &BStr, is_folder: bool) -> bool {
        let Some(rules) = &mut self.rules else {
            return false;
        };
        let mode = if is_folder { Mode::DIR } else { Mode::FILE };
        rules
            .at_path(path, Some(mode), &self.repository.objects)
            .is_ok_and(|at| at.is_excluded())
    }

    /// Whether git keeps the path itself, or something below it, for the next commit.
    pub(super) fn is_tracked(&self, path: &BStr) -> bool {
        let below = folder(path);
        self.state().is_some_and(|state| {
            state.entry_by_path(path).is_some() || state.prefixed_entries(below.as_bstr()).is_some()
        })
    }

    /// Whether a sparse checkout leaves a path out of the working tree: the path, or all that lies below it.
    pub(super) fn is_left_out(&self, path: &BStr) -> bool {
        let Some(state) = self.state() else { return false };
        let is_out = |flags: Flags| flags.contains(Flags::SKIP_WORKTREE);
        if let Some(entry) = state.entry_by_path_and_stage(path, Stage::Unconflicted) {
            return is_out(entry.flags);
        }
        // In a sparse index a folder that is left out stands for all that it holds.
        let is_above = path.find_iter("/").any(|at| {
            let above = state.entry_by_path_and_stage(path[..=at].as_bstr(), Stage::Unconflicted);
            above.is_some_and(|entry| entry.mode == Mode::DIR && is_out(entry.flags))
        });
        let below = || state.prefixed_entries(folder(path).as_bstr());
        is_above
            || below().is_some_and(|below| !below.is_empty() && below.iter().all(|entry| is_out(entry.flags)))
    }

    /// Whether names that differ in case only are one on this disk.
    pub(super) fn ignores_case(&self) -> bool {
        self.repository.config_snapshot().boolean("core.ignorecase") == Some(true)
    }

    /// Whether links are checked out as files that hold their target.
    pub(super) fn writes_links_as_files(&self) -> bool {
        self.repository.config_snapshot().boolean("core.symlinks") == Some(false)
    }

    fn state(&self) -> Option<&State> {
        self.index.as_ref().map(|index| &****index)
    }
}

fn folder(path: &BStr) -> BString {
    let mut folder = path.to_owned();
    folder.push(b'/');
    folder
}

/// A path as git writes it.
pub(super) fn in_git(path: &Path) -> Option<BString> {
    let path = gix::path::into_bstr(path).ok()?;
    Some(gix::path::to_unix_separators_on_windows(path).into_owned())
}
