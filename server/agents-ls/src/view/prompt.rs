//! A whole prompt for reading: the exact text with where it comes from in a gutter, lost text in its place.

use crate::view::{
    cause::cause,
    inert, rows,
    summary::{FileUse, exact_tokens, summary, tokens},
};
use agents_lint::{
    finding::{number, quantity},
    view::shown,
};
use agents_prompt::{Active, EffectivePrompt, Layer, Loss, LossKind, Part, Project, Segment};
use agents_workspace::Files;
use std::fmt::Write as _;

/// How many lines of lost text are shown in its place.
const LOST_LINES: usize = 12;

/// Marks for a terminal that shows them; empty strings elsewhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Switches to dim text.
    pub(crate) dim: &'static str,
    /// Switches to bold text.
    pub(crate) bold: &'static str,
    /// Back to plain text.
    pub(crate) plain: &'static str,
}

impl Style {
    /// Colours of a terminal.
    pub(crate) const TERMINAL: Self = Self {
        dim: "\u{1b}[2m",
        bold: "\u{1b}[1m",
        plain: "\u{1b}[0m",
    };
    /// None.
    pub(crate) const NONE: Self = Self {
        dim: "",
        bold: "",
        plain: "",
    };
}

/// The exact text. Several parts, which the model gets in different messages, are told apart by a line.
pub(crate) fn plain(prompt: &EffectivePrompt) -> String {
    let parts: Vec<&Part> = prompt.parts.iter().filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [only] => only.text(),
        parts => {
            let with_head = parts
                .iter()
                .map(|part| format!("── {} · role {} ──\n{}\n", part.name, part.role, part.text()));
            with_head.collect()
        }
    }
}

/// The prompt with a head that sums it up; `counted` are its tokens, if they were counted.
pub(crate) fn pretty(
    project: &Project,
    active: &Active,
    prompt: &EffectivePrompt,
    files: &dyn Files,
    style: Style,
    counted: Option<usize>,
) -> String {
    let mut out = head(project, active, prompt, files, style, counted);
    for part in &prompt.parts {
        let layer = if part.layer == Layer::Touch {
            ", added by a touch"
        } else {
            ""
        };
        let role = if part.role == "-" {
            String::new()
        } else {
            format!(", role {}", part.role)
        };
        let _ = writeln!(
            out,
            "\n{}{} ({} bytes{role}{layer}){}",
            style.bold,
            part.name,
            number(part.len()),
            style.plain
        );
        body(&mut out, project, part, files, style);
    }
    if prompt.parts.iter().all(Part::is_empty) {
        out.push_str("\nNothing of these files reaches the model.\n");
    }
    out
}

fn head(
    project: &Project,
    active: &Active,
    prompt: &EffectivePrompt,
    files: &dyn Files,
    style: Style,
    counted: Option<usize>,
) -> String {
    let summary = summary(prompt, files);
    let mut out = format!("{}{}{}", style.bold, active.title(), style.plain);
    if !prompt.exact {
        out.push_str(" · not exact");
    }
    out.push('\n');
    for caveat in &prompt.caveats {
        let _ = writeln!(out, "  {caveat}");
    }
    let _ = writeln!(out, "{}", summary.usage());
    let _ = writeln!(
        out,
        "{}",
        counted.map_or_else(|| tokens(summary.bytes), exact_tokens)
    );
    let all: Vec<&FileUse> = summary.files.iter().collect();
    for row in rows::rows(project, &all, None, None) {
        let _ = writeln!(out, "{row}");
    }
    for path in &prompt.on_demand {
        let _ = writeln!(
            out,
            "  {}  read when the agent needs it",
            inert::line(&shown(project, path))
        );
    }
    for path in &prompt.waiting {
        let _ = writeln!(
            out,
            "  {}  waits for a file it is for, or for the user to name it",
            inert::line(&shown(project, path))
        );
    }
    out
}

fn body(out: &mut String, project: &Project, part: &Part, files: &dyn Files, style: Style) {
    let mut last_path = None;
    for (index, segment) in part.segments.iter().enumerate() {
        let path = segment.source.as_ref().map(|source| &source.path);
        if let Some(source) = &segment.source {
            let lines = lines_of(source, files);
            let _ = writeln!(
                out,
                "{}── {}{lines} · {} ──{}",
                style.dim,
                inert::line(&shown(project, &source.path)),
                segment.why,
                style.plain
            );
        }
        let mut text = String::new();
        segment.write(&mut text);
        for line in text.split_inclusive('\n') {
            // Tabs stay; what would drive the terminal does not.
            let line = shown_line(line.trim_end_matches(['\n', '\r']));
            let gutter = if path.is_some() { "│ " } else { "· " };
            let _ = writeln!(out, "{}{gutter}{}{line}", style.dim, style.plain);
        }
        last_path = path.or(last_path);
        let is_last_of_file = part.segments[index + 1..]
            .iter()
            .all(|next| next.source.as_ref().map(|source| &source.path) != path);
        if let Some(path) = path.filter(|_| is_last_of_file) {
            for loss in part
                .losses
                .iter()
                .filter(|loss| loss.path == *path && loss.kind != LossKind::Stripped)
            {
                lost(out, loss, files, style);
            }
        }
    }
    let shown_paths: Vec<_> = part.segments.iter().filter_map(source_path).collect();
    for loss in part
        .losses
        .iter()
        .filter(|loss| !shown_paths.contains(&&loss.path) && loss.kind != LossKind::Stripped)
    {
        let _ = writeln!(
            out,
            "{}── {} · {} ──{}",
            style.dim,
            inert::line(&shown(project, &loss.path)),
            loss.kind,
            style.plain
        );
        lost(out, loss, files, style);
    }
}

fn source_path(segment: &Segment) -> Option<&std::path::PathBuf> {
    segment.source.as_ref().map(|source| &source.path)
}

/// ` 1–14`, the lines of a segment in its file.
fn lines_of(source: &agents_prompt::effective::Source, files: &dyn Files) -> String {
    let Ok(file) = files.file(&source.path) else {
        return String::new();
    };
    let text = file.text();
    let first = text.line_of(source.range.start) + 1;
    let last = text.line_of(source.range.end.saturating_sub(1).max(source.range.start)) + 1;
    if first == last {
        format!(" {first}")
    } else {
        format!(" {first}–{last}")
    }
}

fn lost(out: &mut String, loss: &Loss, files: &dyn Files, style: Style) {
    let _ = writeln!(
        out,
        "{}✂ {} {}: {}{}",
        style.dim,
        quantity(loss.amount, loss.unit),
        loss.kind,
        cause(loss),
        style.plain
    );
    let Ok(file) = files.file(&loss.path) else { return };
    let text = file.text();
    let lines = text.line_of(loss.range.start)..text.line_of(loss.range.end.saturating_sub(1)) + 1;
    for line in lines.clone().take(LOST_LINES) {
        let range = text.line_range(line);
        let range = range.start.max(loss.range.start)
            ..range
                .end
                .min(loss.range.end)
                .max(range.start.max(loss.range.start));
        let _ = writeln!(
            out,
            "{}✂ {}{}",
            style.dim,
            shown_line(&text.substring(range)),
            style.plain
        );
    }
    if lines.len() > LOST_LINES {
        let _ = writeln!(
            out,
            "{}✂ … {} more lines{}",
            style.dim,
            number(lines.len() - LOST_LINES),
            style.plain
        );
    }
}

/// A line with its tabs, and nothing else that would drive the terminal.
fn shown_line(line: &str) -> String {
    line.chars()
        .map(|c| if c == '\t' { c } else { inert::plain(c) })
        .collect()
}
