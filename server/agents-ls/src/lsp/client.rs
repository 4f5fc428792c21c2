//! The way out to the client.

use super::transport;
use crate::trace;
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::runtime::Handle;
use tower_lsp_server::{
    jsonrpc::{Request, Response},
    ls_types::{
        ConfigurationItem, MessageType, ProgressToken, Registration, ShowDocumentParams, WorkspaceEdit,
    },
};

/// Where frames are written, by whoever has one: each is one call, so frames do not mix.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// Standard output, without a buffer in between.
    pub(super) fn stdout() -> io::Result<Self> {
        #[cfg(unix)]
        let output = std::fs::File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?);
        #[cfg(not(unix))]
        let output = io::stdout();
        Ok(Self(Arc::new(Mutex::new(Box::new(output)))))
    }

    /// Writes a message. When the client is gone, reading from it ends as well, so nobody is told here.
    pub(super) fn send(&self, message: &impl Serialize) {
        let body = match serde_json::to_vec(message) {
            Ok(body) => body,
            Err(error) => return tracing::error!(%error, "cannot write a message"),
        };
        trace::sent(&body);
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = transport::write(&mut *output, &body) {
            tracing::debug!(%error, "the client does not listen");
        }
    }
}

/// Talks to the client. Copies talk to the same one.
#[derive(Clone)]
pub(super) struct Client {
    output: Output,
    library: tower_lsp_server::Client,
    runtime: Handle,
}

/// `workspace/textDocumentContent/refresh`, which the library's types lack.
enum RefreshContent {}

impl tower_lsp_server::ls_types::request::Request for RefreshContent {
    type Params = Value;
    type Result = Value;
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    params: &'a P,
}

impl Client {
    pub(super) fn new(output: Output, library: tower_lsp_server::Client, runtime: Handle) -> Self {
        Self {
            output,
            library,
            runtime,
        }
    }

    /// Sends a notification before it returns.
    pub(super) fn notify(&self, method: &str, params: &impl Serialize) {
        self.output.send(&Notification {
            jsonrpc: "2.0",
            method,
            params,
        });
    }

    /// Warns the user with a sentence.
    pub(super) fn warn(&self, message: &str) {
        self.show(MessageType::WARNING, message);
    }

    /// Tells the user a sentence.
    pub(super) fn inform(&self, message: &str) {
        self.show(MessageType::INFO, message);
    }

    fn show(&self, kind: MessageType, message: &str) {
        self.notify("window/showMessage", &json!({ "type": kind, "message": message }));
    }

    /// Answers a request.
    pub(super) fn respond(&self, response: &Response) {
        self.output.send(response);
    }

    /// Sends a request the library made.
    pub(super) fn forward(&self, request: &Request) {
        self.output.send(request);
    }

    /// Asks for the section `agents-ls` of the settings, of each scope in turn; `then` gets the values.
    pub(super) fn settings(
        &self,
        scopes: Vec<Option<String>>,
        then: impl FnOnce(Vec<Value>) + Send + 'static,
    ) {
        let items = scopes
            .into_iter()
            .map(|scope| ConfigurationItem {
                scope_uri: scope.and_then(|uri| uri.parse().ok()),
                section: Some("agents-ls".to_owned()),
            })
            .collect();
        let library = self.library.clone();
        self.runtime.spawn(async move {
            match library.configuration(items).await {
                Ok(values) => then(values),
                Err(error) => tracing::warn!(%error, "the client does not tell its settings"),
            }
        });
    }

    /// Asks to be told of something; `refused` runs when the client does not agree.
    pub(super) fn register(&self, method: &str, options: Value, refused: impl FnOnce() + Send + 'static) {
        let registration = Registration {
            id: method.to_owned(),
            method: method.to_owned(),
            register_options: Some(options),
        };
        let library = self.library.clone();
        self.runtime.spawn(async move {
            if let Err(error) = library.register_capability(vec![registration]).await {
                tracing::warn!(%error, "the client refuses a registration");
                refused();
            }
        });
    }

    /// Asks to be allowed to report progress under `token`; `allowed` runs when it is.
    pub(super) fn create_progress(&self, token: &str, allowed: impl FnOnce() + Send + 'static) {
        let library = self.library.clone();
        let token = ProgressToken::String(token.to_owned());
        self.runtime.spawn(async move {
            match library.create_work_done_progress(token).await {
                Ok(()) => allowed(),
                Err(error) => tracing::debug!(%error, "the client shows no progress"),
            }
        });
    }

    /// Says that a virtual document has another text now.
    pub(super) fn refresh_content(&self, uri: &str) {
        let params = json!({ "uri": uri });
        let library = self.library.clone();
        self.runtime.spawn(async move {
            if let Err(error) = library.send_request::<RefreshContent>(params).await {
                tracing::debug!(%error, "the client does not refresh a document");
            }
        });
    }

    /// Says that lenses have other words now.
    pub(super) fn refresh_lenses(&self) {
        let library = self.library.clone();
        self.runtime.spawn(async move {
            if let Err(error) = library.code_lens_refresh().await {
                tracing::debug!(%error, "the client does not refresh lenses");
            }
        });
    }

    /// Says that hints have other words now.
    pub(super) fn refresh_hints(&self) {
        let library = self.library.clone();
        self.runtime.spawn(async move {
            if let Err(error) = library.inlay_hint_refresh().await {
                tracing::debug!(%error, "the client does not refresh hints");
            }
        });
    }

    /// Says that an answer to `agents-ls/status` does not hold any more.
    pub(super) fn status_changed(&self, uri: &str) {
        self.notify("agents-ls/statusChanged", &json!({ "uri": uri }));
    }

    /// Asks to apply an edit.
    pub(super) fn apply_edit(&self, edit: WorkspaceEdit) {
        let library = self.library.clone();
        self.runtime.spawn(async move {
            match library.apply_edit(edit).await {
                Ok(answer) if answer.applied => {}
                Ok(answer) => {
                    tracing::warn!(why = answer.failure_reason, "the client does not apply an edit");
                }
                Err(error) => tracing::debug!(%error, "the client applies no edit"),
            }
        });
    }

    /// Asks to open a document.
    pub(super) fn show_document(&self, uri: &str) {
        let Ok(uri) = uri.parse() else {
            return tracing::error!(uri, "not a URI");
        };
        let library = self.library.clone();
        self.runtime.spawn(async move {
            let params = ShowDocumentParams {
                uri,
                external: Some(false),
                take_focus: Some(true),
                selection: None,
            };
            if let Err(error) = library.show_document(params).await {
                tracing::debug!(%error, "the client shows no document");
            }
        });
    }
}
