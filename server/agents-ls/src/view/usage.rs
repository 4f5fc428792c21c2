//! How far a runtime's cap is used, seen from one file: the numbers of a lens and of a status line.

use agents_lint::{
    finding::{number, quantity},
    view::shared_segments,
};
use agents_prompt::{Budget, Cause, EffectivePrompt, Loss, LossKind, Scope, Situation, Unit};
use std::{collections::BTreeSet, path::Path};

/// How far a cap is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Usage {
    /// What is sent.
    pub(crate) sent: usize,
    /// What is lost because of the cap.
    pub(crate) lost: usize,
    /// The cap; `None` when there is none.
    pub(crate) cap: Option<usize>,
    /// The unit of all three.
    pub(crate) unit: Unit,
    /// Whether they are about this file alone, and not about all files of the prompt.
    pub(crate) is_of_file: bool,
    /// Whether any of this file is sent.
    pub(crate) is_sent: bool,
    /// The other files that are counted with this one.
    pub(crate) others: Others,
}

/// Files that are counted with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Others {
    /// How many there are.
    pub(crate) count: usize,
    /// Whether all of them lie in folders above it.
    pub(crate) are_above: bool,
}

/// The usage of the cap that counts most for `path`: one that it loses text to, else the one that is used most.
pub(crate) fn usage(prompt: &EffectivePrompt, situation: &Situation, path: &Path) -> Usage {
    let capped = prompt.budgets.iter().filter_map(|budget| {
        let is_of_file = match &budget.scope {
            Scope::Total => false,
            Scope::File(of) if of == path => true,
            Scope::File(_) | Scope::List => return None,
        };
        Some((budget, budget.cap?, is_of_file))
    });
    let loses = |budget: &Budget| {
        prompt
            .all_losses()
            .any(|loss| loss.path == path && counts(budget, loss))
    };
    let fullest = capped.reduce(|best, other| {
        let is_more =
            (loses(other.0), Share(other.0.used, other.1)) > (loses(best.0), Share(best.0.used, best.1));
        if is_more { other } else { best }
    });
    let Some((budget, cap, is_of_file)) = fullest else {
        return without_cap(prompt, situation, path);
    };
    let losses = prompt.all_losses().filter(|loss| counts(budget, loss));
    let lost: usize = losses.map(|loss| loss.amount).sum();
    Usage {
        sent: budget.used.saturating_sub(lost).min(cap),
        lost,
        cap: Some(cap),
        unit: budget.unit,
        is_of_file,
        is_sent: prompt.loaded(path).next().is_some(),
        others: others(prompt, situation, path),
    }
}

/// A part of a whole, compared as a fraction.
struct Share(usize, usize);

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other).is_some_and(std::cmp::Ordering::is_eq)
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        let product = |part: usize, whole: usize| part as u128 * whole as u128;
        Some(product(self.0, other.1).cmp(&product(other.0, self.1)))
    }
}

/// Whether a loss is the work of this cap.
fn counts(budget: &Budget, loss: &Loss) -> bool {
    let is_by_cap = matches!(loss.kind, LossKind::Cut | LossKind::Dropped) && loss.unit == budget.unit;
    is_by_cap
        && match &budget.scope {
            Scope::File(of) => loss.path == *of && matches!(loss.cause, Cause::FileCap { .. }),
            Scope::Total => matches!(loss.cause, Cause::TotalCap { .. }),
            Scope::List => false,
        }
}

/// What is sent where no cap covers the file.
fn without_cap(prompt: &EffectivePrompt, situation: &Situation, path: &Path) -> Usage {
    let segments = shared_segments(prompt, situation);
    Usage {
        sent: segments.map(|segment| segment.measure(Unit::Bytes)).sum(),
        lost: 0,
        cap: None,
        unit: Unit::Bytes,
        is_of_file: false,
        is_sent: prompt.loaded(path).next().is_some(),
        others: others(prompt, situation, path),
    }
}

fn others(prompt: &EffectivePrompt, situation: &Situation, path: &Path) -> Others {
    let sources = shared_segments(prompt, situation).filter_map(|segment| segment.source.as_ref());
    let paths: BTreeSet<&Path> = sources
        .map(|source| source.path.as_path())
        .filter(|other| *other != path)
        .collect();
    let is_above = |other: &&Path| {
        let (folder, own) = (other.parent(), path.parent());
        folder != own
            && folder
                .zip(own)
                .is_some_and(|(folder, own)| own.starts_with(folder))
    };
    Others {
        count: paths.len(),
        are_above: paths.iter().all(is_above),
    }
}

impl Usage {
    /// `9,162 / 32,768 bytes (28 %) with 2 files above`, `900 / 900 bytes, 212 lost` or `1,210 bytes, no cap`.
    pub(crate) fn words(&self) -> String {
        let company = self.company();
        let Some(cap) = self.cap else {
            return format!("{}{company}, no cap", quantity(self.sent, self.unit));
        };
        let of = if self.is_of_file { " of this file" } else { "" };
        let end = match self.percent() {
            _ if self.lost > 0 => format!(", {} lost", number(self.lost)),
            Some(percent) => format!(" ({percent} %)"),
            None => String::new(),
        };
        let cap = quantity(cap, self.unit);
        format!("{} / {cap}{of}{end}{company}", number(self.sent))
    }

