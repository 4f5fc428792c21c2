//! An engine that knows nothing about instructions, so that the protocol can be built and tested.
//!
//! It marks every line with `TODO-STUB` as a file's own finding, and in files that are named like
//! instruction files says how many such lines the whole workspace has, as a finding that depends on others.

use crate::engine::{
    Applicability, Cancel, Engine, FileEdit, FileFindings, Finding, Fix, Hover, Progress, Prompt, Severity,
    World,
};
use agents_lint::TextEdit;
use agents_syntax::Text;
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::{Path, PathBuf},
    time::Duration,
};

/// What a line has to hold to be marked.
const MARK: &str = "TODO-STUB";

/// The name of the files that are looked for below the opened folders.
const NAME: &str = "AGENTS.md";

/// How deep folders are looked through.
const DEPTH: usize = 4;

/// The engine.
pub(crate) struct StandIn;

impl Engine for StandIn {
    fn watched(&self) -> Vec<String> {
        vec![format!("**/{NAME}")]
    }

    fn own_findings(&self, world: &World, path: &Path, _: &Cancel) -> Vec<Finding> {
        world
            .documents
            .get(path)
            .map_or_else(Vec::new, |open| own(path, &open.text))
    }

    fn all_findings(
        &self,
        world: &World,
        cancel: &Cancel,
        progress: &dyn Fn(Progress),
    ) -> BTreeMap<PathBuf, FileFindings> {
        let mut paths: BTreeSet<_> = world.documents.keys().cloned().collect();
        for folder in world.folders.iter() {
            collect(world, &folder.path, DEPTH, &mut paths);
        }
        let texts: Vec<_> = paths
            .into_iter()
            .filter_map(|path| Some((world.files.file(&path).ok()?.text().clone(), path)))
            .collect();
        let sum: usize = texts.iter().map(|(text, path)| own(path, text).len()).sum();
        let total = texts.len();
        let mut all = BTreeMap::new();
        for (done, (text, path)) in texts.into_iter().enumerate() {
            progress(Progress { done, total });
            dawdle(world, &path, cancel);
            let shared = Finding::with_lead(
                "stub.sum",
                Severity::Information,
                &path,
                0..text.line_range(0).end,
                format!("{sum} marked lines in all"),
            );
            let named = path.ends_with(NAME) && sum > 0;
            let findings = FileFindings {
                own: own(&path, &text),
                shared: named.then_some(shared).into_iter().collect(),
            };
            all.insert(path, findings);
        }
        all
    }

    fn hover(&self, world: &World, path: &Path, byte: usize, _: &Cancel) -> Option<Hover> {
        let open = world.documents.get(path)?;
        let folder = world
            .folder_of(path)
            .map_or(Path::new("-"), |folder| &folder.path);
        let line = open.text.line_range(open.text.line_of(byte));
        Some(Hover {
            markdown: format!(
                "version {} of {} bytes at byte {byte} in `{}` with `{}`",
                open.version,
                open.text.len(),
                folder.display(),
                world.settings_of(path),
            ),
            range: Some(line),
        })
    }

    fn fixes(&self, world: &World, path: &Path, range: Range<usize>, _: bool, _: &Cancel) -> Vec<Fix> {
        let Some(open) = world.documents.get(path) else {
            return Vec::new();
        };
        let touched =
            |finding: &Finding| finding.range.start <= range.end && range.start <= finding.range.end;
        own(path, &open.text)
            .into_iter()
            .filter(touched)
            .map(|finding| Fix {
                title: "Remove the marked line".to_owned(),
                applicability: Applicability::Safe,
                rule: Some(finding.rule),
                edits: vec![FileEdit::Text {
                    path: path.to_path_buf(),
                    edits: vec![TextEdit::new(finding.range, "")],
                }],
            })
            .collect()
    }

    fn effective_prompt(
        &self,
        world: &World,
        path: &Path,
        runtime: Option<&str>,
        _: &Cancel,
    ) -> Option<Prompt> {
        let file = world.files.file(path).ok()?;
        Some(Prompt {
            runtime: runtime.unwrap_or("stand-in").to_owned(),
            text: file.text().to_string(),
            parts: json!([]),
        })
    }
}

fn own(path: &Path, text: &Text) -> Vec<Finding> {
    let mut lines: Vec<_> = text
        .to_string()
        .match_indices(MARK)
        .map(|(byte, _)| text.line_of(byte))
        .collect();
    lines.dedup();
    let finding = |line| {
        let lead = format!("marked; the text has {} bytes", text.len());
        Finding::with_lead("stub.mark", Severity::Warning, path, text.line_range(line), lead)
    };
    lines.into_iter().map(finding).collect()
}

fn collect(world: &World, folder: &Path, depth: usize, into: &mut BTreeSet<PathBuf>) {
    for name in world.files.list(folder).iter() {
        let path = folder.join(name);
        if name == NAME {
            into.insert(path);
        } else if depth > 0 && world.files.is_folder(&path) {
            collect(world, &path, depth - 1, into);
        }
    }
}

/// Makes the work last as long as the settings say, which a test can wait in.
fn dawdle(world: &World, path: &Path, cancel: &Cancel) {
    let millis = world.settings_of(path)["dawdle"].as_u64().unwrap_or(0);
    for _ in 0..millis / 10 {
        if cancel.is_cancelled() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
