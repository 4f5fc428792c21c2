//! Sentences that tell an agent what to do, in text that is easily something else: comments, heads.
//!
//! * `words`: the words that tell them, by language.
//! * `sentence`: one sentence.
//! * `comment`: the text of a comment, most of which are notes to people.

mod comment;
mod sentence;
mod words;

pub use comment::in_comment;
pub use sentence::{is_order, is_strict};