    /// ` with 2 files above`; empty where no other file is counted.
    fn company(&self) -> String {
        let count = self.others.count;
        if count == 0 || self.is_of_file {
            return String::new();
        }
        let with = if self.is_sent { "with" } else { "from" };
        let plural = if count == 1 { "" } else { "s" };
        let kind = match (self.others.are_above, self.is_sent) {
            (true, _) => format!("file{plural} above"),
            (false, true) => format!("other file{plural}"),
            (false, false) => format!("file{plural}"),
        };
        format!(" {with} {} {kind}", number(count))
    }

    /// How much of the cap is used, rounded up; `None` without a cap.
    pub(crate) fn percent(&self) -> Option<usize> {
        let cap = self.cap.filter(|cap| *cap > 0)?;
        Some((self.sent * 100).div_ceil(cap))
    }

    /// `28 %`, `212 lost`, `1,210 bytes`: the least that fits into a status line.
    pub(crate) fn brief(&self) -> String {
        match self.percent() {
            _ if self.lost > 0 => format!("{} lost", quantity(self.lost, self.unit)),
            Some(percent) => format!("{percent} %"),
            None => quantity(self.sent, self.unit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::{runtime::assemble, runtimes};
    use agents_workspace::MemoryFiles;
    use serde_json::json;

    /// How `AGENTS.md` of `/w/a` uses the caps of a runtime that has these settings.
    fn of(runtime: &str, settings: &[(&str, usize)], files: &[(&str, usize)]) -> String {
        let mut tree = MemoryFiles::new();
        tree.folder("/w/.git");
        for (path, length) in files {
            tree.add(format!("/w/{path}"), "x".repeat(*length));
        }
        let (runtime, version) = runtimes::find(runtime).expect("a runtime");
        let mut active = agents_prompt::Active::new(runtime, Vec::new()).expect("a version");
        for (key, value) in settings {
            active.set(key, &json!(value)).expect("a setting");
        }
        let mut situation = Situation::at("/w");
        situation.settings = active.settings.clone();
        situation.start = if tree_has(files, "a/AGENTS.md") {
            "/w/a".into()
        } else {
            "/w".into()
        };
        let prompt = assemble(runtime, version, &situation, &tree);
        let path = situation.start.join("AGENTS.md");
        let usage = usage(&prompt, &situation, &path);
        format!("{} | {}", usage.words(), usage.brief())
    }

    fn tree_has(files: &[(&str, usize)], path: &str) -> bool {
        files.iter().any(|(known, _)| *known == path)
    }

    #[test]
    fn a_shared_cap_counts_the_files_above() {
        let files = [("AGENTS.md", 60), ("a/AGENTS.md", 20)];
        let with_cap = |cap| of("codex", &[("project_doc_max_bytes", cap)], &files);
        assert_eq!(with_cap(800), "80 / 800 bytes (10 %) with 1 file above | 10 %");
        assert_eq!(
            with_cap(799),
            "80 / 799 bytes (11 %) with 1 file above | 11 %",
            "rounded up"
        );
        assert_eq!(
            with_cap(75),
            "75 / 75 bytes, 5 lost with 1 file above | 5 bytes lost"
        );
        assert_eq!(
            of("codex", &[], &[("AGENTS.md", 9_162)]),
            "9,162 / 32,768 bytes (28 %) | 28 %"
        );
    }

    #[test]
    fn without_a_cap_only_the_size_is_told() {
        let text = of("agents-md", &[], &[("AGENTS.md", 1_210)]);
        assert_eq!(text, "1,210 bytes, no cap | 1,210 bytes");
    }

    #[test]
    fn of_two_caps_the_one_that_text_is_lost_to_counts_and_else_the_fuller_one() {
        let caps = |file, total| {
            let settings = [
                ("agents.defaults.bootstrapMaxChars", file),
                ("agents.defaults.bootstrapTotalMaxChars", total),
            ];
            of("openclaw", &settings, &[("AGENTS.md", 1_000), ("SOUL.md", 1_000)])
        };
        assert!(
            caps(2_000, 20_000).starts_with("1,000 / 2,000 UTF-16 units of this file (50 %) |"),
            "{}",
            caps(2_000, 20_000)
        );
        assert!(
            caps(20_000, 4_000).contains(" / 4,000 UTF-16 units (5"),
            "{}",
            caps(20_000, 4_000)
        );
        assert!(
            caps(20_000, 4_000).contains(" with 1 other file"),
            "SOUL.md lies beside it: {}",
            caps(20_000, 4_000)
        );
        assert!(
            caps(500, 1_100).contains(" of this file, "),
            "{}",
            caps(500, 1_100)
        );
    }
}
