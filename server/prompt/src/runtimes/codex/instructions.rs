//! AGENTS.md: the user's own, then one file per folder from the project's root to the start folder.

use super::settings::CodexSettings;
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    situation::Situation,
    steps::{
        cut::{self, Cut},
        frame::Frame,
        limit::{self, Limit},
        loss, parameters, space, walk,
    },
};
use agents_workspace::{File, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The file of a folder: the first of these that it holds.
pub(super) const NAMES: &[&str] = &["AGENTS.override.md", "AGENTS.md"];

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    situation: &Situation,
    files: &dyn Files,
) {
    let global = global(prompt, settings, files);
    let chosen = choose(prompt, settings, situation, files);
    let project = project(prompt, settings, &chosen);
    limit::admit_tokens(prompt, &[settings.file, Some(settings.total)]);
    if global.is_none() && project.is_empty() {
        return;
    }
    let frame = Frame::new(&settings.parameters, &settings.root);
    // Only project files bring the folder into the heading.
    let heading = if project.is_empty() {
        "# AGENTS.md instructions\n\n<INSTRUCTIONS>\n".to_owned()
    } else {
        let start = situation.start.display();
        format!("# AGENTS.md instructions for {start}\n\n<INSTRUCTIONS>\n")
    };
    let mut segments: Vec<Segment> = frame.before_all(heading).into_iter().collect();
    let has_global = global.is_some();
    let files = global.into_iter().chain(project);
    for (index, (path, file)) in files.enumerate() {
        let separator = match index {
            0 => "",
            1 if has_global => "\n\n--- project-doc ---\n\n",
            _ => "\n\n",
        };
        if index > 0 {
            segments.extend(frame.between(separator));
        }
        segments.extend(frame.before(&path, ""));
        segments.extend(file);
        segments.extend(frame.after(&path, ""));
    }
    segments.extend(frame.after_all("\n</INSTRUCTIONS>"));
    prompt.parts.push(Part {
        name: "instructions",
        role: "user",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// A file with what is sent of it.
type Sent = (PathBuf, Vec<Segment>);

/// The user's own file: the override when it has text, else AGENTS.md; trimmed, and outside the cap.
fn global(prompt: &mut EffectivePrompt, settings: &CodexSettings, files: &dyn Files) -> Option<Sent> {
    let home = settings.home.as_ref()?;
    let mut winner: Option<Sent> = None;
    for name in NAMES {
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
        winner = Some((path, vec![segment]));
    }
    winner
}

struct Chosen {
    path: PathBuf,
    file: Arc<File>,
    why: &'static str,
}

impl Chosen {
    /// Its length as it is counted: bytes are those on disk.
    fn len(&self, limit: Limit) -> usize {
        let text = self.file.text();
        match (self.file.raw(), limit.unit) {
            (Some(raw), Unit::Bytes) => raw.len(),
            _ => limit.gauge().whole(text, &(0..text.len())),
        }
    }

    /// Where its first `keep` end.
    fn cut(&self, limit: Limit, keep: usize) -> Cut {
        let text = self.file.text();
        match limit.unit {
            Unit::Bytes => cut::after_bytes(&self.file, keep),
            _ => limit.gauge().head(text, &(0..text.len()), keep),
        }
    }

    /// What is sent of it: everything, or what stands before a cut.
    fn segments(&self, cut: Option<Cut>) -> Vec<Segment> {
        let text = self.file.text();
        let Some(end) = cut else {
            return vec![Segment::file(&self.path, text, 0..text.len(), self.why)];
        };
        let why = format!("{}, cut", self.why);
        let mut segments = vec![Segment::file(&self.path, text, 0..end.at, why)];
        if end.broken > 0 {
            let letter = end.at..text.ceil_char(end.at + 1);
            let mark = cut::REPLACEMENT.repeat(end.broken);
            segments.push(Segment::rewritten(&self.path, letter, mark, "letter cut in two"));
        }
        segments
    }
}

/// The one file of each folder: the first name that exists, whatever is in it.
fn choose(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    situation: &Situation,
    files: &dyn Files,
) -> Vec<Chosen> {
    let own = settings.parameters.files.as_ref();
    let names: Vec<&str> = match own {
        Some(own) => own.iter().map(String::as_str).collect(),
        None => NAMES.to_vec(),
    };
    let fallbacks = settings.fallbacks.iter().map(String::as_str);
    let names: Vec<&str> = names.into_iter().chain(fallbacks).collect();
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
fn project(prompt: &mut EffectivePrompt, settings: &CodexSettings, chosen: &[Chosen]) -> Vec<Sent> {
    let total = settings.total;
    let (cap, gauge) = (total.amount, total.gauge());
    let off = match &settings.untrusted {
        Some(by) => Some(by.clone()),
        None => (cap == 0).then(|| format!("{} = 0", settings.total_setting)),
    };
    let mut out = Vec::new();
    let mut used = 0;
    let mut wanted = 0;
    for one in chosen {
        let text = one.file.text();
        let mut lose = |kind, range, cause, unit| {
            prompt
                .losses
                .push(loss::of(kind, &one.path, text, range, cause, unit));
        };
        if space::is_blank(text, space::unicode) {
            lose(LossKind::Skipped, 0..text.len(), Cause::Blank, total.unit);
            continue;
        }
        if let Some(by) = &off {
            let cause = Cause::Disabled { by: by.clone() };
            lose(LossKind::Dropped, 0..text.len(), cause, total.unit);
            continue;
        }
        let by_file_cap = within_file_cap(prompt, settings.file, one);
        let (end, length) = match by_file_cap {
            Some(cut) => (cut.at, gauge.whole(text, &(0..cut.at))),
            None => (text.len(), one.len(total)),
        };
        let mut lose = |kind, range| {
            let cause = Cause::TotalCap {
                cap,
                used_before: gauge.amount(used),
            };
            prompt
                .losses
                .push(limit::lost(kind, &one.path, text, range, cause, total.unit));
        };
        wanted += length;
        if used >= total.counted() {
            lose(LossKind::Dropped, 0..end);
            skipped_notice(&mut prompt.log, &one.path, settings);
            continue;
        }
        let left = total.counted() - used;
        if length <= left {
            out.push((one.path.clone(), one.segments(by_file_cap)));
            used += length;
            continue;
        }
        let cut = one.cut(total, left);
        if cut.broken == 0 && text.slice(0..cut.at).chars().all(space::unicode) {
            lose(LossKind::Dropped, 0..end);
            continue;
        }
        lose(LossKind::Cut, cut.at..end);
        if let Some(loss) = prompt.losses.last_mut().filter(|_| cut.broken > 0) {
            // The bytes of a letter that are within the cap count as sent: they arrive as a mark.
            loss.amount = gauge.amount(length).saturating_sub(gauge.amount(left));
        }
        prompt.log.push(format!(
            "Loaded only {} of {} {} from `{}` in environment `⟪id⟫` under the {} project instruction budget. {}",
            gauge.amount(left),
            gauge.amount(length),
            total.unit,
            one.path.display(),
            budget_name(total),
            advice(settings),
        ));
        out.push((one.path.clone(), one.segments(Some(cut))));
        used = total.counted();
    }
    if !chosen.is_empty() {
        prompt.budgets.push(Budget {
            scope: Scope::Total,
            used: gauge.amount(wanted),
            cap: Some(cap),
            unit: total.unit,
            setting: Some(settings.total_setting),
        });
    }
    out
}

/// Where a file ends that is over the cap for one file, which Codex does not have itself.
fn within_file_cap(prompt: &mut EffectivePrompt, limit: Option<Limit>, one: &Chosen) -> Option<Cut> {
    let limit = limit?;
    let length = one.len(limit);
    prompt.budgets.push(Budget {
        scope: Scope::File(one.path.clone()),
        used: limit.gauge().amount(length),
        cap: Some(limit.amount),
        unit: limit.unit,
        setting: Some(parameters::FILE_CAP.key),
    });
    if length <= limit.counted() {
        return None;
    }
    let end = one.cut(limit, limit.counted());
    let text = one.file.text();
    let (kind, cause) = (LossKind::Cut, Cause::FileCap { cap: limit.amount });
    let mut lost = limit::lost(kind, &one.path, text, end.at..text.len(), cause, limit.unit);
    if end.broken > 0 {
        lost.amount = limit.gauge().amount(length).saturating_sub(limit.amount);
    }
    prompt.losses.push(lost);
    Some(end)
}

/// `32768-byte`
fn budget_name(limit: Limit) -> String {
    let units = limit.unit.to_string();
    format!("{}-{}", limit.amount, units.trim_end_matches('s'))
}

/// What the messages to the user end with.
fn advice(settings: &CodexSettings) -> String {
    format!(
        "Trim your project instructions to fit the budget. If you need to keep them all, increase `{}`.",
        settings.total_setting
    )
}

/// One message, for the first file that is left out.
fn skipped_notice(log: &mut Vec<String>, path: &Path, settings: &CodexSettings) {
    if log
        .iter()
        .any(|line| line.starts_with("Skipped project instructions"))
    {
        return;
    }
    log.push(format!(
        "Skipped project instructions in environment `⟪id⟫` starting at `{}` because the {} budget was exhausted. {}",
        path.display(),
        budget_name(settings.total),
        advice(settings)
    ));
}
