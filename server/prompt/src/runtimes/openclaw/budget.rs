//! How much of each file is taken.

use super::{
    pieces::{self, Piece},
    release::Release,
    truncate,
    workspace::{Bootstrap, Content},
};
use crate::{
    effective::{Budget, Cause, Loss, LossKind, Scope, Unit},
    steps::{loss, space},
};
use agents_syntax::Text;
use std::{ops::Range, path::PathBuf};

/// Units of the budget below which no further file is looked at.
const LEAST_LEFT: usize = 64;

/// UTF-16 units that may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Of one file.
    pub file: usize,
    /// Of all files.
    pub total: usize,
}

impl Caps {
    fn of_file(self, name: &str, release: &Release) -> usize {
        match release.user_cap {
            Some(most) if name.eq_ignore_ascii_case("USER.md") => self.file.min(most),
            _ => self.file,
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
}

/// Takes files in order until the budget is used up.
#[must_use]
pub fn build(files: &[Bootstrap], caps: Caps, release: &Release) -> Built {
    let mut built = Built::default();
    let mut left = caps.total;
    let mut closed = false;
    for one in files {
        closed |= left == 0;
        if closed {
            built.drop_file(one, caps, left);
            continue;
        }
        match &one.content {
            Content::Missing => {
                let text = Text::new(&format!("[MISSING] Expected at: {}", one.path.display()));
                let whole = vec![Piece::Kept(0..text.len())];
                let pieces = pieces::clamped(whole, &text, left);
                left = left.saturating_sub(pieces::units(&pieces, &text));
                built.files.push(Injected {
                    path: one.path.clone(),
                    text,
                    is_file: false,
                    pieces,
                    cut: false,
                });
            }
            Content::Text(_) | Content::Unreadable(_) if left < LEAST_LEFT => {
                built.log.push(format!(
                    "remaining bootstrap budget is {left} chars (<{LEAST_LEFT}); skipping additional bootstrap \
                     files"
                ));
                closed = true;
                built.drop_file(one, caps, left);
            }
            Content::Text(file) => left -= built.take(one, file.text(), true, caps, left, release),
            Content::Unreadable(why) => {
                let text = Text::new(&format!("[UNREADABLE: {why}]"));
                built.losses.push(loss::unreadable(&one.path, why, Unit::Utf16));
                left -= built.take(one, &text, false, caps, left, release);
            }
        }
    }
    built
}

impl Built {
    /// Takes one file; how many units of the budget it uses.
    fn take(
        &mut self,
        one: &Bootstrap,
        text: &Text,
        is_file: bool,
        caps: Caps,
        left: usize,
        release: &Release,
    ) -> usize {
        let file_cap = caps.of_file(&one.name, release);
        let cap = file_cap.min(left).max(1);
        let trimmed = truncate::trim(text, &one.name, cap, release);
        let end = space::trimmed_end(text, space::javascript);
        if is_file {
            let (kind, cause) = if end == 0 {
                (LossKind::Skipped, Cause::Blank)
            } else {
                (LossKind::Stripped, Cause::Trimmed)
            };
            if end < text.len() || end == 0 {
                self.losses.push(loss::of(
                    kind,
                    &one.path,
                    text,
                    end..text.len(),
                    cause,
                    Unit::Utf16,
                ));
            }
        }
        let before = pieces::units(&trimmed.pieces, text);
        let pieces = pieces::clamped(trimmed.pieces, text, left);
        let units = pieces::units(&pieces, text);
        if units == 0 {
            return 0;
        }
        let cut = trimmed.truncated || units < before;
        if cut {
            self.truncated |= units < trimmed.original;
            self.log.push(format!(
                "workspace bootstrap file {} is {} chars (limit {cap}); truncating in injected context",
                one.name, trimmed.original
            ));
        }
        if cut && is_file {
            let cause = if cap == file_cap {
                Cause::FileCap { cap }
            } else {
                Cause::TotalCap {
                    cap: caps.total,
                    used_before: caps.total - left,
                }
            };
            for gap in gaps(&pieces, end) {
                if !text.slice(gap.clone()).chars().all(space::javascript) {
                    let (kind, cause) = (LossKind::Cut, cause.clone());
                    self.losses
                        .push(loss::of(kind, &one.path, text, gap, cause, Unit::Utf16));
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
            let used_before = caps.total - left;
            (
                LossKind::Dropped,
                Cause::TotalCap {
                    cap: caps.total,
                    used_before,
                },
            )
        };
        self.losses
            .push(loss::whole(kind, &one.path, text, cause, Unit::Utf16));
    }

    /// How far the caps are used.
    pub(super) fn budgets(&self, files: &[Bootstrap], caps: Caps, release: &Release) -> Vec<Budget> {
        let mut out = Vec::new();
        let mut total = 0;
        for one in files {
            let Content::Text(file) = &one.content else {
                continue;
            };
            let end = space::trimmed_end(file.text(), space::javascript);
            let used = crate::steps::cut::utf16_at(file.text(), end);
            let cap = caps.of_file(&one.name, release);
            total += used.min(cap);
            out.push(Budget {
                scope: Scope::File(one.path.clone()),
                used,
                cap: Some(cap),
                unit: Unit::Utf16,
                setting: (cap == caps.file).then_some("agents.defaults.bootstrapMaxChars"),
            });
        }
        let missing = self.files.iter().filter(|one| !one.is_file);
        total += missing.map(|one| one.text.utf16_len()).sum::<usize>();
        out.push(Budget {
            scope: Scope::Total,
            used: total,
            cap: Some(caps.total),
            unit: Unit::Utf16,
            setting: Some("agents.defaults.bootstrapTotalMaxChars"),
        });
        out
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
