//! Tells the client what is found: one thread, the only one that publishes diagnostics.
//!
//! After an edit the findings of that file alone are computed and published at once, with the version they
//! are about. Everything else is computed on the pool after a pause ([`super::pass`]), and published where it
//! changed. Findings that depend on other files move along with the text meanwhile ([`super::follow`]), so
//! nothing blinks while somebody types.

use super::{
    client::Client,
    convert,
    follow::{Change, follow},
    pass::{self, Passed},
    pool::Pool,
    shown::Shown,
    snapshot::Snapshot,
    uri,
};
use crate::engine::{Cancel, Engine, Finding};
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};
use tower_lsp_server::ls_types::Diagnostic;

/// How long nothing has to happen before findings across files are computed: a pause in typing.
const PAUSE: Duration = Duration::from_millis(150);

/// How long at least between two questions whether a client has to ask for lenses and the like again: numbers that
/// change faster cannot be read.
const BETWEEN_NUMBERS: Duration = Duration::from_millis(300);

/// How many messages are taken up before something is published. They may come faster than diagnostics can
/// be shown, and only the last text of a document counts.
const MOST_AT_ONCE: usize = 64;

/// What the publisher is told.
pub(super) enum Message {
    /// Something happened, and this is the state after it.
    State(Event, Arc<Snapshot>),
    /// Findings across files were computed for this state; `None` when that failed.
    Passed(Arc<Snapshot>, Option<Passed>),
}

/// Something that happened to the state.
pub(super) enum Event {
    /// A document has another text, or its structure is known now.
    Edited(PathBuf, Change),
    /// A document was closed.
    Closed(PathBuf),
    /// The text of a document is unknown from now on.
    Lost(PathBuf),
    /// Files or settings changed.
    Changed,
    /// Folders were opened, so there may be much to read.
    Index,
}

/// What the client was told about a file.
#[derive(Default)]
struct Told {
    /// The URI it was told under.
    uri: String,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct Params<'a> {
    uri: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<i32>,
    diagnostics: &'a [Diagnostic],
}

struct Publisher {
    engine: Arc<dyn Engine>,
    client: Client,
    shown_beside: Arc<Shown>,
    pool: Pool,
    messages: Sender<Message>,
    latest: Arc<Snapshot>,
    /// Findings that depend on other files, where they are in the open documents now.
    shared: BTreeMap<PathBuf, Vec<Finding>>,
    shown: BTreeMap<PathBuf, Told>,
    /// Documents to publish at once.
    dirty: BTreeSet<PathBuf>,
    /// When to compute findings across files.
    due: Option<Instant>,
    /// Whether they are being computed.
    passing: bool,
    /// When to look whether the client shows numbers that are out of date.
    numbers_due: Option<Instant>,
    /// When that was last done.
    numbers_looked_at: Option<Instant>,
    /// Whether folders were opened since they were computed last.
    index: bool,
    /// Whether the client is ready.
    ready: bool,
}

/// Starts the publisher with the state as it is at the beginning.
pub(super) fn start(
    engine: Arc<dyn Engine>,
    client: Client,
    shown: Arc<Shown>,
    pool: Pool,
    latest: Arc<Snapshot>,
) -> io::Result<Sender<Message>> {
    let (messages, received) = mpsc::channel();
    let mut publisher = Publisher {
        engine,
        client,
        shown_beside: shown,
        pool,
        messages: messages.clone(),
        latest,
        shared: BTreeMap::new(),
        shown: BTreeMap::new(),
        dirty: BTreeSet::new(),
        due: None,
        passing: false,
        numbers_due: None,
        numbers_looked_at: None,
        index: false,
        ready: false,
    };
    let thread = thread::Builder::new().name("publisher".to_owned());
    thread.spawn(move || publisher.work(&received))?;
    Ok(messages)
}

