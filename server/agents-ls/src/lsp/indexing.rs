//! The progress a user sees while the opened folders are read for the first time.

use super::client::Client;
use crate::engine::Progress;
use serde_json::{Value, json};
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

/// How long it has to last before it is shown: what is over in a blink only distracts.
const DELAY: Duration = Duration::from_millis(200);

/// The least time between two reports; each costs the editor a redraw.
const PERIOD: Duration = Duration::from_millis(100);

/// Tells tokens of one process apart.
static TOKENS: AtomicU32 = AtomicU32::new(0);

/// One run of indexing.
pub(super) struct Indexing {
    client: Client,
    started: Instant,
    state: Arc<Mutex<State>>,
}

enum State {
    /// Not shown, and nothing was asked.
    Quiet,
    /// The client was asked whether it shows progress.
    Asked,
    /// Progress is shown under this token, last updated at this time.
    Shown(String, Instant),
    /// It is over.
    Over,
}

impl Indexing {
    /// Begins; nothing is shown unless `shown`.
    pub(super) fn begin(client: Client, shown: bool) -> Self {
        let state = if shown { State::Quiet } else { State::Over };
        Self {
            client,
            started: Instant::now(),
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Tells how far it has come. Cheap enough for every file.
    pub(super) fn report(&self, progress: Progress) {
        let mut state = lock(&self.state);
        match &mut *state {
            State::Quiet if self.started.elapsed() >= DELAY => {
                *state = State::Asked;
                drop(state);
                self.ask(progress);
            }
            State::Shown(token, last) if last.elapsed() >= PERIOD => {
                *last = Instant::now();
                let Progress { done, total } = progress;
                let message = format!("{done} of {total} files");
                let value = json!({ "kind": "report", "message": message, "percentage": percent(progress) });
                tell(&self.client, token, &value);
            }
            _ => {}
        }
    }

    fn ask(&self, progress: Progress) {
        let token = format!("agents-ls/indexing/{}", TOKENS.fetch_add(1, Ordering::Relaxed));
        let (client, shared) = (self.client.clone(), Arc::clone(&self.state));
        self.client.create_progress(&token.clone(), move || {
            let mut state = lock(&shared);
            if let State::Asked = *state {
                let value = json!({
                    "kind": "begin",
                    "title": "Reading instruction files",
                    "cancellable": false,
                    "percentage": percent(progress),
                });
                tell(&client, &token, &value);
                *state = State::Shown(token, Instant::now());
            }
        });
    }
}

impl Drop for Indexing {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut *lock(&self.state), State::Over);
        if let State::Shown(token, _) = state {
            tell(&self.client, &token, &json!({ "kind": "end" }));
        }
    }
}

fn tell(client: &Client, token: &str, value: &Value) {
    client.notify("$/progress", &json!({ "token": token, "value": value }));
}

fn percent(progress: Progress) -> usize {
    (progress.done * 100)
        .checked_div(progress.total)
        .unwrap_or(100)
        .min(100)
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
