//! `.kilo/rules` and its older names (`RulesMigrator.discoverRules`).

use crate::{effective::EffectivePrompt, runtimes::opencode, situation::Situation};
use agents_workspace::{EntryKind, Files};
use std::path::{Path, PathBuf};

/// Folders with rules, of the home folder and of the project; of a name the first counts.
const FOLDERS: [&str; 2] = [".kilo", ".kilocode"];

/// A single file with all rules, of older releases.
const LEGACY: &str = ".kilocoderules";

/// Modes that may have rules of their own.
const MODES: [&str; 5] = ["code", "architect", "ask", "debug", "orchestrator"];

/// Whether a path, relative to the opened folder, is one of these files.
pub(super) fn is_rule(path: &Path) -> bool {
    if path.parent() == Some(Path::new("")) {
        let name = path.to_string_lossy();
        return name.strip_prefix(LEGACY).is_some_and(|mode| {
            let mode = mode.strip_prefix('-');
            name == LEGACY || mode.is_some_and(|mode| MODES.contains(&mode))
        });
    }
    let is_of = |name: &str| {
        let folder = FOLDERS.map(|dot| Path::new(dot).join(name));
        path.parent()
            .is_some_and(|parent| folder.iter().any(|folder| parent == folder))
    };
    let is_markdown = path.extension().is_some_and(|end| end == "md");
    is_markdown && (is_of("rules") || MODES.iter().any(|mode| is_of(&format!("rules-{mode}"))))
}

/// The rules that are sent whatever the mode; those of a mode wait.
pub(super) fn find(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let start = situation.start.as_path();
    for root in situation.home.as_deref().into_iter().chain([start]) {
        out.extend(named(prompt, files, root, "rules"));
    }
    let legacy = start.join(LEGACY);
    out.extend(files.is_file(&legacy).then_some(legacy));
    if out.len() > 1 {
        prompt.inexact(
            "The rules of a folder come in the order of the file system; here in that of their names.",
        );
    }
    for mode in MODES {
        let legacy = start.join(format!("{LEGACY}-{mode}"));
        let waiting = named(prompt, files, start, &format!("rules-{mode}"));
        prompt.waiting.extend(waiting);
        prompt.waiting.extend(files.is_file(&legacy).then_some(legacy));
    }
    out
}

/// The Markdown files of a folder of rules, links left out.
fn named(prompt: &mut EffectivePrompt, files: &dyn Files, root: &Path, folder: &str) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = Vec::new();
    for dot in FOLDERS {
        let folder = root.join(dot).join(folder);
        for name in files.list(&folder).iter().filter(|name| name.ends_with(".md")) {
            let path = folder.join(name);
            if files.entry(&path) != EntryKind::File {
                continue;
            }
            match out.iter().find(|known| known.file_name() == path.file_name()) {
                Some(by) => opencode::instructions::shadowed(prompt, files, &path, by),
                None => out.push(path),
            }
        }
    }
    out
}
