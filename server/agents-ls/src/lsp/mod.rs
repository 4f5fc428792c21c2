//! The language server protocol.
//!
//! A message's way in: [`transport`] cuts frames, [`message`] reads them, [`front`] hands what changes the
//! state to the [`owner`] in the order it came and everything else to the library's [`service`], whose
//! handlers (one file per method in [`methods`]) ask the owner through a [`backend`] for a [`snapshot`] and
//! compute on the [`pool`]. [`publish`] tells the client what is found. [`conversation`] holds these together.
//!
//! * [`session`]: what both sides agreed on; [`capabilities`]: what the server offers.
//! * [`params`], [`event`]: what is told; [`state`]: what the owner keeps and does.
//! * [`documents`], [`changes`]: the texts of open documents, kept by the owner.
//! * [`follow`], [`pass`]: findings that move with the text, and those of all files.
//! * [`shown`]: what a client shows and is told to ask for again: [`prompts`], [`numbers`] beside
//!   texts; its [`findings`].
//! * [`client`]: the way out; [`indexing`]: the progress a user sees.
//! * [`convert`], [`uri`], [`prompt_uri`], [`rule_uri`]: the only places that know positions and spellings.
//!
//! Threads: one reads, one owns the state, one publishes, at most two compute, and the main one waits for
//! what the client answers. None of them waits for another.

mod backend;
mod capabilities;
mod changes;
mod client;
mod conversation;
mod convert;
mod documents;
mod event;
mod findings;
mod follow;
mod front;
mod indexing;
mod message;
mod methods;
mod numbers;
mod owner;
mod params;
mod pass;
mod pool;
mod prompt_uri;
mod prompts;
mod publish;
mod rule_uri;
mod service;
mod session;
mod shown;
mod snapshot;
mod state;
mod transport;
mod uri;

pub(crate) use conversation::serve;
pub(crate) use service::Options;
