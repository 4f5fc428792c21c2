//! Requests that break things, for the tests of the protocol. Only there with `--test-hooks`.

use crate::lsp::{backend::Backend, event::Event};
use serde::Deserialize;
use std::{
    thread,
    time::{Duration, Instant},
};
use tower_lsp_server::jsonrpc::Result;

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Panic {
    place: Place,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Place {
    /// In the handler, before it waits.
    Handler,
    /// In the handler, after it waited.
    Later,
    /// On the pool.
    Pool,
    /// In the owner of the state.
    Owner,
}

/// `agents-ls/test/panic`
pub(in crate::lsp) async fn panic(backend: &Backend, params: Panic) -> Result<()> {
    match params.place {
        Place::Handler => panic!("a panic was asked for"),
        Place::Later => {
            backend.read(None, |_, _, _| ()).await?;
            panic!("a panic was asked for")
        }
        Place::Pool => {
            backend
                .read(None, |_, _, _| panic!("a panic was asked for"))
                .await
        }
        Place::Owner => {
            backend.send(Event::Panic);
            Ok(())
        }
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::lsp) struct Slow {
    millis: u64,
    /// Whether it stops when it is cancelled.
    stops: bool,
}

/// `agents-ls/test/slow`
pub(in crate::lsp) async fn slow(backend: &Backend, params: Slow) -> Result<()> {
    backend
        .read(None, move |_, _, cancel| {
            let end = Instant::now() + Duration::from_millis(params.millis);
            while Instant::now() < end && !(params.stops && cancel.is_cancelled()) {
                thread::sleep(Duration::from_millis(1));
            }
        })
        .await
}
