//! What people see: prompts, tables and bars as text, for an editor's hover and for a terminal alike.
//!
//! * [`summary`]: what became of each file of a prompt.
//! * [`cause`](mod@cause): why text is lost.
//! * [`rows`](mod@rows): files as an aligned table.
//! * [`usage`](mod@usage): how far a cap is used, seen from one file.
//! * [`lens`]: what stands above the first line of a file; [`sections`]: what stands behind its headings.
//! * [`status`](mod@status): a prompt in the words of a status line.
//! * [`rule`]: what there is to read about the rule of a finding.
//! * [`changes`]: what changed in the prompts since a revision.
//! * [`compare`]: what several runtimes make of the same files.
//! * [`inert`]: text from files that nothing can come to life in.
//! * [`hover`]: the answer for one place in a file, as Markdown.
//! * [`json`]: a prompt for programs.
//! * [`report`]: findings for a terminal.
//! * [`prompt`]: a whole prompt for a terminal or a read-only document.

pub(crate) mod cause;
pub(crate) mod changes;
pub(crate) mod compare;
pub(crate) mod hover;
pub(crate) mod inert;
pub(crate) mod json;
pub(crate) mod lens;
pub(crate) mod prompt;
pub(crate) mod report;
pub(crate) mod rows;
pub(crate) mod rule;
pub(crate) mod sections;
pub(crate) mod status;
pub(crate) mod summary;
pub(crate) mod usage;
