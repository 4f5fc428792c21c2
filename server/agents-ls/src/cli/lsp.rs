//! `agents-ls lsp`: serve an editor.

use crate::{
    analysis::Analysis,
    lsp::{self, Options},
    stand_in::StandIn,
};
use std::{process::ExitCode, sync::Arc};

/// Serves an editor over standard input and output.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Accepted because many editors pass it; there is no other transport.
    #[arg(long)]
    stdio: bool,

    /// Adds requests that panic, wait and break things, for the tests of the protocol itself.
    #[arg(long, hide = true)]
    test_hooks: bool,

    /// Takes an engine that knows nothing, for the tests of the protocol itself.
    #[arg(long, hide = true)]
    stand_in: bool,
}

/// Returns when the editor says `exit` or closes the pipe.
pub(super) fn run(args: &Args) -> ExitCode {
    tracing::debug!(stdio = args.stdio, "serving over standard input and output");
    let options = Options {
        test_hooks: args.test_hooks,
    };
    if args.stand_in {
        return lsp::serve(Arc::new(StandIn), options);
    }
    lsp::serve(Arc::new(Analysis::default()), options)
}
