//! What the reading of a file below the start folder adds: the files of the folders on the way to it, and the
//! rules that are for it.
//!
//! Reading an instruction file itself is shown like reading another file beside it, although the program does
//! not send a file twice that it has just read.

use super::{
    load::{Entry, Label, Loader},
    rules,
    settings::{Layout, Reads},
    start,
};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment},
    steps::walk,
};
use std::path::{Path, PathBuf};

pub(super) fn add(loader: &mut Loader<'_>, prompt: &mut EffectivePrompt) {
    let touched = loader.situation.touched.clone();
    for path in touched {
        let path = walk::lexical(&loader.situation.start.join(path));
        // What lies outside the start folder adds nothing.
        if path.starts_with(&loader.situation.start) {
            of_path(loader, prompt, &path);
        }
    }
    // A line break follows every block but the last.
    if loader.settings.layout == Layout::Before {
        return;
    }
    let blocks = prompt.parts.iter_mut().filter(|part| BLOCKS.contains(&part.name));
    for part in blocks.rev().skip(1) {
        part.segments.push(Segment::literal("\n", "between blocks"));
    }
}

/// What the parts of single files are called.
const BLOCKS: &[&str] = &["nested", "tool-result"];

fn of_path(loader: &mut Loader<'_>, prompt: &mut EffectivePrompt, path: &Path) {
    let start_folder = loader.situation.start.clone();
    let folder = if loader.files.is_folder(path) {
        path
    } else {
        path.parent().unwrap_or(path)
    };
    let mut nested = Vec::new();
    let mut agents = Vec::new();
    loader.begin_touch();
    if let Some(dot) = loader.situation.user_folder("CLAUDE_CONFIG_DIR", ".claude") {
        nested.extend(rules_of(
            loader,
            &dot,
            &start_folder,
            path,
            Which::Scoped,
            Label::User,
        ));
    }
    for below in walk::chain(&start_folder, folder).into_iter().skip(1) {
        let here = claude_files(loader, below);
        let stands = start::standing(loader, below);
        let dot = below.join(".claude");
        nested.extend(here);
        for which in [Which::ForAll, Which::Scoped] {
            nested.extend(rules_of(loader, &dot, below, path, which, Label::Project));
        }
        agents.extend(agents_files(loader, below, stands));
    }
    for above in walk::chain(Path::new("/"), &start_folder) {
        let dot = above.join(".claude");
        nested.extend(rules_of(loader, &dot, above, path, Which::Scoped, Label::Project));
    }
    nested_parts(loader, prompt, &nested);
    agents_part(loader, prompt, &agents);
}

fn claude_files(loader: &mut Loader<'_>, folder: &Path) -> Vec<Entry> {
    let why = "folder of what was touched";
    if let Some(names) = &loader.settings.parameters.files {
        return start::named(loader, folder, names, why);
    }
    let mut out = Vec::new();
    for name in start::CLAUDE_FILES {
        out.extend(loader.load(&folder.join(name), Label::Project, why));
    }
    out.extend(loader.load(&folder.join(start::LOCAL_FILE), Label::Local, why));
    out
}

/// AGENTS.md of a folder below the start; where it is read only in the absence of CLAUDE.md, one that stands
/// in the same folder (`stands`) keeps it out.
fn agents_files(loader: &mut Loader<'_>, folder: &Path, stands: Option<PathBuf>) -> Vec<Entry> {
    let mut out = Vec::new();
    if loader.settings.parameters.files.is_some() {
        return out;
    }
    for name in start::AGENTS_FILES {
        let path = folder.join(name);
        let reads = loader.settings.reads;
        match (&stands, reads) {
            (Some(by), Reads::ClaudeOrAgents) if loader.agents_below => {
                loader.lose(&path, LossKind::Shadowed, Cause::Replaced { by: by.clone() });
            }
            _ if loader.agents_below => {
                out.extend(loader.load(&path, Label::Project, "folder of what was touched"));
            }
            _ if loader.settings.layout != Layout::Before => {
                let by = match (reads, &loader.stands) {
                    (Reads::ClaudeOrAgents, Some(by)) => Cause::Replaced { by: by.clone() },
                    _ => Cause::Disabled { by: reads.written() },
                };
                let kind = match by {
                    Cause::Replaced { .. } => LossKind::Shadowed,
                    _ => LossKind::Dropped,
                };
                loader.lose(&path, kind, by);
            }
            _ => {}
        }
    }
    out
}

/// Which rules of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    ForAll,
    Scoped,
}

/// The rules below a `.claude` folder that are for `path`; their patterns are relative to `base`.
fn rules_of(
    loader: &mut Loader<'_>,
    dot: &Path,
    base: &Path,
    path: &Path,
    which: Which,
    label: Label,
) -> Vec<Entry> {
    let mut out = Vec::new();
    let (found, unordered) = rules::below(loader.files, dot, loader.rule_border(label));
    loader.unordered |= unordered;
    for rule in found {
        match (which, rule.is_for_all()) {
            (Which::ForAll, true) => out.extend(loader.load(&rule.path, label, "rule for every file")),
            (Which::Scoped, false) if rule.is_for(base, path) => {
                out.extend(loader.load(&rule.path, label, "rule for what was touched"));
            }
            (Which::Scoped, false) => match rule.unreadable() {
                Some(pattern) => {
                    let cause = Cause::BadPattern(pattern.to_owned());
                    loader.lose(&rule.path, LossKind::Skipped, cause);
                }
                None => loader.wait(&rule.path),
            },
            _ => {}
        }
    }
    out
}

/// One block for each file.
fn nested_parts(loader: &Loader<'_>, prompt: &mut EffectivePrompt, entries: &[Entry]) {
    let layout = loader.settings.layout;
    for entry in entries {
        let mut segments = Vec::new();
        if layout != Layout::Before {
            segments.push(Segment::literal("<system-reminder>\n", "heading"));
        }
        write(loader, entry, &mut segments);
        if layout != Layout::Before {
            segments.push(Segment::literal("\n</system-reminder>", "end"));
        }
        let (name, role) = match layout {
            Layout::Blocks => ("nested", "user"),
            // There it stands in the answer of the tool that read the file.
            Layout::OneMessage => ("tool-result", "user"),
            Layout::Before => ("nested", "system"),
        };
        prompt.parts.push(part(name, role, segments));
    }
}

fn agents_part(loader: &Loader<'_>, prompt: &mut EffectivePrompt, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("tool.call hook additional context: ", "heading")];
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            segments.extend(loader.frame().between("\n"));
        }
        write(loader, entry, &mut segments);
    }
    prompt.parts.push(part("nested-agents", "system", segments));
}

/// A file with the words around it.
fn write(loader: &Loader<'_>, entry: &Entry, segments: &mut Vec<Segment>) {
    let frame = loader.frame();
    let heading = format!("Contents of {}:\n\n", entry.path.display());
    segments.extend(frame.before(&entry.path, heading));
    entry.write(false, segments);
    segments.extend(frame.after(&entry.path, ""));
}

fn part(name: &'static str, role: &'static str, segments: Vec<Segment>) -> Part {
    Part {
        name,
        role,
        layer: Layer::Touch,
        segments,
        losses: Vec::new(),
    }
}
