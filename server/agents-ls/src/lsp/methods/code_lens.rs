//! `textDocument/codeLens`: above the first line of an instruction file, what each runtime makes of it.
//!
//! A lens is made without words, which [`super::code_lens_resolve`] adds to those in sight.

use crate::{
    engine::{Cancel, Engine},
    lsp::{backend::Backend, numbers::Numbers, snapshot::Snapshot, uri},
};
use serde::{Deserialize, Serialize};
use std::{path::Path, sync::Arc};
use tower_lsp_server::{
    jsonrpc::Result,
    ls_types::{CodeLens, CodeLensParams, Command, Range},
};

use super::execute_command::SHOW_PROMPT;

/// What a lens is about, as it comes back with the question for its words.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct About {
    /// The file, as its client spells it.
    pub(super) uri: String,
    /// What it says.
    #[serde(flatten)]
    pub(super) what: What,
}

/// What a lens says. Lenses of another kind are one more variant.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum What {
    /// How far the cap of a runtime is used.
    Usage {
        /// The runtime.
        runtime: String,
    },
    /// How many rules changed since the last commit.
    Changes,
}

pub(in crate::lsp) async fn answer(
    backend: &Backend,
    params: CodeLensParams,
) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri.as_str().to_owned();
    let Some(path) = uri::to_path(&uri) else {
        return Ok(None);
    };
    let shown = Arc::clone(backend.shown());
    backend
        .about(path, move |engine, snapshot, path, cancel| {
            snapshot.world.documents.get(path)?;
            let runtimes = engine.lenses(&snapshot.world, path, cancel);
            let changes = shown.numbers.changes(path);
            shown.numbers.told_lenses(path, &runtimes, changes.clone());
            let usage = runtimes.into_iter().map(|runtime| What::Usage { runtime });
            let lenses = usage.chain(changes.map(|_| What::Changes)).filter_map(|what| {
                let about = About {
                    uri: uri.clone(),
                    what,
                };
                let resolve = !snapshot.session.can.resolve_lenses;
                let command = match resolve {
                    true => Some(command(&about, path, engine, snapshot, &shown.numbers, cancel)?),
                    false => None,
                };
                Some(CodeLens {
                    // The first line, before its text.
                    range: Range::default(),
                    command,
                    data: Some(serde_json::to_value(&about).ok()?),
                })
            });
            Some(lenses.collect())
        })
        .await
}

/// The words of a lens, and what a click on them does: it opens the whole prompt, where the client can. Those on what
/// changed are words alone.
pub(super) fn command(
    about: &About,
    path: &Path,
    engine: &dyn Engine,
    snapshot: &Snapshot,
    numbers: &Numbers,
    cancel: &Cancel,
) -> Option<Command> {
    let What::Usage { runtime } = &about.what else {
        return Some(Command {
            title: numbers.changes(path)?,
            ..Command::default()
        });
    };
    let title = engine.lens(&snapshot.world, path, runtime, &numbers.below(path), cancel);
    numbers.told_lens(path, runtime, title.as_deref());
    let opens = snapshot.session.can.show_document;
    Some(Command {
        title: title?,
        // Without a command it is words alone.
        command: if opens { SHOW_PROMPT } else { "" }.to_owned(),
        arguments: opens.then(|| vec![about.uri.clone().into(), runtime.clone().into()]),
    })
}
