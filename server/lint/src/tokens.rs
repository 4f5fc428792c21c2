//! Counting tokens, which needs a table too large to keep at hand.

use agents_syntax::Text;

/// Counts tokens exactly, if it can at the moment.
pub trait Tokens: Sync {
    /// The number of tokens of a text; `None` while there is no table, and then an estimate has to do.
    fn count(&self, text: &Text) -> Option<usize>;

    /// The byte at which the first `most` tokens of a text end, moved back to a whole letter.
    fn end_of(&self, text: &Text, most: usize) -> Option<usize>;
}

/// Never counts.
pub struct NoTokens;

impl Tokens for NoTokens {
    fn count(&self, _: &Text) -> Option<usize> {
        None
    }

    fn end_of(&self, _: &Text, _: usize) -> Option<usize> {
        None
    }
}
