//! What the answer of the `read` tool ends with: the files of the folders between the one that was read and the
//! start folder, the nearest first (`Instruction.resolve`).

use super::{
    instructions::{self, shadowed},
    settings::Settings,
};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment},
    situation::Situation,
    steps::walk,
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

pub(in crate::runtimes) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    sent: &[PathBuf],
) {
    let mut seen: Vec<PathBuf> = sent.to_vec();
    for touched in &situation.touched {
        // A folder stands for any file in it.
        let folder = if files.is_folder(touched) {
            Some(touched.as_path())
        } else {
            touched.parent()
        };
        let Some(folder) = folder.filter(|folder| folder.starts_with(&situation.start)) else {
            continue;
        };
        let mut segments = Vec::new();
        for folder in folder.ancestors().take_while(|folder| *folder != situation.start) {
            let Some(path) = choose(prompt, settings, files, folder, &seen) else {
                continue;
            };
            let text = instructions::file(prompt, files, &path, "folder of a file that was read");
            seen.push(path);
            if let Some(text) = text {
                if !segments.is_empty() {
                    segments.push(Segment::literal("\n\n", "between files"));
                }
                segments.extend(text);
            }
        }
        if segments.is_empty() {
            continue;
        }
        segments.insert(0, Segment::literal("\n\n<system-reminder>\n", "heading"));
        segments.push(Segment::literal("\n</system-reminder>", "end"));
        prompt.parts.push(Part {
            name: "nested",
            role: "tool",
            layer: Layer::Touch,
            segments,
            losses: Vec::new(),
        });
    }
}

/// The first name that exists in a folder, unless it was sent before.
fn choose(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    files: &dyn Files,
    folder: &Path,
    seen: &[PathBuf],
) -> Option<PathBuf> {
    let paths = settings.names().map(|name| folder.join(name));
    let mut there = paths.filter(|path| walk::exists(files, path));
    let path = there.next().filter(|path| !seen.contains(path))?;
    for other in there {
        shadowed(prompt, files, &other, &path);
    }
    Some(path)
}
