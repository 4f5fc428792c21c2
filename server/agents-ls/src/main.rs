//! The `agents-ls` program: a language server, and the same answers on the command line.
//!
//! * [`cli`]: the command line, one file per subcommand.
//! * [`engine`]: what the program knows, asked in plain terms of paths and byte ranges.
//! * [`lsp`]: the language server protocol; the only place with its types.
//! * [`analysis`]: the engine: prompts, findings and fixes of the opened folders.
//! * [`assist`]: what is offered to people who write: completion, navigation, renaming, links.
//! * [`changes`]: which rules the agent gained, lost or sees reworded since a revision.
//! * [`survey`]: one opened folder as it is judged.
//! * [`tokens`]: exact token counts.
//! * [`trace`]: messages in the log.
//! * [`view`]: what people see, as text for an editor and a terminal alike.
//! * [`stand_in`]: an engine that knows nothing, which the protocol is tested with.

mod analysis;
mod assist;
mod changes;
mod cli;
mod engine;
mod laying;
mod lsp;
mod own;
mod stand_in;
mod survey;
mod tokens;
mod trace;
mod view;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
