//! AGENTS.md and its relatives: always on in the working folder and the root, elsewhere rules for their folders.

use super::{Places, begin, end};
use crate::{
    effective::{EffectivePrompt, Layer, Segment},
    situation::Situation,
    steps::{gather::Gather, walk},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// File names in lower case, and the name each has as a skill.
const NAMES: [(&str, &str); 5] = [
    (".cursorrules", "cursorrules"),
    ("agents.md", "agents"),
    ("agent.md", "agents"),
    ("claude.md", "claude"),
    ("gemini.md", "gemini"),
];

/// The name of a file as a skill, if it is one of these.
pub(super) fn name_of(file: &str) -> Option<&'static str> {
    let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(file));
    known.map(|(_, name)| *name)
}

/// Adds the files that are always on. Returns the names that are taken, with their files.
pub(super) fn add(gather: &mut Gather<'_>, places: &Places, files: &dyn Files) -> Vec<(String, PathBuf)> {
    let mut taken: Vec<(String, PathBuf)> = Vec::new();
    for root in &places.roots {
        for (path, name) in of_folder(files, root) {
            if let Some((_, by)) = taken.iter().find(|(known, _)| known == name) {
                gather.shadowed(&path, by);
                continue;
            }
            taken.push((name.to_owned(), path.clone()));
            if let Some(file) = gather.read(&path) {
                begin(gather, name);
                let text = file.text();
                gather.push([Segment::file(&path, text, 0..text.len(), "always on")]);
                end(gather);
            }
        }
    }
    taken
}

/// The files of folders below the working folder on the way to what was touched.
pub(super) fn add_nested(gather: &mut Gather<'_>, situation: &Situation, files: &dyn Files) {
    let mut seen: Vec<PathBuf> = Vec::new();
    for folder in walk::folders_below(files, &situation.start, &situation.touched) {
        if folder.components().any(|part| part.as_os_str() == "node_modules") {
            continue;
        }
        let mut taken: Vec<(&str, PathBuf)> = Vec::new();
        for (path, name) in of_folder(files, &folder) {
            let real = files.canonical(&path).unwrap_or_else(|| path.clone());
            if seen.contains(&real) {
                continue;
            }
            seen.push(real);
            if let Some((_, by)) = taken.iter().find(|(known, _)| *known == name) {
                gather.shadowed(&path, by);
                continue;
            }
            taken.push((name, path.clone()));
            gather.whole(&path, "folder of what was touched");
        }
    }
}

/// Says that a file is sent to some models only.
pub(super) fn admit_models(prompt: &mut EffectivePrompt) {
    let always = prompt.parts.iter().filter(|part| part.layer == Layer::Start);
    let segments = always.flat_map(|part| &part.segments);
    let mut sources = segments.filter_map(|segment| segment.source.as_ref());
    let is_gated = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str()).and_then(name_of);
        matches!(name, Some("claude" | "gemini"))
    };
    if sources.any(|source| is_gated(&source.path)) {
        prompt.inexact(
            "CLAUDE.md is sent to models of Anthropic only and GEMINI.md to those of Google; both are shown.",
        );
    }
}

/// The files of a folder in the order of their names, each real file once.
fn of_folder(files: &dyn Files, folder: &Path) -> Vec<(PathBuf, &'static str)> {
    let mut real: Vec<PathBuf> = Vec::new();
    let mut out = Vec::new();
    for name in files.list(folder).iter() {
        let path = folder.join(name);
        let Some(known) = name_of(name).filter(|_| files.is_file(&path)) else {
            continue;
        };
        let target = files.canonical(&path).unwrap_or_else(|| path.clone());
        if !real.contains(&target) {
            real.push(target);
            out.push((path, known));
        }
    }
    out
}
