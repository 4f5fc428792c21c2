//! How much of each file is taken.

use super::{
    pieces::{self, Piece},
    release::Release,
    truncate,
    workspace::{Bootstrap, Content, MOST_BYTES},
};
use crate::{
    effective::{Budget, Cause, Loss, LossKind, Scope, Unit},
    steps::{
        limit::{self, Gauge, Limit},
        loss, parameters, space,
    },
};
use agents_syntax::Text;
use std::{ops::Range, path::PathBuf};

/// What of the budget must be left for a further file to be looked at: 64 UTF-16 units; where lines are counted, one.
fn least_left(unit: Unit) -> usize {
    match unit {
        Unit::Lines => 1,
        Unit::Bytes | Unit::Utf16 | Unit::Characters | Unit::Tokens => 64,
    }
}

/// What may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Of one file.
    pub file: Limit,
    /// Of all files.
    pub total: Limit,
    /// Whether the cap of a file is one of a runtime that extends OpenClaw, and the same for the total.
    pub own: (bool, bool),
}

impl Caps {
    /// OpenClaw's own: so many UTF-16 units.
    #[must_use]
    pub const fn utf16(file: usize, total: usize) -> Self {
        Self {
            file: Limit::new(file, Unit::Utf16),
            total: Limit::new(total, Unit::Utf16),
            own: (false, false),
        }
    }

    fn of_file(self, name: &str, release: &Release) -> Limit {
        match release.user_cap {
            Some(most) if name.eq_ignore_ascii_case("USER.md") && !self.own.0 => {
                Limit::new(self.file.amount.min(most), Unit::Utf16)
            }
            _ => self.file,
        }
    }

    /// The total when so much of it, as it is counted, is left.
    fn total_cause(self, left: usize) -> Cause {
        Cause::TotalCap {
            cap: self.total.amount,
            used_before: self.total.gauge().amount(self.total.counted() - left),
        }
    }
}

/// What is sent of one file.
#[derive(Debug, Clone)]
pub struct Injected {
    /// Its path as the prompt shows it.
    pub path: PathBuf,
    /// The text its pieces are cut from: the file's, or the words that stand for it.
    pub text: Text,
    /// Whether `text` is the file's.
    pub is_file: bool,
    /// What is sent.
    pub pieces: Vec<Piece>,
    /// Whether it is shortened.
    pub cut: bool,
}

impl Injected {
    /// What is sent, before it is put into the prompt.
    #[must_use]
    pub fn content(&self) -> String {
        let mut out = String::new();
        for piece in &self.pieces {
            piece.write(&self.text, &mut out);
        }
        out
    }
}

/// What is sent of all files.
#[derive(Debug, Clone, Default)]
pub struct Built {
    /// The files in the order of the budget.
    pub files: Vec<Injected>,
    /// Lines of the gateway's log.
    pub log: Vec<String>,
    /// What does not reach the model.
    pub losses: Vec<Loss>,
    /// Whether a file was shortened or left out.
    pub truncated: bool,
    /// The units of the caps by which files were shortened.
    pub units: Vec<Unit>,
}

