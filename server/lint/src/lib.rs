//! What is wrong with the instruction files of a project, and how to mend it.
//!
//! * [`finding`]: one thing that is wrong, with its place.
//! * [`fix`]: edits that mend it, computed when asked for.
//! * [`rule`]: what a rule is; [`rules`] holds one file for each.
//! * [`manual`]: what there is to read about a rule.
//! * [`view`]: what a rule looks at.
//! * [`check`]: running the rules over one file or over a project.
//! * [`config`]: what is wrong in the runtimes' settings files.
//! * [`directive`]: telling orders from notes.
//! * [`settings`]: severities as the user sets them.
//! * [`tokens`]: counting tokens.
//! * [`words`]: words that tell what a line is about, as data.

pub mod check;
pub mod config;
pub mod directive;
pub mod finding;
pub mod fix;
pub mod manual;
pub mod repair;
pub mod rule;
pub mod rules;
pub mod settings;
#[cfg(test)]
mod testing;
pub mod tokens;
pub mod view;
pub mod words;

pub use check::{
    Checker, FileFindings, actions, check_file, check_link, check_project, check_shared, fixes, is_twin,
};
pub use config::{check_config, check_configs};
pub use finding::{Finding, Related, Severity};
pub use fix::{Applicability, FileEdit, Fix, TextEdit};
pub use repair::all::{all as fix_all, frontmatter as repair_frontmatter};
pub use rule::Rule;
pub use settings::Severities;
pub use tokens::{NoTokens, Tokens};
