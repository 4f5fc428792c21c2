//! `.qwen/rules`: the user's and the project's, comments taken out.

use super::{context, paths, settings::Settings};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Segment, Unit},
    steps::{head::Fence, loss, space, yaml},
};
use agents_syntax::Text;
use agents_workspace::{EntryKind, Files};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: true,
    open_ended: false,
};

/// Folders of rules that are looked into at most; Qwen Code itself has no limit.
const MOST_FOLDERS: usize = 500;

/// A rule.
pub(super) struct Rule {
    pub(super) path: PathBuf,
    text: Text,
    /// The stretches of the text that are sent.
    kept: Vec<Range<usize>>,
    /// The files it waits for.
    pub(super) paths: Option<Vec<String>>,
}

/// The rules in the order of their paths, the user's first.
pub(super) fn find(prompt: &mut EffectivePrompt, settings: &Settings, files: &dyn Files) -> Vec<Rule> {
    let users = settings.home.as_ref().map(|home| home.join("rules"));
    let projects = settings.trusted.then(|| settings.root.join(".qwen/rules"));
    let projects = projects.filter(|folder| Some(folder) != users.as_ref());
    let mut out = Vec::new();
    for folder in users.into_iter().chain(projects) {
        let mut found = below(files, folder);
        found.sort_by_cached_key(|path| path.to_string_lossy().encode_utf16().collect::<Vec<_>>());
        for path in found {
            out.extend(read(prompt, files, &path));
        }
    }
    out
}

/// A rule between two lines that name it.
pub(super) fn block(rule: &Rule, settings: &Settings) -> Vec<Segment> {
    let label = context::relative(&settings.root, &rule.path);
    let mut out = vec![Segment::literal(
        format!("--- Rule from: {label} ---\n"),
        "heading of a rule",
    )];
    for range in &rule.kept {
        out.extend(without_returns(&rule.path, &rule.text, range.clone()));
    }
    let end = format!("\n--- End of Rule from: {label} ---");
    out.push(Segment::literal(end, "end of a rule"));
    out
}

/// Line breaks become `\n` alone.
fn without_returns(path: &Path, text: &Text, range: Range<usize>) -> Vec<Segment> {
    let has_returns = text.slice(range.clone()).bytes().any(|byte| byte == b'\r');
    if !has_returns {
        return vec![Segment::file(path, text, range, "rule")];
    }
    let plain = text
        .substring(range.clone())
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    vec![Segment::rewritten(path, range, plain, "rule")]
}

/// Files that end in `.md` at any depth; links are not followed.
fn below(files: &dyn Files, folder: PathBuf) -> Vec<PathBuf> {
    let mut out = Vec::new();
    let mut open = vec![folder];
    let mut seen = 0;
    while let Some(folder) = open.pop() {
        seen += 1;
        if seen > MOST_FOLDERS {
            break;
        }
        for name in files.list(&folder).iter() {
            let path = folder.join(name);
            match files.entry(&path) {
                EntryKind::Folder => open.push(path),
                EntryKind::File if name.ends_with(".md") => out.push(path),
                EntryKind::File | EntryKind::Link | EntryKind::Other | EntryKind::Missing => {}
            }
        }
    }
    out
}

fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<Rule> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    let text = file.text().clone();
    let whole = text.to_string();
    let mut lose = |kind, range: Range<usize>, cause| {
        if !range.is_empty() {
            prompt
                .losses
                .push(loss::of(kind, path, &text, range, cause, Unit::Utf16));
        }
    };
    let mut body = 0;
    let mut waits = None;
    if let Ok(range) = FENCE.find(&whole) {
        let head = &whole[range.clone()];
        if let Ok(entries) = yaml::entries(head, range.start) {
            waits = paths::read(head, range.start, &entries);
        }
        let fence = whole[range.end..]
            .find("---")
            .map_or(whole.len(), |at| range.end + at);
        body = whole[fence..].find('\n').map_or(whole.len(), |at| fence + at + 1);
        lose(LossKind::Stripped, 0..body, Cause::Frontmatter);
    }
    let (kept, comments) = without_comments(&whole, body);
    let (kept, trimmed) = trim(&whole, kept);
    if kept.is_empty() {
        lose(LossKind::Skipped, body..whole.len(), Cause::Blank);
        return None;
    }
    for range in comments {
        lose(LossKind::Stripped, range, Cause::Comment);
    }
    for range in trimmed {
        lose(LossKind::Stripped, range, Cause::Trimmed);
    }
    Some(Rule {
        path: path.to_path_buf(),
        text,
        kept,
        paths: waits,
    })
}

/// What is left of `text` from `start` on, and what is not: comments wherever they are, and the beginnings of
/// those that are not closed.
fn without_comments(text: &str, start: usize) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut kept, mut lost) = (Vec::new(), Vec::new());
    let mut from = start;
    while let Some(open) = text[from..].find("<!--").map(|at| from + at) {
        let close = text[open + 4..].find("-->").map(|at| open + 4 + at + 3);
        let end = close.unwrap_or(open + 4);
        kept.push(from..open);
        lost.push(open..end);
        from = end;
    }
    kept.push(from..text.len());
    kept.retain(|range| !range.is_empty());
    (kept, lost)
}

/// `kept` without the space at both ends.
fn trim(text: &str, mut kept: Vec<Range<usize>>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let mut lost = Vec::new();
    while let Some(first) = kept.first_mut() {
        let at = first.end - text[first.clone()].trim_start_matches(space::javascript).len();
        lost.push(first.start..at);
        first.start = at;
        if first.start < first.end {
            break;
        }
        kept.remove(0);
    }
    while let Some(last) = kept.last_mut() {
        let at = last.start + text[last.clone()].trim_end_matches(space::javascript).len();
        lost.push(at..last.end);
        last.end = at;
        if last.start < last.end {
            break;
        }
        kept.pop();
    }
    (kept, lost)
}
