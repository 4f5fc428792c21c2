//! Computes the findings of all files, on the pool.

use super::{client::Client, convert, indexing::Indexing, snapshot::Snapshot};
use crate::engine::{Cancel, Engine, FileFindings};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
};
use tower_lsp_server::ls_types::Diagnostic;

/// The findings of all files.
pub(super) struct Passed {
    /// Of open documents, whose text may have moved on.
    pub(super) open: BTreeMap<PathBuf, FileFindings>,
    /// Of all others, ready to be published.
    pub(super) closed: BTreeMap<PathBuf, Vec<Diagnostic>>,
}

impl Passed {
    /// The files that were looked at.
    pub(super) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.open.keys().chain(self.closed.keys())
    }
}

/// Computes the findings of all files in this state; `None` when that fails.
pub(super) fn run(engine: &dyn Engine, client: &Client, snapshot: &Snapshot, index: bool) -> Option<Passed> {
    let indexing = Indexing::begin(client.clone(), index && snapshot.session.can.progress);
    let findings = catch_unwind(AssertUnwindSafe(|| {
        engine.all_findings(&snapshot.world, &Cancel::default(), &|progress| {
            indexing.report(progress);
        })
    }));
    let notices = engine.notices();
    if !notices.is_empty() {
        client.warn(&format!("agents-ls: {}", notices.join("\n")));
    }
    let Ok(findings) = findings else {
        tracing::error!("the findings of all files ended in a panic");
        return None;
    };
    let mut passed = Passed {
        open: BTreeMap::new(),
        closed: BTreeMap::new(),
    };
    for (path, findings) in findings {
        if snapshot.editors.contains_key(&path) {
            passed.open.insert(path, findings);
        } else if let Ok(file) = snapshot.world.files.file(&path) {
            let all = findings.own.iter().chain(&findings.shared);
            let diagnostics = all.map(|finding| convert::diagnostic(finding, file.text(), snapshot));
            passed.closed.insert(path, diagnostics.collect());
        }
    }
    Some(passed)
}
