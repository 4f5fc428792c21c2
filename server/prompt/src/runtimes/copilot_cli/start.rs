//! What the system message holds from the start: instruction files, rules for every file, and the list of the
//! other rules.

use super::{
    expand::{self, Expanded},
    places::Places,
    rules::Rule,
};
use crate::{
    effective::{Cause, EffectivePrompt, Import, Layer, LossKind, Part, Segment, Unit},
    steps::loss,
};
use std::path::{Path, PathBuf};

pub(super) const COPILOT_FILE: &str = ".github/copilot-instructions.md";

/// What other agents read, in this order.
pub(super) const AGENT_FILES: &[&str] = &["AGENTS.md", "CLAUDE.md", "GEMINI.md"];

/// All that is read in folders other than the root and the start folder.
pub(super) const ALL_FILES: &[&str] = &[
    COPILOT_FILE,
    "AGENTS.md",
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    "GEMINI.md",
];

const TABLE: &str = "⟪copilot: about instruction files⟫\n| Pattern | File Path | Description |\n\
                     | ------- | --------- | ----------- |";

pub(super) fn add(prompt: &mut EffectivePrompt, places: &Places<'_>, rules: &[Rule]) {
    let customs = customs(prompt, places);
    let mut segments = Vec::new();
    for (index, custom) in customs.iter().enumerate() {
        let gap = if index > 0 { "\n\n" } else { "" };
        let opens = format!("{gap}<custom_instruction>\n");
        segments.push(Segment::literal(opens, "begin of a file"));
        segments.extend(custom.segments.iter().cloned());
        segments.push(Segment::literal("\n</custom_instruction>", "end of a file"));
    }
    let before_rules = segments.len();
    for rule in rules.iter().filter(|rule| rule.patterns.is_none()) {
        separate(&mut segments);
        segments.extend(expand::as_it_is(&rule.path, &rule.file, "rule for every file"));
    }
    let scoped: Vec<&Rule> = rules.iter().filter(|rule| rule.patterns.is_some()).collect();
    if !scoped.is_empty() {
        separate(&mut segments);
        segments.push(Segment::literal(TABLE, "heading"));
    }
    for rule in scoped {
        segments.push(Segment::literal(row(rule), "rule for some files"));
        prompt.on_demand.push(rule.path.clone());
    }
    if segments.is_empty() {
        return;
    }
    let both = before_rules > 0 && segments.len() > before_rules;
    segments.push(Segment::literal(if both { "\n\n" } else { "\n" }, "end"));
    prompt.parts.push(Part {
        name: "instructions",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn separate(segments: &mut Vec<Segment>) {
    if !segments.is_empty() {
        segments.push(Segment::literal("\n\n", "between files"));
    }
}

fn row(rule: &Rule) -> String {
    let patterns = rule
        .patterns
        .iter()
        .flatten()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let description = rule.description.replace('|', "\\|");
    format!("\n| {patterns} | '{}' | {description} |", rule.shown)
}

/// An instruction file that is sent.
struct Custom {
    path: PathBuf,
    segments: Vec<Segment>,
    imports: Vec<Import>,
    len: usize,
}

impl Custom {
    fn text(&self) -> String {
        let mut out = String::with_capacity(self.len);
        for segment in &self.segments {
            segment.write(&mut out);
        }
        out
    }
}

/// The files in their order: the user's, Copilot's of the root and the start folder, the agents' files of both,
/// then those of the folders between, from the start upwards. Of equal texts the first is sent.
fn customs(prompt: &mut EffectivePrompt, places: &Places<'_>) -> Vec<Custom> {
    let mut paths: Vec<(PathBuf, &'static str)> = Vec::new();
    let mut add = |folder: &Path, name: &str, why: &'static str| {
        paths.extend(places.find(folder, name).map(|path| (path, why)));
    };
    if let Some(home) = &places.home {
        add(home, "copilot-instructions.md", "the user's own file");
    }
    let ends: Vec<(&Path, &'static str)> = if places.start() == places.root {
        vec![(&places.root, "root of the repository")]
    } else {
        vec![
            (&places.root, "root of the repository"),
            (places.start(), "start folder"),
        ]
    };
    for (folder, why) in &ends {
        add(folder, COPILOT_FILE, why);
    }
    for (folder, why) in &ends {
        for name in AGENT_FILES {
            add(folder, name, why);
        }
    }
    let between = places.chain();
    for folder in between
        .iter()
        .rev()
        .skip(1)
        .filter(|folder| **folder != places.root)
    {
        for name in ALL_FILES {
            add(folder, name, "folder on the way to the start");
        }
    }
    let mut out: Vec<Custom> = Vec::new();
    for (path, why) in paths {
        if let Some(custom) = custom(prompt, places, &path, why) {
            match out
                .iter()
                .find(|known| known.len == custom.len && known.text() == custom.text())
            {
                None => {
                    prompt.imports.extend(custom.imports.iter().cloned());
                    out.push(custom);
                }
                Some(known) => repeated(prompt, places, &path, &known.path),
            }
        }
    }
    out
}

fn custom(
    prompt: &mut EffectivePrompt,
    places: &Places<'_>,
    path: &Path,
    why: &'static str,
) -> Option<Custom> {
    let Expanded { segments, imports } = content(prompt, places, path, path, why)?;
    Some(Custom {
        path: path.to_path_buf(),
        len: segments.iter().map(Segment::len).sum(),
        segments,
        imports,
    })
}

/// The text of a file, with its mentions where the file may have some; they are sought as if it were `from`.
pub(super) fn content(
    prompt: &mut EffectivePrompt,
    places: &Places<'_>,
    path: &Path,
    from: &Path,
    why: &'static str,
) -> Option<Expanded> {
    let file = match places.files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Bytes));
            return None;
        }
    };
    let is_gemini = path
        .file_name()
        .is_some_and(|name| name.to_string_lossy().eq_ignore_ascii_case("GEMINI.md"));
    if is_gemini {
        return Some(Expanded {
            segments: expand::as_it_is(path, &file, why),
            imports: Vec::new(),
        });
    }
    let border = match &places.home {
        Some(home) if path.starts_with(home) => home,
        _ => &places.root,
    };
    Some(expand::with_imports(places.files, path, from, &file, border, why))
}

/// A file of the same text as one before it. Two names of one file are no loss.
fn repeated(prompt: &mut EffectivePrompt, places: &Places<'_>, path: &Path, by: &Path) {
    if places.files.canonical(path) == places.files.canonical(by) {
        return;
    }
    if let Ok(file) = places.files.file(path) {
        let cause = Cause::Replaced { by: by.to_path_buf() };
        let unit = Unit::Bytes;
        prompt
            .losses
            .push(loss::whole(LossKind::Shadowed, path, file.text(), cause, unit));
    }
}