/// Takes files in order until the budget is used up.
#[must_use]
pub fn build(files: &[Bootstrap], caps: Caps, release: &Release) -> Built {
    let mut built = Built::default();
    let gauge = caps.total.gauge();
    let least = least_left(caps.total.unit);
    let mut left = caps.total.counted();
    let mut closed = false;
    for one in files {
        closed |= left == 0;
        if closed {
            built.drop_file(one, caps, left);
            continue;
        }
        if let Some(file) = &one.too_large {
            let (kind, cause) = (LossKind::Dropped, Cause::FileCap { cap: MOST_BYTES });
            let lost = loss::whole(kind, &one.path, file.text(), cause, Unit::Bytes);
            built.losses.push(lost);
        }
        match &one.content {
            Content::Missing => {
                let text = Text::new(&format!("[MISSING] Expected at: {}", one.path.display()));
                let whole = vec![Piece::Kept(0..text.len())];
                let pieces = pieces::clamped(whole, &text, left, gauge);
                left = left.saturating_sub(pieces::units(&pieces, &text, gauge));
                built.files.push(Injected {
                    path: one.path.clone(),
                    text,
                    is_file: false,
                    pieces,
                    cut: false,
                });
            }
            Content::Text(_) | Content::Unreadable(_) if left < least => {
                built.log.push(format!(
                    "remaining bootstrap budget is {} {} (<{}); skipping additional bootstrap files",
                    gauge.amount(left),
                    truncate::word(caps.total.unit),
                    gauge.amount(least)
                ));
                closed = true;
                built.drop_file(one, caps, left);
            }
            Content::Text(file) => left -= built.take(one, file.text(), true, caps, left, release),
            Content::Unreadable(why) => {
                let text = Text::new(&format!("[UNREADABLE: {why}]"));
                if one.too_large.is_none() {
                    let lost = loss::unreadable(&one.path, why, caps.file.unit);
                    built.losses.push(lost);
                }
                left -= built.take(one, &text, false, caps, left, release);
            }
        }
    }
    built
}

/// What of a file is within both caps.
struct Fitted {
    pieces: Vec<Piece>,
    /// How the cap that holds is counted, and what it is.
    gauge: Gauge,
    cap: usize,
    /// The file's length, counted so.
    original: usize,
    truncated: bool,
    /// Whether it is the cap of one file.
    is_by_file: bool,
}

impl Fitted {
    fn of(one: &Bootstrap, text: &Text, caps: Caps, left: usize, release: &Release) -> Self {
        let file = caps.of_file(&one.name, release);
        let total = caps.total.gauge();
        let trim = |cap: usize, gauge: Gauge, is_by_file: bool| {
            let trimmed = truncate::trim(text, &one.name, cap, gauge, release);
            Self {
                pieces: trimmed.pieces,
                gauge,
                cap,
                original: trimmed.original,
                truncated: trimmed.truncated,
                is_by_file,
            }
        };
        if file.unit == caps.total.unit {
            let cap = file.counted().min(left).max(1);
            return trim(cap, total, cap == file.counted());
        }
        let by_file = trim(file.counted(), file.gauge(), true);
        if pieces::units(&by_file.pieces, text, total) <= left {
            return by_file;
        }
        // Within what is left it may be over the cap of the file still: many short lines are few letters.
        let mut by_total = trim(left.max(1), total, false);
        by_total.truncated |= pieces::units(&by_total.pieces, text, file.gauge()) > file.counted();
        by_total.pieces = pieces::clamped(by_total.pieces, text, file.counted(), file.gauge());
        by_total
    }
}

impl Built {
    /// Takes one file; how much of the budget it uses.
    fn take(
        &mut self,
        one: &Bootstrap,
        text: &Text,
        is_file: bool,
        caps: Caps,
        left: usize,
        release: &Release,
    ) -> usize {
        let total = caps.total.gauge();
        let fitted = Fitted::of(one, text, caps, left, release);
        let (gauge, unit) = (fitted.gauge, fitted.gauge.unit());
        let end = space::trimmed_end(text, space::javascript);
        if is_file {
            let (kind, cause) = if end == 0 {
                (LossKind::Skipped, Cause::Blank)
            } else {
                (LossKind::Stripped, Cause::Trimmed)
            };
            if end < text.len() || end == 0 {
                let space = loss::of(kind, &one.path, text, end..text.len(), cause, unit);
                self.losses.push(space);
            }
        }
        let before = pieces::units(&fitted.pieces, text, total);
        let pieces = pieces::clamped(fitted.pieces, text, left, total);
        let units = pieces::units(&pieces, text, total);
        if units == 0 {
            return 0;
        }
        let cut = fitted.truncated || units < before;
        if cut {
            self.units.push(unit);
            // The oldest release may add more than it takes away.
            self.truncated |= pieces::units(&pieces, text, gauge) < fitted.original;
            self.log.push(format!(
                "workspace bootstrap file {} is {} {} (limit {}); truncating in injected context",
                one.name,
                gauge.amount(fitted.original),
                truncate::word(unit),
                gauge.amount(fitted.cap)
            ));
        }
        if cut && is_file {
            let cause = if fitted.is_by_file {
                Cause::FileCap {
                    cap: gauge.amount(fitted.cap),
                }
            } else {
                caps.total_cause(left)
            };
            for gap in gaps(&pieces, end) {
                if !text.slice(gap.clone()).chars().all(space::javascript) {
                    let (kind, cause) = (LossKind::Cut, cause.clone());
                    self.losses
                        .push(limit::lost(kind, &one.path, text, gap, cause, unit));
                }
            }
        }
        self.files.push(Injected {
            path: one.path.clone(),
            text: text.clone(),
            is_file,
            pieces,
            cut,
        });
        units
    }

