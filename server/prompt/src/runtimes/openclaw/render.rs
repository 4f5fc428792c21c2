//! The text of the Project Context.

use super::{
    budget::{Built, Injected},
    pieces::Piece,
    release::{Heartbeat, Release},
};
use crate::{
    effective::{Cause, Layer, LossKind, Part, Segment, Unit},
    steps::{loss, parameters::Parameters},
};
use std::{ops::Range, path::Path};

/// The order in the prompt, which is not that of the budget.
const ORDER: &[&str] = &[
    "agents.md",
    "soul.md",
    "identity.md",
    "user.md",
    "tools.md",
    "bootstrap.md",
    "memory.md",
];

/// The context, and up to 2026.7 a second one for HEARTBEAT.md, which changes often. A runtime that extends OpenClaw
/// and names its files has them in its order, in one context; `root` is the workspace.
#[must_use]
pub fn parts(built: &Built, release: &Release, parameters: &Parameters, root: &Path) -> Vec<Part> {
    let mut files: Vec<&Injected> = built.files.iter().collect();
    if parameters.files.is_none() {
        sort(&mut files);
    }
    let (dynamic, stable): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| !release.about_user && parameters.files.is_none() && name(file) == "heartbeat.md");
    let context = Context {
        release,
        parameters,
        root,
    };
    let mut parts = Vec::new();
    if !stable.is_empty() {
        let heading = context.heading(&stable);
        parts.push(context.part("project-context", heading, &stable));
    }
    if !dynamic.is_empty() {
        let heading = if stable.is_empty() {
            "# Project Context\n"
        } else {
            "# Dynamic Project Context\n"
        };
        let own = parameters.heading.as_ref().filter(|_| stable.is_empty());
        let heading = match own {
            Some(own) => vec![Segment::literal(own.clone(), "heading")],
            None => vec![
                Segment::literal(heading, "heading"),
                Segment::literal(
                    "The following frequently-changing project context files are kept below the cache boundary when \
                     possible:\n",
                    "fixed text",
                ),
            ],
        };
        parts.push(context.part("dynamic-project-context", heading, &dynamic));
    }
    if let (Some(last), Some(ending)) = (parts.last_mut(), &parameters.ending) {
        last.segments.push(Segment::literal(ending.clone(), "end"));
    }
    parts
}

fn sort(files: &mut [&Injected]) {
    let place = |name: &str| {
        ORDER
            .iter()
            .position(|known| known == &name)
            .unwrap_or(ORDER.len())
    };
    files.sort_by_key(|file| {
        let name = name(file);
        (place(&name), name, file.path.clone())
    });
}

fn name(file: &Injected) -> String {
    file.path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// What decides the words around files.
struct Context<'a> {
    release: &'a Release,
    parameters: &'a Parameters,
    root: &'a Path,
}

impl Context<'_> {
    /// What stands before the files.
    fn heading(&self, files: &[&Injected]) -> Vec<Segment> {
        if let Some(own) = &self.parameters.heading {
            return vec![Segment::literal(own.clone(), "heading")];
        }
        let mut segments = vec![
            Segment::literal("# Project Context\n", "heading"),
            Segment::literal(self.release.opening, "fixed text"),
        ];
        for about in ["SOUL.md", "MEMORY.md", "USER.md"] {
            let known = about != "USER.md" || self.release.about_user;
            if known && files.iter().any(|file| name(file) == about.to_lowercase()) {
                segments.push(Segment::literal(
                    format!("⟪openclaw: about {about}⟫\n"),
                    "fixed text",
                ));
            }
        }
        segments
    }

    fn part(&self, name: &'static str, mut segments: Vec<Segment>, files: &[&Injected]) -> Part {
        let mut losses = Vec::new();
        for (index, file) in files.iter().enumerate() {
            if let Some(separator) = self.parameters.separator.as_ref().filter(|_| index > 0) {
                segments.push(Segment::literal(separator.clone(), "between files"));
            }
            let own = self.parameters.heading_of(self.root, &file.path);
            let heading = own.unwrap_or_else(|| format!("## {}\n", file.path.display()));
            segments.push(Segment::literal(heading, "heading of the file"));
            let clean = Clean::of(file, self.release);
            clean.segments(file, &mut segments);
            if file.is_file {
                for range in &clean.squeezed {
                    let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
                    losses.push(loss::of(
                        kind,
                        &file.path,
                        &file.text,
                        range.clone(),
                        cause,
                        Unit::Utf16,
                    ));
                }
            }
            match self.parameters.end_of(self.root, &file.path) {
                Some(own) => segments.push(Segment::literal(own, "after the file")),
                // The prompt is made of lines that are not empty; a file may become one.
                None if !clean.is_empty => segments.push(Segment::literal("\n", "after the file")),
                None => {}
            }
        }
        Part {
            name,
            role: "system",
            layer: Layer::Start,
            segments,
            losses,
        }
    }
}

