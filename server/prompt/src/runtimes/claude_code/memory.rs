//! What Claude Code noted for itself: the head of `MEMORY.md`.

use super::{load::Label, load::Loader, start};
use crate::{
    effective::{Budget, Cause, EffectivePrompt, LossKind, Scope, Segment, Unit},
    steps::{
        cut, loss, space,
        strip::{self, Stripped},
        walk,
    },
};
use agents_syntax::Text;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// What the file is called.
pub(super) const FILE: &str = "MEMORY.md";

/// Lines that are read (code.claude.com/docs/en/memory).
const LINES: usize = 200;

/// UTF-16 units that are read.
const UNITS: usize = 25_000;

/// UTF-16 units of the first line left out that the warning quotes.
const QUOTED: usize = 80;

/// The section of the memory: heading, text, and a warning when it is cut.
pub(super) fn section(loader: &Loader<'_>, prompt: &mut EffectivePrompt) -> Option<Vec<Segment>> {
    if !loader.settings.memory {
        return None;
    }
    let folder = match &loader.settings.memory_folder {
        Some(folder) => folder.clone(),
        None => folder(loader)?,
    };
    let path = folder.join(FILE);
    let file = loader.files.file(&path).ok()?;
    let text = file.text();
    let all = strip::comments_and_frontmatter(&file);
    let stripped = all.trimmed(text, space::javascript);
    if stripped.kept.is_empty() {
        let cause = Cause::Blank;
        let kind = LossKind::Skipped;
        prompt
            .losses
            .push(loss::whole(kind, &path, text, cause, Unit::Lines));
        return None;
    }
    for (range, cause) in &all.lost {
        let (range, cause) = (range.clone(), cause.clone());
        let kind = LossKind::Stripped;
        prompt
            .losses
            .push(loss::of(kind, &path, text, range, cause, Unit::Lines));
    }
    let heading = start::heading(loader.frame(), &path, Label::Memory);
    let mut segments: Vec<Segment> = heading.into_iter().collect();
    let head = Head::of(text, &stripped);
    let mut write = |range: Range<usize>, why: &'static str| {
        segments.push(match stripped.rewritten(text, &range) {
            Some(own) => Segment::rewritten(&path, range, own, why),
            None => Segment::file(&path, text, range, why),
        });
    };
    for range in &stripped.kept {
        let range = range.start..range.end.min(head.end);
        if range.start < range.end {
            write(
                range,
                if head.warning.is_some() {
                    "memory, cut"
                } else {
                    "memory"
                },
            );
        }
    }
    if let Some(warning) = head.warning {
        segments.push(Segment::literal(warning, "warning"));
        let (unit, cap) = if head.lines > LINES {
            (Unit::Lines, LINES)
        } else {
            (Unit::Utf16, UNITS)
        };
        let range = head.end..stripped.kept.last().map_or(head.end, |range| range.end);
        let cause = Cause::FileCap { cap };
        prompt
            .losses
            .push(loss::of(LossKind::Cut, &path, text, range, cause, unit));
    }
    for (used, cap, unit) in [(head.lines, LINES, Unit::Lines), (head.units, UNITS, Unit::Utf16)] {
        prompt.budgets.push(Budget {
            scope: Scope::File(path.clone()),
            used,
            cap: Some(cap),
            unit,
            setting: None,
        });
    }
    segments.extend(loader.frame().after(&path, ""));
    Some(segments)
}

/// The memory's folder is named after the repository's root, else the start folder, with every character that
/// is not a letter or digit as `-`.
fn folder(loader: &Loader<'_>) -> Option<PathBuf> {
    let base = loader.situation.user_folder("CLAUDE_CONFIG_DIR", ".claude")?;
    let start = &loader.situation.start;
    let root = walk::root_by_markers(loader.files, start, &[".git".to_owned()]);
    let root: &Path = root.as_deref().unwrap_or(start);
    let name: String = root
        .to_string_lossy()
        .encode_utf16()
        .map(|unit| {
            char::from_u32(unit.into())
                .filter(char::is_ascii_alphanumeric)
                .unwrap_or('-')
        })
        .collect();
    Some(base.join("projects").join(name).join("memory"))
}

/// How much of the memory is read.
struct Head {
    /// The byte of the file at which it ends.
    end: usize,
    lines: usize,
    units: usize,
    warning: Option<String>,
}

