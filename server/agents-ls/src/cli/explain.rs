//! `agents-ls explain`: what there is to read about a rule.

use crate::{cli::output, view::rule};
use agents_lint::rules;
use agents_workspace::config::instead;
use std::process::ExitCode;

/// Print what a rule finds, why that matters and what to do.
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The code that stands beside a finding, as in `budget.truncated`.
    code: String,
}

/// Runs the subcommand.
///
/// # Errors
/// That there is no such rule, as a sentence.
pub(crate) fn run(args: &Explain) -> Result<ExitCode, String> {
    let code = args.code.trim();
    let page = rule::page(code).ok_or_else(|| {
        let group = code.split('.').next().unwrap_or(code);
        let all = || rules::all().iter().map(|rule| rule.code());
        let of_group = || all().filter(|known| known.split('.').next() == Some(group));
        let meant = match of_group().next() {
            Some(_) => instead(code, of_group()),
            None => instead(code, all()),
        };
        format!("there is no rule `{code}`{meant}")
    })?;
    output::print(&page)?;
    Ok(ExitCode::SUCCESS)
}
