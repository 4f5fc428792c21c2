//! What became of each file of a prompt, in the runtime's unit.

use crate::view::cause::cause;
use agents_lint::finding::{number, quantity};
use agents_prompt::{Budget, Cause, EffectivePrompt, Loss, LossKind, Scope, Segment, Unit};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// The width of a bar, in characters: a bar, its number and the unit fit into a line of 80.
const BAR: usize = 30;

/// One file of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileUse {
    /// The file.
    pub(crate) path: PathBuf,
    /// What of it reaches the model, in the summary's unit.
    pub(crate) loaded: usize,
    /// Its length.
    pub(crate) total: usize,
    /// Why it is there, or why not.
    pub(crate) why: String,
}

/// All files of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    /// The unit of all numbers: that of the runtime's caps, else bytes.
    pub(crate) unit: Unit,
    /// The files in the order of the prompt, those that are lost as a whole last.
    pub(crate) files: Vec<FileUse>,
    /// Length of all parts.
    pub(crate) used: usize,
    /// How far the cap is used, if there is one.
    pub(crate) share: Option<Share>,
    /// Length of all parts in bytes, for an estimate of tokens.
    pub(crate) bytes: usize,
}

/// How far a cap is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Share {
    /// What is sent.
    pub(crate) sent: usize,
    /// What is lost because of the cap.
    pub(crate) lost: usize,
    /// The cap.
    pub(crate) cap: usize,
}

impl Summary {
    /// `900 of 900 bytes, 212 lost` with a bar.
    pub(crate) fn usage(&self) -> String {
        let Some(Share { sent, lost, cap }) = self.share else {
            return format!("{} sent, no cap", quantity(self.used, self.unit));
        };
        let end = match (lost, cap) {
            (0, 0) => String::new(),
            (0, _) => format!(" ({} %)", (sent * 100).div_ceil(cap)),
            _ => format!(", {} lost", number(lost)),
        };
        format!(
            "{} {} of {}{end}",
            bar(sent, cap),
            number(sent),
            quantity(cap, self.unit)
        )
    }
}

/// Sums a prompt up.
pub(crate) fn summary(prompt: &EffectivePrompt, files: &dyn Files) -> Summary {
    let unit = capped(prompt).map_or(Unit::Bytes, |budget| budget.unit);
    let mut uses: Vec<FileUse> = Vec::new();
    for segment in prompt.parts.iter().flat_map(|part| &part.segments) {
        let Some(source) = &segment.source else { continue };
        let loaded = loaded(segment, unit);
        match uses.iter_mut().find(|file| file.path == source.path) {
            Some(file) => file.loaded += loaded,
            None => uses.push(FileUse {
                path: source.path.clone(),
                loaded,
                total: total(&source.path, unit, files),
                why: segment.why.to_string(),
            }),
        }
    }
    for loss in prompt.all_losses() {
        if uses.iter().any(|file| file.path == loss.path) || loss.kind == LossKind::Stripped {
            continue;
        }
        uses.push(FileUse {
            path: loss.path.clone(),
            loaded: 0,
            total: total(&loss.path, unit, files),
            why: format!("{}: {}", loss.kind, cause(loss)),
        });
    }
    let parts = prompt.parts.iter().flat_map(|part| &part.segments);
    Summary {
        unit,
        files: uses,
        used: parts.map(|segment| segment.measure(unit)).sum(),
        share: share(prompt),
        bytes: prompt.parts.iter().map(agents_prompt::Part::len).sum(),
    }
}

/// The cap that the prompt is held against: the shared one; where there is none, that of the first file. What
/// the list of skills may hold says nothing of instructions.
fn capped(prompt: &EffectivePrompt) -> Option<&Budget> {
    let with_cap = |budget: &&Budget| budget.cap.is_some() && budget.scope != Scope::List;
    let budgets = || prompt.budgets.iter().filter(with_cap);
    budgets()
        .find(|budget| budget.scope == Scope::Total)
        .or_else(|| budgets().next())
}

/// How far that cap is used.
fn share(prompt: &EffectivePrompt) -> Option<Share> {
    let budget = capped(prompt)?;
    let cap = budget.cap?;
    let counts = |loss: &&Loss| {
        matches!(loss.kind, LossKind::Cut | LossKind::Dropped)
            && loss.unit == budget.unit
            && match &budget.scope {
                Scope::File(path) => loss.path == *path,
                // What the caps of single files cut is no part of what the shared one counts.
                Scope::Total => matches!(loss.cause, Cause::TotalCap { .. }),
                Scope::List => false,
            }
    };
    let lost: usize = prompt.all_losses().filter(counts).map(|loss| loss.amount).sum();
    Some(Share {
        sent: budget.used.saturating_sub(lost).min(cap),
        lost,
        cap,
    })
}

/// What a segment adds to its file. A line that is cut, or that ends the file, has no line break and is one all the
/// same.
fn loaded(segment: &Segment, unit: Unit) -> usize {
    let is_open = || {
        let mut text = String::new();
        segment.write(&mut text);
        !text.is_empty() && !text.ends_with('\n')
    };
    segment.measure(unit) + usize::from(unit == Unit::Lines && is_open())
}

fn total(path: &Path, unit: Unit, files: &dyn Files) -> usize {
    files.file(path).map_or(0, |file| unit.measure(file.text()))
}

/// A bar for `used` of `cap`, always with both numbers beside it in what is printed.
fn bar(used: usize, cap: usize) -> String {
    let full = if cap == 0 {
        BAR
    } else {
        (used.min(cap) * BAR).div_ceil(cap)
    };
    format!("{}{}", "█".repeat(full), "░".repeat(BAR - full))
}

/// An estimate of tokens, marked as one.
pub(crate) fn tokens(bytes: usize) -> String {
    let count = bytes.div_ceil(agents_prompt::effective::BYTES_PER_TOKEN);
    format!("≈ {}", quantity(count, Unit::Tokens))
}

/// A count of tokens.
pub(crate) fn exact_tokens(count: usize) -> String {
    format!("{} tokens (o200k)", number(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::{Situation, runtime::assemble, runtimes};
    use agents_workspace::MemoryFiles;

    #[test]
    fn instructions_are_held_against_their_own_cap() {
        let mut files = MemoryFiles::new();
        files.folder("/w/.git").add("/w/AGENTS.md", "four").add(
            "/w/.agents/skills/s/SKILL.md",
            "---\nname: s\ndescription: d\n---\n",
        );
        let (codex, version) = runtimes::find("codex").expect("a runtime");
        let prompt = assemble(codex, version, &Situation::at("/w"), &files);
        let summary = summary(&prompt, &files);
        let share = summary.share.expect("a cap");
        assert_eq!((summary.unit, share.sent, share.cap), (Unit::Bytes, 4, 32_768));
    }
}
