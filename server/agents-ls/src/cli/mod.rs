//! The command line. Each subcommand has a file that holds its arguments and runs it.
//!
//! * [`lsp`]: serve an editor over standard input and output.
//! * [`show`]: the effective prompt for a file.
//! * [`check`]: what is wrong; [`explain`]: what there is to read about a rule.
//! * [`diff`]: which rules changed since a git revision.
//! * [`runtimes`]: which runtimes there are, and which are at work.
//! * [`skills`]: which skills there are, and what each runtime makes of them.
//! * [`new`]: a new skill.
//! * [`situation`]: the options both share; [`output`]: printing.

mod check;
mod diff;
mod explain;
mod lsp;
mod new;
mod output;
mod runtimes;
mod show;
mod situation;
mod skills;

use crate::trace;
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// The exit status when a question could not be answered at all.
const TROUBLE: u8 = 2;

/// Shows which instructions reach the agent that works on a file, and which do not.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = "AGENTS_LS_LOG sets what is logged to standard error: off, error, warn (the default), info, debug or trace."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Lsp(lsp::Args),
    Show(show::Show),
    Check(check::Check),
    Explain(explain::Explain),
    Diff(diff::Diff),
    Runtimes(runtimes::Runtimes),
    Skills(skills::Skills),
    New(new::New),
}

/// Reads the arguments and does what they ask for.
pub(crate) fn run() -> ExitCode {
    let cli = Cli::parse();
    log_to_stderr();
    let result = match cli.command {
        Command::Lsp(args) => Ok(lsp::run(&args)),
        Command::Show(args) => show::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Runtimes(args) => runtimes::run(&args),
        Command::Skills(args) => skills::run(&args),
        Command::New(args) => new::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("agents-ls: {error}");
        ExitCode::from(TROUBLE)
    })
}

/// Standard output belongs to the protocol and to results, so every log line goes to standard error.
/// `AGENTS_LS_LOG` chooses what is logged (`debug`, `agents_ls=trace`); warnings by default.
fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("AGENTS_LS_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // What the setting `trace` asks for is decided by the setting.
    let filter = match format!("{}=info", trace::TARGET).parse() {
        Ok(always) => filter.add_directive(always),
        Err(_) => filter,
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
}
