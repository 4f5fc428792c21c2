//! Which files are sent, and what stands around them (`loadContextFiles`, `coder.md.tpl`).

use super::settings::Settings;
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment},
    situation::Situation,
    steps::{gather::Gather, globs, walk},
};
use agents_workspace::{EntryKind, Files};
use globset::GlobMatcher;
use std::path::{Path, PathBuf};

/// Paths that are always tried (`defaultContextPaths`).
const PATHS: [&str; 16] = [
    ".github/copilot-instructions.md",
    ".cursorrules",
    RULES,
    "CLAUDE.md",
    "CLAUDE.local.md",
    "GEMINI.md",
    "gemini.md",
    "crush.md",
    "crush.local.md",
    "Crush.md",
    "Crush.local.md",
    "CRUSH.md",
    "CRUSH.local.md",
    "AGENTS.md",
    "agents.md",
    "Agents.md",
];

/// The one of them that is a folder.
const RULES: &str = ".cursor/rules/";

/// Files that one folder may bring. Crush has no limit; a folder with more is none of instructions.
const MOST_FILES: usize = 2_000;

/// Whether a file of this path is sent by a Crush that works in the folder it belongs to.
pub(super) fn is_named(path: &Path) -> bool {
    let is_rule = || {
        let names: Vec<_> = path.iter().collect();
        let folders = &names[..names.len().saturating_sub(1)];
        folders
            .windows(2)
            .any(|pair| pair[0] == ".cursor" && pair[1] == "rules")
    };
    !path.ends_with(".cursor/rules") && PATHS.iter().any(|name| path.ends_with(name)) || is_rule()
}

/// The files of a path of the settings, relative to the opened folder.
pub(super) fn pattern(path: &Path, situation: &Situation, files: &dyn Files) -> Option<GlobMatcher> {
    let path = walk::lexical(&situation.start.join(path));
    let below = path.strip_prefix(&situation.root).ok()?;
    globs::of_path(below, files.is_folder(&path))
}

/// What lies in the working folder.
pub(super) fn project(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    let mut paths: Vec<String> = PATHS.map(str::to_owned).to_vec();
    paths.extend(settings.context_paths.iter().cloned());
    let found = find(prompt, paths, settings, &situation.start, files);
    let around = [
        "\n# Project-Specific Context\n⟪crush: about these files⟫\n<project_context>\n",
        "\n</project_context>\n",
    ];
    add(prompt, files, &found, "project-context", "working folder", around);
}

/// What the user wants everywhere.
pub(super) fn users(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    let found = find(
        prompt,
        settings.users_paths.clone(),
        settings,
        &situation.start,
        files,
    );
    let around = [
        "\n\n# User context\n⟪crush: about these files⟫\n<user_preferences>\n",
        "\n</user_preferences>\n",
    ];
    add(prompt, files, &found, "user-context", "the user's file", around);
}

/// The files of some paths in the order in which the paths are tried. Paths that differ in case alone are one, and
/// the first counts, whether it is there or not.
fn find(
    prompt: &mut EffectivePrompt,
    mut paths: Vec<String>,
    settings: &Settings,
    start: &Path,
    files: &dyn Files,
) -> Vec<PathBuf> {
    paths.sort();
    paths.dedup();
    let mut tried: Vec<(String, PathBuf)> = Vec::new();
    let (mut out, mut groups) = (Vec::new(), 0);
    for written in paths {
        let Some(expanded) = settings.expand(&written) else {
            continue;
        };
        let key = expanded.to_string_lossy().to_lowercase();
        let path = walk::lexical(&start.join(expanded));
        if let Some((_, first)) = tried.iter().find(|(known, _)| *known == key) {
            unread(prompt, files, &path, first);
            continue;
        }
        let before = out.len();
        let is_complete = match files.entry(&path) {
            EntryKind::Folder => below(files, &path, &mut out, before + MOST_FILES),
            _ => {
                out.extend(Some(path.clone()).filter(|path| files.is_file(path)));
                true
            }
        };
        if !is_complete {
            prompt.inexact("A folder in Crush's settings holds more files than are looked at here.");
        }
        groups += usize::from(out.len() > before);
        tried.push((key, path));
    }
    if groups > 1 {
        prompt.inexact("Crush keeps its files in a map without order: their order differs from run to run.");
    }
    out
}

/// A file that another spelling of its name keeps from being read.
fn unread(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, first: &Path) {
    // Where the disk tells no case apart, both spellings are one file.
    if !files.is_file(path) || files.canonical(path) == files.canonical(first) {
        return;
    }
    let name = first.file_name().unwrap_or(first.as_os_str()).to_string_lossy();
    let mut gather = Gather::new(prompt, files);
    if let Some(file) = gather.open(path) {
        let cause = Cause::Unreadable(format!("of all spellings only {name} is looked for"));
        gather.lose(path, &file, LossKind::Skipped, cause);
    }
}

/// The files below a folder in the order of a walk; links to folders are not followed. Whether all were looked at.
fn below(files: &dyn Files, folder: &Path, out: &mut Vec<PathBuf>, most: usize) -> bool {
    for name in files.list(folder).iter() {
        if out.len() >= most {
            return false;
        }
        let path = folder.join(name);
        match files.entry(&path) {
            EntryKind::Folder if !below(files, &path, out, most) => return false,
            EntryKind::File | EntryKind::Link if files.is_file(&path) => out.push(path),
            _ => {}
        }
    }
    true
}

fn add(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    found: &[PathBuf],
    name: &'static str,
    why: &'static str,
    [before, after]: [&'static str; 2],
) {
    let mut gather = Gather::new(prompt, files);
    for path in found {
        let Some(file) = gather.open(path) else {
            continue;
        };
        if gather.is_empty() {
            gather.push([Segment::literal(before, "heading")]);
        }
        let text = file.text();
        gather.push([
            Segment::literal(
                format!("\n<file path=\"{}\">\n", path.display()),
                "heading of a file",
            ),
            Segment::file(path, text, 0..text.len(), why),
            Segment::literal("\n</file>\n", "end of a file"),
        ]);
    }
    if !gather.is_empty() {
        gather.push([Segment::literal(after, "end")]);
    }
    gather.done(name, "system", Layer::Start);
}