impl Head {
    fn of(text: &Text, stripped: &Stripped) -> Self {
        let units: usize = stripped
            .kept
            .iter()
            .map(|range| match stripped.rewritten(text, range) {
                Some(own) => own.encode_utf16().count(),
                None => Unit::Utf16.measure_between(text, range),
            })
            .sum();
        let lines = Lines::of(text, stripped);
        let count = lines.0.len();
        let whole = stripped.kept.last().map_or(0, |range| range.end);
        if count <= LINES && units <= UNITS {
            return Self {
                end: whole,
                lines: count,
                units,
                warning: None,
            };
        }
        // Whole lines: as many as fit both limits; when not even the first does, its beginning.
        let mut used = 0;
        let mut fitting = 0;
        for line in lines.0.iter().take(LINES) {
            let next = used + usize::from(fitting > 0) + line.units;
            if next > UNITS {
                break;
            }
            (used, fitting) = (next, fitting + 1);
        }
        let (end, what) = match (fitting, lines.0.get(fitting)) {
            (0, Some(line)) => {
                let from = cut::utf16_at(text, line.range.start);
                let end = text.utf16_to_byte(from + UNITS);
                let what = format!("everything after the first {UNITS} characters of line 1 was cut off");
                (end, what)
            }
            (_, next) => {
                let quote = next.map(|line| quote(text, line)).unwrap_or_default();
                let end = lines
                    .0
                    .get(fitting.max(1) - 1)
                    .map_or(whole, |line| line.range.end);
                let lost = count - fitting;
                let first = fitting + 1;
                let what =
                    format!("{lost} of {count} lines were cut off, starting at line {first} (\"{quote}\")");
                (end, what)
            }
        };
        let size = match (count > LINES, units > UNITS) {
            (true, true) => format!("{count} lines and {}", kilobytes(units)),
            (true, false) => format!("{count} lines (limit: {LINES})"),
            (false, _) => format!(
                "{} (limit: {}) — index entries are too long",
                kilobytes(units),
                kilobytes(UNITS)
            ),
        };
        Self {
            end,
            lines: count,
            units,
            warning: Some(format!(
                "\n\n> WARNING: MEMORY.md is {size}. Only part of it was loaded: {what}. Keep index entries to one \
                 line under ~200 chars; move detail into topic files."
            )),
        }
    }
}

struct Line {
    /// Bytes in the file, comments that were taken out included, without the line break.
    range: Range<usize>,
    units: usize,
}

struct Lines(Vec<Line>);

impl Lines {
    /// The lines of what is kept, as `split('\n')` has them.
    fn of(text: &Text, stripped: &Stripped) -> Self {
        let mut out: Vec<Line> = Vec::new();
        let mut open: Option<Line> = None;
        for range in &stripped.kept {
            let mut at = range.start;
            for char in text.slice(range.clone()).chars() {
                let next = at + char.len_utf8();
                let line = open.get_or_insert(Line {
                    range: at..at,
                    units: 0,
                });
                if char == '\n' {
                    out.extend(open.take());
                    open = Some(Line {
                        range: next..next,
                        units: 0,
                    });
                } else if !(char == '\r' && stripped.unix_breaks) {
                    line.range.end = next;
                    line.units += char.len_utf16();
                }
                at = next;
            }
        }
        out.extend(open);
        Self(out)
    }
}

fn quote(text: &Text, line: &Line) -> String {
    let content = text.substring(line.range.clone());
    let content = content.trim_matches(space::javascript);
    if content.encode_utf16().count() <= QUOTED {
        return content.to_owned();
    }
    let mut units = 0;
    let kept = content.chars().take_while(|char| {
        units += char.len_utf16();
        units < QUOTED
    });
    kept.chain(['…']).collect()
}

/// A size as Claude Code writes it, one digit behind the point unless that is 0.
fn kilobytes(units: usize) -> String {
    // Sizes of files, far below 2^52.
    let (size, name) = if units < 1024 * 1024 {
        (units as f64 / 1024.0, "KB")
    } else {
        (units as f64 / (1024.0 * 1024.0), "MB")
    };
    let written = format!("{size:.1}");
    format!("{}{name}", written.strip_suffix(".0").unwrap_or(&written))
}
