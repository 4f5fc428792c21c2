//! The prompts a client shows as documents, which follow what is typed in the files they are made of.

use super::{client::Client, prompt_uri, snapshot::Snapshot};
use crate::engine::{Cancel, Engine};
use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError},
};

/// How many are kept up to date: more than anybody has open. Clients do not say when they close one.
const MOST: usize = 16;

/// URIs of prompts with a hash of the text the client has, the latest last.
#[derive(Default)]
pub(super) struct Prompts(Mutex<VecDeque<(String, u64)>>);

impl Prompts {
    /// A client asked for a prompt and gets this text.
    pub(super) fn told(&self, uri: &str, text: &str) {
        let mut prompts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        prompts.retain(|(known, _)| known != uri);
        prompts.push_back((uri.to_owned(), hash(text)));
        if prompts.len() > MOST {
            prompts.pop_front();
        }
    }

    /// Tells the client which of them have another text now, once for each text.
    pub(super) fn refresh(&self, engine: &dyn Engine, snapshot: &Snapshot, client: &Client) {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (uri, before) in known {
            let text = text(&uri, engine, snapshot, &Cancel::default()).unwrap_or_default();
            if hash(&text) != before {
                self.told(&uri, &text);
                client.refresh_content(&uri);
            }
        }
    }
}

/// The text of a prompt; `None` when the URI names none. A prompt that cannot be built is empty: its file may
/// come back.
pub(super) fn text(uri: &str, engine: &dyn Engine, snapshot: &Snapshot, cancel: &Cancel) -> Option<String> {
    let name = prompt_uri::read(uri)?;
    let path = name.path(&snapshot.world);
    let prompt = engine.effective_prompt(&snapshot.world, &path, Some(&name.runtime), cancel);
    Some(prompt.map(|prompt| prompt.text).unwrap_or_default())
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
