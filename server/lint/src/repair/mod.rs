//! Mending: edits that several rules and editor commands share.
//!
//! * [`section`]: moving a section of Markdown.
//! * [`skill`]: making a loader accept a skill; [`head`]: finding and changing the lines of its frontmatter.
//! * [`all`](mod@all): every safe fix of a file at once; [`body`]: whether a fix leaves the text of a skill alone.
//! * `shim`: a file that imports another one.
//! * [`quote`]: a value that YAML reads otherwise than its author; [`changed`]: what a change would do.

pub mod all;
pub mod body;
pub mod changed;
#[cfg(test)]
mod generated;
pub mod head;
#[cfg(test)]
mod malformed;
pub mod quote;
pub mod section;
pub(crate) mod shim;
pub mod skill;

/// With a capital letter at the start.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
