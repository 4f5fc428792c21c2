//! Imported files one after the other: the file and, once each, what it imports, in the programs' order.

use super::{Imports, MOST_PIECES, absence};
use crate::effective::{Import, ImportOutcome};
use std::path::{Path, PathBuf};

/// Far more levels than anyone writes, few enough for the stack.
const DEEPEST: usize = 256;

/// Files that were come upon.
struct Seen {
    /// Those that are not taken again.
    known: Vec<PathBuf>,
    /// Those on the way to the one that is looked into.
    chain: Vec<PathBuf>,
    /// Those that are sent.
    sent: Vec<PathBuf>,
}

impl Imports<'_> {
    /// The files that are sent in place of one. `levels` is how deep files are looked into; `None` for all the way.
    pub fn flat(&mut self, path: &Path, levels: Option<usize>) -> Vec<PathBuf> {
        // The file itself goes by the name of its folder, so that it can be imported once more.
        let own = if self.dialect.knows_itself {
            path.to_path_buf()
        } else {
            path.parent().unwrap_or(path).to_path_buf()
        };
        let mut seen = Seen {
            known: vec![own],
            chain: vec![path.to_path_buf()],
            sent: vec![path.to_path_buf()],
        };
        self.flat_below(path, levels.unwrap_or(usize::MAX), &mut seen);
        seen.sent
    }

    fn flat_below(&mut self, path: &Path, levels: usize, seen: &mut Seen) {
        let Ok(file) = self.files.file(path) else {
            return;
        };
        let level = seen.chain.len() - 1;
        if level >= DEEPEST || seen.sent.len() > MOST_PIECES {
            self.gave_up |= level < levels;
            return;
        }
        if level >= levels {
            self.note_too_deep(path, &file, levels);
            return;
        }
        for mut import in self.imports_of(path, &file).into_iter().rev() {
            import.outcome = self.outcome_in_flat(&import, seen);
            let target = import.target.clone();
            let is_new = import.outcome == ImportOutcome::Followed;
            self.note(import);
            if is_new {
                for list in [&mut seen.known, &mut seen.chain, &mut seen.sent] {
                    list.push(target.clone());
                }
                self.flat_below(&target, levels, seen);
                seen.chain.pop();
            }
        }
    }

    fn outcome_in_flat(&self, import: &Import, seen: &Seen) -> ImportOutcome {
        let is_known = seen.known.contains(&import.target);
        // The first file may be sent a second time, under its own name.
        let chain: &[PathBuf] = if is_known { &seen.chain } else { &[] };
        if let Some(outcome) = self.refused(import, chain) {
            return outcome;
        }
        if is_known {
            return ImportOutcome::Repeated;
        }
        match self.files.file(&import.target) {
            Ok(_) => ImportOutcome::Followed,
            Err(fault) => absence(&fault),
        }
    }
}
