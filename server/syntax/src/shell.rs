//! Shell commands that a text shows.
//!
//! * [`fence`]: in fenced code.
//! * [`span`]: in code spans.
//! * [`script`]: the simple commands of a script, through the shell's grammar.
//! * [`program`]: which words name programs.

pub(crate) mod fence;
pub(crate) mod program;
pub(crate) mod script;
pub(crate) mod span;

pub(crate) use fence::Fence;
