//! What the client shows that follows from more than the document it is asked about.

use super::{findings::Findings, numbers::Numbers, prompts::Prompts};

/// See the module.
#[derive(Default)]
pub(super) struct Shown {
    /// Prompts as documents of their own.
    pub(super) prompts: Prompts,
    /// Findings within texts.
    pub(super) findings: Findings,
    /// Numbers beside texts.
    pub(super) numbers: Numbers,
}
