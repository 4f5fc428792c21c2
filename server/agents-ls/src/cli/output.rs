//! Printing: a reader that has seen enough and closes the pipe is no fault.

use std::{
    cell::Cell,
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};
use terminal_size::{Width, terminal_size};

/// The columns of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// How long a person waits before being told how far a thing is, and between two tellings.
const PATIENCE: Duration = Duration::from_millis(200);

/// Whether a person reads along.
#[must_use]
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// How many columns a text may have: those of the terminal, or none in particular where nobody reads along.
#[must_use]
pub(crate) fn width() -> Option<usize> {
    if !io::stdout().is_terminal() {
        return None;
    }
    let width = terminal_size().map_or(USUAL_WIDTH, |(Width(columns), _)| columns.into());
    Some(if width == 0 { USUAL_WIDTH } else { width })
}

/// Prints to standard output. A closed pipe ends the output in silence.
///
/// # Errors
/// What else keeps it from being written, as a sentence.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("standard output cannot be written: {error}"))
        }
        _ => Ok(()),
    }
}

/// One line on standard error that says how far a thing is, only where a person reads along.
pub(crate) struct Progress {
    last: Cell<Instant>,
    is_shown: Cell<bool>,
}

impl Progress {
    /// Nothing said so far.
    #[must_use]
    pub(crate) fn new() -> Self {
        Self {
            last: Cell::new(Instant::now()),
            is_shown: Cell::new(false),
        }
    }

    /// Replaces the line, if the last one is old enough.
    pub(crate) fn show(&self, text: &str) {
        if self.last.get().elapsed() < PATIENCE || !io::stderr().is_terminal() {
            return;
        }
        self.last.set(Instant::now());
        self.is_shown.set(true);
        let _ = write!(io::stderr(), "\r\u{1b}[K{text}");
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        if self.is_shown.get() {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