/// A file's content with what the prompt leaves out marked: an old block about heartbeats, line breaks
/// beyond two, and the CR of CR LF.
struct Clean {
    content: String,
    /// Ends of the pieces in `content`.
    ends: Vec<usize>,
    /// Bytes of `content` that are left out, in order.
    gone: Vec<Range<usize>>,
    /// Bytes of the file's text that are left out, CRs aside.
    squeezed: Vec<Range<usize>>,
    /// Whether nothing is left, before CRs are looked at.
    is_empty: bool,
}

impl Clean {
    fn of(file: &Injected, release: &Release) -> Self {
        let mut content = String::new();
        let mut ends = Vec::new();
        for piece in &file.pieces {
            piece.write(&file.text, &mut content);
            ends.push(content.len());
        }
        let mut gone = heartbeat_blocks(&content, release.heartbeat);
        squeeze(&content, &mut gone);
        let mut clean = Self {
            squeezed: Vec::new(),
            is_empty: gone.iter().map(ExactSizeIterator::len).sum::<usize>() == content.len(),
            content,
            ends,
            gone,
        };
        clean.squeezed = clean.in_source(file);
        if release.plain_line_ends {
            carriage_returns(&clean.content, &mut clean.gone);
        }
        clean
    }

    /// The left-out bytes that stem from the file.
    fn in_source(&self, file: &Injected) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut start = 0;
        for (piece, end) in file.pieces.iter().zip(&self.ends) {
            if let Piece::Kept(source) = piece {
                for gone in &self.gone {
                    let (from, to) = (gone.start.max(start), gone.end.min(*end));
                    if from < to {
                        out.push(source.start + (from - start)..source.start + (to - start));
                    }
                }
            }
            start = *end;
        }
        out
    }

    fn segments(&self, file: &Injected, out: &mut Vec<Segment>) {
        let why = if !file.is_file {
            "in place of the file"
        } else if file.cut {
            "workspace file, cut"
        } else {
            "workspace file"
        };
        let mut start = 0;
        let mut gone = self.gone.iter().peekable();
        for (piece, end) in file.pieces.iter().zip(&self.ends) {
            let mut kept: Vec<Range<usize>> = Vec::new();
            let mut at = start;
            while let Some(range) = gone.peek().filter(|range| range.start < *end) {
                if range.start > at {
                    kept.push(at..range.start);
                }
                at = range.end.min(*end).max(at);
                if range.end > *end {
                    break;
                }
                gone.next();
            }
            if at < *end {
                kept.push(at..*end);
            }
            self.piece(file, piece, start, &kept, why, out);
            start = *end;
        }
    }

    /// The segments of one piece, of which the ranges `kept` of the content are sent.
    fn piece(
        &self,
        file: &Injected,
        piece: &Piece,
        start: usize,
        kept: &[Range<usize>],
        why: &'static str,
        out: &mut Vec<Segment>,
    ) {
        let text = || {
            kept.iter()
                .map(|range| &self.content[range.clone()])
                .collect::<String>()
        };
        match piece {
            Piece::Kept(source) if file.is_file => {
                // One segment for a text whose CRs are gone, rather than one for each of its lines.
                let carriage_returns = kept
                    .windows(2)
                    .any(|pair| self.content[pair[0].end..pair[1].start].contains('\r'));
                if carriage_returns {
                    out.push(Segment::rewritten(&file.path, source.clone(), text(), why));
                    return;
                }
                for range in kept {
                    let from = source.start + (range.start - start);
                    out.push(Segment::file(
                        &file.path,
                        &file.text,
                        from..from + range.len(),
                        why,
                    ));
                }
            }
            Piece::Half(source) if file.is_file => {
                out.push(Segment::rewritten(
                    &file.path,
                    source.clone(),
                    text(),
                    "letter cut in two",
                ));
            }
            Piece::Digest(source, _) => {
                out.push(Segment::rewritten(
                    &file.path,
                    source.clone(),
                    text(),
                    "policy line",
                ));
            }
            Piece::Kept(_) | Piece::Half(_) => out.push(Segment::literal(text(), why)),
            Piece::Own(_) => out.push(Segment::literal(text(), "notice")),
        }
        if out.last().is_some_and(Segment::is_empty) {
            out.pop();
        }
    }
}

