//! `@path` in running text.
//!
//! * `seen`: what the runtimes make of each; `meant`: whether the author means a file.
//! * `mend`: edits that several of the rules offer.

pub mod accidental;
pub mod cycle;
pub mod depth;
mod meant;
mod mend;
pub mod missing;
pub mod outside;
mod seen;
pub mod unsupported;
