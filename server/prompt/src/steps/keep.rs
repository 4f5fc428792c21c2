//! Caps over files where the runtime that is extended cuts nothing itself: the beginning of a file is kept, and
//! nothing tells that the rest is missing.

use super::{
    limit::{self, Limit},
    parameters::{self, Parameters},
};
use crate::effective::{Budget, Cause, EffectivePrompt, Loss, LossKind, Scope, Unit};
use agents_syntax::Text;
use std::{ops::Range, path::Path};

/// Caps that files take from, one after the other.
#[derive(Debug)]
pub struct Keeper {
    file: Option<Limit>,
    total: Option<Limit>,
    /// What the files so far would use of the shared cap, and what they do use, as it is counted.
    wanted: usize,
    used: usize,
    /// What did not fit, and how far the caps are used.
    losses: Vec<Loss>,
    budgets: Vec<Budget>,
}

impl Keeper {
    /// The caps among parameters; `window` is the base's context window.
    #[must_use]
    pub fn new(parameters: &Parameters, window: usize) -> Self {
        Self {
            file: parameters.file_limit(window),
            total: parameters.total_limit(window),
            wanted: 0,
            used: 0,
            losses: Vec::new(),
            budgets: Vec::new(),
        }
    }

    /// Whether there are any.
    #[must_use]
    pub fn has_caps(&self) -> bool {
        self.file.is_some() || self.total.is_some()
    }

    /// What is kept of a whole file; an empty one is kept.
    #[must_use]
    pub fn take_all(&mut self, path: &Path, text: &Text) -> Option<Range<usize>> {
        let all = 0..text.len();
        let kept = self.take(path, text, std::slice::from_ref(&all));
        kept.into_iter().next()
    }

    /// What is kept of stretches of a file, in order.
    #[must_use]
    pub fn take(&mut self, path: &Path, text: &Text, stretches: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut kept = stretches.to_vec();
        if let Some(limit) = self.file {
            self.budgets.push(Budget {
                scope: Scope::File(path.to_path_buf()),
                used: limit.gauge().amount(limit.gauge().whole_of(text, &kept)),
                cap: Some(limit.amount),
                unit: limit.unit,
                setting: Some(parameters::FILE_CAP.key),
            });
            let cause = Cause::FileCap { cap: limit.amount };
            kept = self.cut(path, text, kept, limit, limit.counted(), &cause);
        }
        if let Some(limit) = self.total {
            let gauge = limit.gauge();
            self.wanted += gauge.whole_of(text, &kept);
            let cause = Cause::TotalCap {
                cap: limit.amount,
                used_before: gauge.amount(self.used),
            };
            let left = limit.counted().saturating_sub(self.used);
            kept = self.cut(path, text, kept, limit, left, &cause);
            self.used += gauge.whole_of(text, &kept);
        }
        kept
    }

    fn cut(
        &mut self,
        path: &Path,
        text: &Text,
        stretches: Vec<Range<usize>>,
        limit: Limit,
        room: usize,
        cause: &Cause,
    ) -> Vec<Range<usize>> {
        let gauge = limit.gauge();
        let whole = gauge.whole_of(text, &stretches);
        if whole <= room {
            return stretches;
        }
        let mut kept = Vec::new();
        let mut left = room;
        let mut from = None;
        for range in &stretches {
            let length = gauge.between(text, range);
            // Where lines are counted, the last one that is kept ends before a break.
            let fits = length < left || length == left && limit.unit != Unit::Lines;
            if fits {
                left -= length;
                kept.push(range.clone());
                continue;
            }
            // Half of a letter is not kept.
            let end = gauge.head(text, range, left).at;
            if end > range.start {
                kept.push(range.start..end);
            }
            from = Some(end);
            break;
        }
        let end = stretches.last().map_or(0, |range| range.end);
        let kind = if kept.is_empty() {
            LossKind::Dropped
        } else {
            LossKind::Cut
        };
        let lost = if kept.is_empty() {
            0..text.len()
        } else {
            from.unwrap_or(end)..end
        };
        let mut loss = limit::lost(kind, path, text, lost, cause.clone(), limit.unit);
        loss.amount = gauge.amount(whole.saturating_sub(gauge.whole_of(text, &kept)));
        self.losses.push(loss);
        kept
    }

