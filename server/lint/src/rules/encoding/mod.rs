//! What the bytes of a file are.

pub mod bom;
pub mod not_utf8;
