//! What the reading of a file adds: the rules that are for it, then the files of its folder and of those above
//! it that the start has not read, the nearest first.

use super::{expand, places::Places, rules, rules::Rule, start};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, Loss, LossKind, Part, Segment, Unit},
    steps::{space, walk},
};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

pub(super) fn add(prompt: &mut EffectivePrompt, places: &Places<'_>, at_start: &[Rule]) {
    let mut seen: HashSet<PathBuf> = HashSet::new();
    for path in &places.situation.touched {
        let path = walk::lexical(&places.start().join(path));
        if let Ok(relative) = path.strip_prefix(&places.root) {
            of_path(prompt, places, at_start, &path, relative, &mut seen);
        }
    }
}

fn of_path(
    prompt: &mut EffectivePrompt,
    places: &Places<'_>,
    at_start: &[Rule],
    path: &Path,
    relative: &Path,
    seen: &mut HashSet<PathBuf>,
) {
    let mut segments = Vec::new();
    let is_new = |path: &Path, seen: &mut HashSet<PathBuf>| {
        let real = places.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
        seen.insert(real)
    };
    for rule in at_start
        .iter()
        .filter(|rule| rule.patterns.is_some() && rule.is_for(relative))
    {
        if is_new(&rule.path, seen) {
            let text = expand::as_it_is(&rule.path, &rule.file, "rule for what was touched");
            block(prompt, &mut segments, &rule.path, &rule.shown, text);
        }
    }
    let folder = if places.files.is_folder(path) {
        path
    } else {
        path.parent().unwrap_or(path)
    };
    let known = places.chain();
    for folder in walk::chain(&places.root, folder).into_iter().rev() {
        if known.contains(&folder) || folder == places.root {
            continue;
        }
        for name in start::ALL_FILES {
            let Some(path) = places.find(folder, name).filter(|path| is_new(path, seen)) else {
                continue;
            };
            let why = "folder of what was touched";
            // A link goes by its real path here.
            let real = places.files.canonical(&path).unwrap_or_else(|| path.clone());
            if let Some(text) = start::content(prompt, places, &path, &real, why) {
                prompt.imports.extend(text.imports);
                block(prompt, &mut segments, &path, &shown(places, &path), text.segments);
            }
        }
        for rule in rules::in_folder(places.files, folder, &places.root) {
            if !rule.is_for(relative) {
                prompt.on_demand.push(rule.path);
            } else if is_new(&rule.path, seen) {
                let text = expand::as_it_is(&rule.path, &rule.file, "rule of the folder");
                block(prompt, &mut segments, &rule.path, &rule.shown, text);
            }
        }
    }
    if !segments.is_empty() {
        prompt.on_demand.retain(|path| {
            let sent = |segment: &Segment| segment.source.as_ref().is_some_and(|source| source.path == *path);
            !segments.iter().any(sent)
        });
        prompt.parts.push(Part {
            name: "nested",
            role: "user",
            layer: Layer::Touch,
            segments,
            losses: Vec::new(),
        });
    }
}

/// The real path from the root.
fn shown(places: &Places<'_>, path: &Path) -> String {
    let real = places.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    let root = places
        .files
        .canonical(&places.root)
        .unwrap_or_else(|| places.root.clone());
    real.strip_prefix(&root)
        .unwrap_or(&real)
        .to_string_lossy()
        .into_owned()
}

fn block(
    prompt: &mut EffectivePrompt,
    segments: &mut Vec<Segment>,
    path: &Path,
    shown: &str,
    text: Vec<Segment>,
) {
    let mut content = String::new();
    for segment in &text {
        segment.write(&mut content);
    }
    // A blank file says nothing.
    if content.chars().all(space::javascript) {
        let whole = text
            .iter()
            .filter_map(|segment| segment.source.as_ref())
            .map(|source| source.range.end)
            .max();
        if let Some(end) = whole.filter(|end| *end > 0) {
            prompt.losses.push(Loss {
                kind: LossKind::Skipped,
                path: path.to_path_buf(),
                range: 0..end,
                cause: Cause::Blank,
                amount: end,
                unit: Unit::Bytes,
            });
        }
        return;
    }
    let opens = format!(
        "\n<system_reminder>\nCustom instructions from {shown}. Apply these to any code you write here:\n\n"
    );
    segments.push(Segment::literal(opens, "heading"));
    segments.extend(expand::escape(text));
    segments.push(Segment::literal("\n</system_reminder>", "end"));
}
