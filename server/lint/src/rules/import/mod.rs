//! `@path` in running text.

pub mod unsupported;
