//! Which of several files a runtime takes, and which it does not look at.

pub mod not_read;
pub mod outside_root;
pub mod shadowed;
mod twin;
pub mod unreachable;
mod unread;
