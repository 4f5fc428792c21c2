//! What the bytes of a file are.

pub mod not_utf8;
