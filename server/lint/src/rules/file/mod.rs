//! Files that cannot be read.

pub mod too_large;
pub mod unreadable;
