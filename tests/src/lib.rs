//! Shared by the whole-product tests: starting the built server and talking to it.
//!
//! * [`binary`]: where the built program is.
//! * [`server`]: how a server is started: folders, capabilities, options.
//! * [`client`]: a conversation with it.
//! * [`git`]: repositories to ask about.

pub mod binary;
pub mod client;
pub mod git;
pub mod server;

pub use client::Client;
pub use server::{Server, uri};