    fn drop_file(&mut self, one: &Bootstrap, caps: Caps, left: usize) {
        let Content::Text(file) = &one.content else {
            return;
        };
        let text = file.text();
        let (kind, cause) = if space::is_blank(text, space::javascript) {
            (LossKind::Skipped, Cause::Blank)
        } else {
            self.truncated = true;
            (LossKind::Dropped, caps.total_cause(left))
        };
        let (all, unit) = (0..text.len(), caps.total.unit);
        self.losses
            .push(limit::lost(kind, &one.path, text, all, cause, unit));
    }

    /// How far the caps are used.
    pub(super) fn budgets(&self, files: &[Bootstrap], caps: Caps, release: &Release) -> Vec<Budget> {
        let mut out = Vec::new();
        let shared = caps.total.gauge();
        let mut total = 0;
        for one in files {
            let Content::Text(file) = &one.content else {
                continue;
            };
            let text = file.text();
            let end = space::trimmed_end(text, space::javascript);
            let cap = caps.of_file(&one.name, release);
            let used = cap.gauge().whole(text, &(0..end));
            total += if cap.unit == caps.total.unit {
                used.min(cap.counted())
            } else if used <= cap.counted() {
                shared.whole(text, &(0..end))
            } else {
                self.sent(one, shared)
            };
            let setting = match caps.own.0 {
                true => Some(parameters::FILE_CAP.key),
                false => (cap == caps.file).then_some("agents.defaults.bootstrapMaxChars"),
            };
            out.push(Budget {
                scope: Scope::File(one.path.clone()),
                used: cap.gauge().amount(used),
                cap: Some(cap.amount),
                unit: cap.unit,
                setting,
            });
        }
        let missing = self.files.iter().filter(|one| !one.is_file);
        total += missing
            .map(|one| shared.whole(&one.text, &(0..one.text.len())))
            .sum::<usize>();
        out.push(Budget {
            scope: Scope::Total,
            used: shared.amount(total),
            cap: Some(caps.total.amount),
            unit: caps.total.unit,
            setting: Some(match caps.own.1 {
                true => parameters::TOTAL_CAP.key,
                false => "agents.defaults.bootstrapTotalMaxChars",
            }),
        });
        out
    }

    /// The length of what is sent of a file.
    fn sent(&self, one: &Bootstrap, gauge: Gauge) -> usize {
        let sent = self.files.iter().find(|sent| sent.path == one.path);
        sent.map_or(0, |sent| pieces::units(&sent.pieces, &sent.text, gauge))
    }
}

/// The parts of `0..end` that no piece holds.
fn gaps(pieces: &[Piece], end: usize) -> Vec<Range<usize>> {
    let mut held: Vec<Range<usize>> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Kept(range) | Piece::Digest(range, _) => Some(range.clone()),
            Piece::Half(_) | Piece::Own(_) => None,
        })
        .collect();
    held.sort_by_key(|range| range.start);
    let mut out = Vec::new();
    let mut at = 0;
    for range in held {
        if range.start > at {
            out.push(at..range.start);
        }
        at = at.max(range.end);
    }
    if at < end {
        out.push(at..end);
    }
    out
}