    /// Hands what was noted to the prompt; `base` is the runtime that has no caps itself.
    pub fn finish(mut self, prompt: &mut EffectivePrompt, base: &str) {
        if let Some(limit) = self.total.filter(|_| self.wanted > 0) {
            self.budgets.push(Budget {
                scope: Scope::Total,
                used: limit.gauge().amount(self.wanted),
                cap: Some(limit.amount),
                unit: limit.unit,
                setting: Some(parameters::TOTAL_CAP.key),
            });
        }
        if !self.losses.is_empty() {
            prompt.inexact(format!(
                "{base} has no cap to show how a file is cut; here its beginning is kept, and nothing tells of the rest."
            ));
        }
        limit::admit_tokens(prompt, &[self.file, self.total]);
        prompt.losses.append(&mut self.losses);
        prompt.budgets.append(&mut self.budgets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::situation::Settings;
    use serde_json::json;

    fn keeper(file: &str, total: &str) -> Keeper {
        let mut settings = Settings::default();
        settings.set("fileCap", &json!(file));
        settings.set("totalCap", &json!(total));
        Keeper::new(&Parameters::read(&settings), 200_000)
    }

    fn take(keeper: &mut Keeper, text: &str) -> String {
        let text = Text::new(text);
        let kept = keeper.take_all(Path::new("/w/a.md"), &text);
        kept.map(|range| text.substring(range)).unwrap_or_default()
    }

    fn take_of(keeper: &mut Keeper, text: &str, stretches: &[Range<usize>]) -> String {
        let text = Text::new(text);
        let kept = keeper.take(Path::new("/w/a.md"), &text, stretches);
        kept.into_iter().map(|range| text.substring(range)).collect()
    }

    #[test]
    fn files_are_cut_to_their_cap_and_then_to_what_is_left() {
        let mut keeper = keeper("2 lines", "10 bytes");
        assert_eq!(take(&mut keeper, "ab\ncd\nef\n"), "ab\ncd");
        assert_eq!(take(&mut keeper, "éé\ny\nx"), "éé\n");
        assert_eq!(take(&mut keeper, "more"), "");
        let causes: Vec<_> = keeper
            .losses
            .iter()
            .map(|loss| (loss.kind, loss.range.clone(), loss.amount, &loss.cause))
            .collect();
        let total = |used_before| Cause::TotalCap { cap: 10, used_before };
        assert_eq!(
            causes,
            [
                (LossKind::Cut, 6..9, 1, &Cause::FileCap { cap: 2 }),
                (LossKind::Cut, 7..8, 1, &Cause::FileCap { cap: 2 }),
                (LossKind::Cut, 5..6, 1, &total(5)),
                (LossKind::Dropped, 0..4, 4, &total(10)),
            ]
        );
        let mut prompt = EffectivePrompt::empty("x", "1");
        keeper.finish(&mut prompt, "x");
        assert!(!prompt.exact);
        let used: Vec<_> = prompt
            .budgets
            .iter()
            .map(|budget| (budget.used, budget.cap))
            .collect();
        assert_eq!(used, [(3, Some(2)), (3, Some(2)), (1, Some(2)), (15, Some(10))]);
    }

    #[test]
    fn stretches_count_together_and_letters_stay_whole() {
        let text = "one\n<!-- x -->two 😀\nthree";
        let stretches = [0..4, 14..22, 22..text.len()];
        for (cap, kept) in [
            ("5 chars", "one\nt"),
            ("4 chars", "one\n"),
            ("9 utf16", "one\ntwo "),
            ("2 lines", "one\ntwo 😀"),
            ("1 line", "one"),
            ("2 tokens", "one\ntwo "),
            ("99 lines", "one\ntwo 😀\nthree"),
        ] {
            assert_eq!(
                take_of(&mut keeper(cap, "9999 bytes"), text, &stretches),
                kept,
                "{cap}"
            );
        }
    }
}
