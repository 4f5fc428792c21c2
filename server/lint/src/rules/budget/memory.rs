//! What the two rules on memory files share: which text is lost, and moving entries to an archive.

use crate::{
    finding::Finding,
    fix::{Applicability, FileEdit, Fix, TextEdit, apply},
    repair::{
        changed,
        ends::{self, most_used, with_line_ends},
    },
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::{Cause, Loss, LossKind, Scope, Unit, runtime::Role};
use agents_syntax::{
    Document, Text,
    fact::{Block, BlockKind},
};
use std::ops::Range;

/// The note that takes what is moved, beside the memory file.
const ARCHIVE: &str = "archive.md";

/// What a runtime leaves out of a memory file that is over its limit.
pub(super) struct Lost<'a> {
    pub(super) view: &'a RuntimeView<'a>,
    /// The lost text, from the first whole line on where whole lines are lost.
    pub(super) range: Range<usize>,
    pub(super) unit: Unit,
    pub(super) used: usize,
    pub(super) cap: usize,
}

/// Whether a loss is one of a memory file to its own limit, which has a rule of its own.
pub(super) fn is_of_memory(role: Role, loss: &Loss) -> bool {
    role == Role::Memory && loss.kind == LossKind::Cut && matches!(loss.cause, Cause::FileCap { .. })
}

/// What the runtimes leave out of this file.
pub(super) fn lost<'a>(file: &'a FileView<'_>) -> Vec<Lost<'a>> {
    let Some(text) = file.text() else {
        return Vec::new();
    };
    let of_view = |view: &'a RuntimeView<'a>| {
        let mut losses = view
            .losses(file.path)
            .filter(|loss| is_of_memory(view.role, loss));
        let first = losses.next()?;
        let end = losses.fold(first.range.end, |end, loss| end.max(loss.range.end));
        let Cause::FileCap { cap } = first.cause else {
            return None;
        };
        let scope = Scope::File(file.path.to_path_buf());
        let mut budgets = view.prompt.budgets.iter();
        let budget = budgets.find(|budget| budget.scope == scope && budget.unit == first.unit);
        Some(Lost {
            view,
            range: first_whole_line(text, first.range.start).min(end)..end,
            unit: first.unit,
            used: budget.map_or_else(|| first.unit.measure(text), |budget| budget.used),
            cap,
        })
    };
    file.runtimes.iter().filter_map(of_view).collect()
}

/// The start of the next line if nothing but a line break stands before it.
fn first_whole_line(text: &Text, at: usize) -> usize {
    let line = text.line_of(at);
    if text.line_range(line).end <= at && line + 1 < text.line_count() {
        text.line_start(line + 1)
    } else {
        at
    }
}

/// A finding over lost text.
pub(super) fn finding(rule: &dyn Rule, file: &FileView<'_>, lost: &Lost<'_>, sentence: String) -> Finding {
    let mut finding = Finding::new(rule, file.path, lost.range.clone()).effect(lost.view.name(), sentence);
    finding.is_unnecessary = true;
    finding
}

/// Moves the first entries of the list that a memory file is to a note beside it: as few as make the rest fit.
/// People and agents add at the end, so the first are the oldest.
pub(super) fn archive(rule: &dyn Rule, finding: &Finding, file: &FileView<'_>) -> Option<Fix> {
    let document = file.file.as_ref().ok()?.document();
    let text = document.text();
    let path = file.path.parent()?.join(ARCHIVE);
    let mut entries = entries(document, finding.range.start);
    let is_pointer = |entry: &Range<usize>| text.substring(entry.clone()).contains(&format!("({ARCHIVE})"));
    let has_pointer = entries.iter().any(is_pointer);
    entries.retain(|entry| !is_pointer(entry));
    let eol = ends::line_end(text);
    let without = |count: usize| {
        let mut edits: Vec<TextEdit> = entries[..count]
            .iter()
            .map(|entry| TextEdit::new(entry.clone(), ""))
            .collect();
        if let Some(first) = edits.first_mut().filter(|_| !has_pointer) {
            first.text = format!("- [Archive]({ARCHIVE}){eol}");
        }
        edits
    };
    let losers = finding.runtimes();
    let fits = |count: usize| {
        let text = apply(text, &without(count));
        let mut losers = file.runtimes.iter().filter(|view| losers.contains(&view.name()));
        losers.all(|view| {
            let prompt = changed::prompt(file, view, text.clone());
            let mut losses = prompt.all_losses().filter(|loss| loss.path == file.path);
            !losses.any(|loss| is_of_memory(view.role, loss))
        })
    };
    // An entry has to stay, and moving more never makes less room.
    let (mut least, mut most) = (1, entries.len().checked_sub(1)?);
    while least < most {
        let middle = least.midpoint(most);
        if fits(middle) {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    if least > most || !fits(least) {
        return None;
    }
    let moved: String = entries[..least]
        .iter()
        .map(|entry| text.substring(entry.clone()))
        .collect();
    let entries = if least == 1 {
        "entry"
    } else {
        &format!("{least} entries")
    };
    Some(Fix {
        title: format!("Move the first {entries} to {}", file.shown(&path)),
        applicability: Applicability::Draft,
        rule: Some(rule.code()),
        edits: vec![
            added(file, &path, &moved, eol)?,
            FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: without(least),
            },
        ],
    })
}

/// The entries of the first list outside other blocks, with their line breaks, as far as they lie before `end`.
fn entries(document: &Document, end: usize) -> Vec<Range<usize>> {
    let mut list: Option<Block> = None;
    let mut out: Vec<Range<usize>> = Vec::new();
    for block in document.blocks_in(0..end) {
        match (&list, block.kind) {
            (None, BlockKind::List) => list = Some(block),
            (Some(list), BlockKind::ListItem)
                if block.range.end <= list.range.end.min(end)
                    && out.last().is_none_or(|last| last.end <= block.range.start) =>
            {
                out.push(block.range);
            }
            _ => {}
        }
    }
    out
}

/// The archive with `moved` at its end.
fn added(file: &FileView<'_>, path: &std::path::Path, moved: &str, eol: &str) -> Option<FileEdit> {
    match file.files.file(path) {
        Ok(existing) => {
            let text = existing.text();
            let eol = most_used(text).unwrap_or(eol);
            let last = text.substring(text.len().saturating_sub(1)..text.len());
            let gap = if matches!(last.as_str(), "" | "\n" | "\r") {
                ""
            } else {
                eol
            };
            let moved = with_line_ends(moved, eol);
            Some(FileEdit::Text {
                path: path.to_path_buf(),
                edits: vec![TextEdit::insert(text.len(), format!("{gap}{moved}"))],
            })
        }
        Err(fault) if fault.is_missing() => Some(FileEdit::Create {
            path: path.to_path_buf(),
            text: format!("# Archive{eol}{eol}{moved}"),
        }),
        Err(_) => None,
    }
}