impl Publisher {
    fn work(&mut self, messages: &Receiver<Message>) {
        loop {
            let pass = self.due.filter(|_| self.ready && !self.passing);
            let due = pass.into_iter().chain(self.numbers_due).min();
            let message = match due {
                Some(due) => messages.recv_timeout(due.saturating_duration_since(Instant::now())),
                None => messages.recv().map_err(RecvTimeoutError::from),
            };
            match message {
                Ok(message) => self.on(message),
                Err(RecvTimeoutError::Timeout) if due == pass => self.pass(),
                Err(RecvTimeoutError::Timeout) => self.look_at_numbers(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
            for message in messages.try_iter().take(MOST_AT_ONCE) {
                self.on(message);
            }
            for path in std::mem::take(&mut self.dirty) {
                self.publish_edited(&path);
            }
        }
    }

    fn on(&mut self, message: Message) {
        match message {
            Message::State(event, snapshot) => {
                self.latest = snapshot;
                self.happened(event);
            }
            Message::Passed(snapshot, passed) => {
                self.passing = false;
                let earliest = self.numbers_looked_at.map(|last| last + BETWEEN_NUMBERS);
                let now = Instant::now();
                self.numbers_due
                    .get_or_insert(earliest.map_or(now, |earliest| earliest.max(now)));
                if let Some(passed) = passed {
                    self.passed(passed, &snapshot);
                }
            }
        }
    }

    fn happened(&mut self, event: Event) {
        let now = Instant::now();
        self.due = Some(now + PAUSE);
        match event {
            Event::Edited(path, change) => {
                if let Some(shared) = self.shared.get_mut(&path) {
                    follow(shared, &path, &change);
                }
                self.dirty.insert(path);
            }
            Event::Closed(path) => {
                self.shared.remove(&path);
                if self.latest.world.folder_of(&path).is_none() {
                    self.clear(&path);
                }
                self.due = Some(now);
            }
            Event::Lost(path) => {
                self.shared.remove(&path);
                self.clear(&path);
            }
            Event::Changed => {}
            Event::Index => {
                self.ready = true;
                self.index = true;
                self.due = Some(now);
            }
        }
    }

    /// Publishes what is found in a document that was edited. When there is a newer text, its event is on
    /// the way and publishes that.
    fn publish_edited(&mut self, path: &Path) {
        let latest = Arc::clone(&self.latest);
        let editor = latest.editors.get(path).filter(|editor| !editor.lost);
        let open = latest.world.documents.get(path);
        let (Some(editor), Some(open)) = (editor, open.filter(|open| open.document.is_some())) else {
            return;
        };
        if !editor.stamp.is_current() {
            return;
        }
        let own = catch_unwind(AssertUnwindSafe(|| {
            self.engine.own_findings(&latest.world, path, &Cancel::default())
        }));
        let own = own.unwrap_or_else(|_| {
            tracing::error!(path = %path.display(), "the findings of a file ended in a panic");
            Vec::new()
        });
        let shared = self.shared.get(path).into_iter().flatten();
        let diagnostics = own
            .iter()
            .chain(shared)
            .map(|finding| convert::diagnostic(finding, &open.text, &latest))
            .collect();
        if editor.stamp.is_current() {
            self.publish(path, &editor.uri, Some(editor.version), diagnostics);
        }
    }

    fn pass(&mut self) {
        self.due = None;
        self.passing = true;
        let index = std::mem::take(&mut self.index);
        let (engine, client) = (Arc::clone(&self.engine), self.client.clone());
        let (snapshot, messages) = (Arc::clone(&self.latest), self.messages.clone());
        let beside = Arc::clone(&self.shown_beside);
        self.pool.background(move || {
            let passed = pass::run(&*engine, &client, &snapshot, index);
            drop(messages.send(Message::Passed(Arc::clone(&snapshot), passed)));
            beside.prompts.refresh(&*engine, &snapshot, &client);
        });
    }

    /// Looks on the pool whether the client shows numbers that are out of date.
    fn look_at_numbers(&mut self) {
        self.numbers_due = None;
        self.numbers_looked_at = Some(Instant::now());
        let (engine, client) = (Arc::clone(&self.engine), self.client.clone());
        let (snapshot, beside) = (Arc::clone(&self.latest), Arc::clone(&self.shown_beside));
        self.pool
            .background(move || beside.numbers.refresh(&*engine, &snapshot, &client));
    }

    /// Takes over findings across files, of all files that are still as they were in `then`. For the others
    /// they are being computed anew.
    fn passed(&mut self, mut passed: Passed, then: &Snapshot) {
        let latest = Arc::clone(&self.latest);
        let shown = self.shown.keys().cloned();
        let paths: BTreeSet<_> = passed.paths().cloned().chain(shown).collect();
        for path in paths {
            let (now, before) = (latest.editors.get(&path), then.editors.get(&path));
            match (now, latest.world.documents.get(&path)) {
                (Some(editor), Some(open)) => {
                    let same = before.is_some_and(|before| before.stamp == editor.stamp);
                    if !same || open.document.is_none() || !editor.stamp.is_current() {
                        continue;
                    }
                    let findings = passed.open.remove(&path).unwrap_or_default();
                    let diagnostics = findings
                        .own
                        .iter()
                        .chain(&findings.shared)
                        .map(|finding| convert::diagnostic(finding, &open.text, &latest))
                        .collect();
                    self.shared.insert(path.clone(), findings.shared);
                    self.publish_changed(&path, &editor.uri, Some(editor.version), diagnostics);
                }
                (None, _) if before.is_none() => {
                    let diagnostics = passed.closed.remove(&path).unwrap_or_default();
                    let known = self.shown.get(&path).map(|shown| shown.uri.clone());
                    let uri = known.unwrap_or_else(|| uri::from_path(&path));
                    self.publish_changed(&path, &uri, None, diagnostics);
                }
                _ => {}
            }
        }
    }

    fn publish_changed(
        &mut self,
        path: &Path,
        uri: &str,
        version: Option<i32>,
        diagnostics: Vec<Diagnostic>,
    ) {
        let same = match self.shown.get(path) {
            Some(shown) => shown.diagnostics == diagnostics && shown.uri == uri,
            None => diagnostics.is_empty(),
        };
        if !same {
            self.publish(path, uri, version, diagnostics);
        }
    }

    fn clear(&mut self, path: &Path) {
        if let Some(shown) = self.shown.remove(path) {
            self.send(&shown.uri, None, &[]);
            self.shown_beside.findings.told(path, &[]);
        }
    }

    fn publish(&mut self, path: &Path, uri: &str, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        if self.shown.get(path).is_some_and(|shown| shown.uri != uri) {
            self.clear(path);
        }
        // Before they are sent: the client may ask about one as soon as it has it.
        self.shown_beside.findings.told(path, &diagnostics);
        self.send(uri, version, &diagnostics);
        let shown = Told {
            uri: uri.to_owned(),
            diagnostics,
        };
        self.shown.insert(path.to_path_buf(), shown);
    }

    fn send(&self, uri: &str, version: Option<i32>, diagnostics: &[Diagnostic]) {
        let params = Params {
            uri,
            version,
            diagnostics,
        };
        self.client.notify("textDocument/publishDiagnostics", &params);
    }
}
