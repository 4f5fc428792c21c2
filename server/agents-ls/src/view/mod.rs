//! What people see: prompts, tables and bars as text, for an editor's hover and for a terminal alike.
//!
//! * [`summary`]: what became of each file of a prompt.
//! * [`cause`](mod@cause): why text is lost.
//! * [`rows`](mod@rows): files as an aligned table.
//! * [`compare`]: what several runtimes make of the same files.
//! * [`inert`]: text from files that nothing can come to life in.
//! * [`hover`]: the answer for one place in a file, as Markdown.
//! * [`json`]: a prompt for programs.
//! * [`report`]: findings for a terminal.
//! * [`prompt`]: a whole prompt for a terminal or a read-only document.

pub(crate) mod cause;
pub(crate) mod compare;
pub(crate) mod hover;
pub(crate) mod inert;
pub(crate) mod json;
pub(crate) mod prompt;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod summary;
