//! Mending: edits that several rules and editor commands share.
//!
//! * [`section`]: moving a section of Markdown.
//! * [`skill`]: making a loader accept a skill; [`head`]: finding and changing the lines of its frontmatter.
//! * [`all`](mod@all): every safe fix of a file at once; [`body`]: whether a fix leaves the text of a skill alone.
//! * [`ends`]: line ends; `shim`: a file that imports another one.
//! * [`all`](mod@all): every safe fix of a file at once; [`body`]: whether a fix leaves the text of a skill alone;
//!   [`words`]: whether it leaves the words of its name and description.
//! * `shim`: a file that imports another one.
//! * [`relief`]: whether a change makes files fit their caps; [`extract`]: sections to files of their own; [`raise`]: a
//!   higher cap; [`twin`]: a copy that becomes an import; [`links`]: links of text that moves.
//! * [`quote`]: a value that YAML reads otherwise than its author; [`anchor`]: a value that others refer to; [`changed`]:
//!   what a change would do.

pub mod all;
pub mod anchor;
pub mod body;
pub mod changed;
pub mod ends;
pub mod extract;
#[cfg(test)]
mod fitted;
#[cfg(test)]
mod generated;
pub mod head;
pub mod links;
#[cfg(test)]
mod malformed;
pub mod quote;
pub mod raise;
pub mod relief;
pub mod section;
pub(crate) mod shim;
pub mod skill;
pub mod twin;
pub mod words;

/// With a capital letter at the start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