/// The block that older templates had, in the forms a release takes out.
fn heartbeat_blocks(content: &str, forms: Heartbeat) -> Vec<Range<usize>> {
    const OPENING: &str = "Default heartbeat prompt:";
    const EXACT: &str = "\n`Read HEARTBEAT.md if it exists (workspace context). Follow it strictly. Do not infer or \
                         repeat old tasks from prior chats. If nothing needs attention, reply HEARTBEAT_OK.`";
    let blocks = content.match_indices(OPENING).filter_map(|(start, _)| {
        let at = start + OPENING.len();
        let length = match forms {
            Heartbeat::Exact => content[at..].starts_with(EXACT).then_some(EXACT.len()),
            Heartbeat::Pattern => quoted_prompt(&content[at..]),
        };
        Some(start..at + length?)
    });
    blocks.collect()
}

/// The length of a quoted heartbeat prompt on the next line.
fn quoted_prompt(text: &str) -> Option<usize> {
    const TEXTS: &[&str] = &[
        "`Read HEARTBEAT.md if it exists",
        "`Follow the heartbeat monitor scratch context when provided.",
    ];
    let quoted = text.strip_prefix('\r').unwrap_or(text).strip_prefix('\n')?;
    let opening = TEXTS.iter().find(|opening| quoted.starts_with(**opening))?;
    let rest = &quoted[opening.len()..];
    let line = &rest[..rest.find(['`', '\r', '\n'])?];
    let closed = rest[line.len()..].starts_with('`') && line.ends_with("HEARTBEAT_OK.");
    closed.then(|| text.len() - quoted.len() + opening.len() + line.len() + 1)
}

/// Adds every LF after the second in a row.
fn squeeze(content: &str, gone: &mut Vec<Range<usize>>) {
    let mut extra = Vec::new();
    let mut run = 0;
    let mut blocks = gone.iter().peekable();
    let mut skip_to = 0;
    for (at, byte) in content.bytes().enumerate() {
        if let Some(block) = blocks.next_if(|block| block.start == at) {
            skip_to = block.end;
        }
        if at < skip_to {
            continue;
        }
        run = if byte == b'\n' { run + 1 } else { 0 };
        if run > 2 {
            extra.push(at..at + 1);
        }
    }
    gone.extend(extra);
    gone.sort_by_key(|range| range.start);
    join(gone);
}

/// Adds every CR that stands before a LF in what is left.
fn carriage_returns(content: &str, gone: &mut Vec<Range<usize>>) {
    if !content.contains('\r') {
        return;
    }
    let mut extra = Vec::new();
    let mut left_out = gone.iter().peekable();
    let mut pending: Option<usize> = None;
    for (at, byte) in content.bytes().enumerate() {
        while left_out.next_if(|range| range.end <= at).is_some() {}
        if left_out.peek().is_some_and(|range| range.contains(&at)) {
            continue;
        }
        if let Some(cr) = pending.take().filter(|_| byte == b'\n') {
            extra.push(cr..cr + 1);
        }
        pending = (byte == b'\r').then_some(at);
    }
    // A line break follows every file.
    extra.extend(pending.map(|cr| cr..cr + 1));
    gone.extend(extra);
    gone.sort_by_key(|range| range.start);
}

/// Joins ranges that touch.
fn join(ranges: &mut Vec<Range<usize>>) {
    ranges.dedup_by(|next, before| {
        let touch = next.start <= before.end;
        if touch {
            before.end = before.end.max(next.end);
        }
        touch
    });
}
