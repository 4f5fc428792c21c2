//! The files of the start: the user's, then those of every folder from the file system's root to the start
//! folder, then the memory.

use super::{
    load::{Entry, Label, Loader},
    memory, rules,
    settings::{Layout, Reads},
};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment},
    steps::{frame::Frame, walk},
};
use std::path::{Path, PathBuf};

/// What stands in a folder, in this order.
pub(super) const CLAUDE_FILES: &[&str] = &["CLAUDE.md", ".claude/CLAUDE.md"];
pub(super) const LOCAL_FILE: &str = "CLAUDE.local.md";
pub(super) const AGENTS_FILES: &[&str] = &["AGENTS.md", ".claude/AGENTS.md"];

pub(super) fn part(loader: &mut Loader<'_>, prompt: &mut EffectivePrompt) -> Option<Part> {
    let mut entries = Vec::new();
    if loader.settings.reads != Reads::Managed {
        entries.extend(user(loader));
        entries.extend(project(loader));
    }
    let memory = memory::section(loader, prompt);
    if entries.is_empty() && memory.is_none() {
        return None;
    }
    let frame = loader.frame();
    let parameters = &loader.settings.parameters;
    let mut segments: Vec<Segment> = frame
        .before_all("<system-reminder>\n⟪claude-code: preamble⟫\n\n")
        .into_iter()
        .collect();
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            segments.extend(frame.between("\n\n"));
        }
        segments.extend(heading(frame, &entry.path, entry.label));
        entry.write(true, &mut segments);
        segments.extend(frame.after(&entry.path, ""));
    }
    if let Some(memory) = memory {
        if !entries.is_empty() {
            segments.extend(frame.between("\n\n"));
        }
        segments.extend(memory);
    }
    if loader.settings.layout == Layout::Before && parameters.ending.is_none() {
        segments.push(Segment::literal("\n⟪claude-code: date and a note⟫", "fixed text"));
    }
    segments.extend(frame.after_all("\n</system-reminder>"));
    Some(Part {
        name: "instructions",
        role: "user",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    })
}

pub(super) fn heading(frame: Frame<'_>, path: &Path, label: Label) -> Option<Segment> {
    let text = format!("Contents of {} ({}):\n\n", path.display(), label.words());
    frame.before(path, text)
}

/// The user's own file and rules.
fn user(loader: &mut Loader<'_>) -> Vec<Entry> {
    let Some(folder) = loader.situation.user_folder("CLAUDE_CONFIG_DIR", ".claude") else {
        return Vec::new();
    };
    let mut out = loader.load(&folder.join("CLAUDE.md"), Label::User, "the user's own file");
    out.extend(rules_for_all(loader, &folder, Label::User));
    out
}

/// The rules below a `.claude` folder that are for every file; the others wait.
fn rules_for_all(loader: &mut Loader<'_>, dot: &Path, label: Label) -> Vec<Entry> {
    let mut out = Vec::new();
    let (found, unordered) = rules::below(loader.files, dot, loader.rule_border(label));
    loader.unordered |= unordered;
    for rule in found {
        if rule.is_for_all() {
            out.extend(loader.load(&rule.path, label, "rule for every file"));
        } else {
            loader.wait(&rule.path);
        }
    }
    out
}

fn project(loader: &mut Loader<'_>) -> Vec<Entry> {
    let situation = loader.situation;
    let folders = walk::chain(Path::new("/"), &situation.start);
    if let Some(names) = &loader.settings.parameters.files {
        let mut out = Vec::new();
        for folder in folders {
            let why = why(folder, situation);
            out.extend(named(loader, folder, names, why));
            out.extend(rules_for_all(loader, &folder.join(".claude"), Label::Project));
        }
        return out;
    }
    let mut by_folder: Vec<Vec<Entry>> = Vec::new();
    // What keeps AGENTS.md out, when AGENTS.md is read only in its absence.
    let mut stands: Option<PathBuf> = None;
    for folder in &folders {
        let why = why(folder, situation);
        let mut here = Vec::new();
        for name in CLAUDE_FILES {
            here.extend(loader.load(&folder.join(name), Label::Project, why));
        }
        here.extend(rules_for_all(loader, &folder.join(".claude"), Label::Project));
        here.extend(loader.load(&folder.join(LOCAL_FILE), Label::Local, why));
        stands = stands.or_else(|| standing(loader, folder));
        by_folder.push(here);
    }
    for (folder, here) in folders.iter().zip(&mut by_folder) {
        for name in AGENTS_FILES {
            let path = folder.join(name);
            match (loader.settings.reads, &stands) {
                (Reads::ClaudeOrAgents, Some(by)) => {
                    loader.lose(&path, LossKind::Shadowed, Cause::Replaced { by: by.clone() });
                }
                (Reads::Claude, _) if loader.settings.layout != Layout::Before => {
                    let by = loader.settings.reads.written();
                    loader.lose(&path, LossKind::Dropped, Cause::Disabled { by });
                }
                (Reads::Claude | Reads::Managed, _) => {}
                (Reads::ClaudeOrAgents | Reads::Both, _) => {
                    here.extend(loader.load(&path, Label::Project, why(folder, situation)));
                }
            }
        }
    }
    loader.agents_below = match loader.settings.reads {
        Reads::ClaudeOrAgents => stands.is_none(),
        Reads::Both => true,
        Reads::Claude | Reads::Managed => false,
    };
    loader.stands = stands;
    by_folder.into_iter().flatten().collect()
}

/// The files of a folder that a runtime which extends Claude Code names.
pub(super) fn named(
    loader: &mut Loader<'_>,
    folder: &Path,
    names: &[String],
    why: &'static str,
) -> Vec<Entry> {
    let mut out = Vec::new();
    for name in names {
        let is_local = name == LOCAL_FILE;
        let label = if is_local { Label::Local } else { Label::Project };
        out.extend(loader.load(&folder.join(name), label, why));
    }
    out
}

/// The CLAUDE.md or one of its relatives that is sent for a folder.
pub(super) fn standing(loader: &Loader<'_>, folder: &Path) -> Option<PathBuf> {
    let names = CLAUDE_FILES.iter().chain([&LOCAL_FILE]);
    names
        .map(|name| folder.join(name))
        .find(|path| loader.has_sent(path))
}

fn why(folder: &Path, situation: &crate::situation::Situation) -> &'static str {
    if folder == situation.start {
        "start folder"
    } else if folder == situation.root {
        "root of the project"
    } else {
        "folder on the way to the start"
    }
}
