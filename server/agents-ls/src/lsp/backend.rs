//! What a handler has at hand: a way to ask the owner of the state, and the client.

use super::{
    client::Client,
    event::{Event, Read},
    session::Session,
    shown::Shown,
    snapshot::Snapshot,
};
use crate::engine::{Cancel, Engine};
use futures::channel::oneshot;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, mpsc::Sender},
};
use tower_lsp_server::jsonrpc::{Error, Result};

/// Answers requests by asking the owner of the state.
pub(super) struct Backend {
    events: Sender<Event>,
    session: Arc<OnceLock<Arc<Session>>>,
    client: Client,
    engine: Arc<dyn Engine>,
    shown: Arc<Shown>,
}

/// Stops a computation when nobody waits for it any more: the library drops the handler of a cancelled
/// request, and this with it.
struct StopOnDrop(Cancel);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Backend {
    pub(super) fn new(
        engine: Arc<dyn Engine>,
        events: Sender<Event>,
        session: Arc<OnceLock<Arc<Session>>>,
        client: Client,
        shown: Arc<Shown>,
    ) -> Self {
        Self {
            shown,
            events,
            session,
            client,
            engine,
        }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// What both sides agreed on; `None` before they did.
    pub(super) fn session(&self) -> Option<&Session> {
        self.session.get().map(|session| &**session)
    }

    /// What the client shows.
    pub(super) fn shown(&self) -> &Arc<Shown> {
        &self.shown
    }

    /// Sends something to the owner.
    pub(super) fn send(&self, event: Event) {
        if self.events.send(event).is_err() {
            tracing::error!("the owner of the state is gone");
        }
    }

    /// Asks about a document, once it has been read.
    pub(super) async fn about<T: Send + 'static>(
        &self,
        path: PathBuf,
        answer: impl FnOnce(&dyn Engine, &Snapshot, &Path, &Cancel) -> T + Send + 'static,
    ) -> Result<T> {
        let about = path.clone();
        self.read(Some(about), move |engine, snapshot, cancel| {
            answer(engine, snapshot, &path, cancel)
        })
        .await
    }

    /// Asks a question that is answered on the pool, with the state as it is when this is called. Nothing
    /// may be awaited before, or edits that came later are seen.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        about: Option<PathBuf>,
        answer: impl FnOnce(&dyn Engine, &Snapshot, &Cancel) -> T + Send + 'static,
    ) -> Result<T> {
        let cancel = Cancel::default();
        let _stop = StopOnDrop(cancel.clone());
        let engine = Arc::clone(&self.engine);
        let (sender, receiver) = oneshot::channel();
        self.send(Event::Read(Read {
            about,
            cancel: cancel.clone(),
            run: Box::new(move |snapshot| {
                // Nobody listens after a cancellation.
                drop(sender.send(answer(&*engine, snapshot, &cancel)));
            }),
        }));
        receiver.await.map_err(|_| {
            let mut error = Error::internal_error();
            error.message = "this failed inside agents-ls; its log on standard error says where".into();
            error
        })
    }
}
