//! AGENTS.md: the user's own, then one file per folder from the project's root to the start folder.

use super::settings::CodexSettings;
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    situation::Situation,
    steps::{cut, loss, space, walk},
};
use agents_workspace::{File, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

const SETTING: &str = "project_doc_max_bytes";

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    situation: &Situation,
    files: &dyn Files,
) {
    let global = global(prompt, settings, files);
    let chosen = choose(prompt, settings, situation, files);
    let project = project(prompt, settings, &chosen);
    if global.is_none() && project.is_empty() {
        return;
    }
    // Only project files bring the folder into the heading.
    let heading = if project.is_empty() {
        "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n".to_owned()
    } else {
        let start = situation.start.display();
        format!("# AGENTS.md instructions for {start}\n\n<INSTRUCTIONS>\n")
    };
    let mut segments = vec![Segment::literal(heading, "heading")];
    let has_global = global.is_some();
    segments.extend(global);
    for (index, file) in project.into_iter().enumerate() {
        let separator = match index {
            0 if has_global => "\n\n--- project-doc ---\n\n",
            0 => "",
            _ => "\n\n",
        };
        if !separator.is_empty() {
            segments.push(Segment::literal(separator, "between files"));
        }
        segments.extend(file);
    }
    segments.push(Segment::literal("\n</INSTRUCTIONS>", "end"));
    prompt.parts.push(Part {
        name: "instructions",
        role: "user",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// The user's own file: the override when it has text, else AGENTS.md; trimmed, and outside the cap.
fn global(prompt: &mut EffectivePrompt, settings: &CodexSettings, files: &dyn Files) -> Option<Segment> {
    let home = settings.home.as_ref()?;
    let mut winner: Option<(PathBuf, Segment)> = None;
    for name in ["AGENTS.override.md", "AGENTS.md"] {
        let path = home.join(name);
        if !files.is_file(&path) {
            continue;
        }
        let file = match files.file(&path) {
            Ok(file) => file,
            Err(fault) => {
                prompt.losses.push(loss::unreadable(&path, fault, Unit::Bytes));
                continue;
            }
        };
        let text = file.text();
        if let Some((by, _)) = &winner {
            let cause = Cause::Replaced { by: by.clone() };
            prompt
                .losses
                .push(loss::whole(LossKind::Shadowed, &path, text, cause, Unit::Bytes));
            continue;
        }
        let kept = space::trimmed(text, space::unicode);
        if kept.is_empty() {
            prompt.losses.push(loss::whole(
                LossKind::Skipped,
                &path,
                text,
                Cause::Blank,
                Unit::Bytes,
            ));
            continue;
        }
        for range in [0..kept.start, kept.end..text.len()] {
            if !range.is_empty() {
                let cause = Cause::Trimmed;
                prompt.losses.push(loss::of(
                    LossKind::Stripped,
                    &path,
                    text,
                    range,
                    cause,
                    Unit::Bytes,
                ));
            }
        }
        let segment = Segment::file(&path, text, kept, "global file");
        winner = Some((path, segment));
    }
    winner.map(|(_, segment)| segment)
}

struct Chosen {
    path: PathBuf,
    file: Arc<File>,
    why: &'static str,
}

impl Chosen {
    /// Bytes on disk.
    fn len(&self) -> usize {
        self.file.raw().map_or(self.file.text().len(), |raw| raw.len())
    }
}

/// The one file of each folder: the first name that exists, whatever is in it.
fn choose(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    situation: &Situation,
    files: &dyn Files,
) -> Vec<Chosen> {
    let names = ["AGENTS.override.md", "AGENTS.md"].into_iter();
    let names: Vec<&str> = names
        .chain(settings.fallbacks.iter().map(String::as_str))
        .collect();
    let mut out = Vec::new();
    for folder in walk::chain(&settings.root, &situation.start) {
        let mut candidates = names
            .iter()
            .map(|name| folder.join(name))
            .filter(|path| files.is_file(path));
        let Some(path) = candidates.next() else {
            continue;
        };
        for other in candidates {
            shadowed(prompt, files, &other, &path);
        }
        match files.file(&path) {
            Ok(file) => {
                let why = why(folder, settings, situation);
                out.push(Chosen { path, file, why });
            }
            Err(fault) => prompt.losses.push(loss::unreadable(&path, fault, Unit::Bytes)),
        }
    }
    out
}

fn why(folder: &Path, settings: &CodexSettings, situation: &Situation) -> &'static str {
    if folder == settings.root {
        "root of the project"
    } else if folder == situation.start {
        "start folder"
    } else {
        "on the way"
    }
}

fn shadowed(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, by: &Path) {
    // Two names of one file: its text is sent, under the other name.
    let same = files
        .canonical(path)
        .is_some_and(|real| files.canonical(by) == Some(real));
    if let Some(file) = files.file(path).ok().filter(|_| !same) {
        let cause = Cause::Replaced { by: by.to_path_buf() };
        let unit = Unit::Bytes;
        prompt
            .losses
            .push(loss::whole(LossKind::Shadowed, path, file.text(), cause, unit));
    }
}

/// What of the chosen files is sent: root first, until the cap is reached; the file that crosses it is
/// cut at the byte. A file that is blank as far as it is read costs nothing.
fn project(prompt: &mut EffectivePrompt, settings: &CodexSettings, chosen: &[Chosen]) -> Vec<Vec<Segment>> {
    let cap = settings.max_bytes;
    let off = match &settings.untrusted {
        Some(by) => Some(by.clone()),
        None => (cap == 0).then(|| format!("{SETTING} = 0")),
    };
    let mut out = Vec::new();
    let mut used = 0;
    let mut wanted = 0;
    for one in chosen {
        let text = one.file.text();
        let mut lose = |kind, range, cause| {
            prompt
                .losses
                .push(loss::of(kind, &one.path, text, range, cause, Unit::Bytes));
        };
        if space::is_blank(text, space::unicode) {
            lose(LossKind::Skipped, 0..text.len(), Cause::Blank);
            continue;
        }
        if let Some(by) = &off {
            lose(
                LossKind::Dropped,
                0..text.len(),
                Cause::Disabled { by: by.clone() },
            );
            continue;
        }
        wanted += one.len();
        let cause = Cause::TotalCap {
            cap,
            used_before: used,
        };
        if used >= cap {
            lose(LossKind::Dropped, 0..text.len(), cause);
            skipped_notice(&mut prompt.log, &one.path, cap);
            continue;
        }
        let left = cap - used;
        if one.len() <= left {
            out.push(vec![Segment::file(&one.path, text, 0..text.len(), one.why)]);
            used += one.len();
            continue;
        }
        let cut = cut::after_bytes(&one.file, left);
        if cut.broken == 0 && text.slice(0..cut.at).chars().all(space::unicode) {
            lose(LossKind::Dropped, 0..text.len(), cause);
            continue;
        }
        lose(LossKind::Cut, cut.at..text.len(), cause);
        let mut segments = vec![Segment::file(
            &one.path,
            text,
            0..cut.at,
            format!("{}, cut", one.why),
        )];
        if cut.broken > 0 {
            let letter = cut.at..text.ceil_char(cut.at + 1);
            let mark = cut::REPLACEMENT.repeat(cut.broken);
            segments.push(Segment::rewritten(&one.path, letter, mark, "letter cut in two"));
        }
        prompt.log.push(format!(
            "Loaded only {left} of {} bytes from `{}` in environment `⟪id⟫` under the {cap}-byte project \
             instruction budget. {ADVICE}",
            one.len(),
            one.path.display(),
        ));
        out.push(segments);
        used = cap;
    }
    if !chosen.is_empty() {
        prompt.budgets.push(Budget {
            scope: Scope::Total,
            used: wanted,
            cap: Some(cap),
            unit: Unit::Bytes,
            setting: Some(SETTING),
        });
    }
    out
}

/// What the messages to the user end with.
const ADVICE: &str = "Trim your project instructions to fit the budget. If you need to keep them all, \
                      increase `project_doc_max_bytes`.";

/// One message, for the first file that is left out.
fn skipped_notice(log: &mut Vec<String>, path: &Path, cap: usize) {
    if log
        .iter()
        .any(|line| line.starts_with("Skipped project instructions"))
    {
        return;
    }
    log.push(format!(
        "Skipped project instructions in environment `⟪id⟫` starting at `{}` because the {cap}-byte budget \
         was exhausted. {ADVICE}",
        path.display()
    ));
}
