//! Tasks of the project that are not the product.
//!
//! * [`gen_docs`]: pages, schema and editor settings from the source.
//! * [`corpus`]: reads a folder of repositories and says what is found in them.

mod corpus;
mod gen_docs;
mod keys;
mod runtime_page;

use clap::Parser;
use std::{path::PathBuf, process::ExitCode};

#[derive(Parser)]
#[command(name = "xtask", about = "Tasks of the project that are not the product")]
enum Task {
    /// Write the generated files.
    Gen {
        /// Write nothing; fail when a file is stale.
        #[arg(long)]
        check: bool,
    },
    /// Check every repository below a folder: counts of findings, and where block structure differs from
    /// pulldown-cmark.
    Corpus {
        /// The folder that holds the repositories.
        folder: PathBuf,
        /// Print every finding.
        #[arg(long)]
        verbose: bool,
    },
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Gen { check } => gen_docs::run(check),
        Task::Corpus { folder, verbose } => corpus::run(&folder, verbose),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the checkout.
fn root() -> &'static std::path::Path {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}
