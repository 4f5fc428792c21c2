//! What the bytes of a file are.

pub mod bom;
pub mod mixed_eol;
pub mod not_utf8;
pub mod split_character;
