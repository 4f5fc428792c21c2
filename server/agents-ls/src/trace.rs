//! The messages exchanged with an editor, in the log: what the setting `trace` asks for.

use agents_workspace::config::Trace;
use serde::Deserialize;
use std::sync::atomic::{AtomicU8, Ordering};

/// The target of these lines of the log, which passes whatever `AGENTS_LS_LOG` says.
pub(crate) const TARGET: &str = "agents_ls::trace";

/// How much is written; messages come and go on several threads.
static LEVEL: AtomicU8 = AtomicU8::new(0);

/// Writes as much as the most telling of these.
pub(crate) fn set(wanted: impl Iterator<Item = Trace>) {
    let level = wanted.map(|trace| match trace {
        Trace::Off => 0,
        Trace::Messages => 1,
        Trace::Verbose => 2,
    });
    LEVEL.store(level.max().unwrap_or(0), Ordering::Relaxed);
}

/// A message came in.
pub(crate) fn received(body: &[u8]) {
    write("received", body);
}

/// A message goes out.
pub(crate) fn sent(body: &[u8]) {
    write("sent", body);
}

#[derive(Deserialize)]
struct Message {
    method: Option<String>,
    id: Option<serde_json::Value>,
}

fn write(done: &str, body: &[u8]) {
    match LEVEL.load(Ordering::Relaxed) {
        0 => {}
        1 => tracing::info!(target: TARGET, "{done} {}, {} bytes", name(body), body.len()),
        _ => tracing::info!(target: TARGET, "{done} {}", String::from_utf8_lossy(body)),
    }
}

/// A message by its method and the number of its request.
fn name(body: &[u8]) -> String {
    let Ok(Message { method, id }) = serde_json::from_slice(body) else {
        return "what is no message".to_owned();
    };
    match (method, id) {
        (Some(method), Some(id)) => format!("{method} ({id})"),
        (Some(method), None) => method,
        (None, Some(id)) => format!("the answer to {id}"),
        (None, None) => "an answer to nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_named_by_its_method() {
        assert_eq!(name(br#"{"method":"a/b","params":[1]}"#), "a/b");
        assert_eq!(name(br#"{"id":3,"method":"a/b"}"#), "a/b (3)");
        assert_eq!(name(br#"{"id":3,"result":null}"#), "the answer to 3");
        assert_eq!(name(b"{"), "what is no message");
    }
}
