//! The structure of one agent instruction file, kept up to date while it is typed.
//!
//! Pure: no I/O, and nothing here fails. A parse returns a [`Document`] whatever the text is.
//! Everything is measured in **byte offsets** of the text; line and column positions exist only at the
//! borders, through [`Text`].
//!
//! * [`text`]: the text as a rope, with conversions between bytes and positions.
//! * [`document`]: a text with its facts, cut into pieces so that an edit costs what it touches.
//! * [`fact`]: what a document knows about itself: headings, blocks, links, commands, imports.
//! * [`frontmatter`]: the tolerant reader of the YAML head.
//! * [`beside`]: the words next to a place in running text; [`skill_word`]: the word that says of a name that it is a
//!   skill's.
//! * `oracle` (feature): where pulldown-cmark sees other blocks than this crate.
//!
//! Inside, a text is cut into pieces (`cut` proposes, `chunk` decides, `pieces` keeps them over edits with
//! `slots`); `blocks` reads a piece's tree; what is inside a paragraph, fence or HTML block is a `leaf`,
//! read when asked for by `inline`, `mention`, `comment` and `shell`.

pub mod beside;
mod blocks;
mod chunk;
mod comment;
mod cut;
pub mod document;
mod escape;
pub mod fact;
pub mod frontmatter;
#[cfg(test)]
#[path = "../tests/generated/mod.rs"]
mod generated;
mod inline;
mod leaf;
mod mention;
#[cfg(feature = "oracle")]
pub mod oracle;
mod parser;
mod piece;
mod pieces;
mod raw;
mod reference;
mod shell;
pub mod skill_word;
mod slots;
pub mod text;
mod word;

pub use document::{Document, Edit};
pub use text::{Encoding, Position, Text};
