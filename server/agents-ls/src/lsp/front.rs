//! What stands in front of the library's service.
//!
//! The library runs handlers side by side, so two edits could pass each other; here what changes the state
//! goes to its owner first, in the order of arrival. Here too are what the library's types lack, and what
//! it does not survive: a panic in a handler, and a notification it cannot read, which it drops silently
//! although it may have been an edit.

use super::{
    capabilities,
    event::Event,
    methods::{self, Sync},
    session::Session,
};
use futures::{
    FutureExt,
    future::{BoxFuture, ready},
};
use serde_json::{Value, json};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock, mpsc::Sender},
    task::{Context, Poll},
};
use tower::Service;
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Id, Request, Response};

/// A service in front of `S`.
pub(super) struct Front<S> {
    inner: S,
    events: Sender<Event>,
    session: Arc<OnceLock<Arc<Session>>>,
    phase: Phase,
}

/// How far a conversation has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before `initialize`.
    Waiting,
    /// Between `initialize` and `shutdown`.
    Serving,
    /// After `shutdown`.
    ShutDown,
    /// After `exit`.
    Exited {
        /// Whether `shutdown` came before.
        properly: bool,
    },
}

impl Phase {
    /// What the process returns when the conversation ends here.
    pub(super) fn exit_code(self) -> u8 {
        u8::from(!matches!(self, Self::ShutDown | Self::Exited { properly: true }))
    }
}

impl<S> Front<S> {
    pub(super) fn new(inner: S, events: Sender<Event>, session: Arc<OnceLock<Arc<Session>>>) -> Self {
        Self {
            inner,
            events,
            session,
            phase: Phase::Waiting,
        }
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Bytes came in that are no message. The owner finds out which documents they may have been about.
    pub(super) fn unreadable(&self, bytes: &[u8]) {
        tracing::warn!(bytes = bytes.len(), "what the client sent cannot be read");
        if self.phase == Phase::Serving {
            self.send(Event::Unreadable(bytes.to_vec()));
        }
    }

    /// Hands a notification that changes the state to the owner.
    fn sync(&self, method: &str, params: Value) {
        if self.phase != Phase::Serving {
            return tracing::warn!(method, "a notification outside the session is ignored");
        }
        match methods::sync(method, &params) {
            Sync::Event(event) => self.send(event),
            Sync::Invalid(error) => {
                tracing::warn!(method, %error, "the parameters of a notification cannot be read");
                self.send(Event::Invalid {
                    method: method.to_owned(),
                    params,
                });
            }
            Sync::Other => {}
        }
    }

    fn send(&self, event: Event) {
        if self.events.send(event).is_err() {
            tracing::error!("the owner of the state is gone");
        }
    }

    /// Keeps the raw parameters, and gives the library ones it cannot refuse.
    fn initialize(&mut self, request: Request) -> Request {
        let session = Arc::new(Session::read(request.params().unwrap_or(&Value::Null)));
        if self.session.set(Arc::clone(&session)).is_ok() {
            self.phase = Phase::Serving;
            self.send(Event::Initialize(session));
        }
        let (method, id, _) = request.into_parts();
        let plain = Request::build(method).params(json!({ "capabilities": {} }));
        match id {
            Some(id) => plain.id::<Id>(id).finish(),
            None => plain.finish(),
        }
    }
}

impl<S> Service<Request> for Front<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let id = request.id().cloned();
        let method = request.method().to_owned();
        // With an id it is no such notification, and the library refuses it.
        if id.is_none() && methods::is_sync(&method) {
            let (_, _, params) = request.into_parts();
            self.sync(&method, params.unwrap_or_default());
            return ready(Ok(None)).boxed();
        }
        // The library takes every `$/` method for a notification and never answers.
        if let Some(id) = id.clone().filter(|_| method.starts_with("$/")) {
            let error = Error::method_not_found();
            return ready(Ok(Some(Response::from_error(id, error)))).boxed();
        }
        let request = match (method.as_str(), &id) {
            ("initialize", Some(_)) => self.initialize(request),
            ("shutdown", Some(_)) if self.phase == Phase::Serving => {
                self.phase = Phase::ShutDown;
                request
            }
            ("exit", None) => {
                let properly = self.phase == Phase::ShutDown;
                self.phase = Phase::Exited { properly };
                request
            }
            _ => request,
        };
        // A handler is code that runs now and code that runs later; both may panic.
        match catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) {
            Ok(answer) => AssertUnwindSafe(answer)
                .catch_unwind()
                .map(move |answer| match answer {
                    Ok(answer) => answer.map(|answer| finished(&method, answer)),
                    Err(_) => Ok(id.map(|id| panicked(&method, id))),
                })
                .boxed(),
            Err(_) => ready(Ok(id.map(|id| panicked(&method, id)))).boxed(),
        }
    }
}

fn finished(method: &str, answer: Option<Response>) -> Option<Response> {
    let answer = answer?;
    if method != "initialize" || !answer.is_ok() {
        return Some(answer);
    }
    let (id, result) = answer.into_parts();
    Some(Response::from_parts(id, result.map(capabilities::patched)))
}

fn panicked(method: &str, id: Id) -> Response {
    tracing::error!(method, "a handler ended in a panic");
    let mut error = Error::new(ErrorCode::InternalError);
    error.message = format!("{method} failed inside agents-ls; its log on standard error says where").into();
    Response::from_error(id, error)
}
