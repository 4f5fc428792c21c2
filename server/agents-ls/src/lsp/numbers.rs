//! The numbers a client shows beside texts: lenses, hints, a status line. They follow from other files as well, and
//! the client asks again only when its own document changes; so it is told when they change without that.

use super::{client::Client, convert, snapshot::Snapshot};
use crate::engine::{Below, Cancel, Engine, Hint, Status};
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tower_lsp_server::ls_types::Range;

/// How many status lines are followed: more than anybody has in sight. Clients do not say when they need one no more.
const MOST_STATUSES: usize = 16;

/// What the client was told, and what is found out for it after pauses.
#[derive(Default)]
pub(super) struct Numbers(Mutex<State>);

#[derive(Default)]
struct State {
    lenses: HashMap<PathBuf, Lenses>,
    hints: HashMap<PathBuf, (Range, u64)>,
    /// Of the files that were asked about last, the latest last.
    statuses: VecDeque<Told>,
    /// What becomes of the files below open documents.
    below: HashMap<PathBuf, Arc<Below>>,
    /// What changed in the prompts of open documents since the last commit, where anything did.
    changes: HashMap<PathBuf, String>,
}

/// The status of a file.
#[derive(Clone)]
struct Told {
    path: PathBuf,
    /// As its client spells it.
    uri: String,
    words: u64,
}

/// Of the lenses of a document only those in sight are asked for their words.
#[derive(Default)]
struct Lenses {
    runtimes: Vec<String>,
    changes: Option<String>,
    titles: BTreeMap<String, Option<String>>,
}

impl Numbers {
    /// What becomes of the files below a document, as far as it is known.
    pub(super) fn below(&self, path: &Path) -> Arc<Below> {
        self.lock().below.get(path).cloned().unwrap_or_default()
    }

    /// What changed in a document's prompts since the last commit, as far as it is known.
    pub(super) fn changes(&self, path: &Path) -> Option<String> {
        self.lock().changes.get(path).cloned()
    }

    /// The client gets lenses of these runtimes, and one that says what changed.
    pub(super) fn told_lenses(&self, path: &Path, runtimes: &[String], changes: Option<String>) {
        let lenses = Lenses {
            runtimes: runtimes.to_vec(),
            changes,
            titles: BTreeMap::new(),
        };
        self.lock().lenses.insert(path.to_path_buf(), lenses);
    }

    /// The client gets these words for a lens.
    pub(super) fn told_lens(&self, path: &Path, runtime: &str, title: Option<&str>) {
        if let Some(lenses) = self.lock().lenses.get_mut(path) {
            lenses.titles.insert(runtime.to_owned(), title.map(str::to_owned));
        }
    }

    /// The client gets these hints.
    pub(super) fn told_hints(&self, path: &Path, range: Range, hints: &[Hint]) {
        self.lock()
            .hints
            .insert(path.to_path_buf(), (range, hash_of(hints)));
    }

    /// The client gets this status.
    pub(super) fn told_status(&self, path: &Path, uri: &str, status: Option<&Status>) {
        let statuses = &mut self.lock().statuses;
        statuses.retain(|told| told.path != path);
        statuses.push_back(Told {
            path: path.to_path_buf(),
            uri: uri.to_owned(),
            words: hash(&status_words(status)),
        });
        if statuses.len() > MOST_STATUSES {
            statuses.pop_front();
        }
    }

    /// Finds out what follows from other files, and tells the client which of its numbers are out of date. What it is
    /// told of is forgotten here: it asks again for what it still shows.
    pub(super) fn refresh(&self, engine: &dyn Engine, snapshot: &Snapshot, client: &Client) {
        let (can, world) = (snapshot.session.can, &snapshot.world);
        let cancel = Cancel::default();
        let is_open = |path: &PathBuf| world.documents.contains_key(path);
        let (lensed, hinted, statuses) = {
            let mut state = self.lock();
            state.lenses.retain(|path, _| is_open(path));
            state.below.retain(|path, _| is_open(path));
            state.changes.retain(|path, _| is_open(path));
            state.hints.retain(|path, _| is_open(path));
            let lensed: Vec<PathBuf> = state.lenses.keys().cloned().collect();
            (lensed, state.hints.clone(), state.statuses.clone())
        };
        for path in &lensed {
            let below = engine.below(world, path, &cancel);
            let changes = engine.since_head(world, path, &cancel);
            let mut state = self.lock();
            state.below.insert(path.clone(), Arc::new(below));
            match changes {
                Some(changes) => state.changes.insert(path.clone(), changes),
                None => state.changes.remove(path),
            };
        }
        if can.refresh_lenses
            && lensed
                .iter()
                .any(|path| self.has_other_lenses(path, engine, snapshot))
        {
            self.lock().lenses.clear();
            client.refresh_lenses();
        }
        let has_other_hints = |(path, (range, before)): (&PathBuf, &(Range, u64))| {
            let open = world.documents.get(path);
            open.is_some_and(|open| {
                let range = convert::bytes(&open.text, *range, snapshot.session.encoding);
                hash_of(&engine.hints(world, path, &range, &cancel)) != *before
            })
        };
        if can.refresh_hints && hinted.iter().any(has_other_hints) {
            self.lock().hints.clear();
            client.refresh_hints();
        }
        for told in statuses {
            let status = engine.status(world, &told.path, &cancel);
            if hash(&status_words(status.as_ref())) != told.words {
                self.lock().statuses.retain(|other| other.path != told.path);
                client.status_changed(&told.uri);
            }
        }
    }

    fn has_other_lenses(&self, path: &Path, engine: &dyn Engine, snapshot: &Snapshot) -> bool {
        let (world, cancel) = (&snapshot.world, Cancel::default());
        let runtimes = engine.lenses(world, path, &cancel);
        let (before, below) = {
            let state = self.lock();
            let Some(lenses) = state.lenses.get(path) else {
                return false;
            };
            if lenses.runtimes != runtimes || lenses.changes.as_ref() != state.changes.get(path) {
                return true;
            }
            (
                lenses.titles.clone(),
                state.below.get(path).cloned().unwrap_or_default(),
            )
        };
        before
            .into_iter()
            .any(|(runtime, title)| engine.lens(world, path, &runtime, &below, &cancel) != title)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Of the words alone: where they stand moves with the text, and the client sees to that.
fn hash_of(hints: &[Hint]) -> u64 {
    hash(&hints.iter().map(|hint| &hint.label).collect::<Vec<_>>())
}

fn status_words(status: Option<&Status>) -> Option<(&str, &str, usize)> {
    status.map(|status| (&*status.text, &*status.detail, status.files))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
