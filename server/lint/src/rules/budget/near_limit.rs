//! `budget.near-limit`: a cap is nearly used up.

use crate::{
    finding::{Finding, Severity, number, quantity},
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView, first_line, is_by_cap},
};
use agents_prompt::{
    Budget, Cause, LossKind, Scope, Unit,
    steps::{limit::Limit, parameters},
};
use serde_json::json;
use std::path::Path;

/// From this share of a cap on, in percent. The same share at which OpenClaw's own doctor warns.
pub(crate) const NEAR: usize = 85;

/// See the module.
pub struct NearLimit;

impl Rule for NearLimit {
    fn code(&self) -> &'static str {
        "budget.near-limit"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "A file, or a chain of files, uses 85 % or more of a cap. Nothing is lost yet. \
A cap that is used to the last unit was set to fit, and is left alone.\n\n\
### Why it matters\n\nGoing over by one character can cost far more than that character: some runtimes then \
keep only the head, a digest and the tail. The message says what the first character too many will cost, \
found by running the cut.\n\n\
### What to do\n\nShorten the file before it is cut, or raise the cap in the runtime's own settings.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let is_own = |budget: &Budget| matches!(&budget.scope, Scope::File(path) if path == file.path);
        for view in &file.runtimes {
            let budgets = view.prompt.budgets.iter().filter(|budget| is_own(budget));
            out.extend(budgets.filter_map(|budget| self.finding(budget, file, view)));
        }
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            for view in &file.runtimes {
                let budgets = view.prompt.budgets.iter().filter(|budget| {
                    budget.scope == Scope::Total && near(budget).is_some() && brings_near(budget, file, view)
                });
                let found = budgets.filter_map(|budget| self.finding(budget, file, view));
                // Where files below are cut already, another rule says so.
                out.extend(found.filter(|_| !is_exceeded(project, file, view)));
            }
        }
    }
}

impl NearLimit {
    fn finding(&self, budget: &Budget, file: &FileView<'_>, view: &RuntimeView<'_>) -> Option<Finding> {
        let text = file.text().filter(|text| !text.is_empty())?;
        let cap = near(budget)?;
        let percent = share(budget.used, cap);
        let subject = if budget.scope == Scope::Total && used_by_file(view, budget.unit).len() > 1 {
            "Together the files use"
        } else {
            "This file uses"
        };
        let sentence = format!(
            "{subject} {percent} % of the cap of {{}} ({} of {}).{}",
            number(budget.used),
            quantity(cap, budget.unit),
            cliff(budget, file, view).unwrap_or_default()
        );
        Some(Finding::new(self, file.path, first_line(text)).effect(view.name(), sentence))
    }
}

/// How much of a cap is used, in percent, rounded down. A user may write any number for a cap.
fn share(used: usize, cap: usize) -> usize {
    let percent = used as u128 * 100 / (cap as u128).max(1);
    usize::try_from(percent).unwrap_or(usize::MAX)
}

/// The cap of a budget that is nearly used. One that is used to the last unit was set to fit.
fn near(budget: &Budget) -> Option<usize> {
    let cap = budget.cap?;
    (budget.used < cap && share(budget.used, cap) >= NEAR).then_some(cap)
}

/// Whether it is this file that brings a shared budget near its cap.
fn brings_near(budget: &Budget, file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let used = used_by_file(view, budget.unit);
    let mut sum = 0;
    let crosses = used.iter().find(|(_, used)| {
        sum += used;
        budget.cap.is_some_and(|cap| share(sum, cap) >= NEAR)
    });
    crosses
        .or(used.last())
        .is_some_and(|(path, _)| *path == file.path)
}

/// Whether a prompt with this file in it is over the shared cap.
fn is_exceeded(project: &ProjectView<'_>, file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    let prompts = project.views.values().flat_map(|other| &other.runtimes);
    let prompts = prompts
        .filter(|other| other.name() == view.name())
        .map(|other| &other.prompt);
    let mut with_file = prompts.filter(|prompt| prompt.loaded(file.path).next().is_some());
    with_file.any(|prompt| {
        let mut losses = prompt.all_losses();
        losses.any(|loss| is_by_cap(loss) && matches!(loss.cause, Cause::TotalCap { .. }))
    })
}

/// What each instruction file of a prompt uses, in the order of the prompt.
fn used_by_file<'a>(view: &'a RuntimeView<'_>, unit: Unit) -> Vec<(&'a Path, usize)> {
    let mut used: Vec<(&Path, usize)> = Vec::new();
    for segment in view.shared_segments() {
        let Some(source) = &segment.source else { continue };
        match used.iter_mut().find(|(path, _)| *path == source.path) {
            Some((_, used)) => *used += segment.measure(unit),
            None => used.push((&source.path, segment.measure(unit))),
        }
    }
    used
}

/// What the first unit too many would cost, when that is more than itself.
fn cliff(budget: &Budget, file: &FileView<'_>, view: &RuntimeView<'_>) -> Option<String> {
    let mut situation = view.situation.clone();
    let (setting, cap) = (budget.setting?, budget.used.checked_sub(1)?);
    // A runtime counts its own settings in its own unit; a cap of the user's carries its unit.
    let value = if parameters::is_cap(setting) {
        json!(Limit::new(cap, budget.unit).written())
    } else {
        json!(cap)
    };
    situation.settings.set(setting, &value);
    let prompt = view.active.assemble(&situation, file.files);
    let lost = prompt
        .all_losses()
        .filter(|loss| loss.path == file.path && loss.kind == LossKind::Cut);
    let lost: usize = lost.map(|loss| loss.amount).sum();
    (lost > 1).then(|| format!(" One more would cost {}.", quantity(lost, budget.unit)))
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.near-limit";

    fn codex(cap: usize, tree: &str) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.set("project_doc_max_bytes", cap);
        fixture
    }

    #[test]
    fn it_begins_at_85_percent_and_ends_where_the_cap_is_met() {
        let of = |bytes: usize| {
            let mut fixture = codex(100, "");
            fixture.add("AGENTS.md", "x".repeat(bytes));
            fixture.codes()
        };
        assert!(of(84).is_empty());
        assert_eq!(of(85), ["budget.near-limit AGENTS.md:1"]);
        assert_eq!(of(99), ["budget.near-limit AGENTS.md:1"]);
        assert!(of(100).is_empty(), "set to fit");
        assert_eq!(of(101), ["budget.truncated AGENTS.md:1"]);
    }

    #[test]
    fn the_file_that_brings_a_shared_cap_near_is_told() {
        let tree = |root: usize, nested: usize| {
            format!(
                "//- AGENTS.md\n{}//- a/AGENTS.md\n{}",
                "r".repeat(root),
                "n".repeat(nested)
            )
        };
        assert_eq!(
            codex(100, &tree(50, 40)).codes(),
            ["budget.near-limit a/AGENTS.md:1"]
        );
        assert_eq!(
            codex(100, &tree(90, 5)).codes(),
            ["budget.near-limit AGENTS.md:1"],
            "not the small one"
        );
        assert_eq!(
            codex(100, &tree(50, 40)).message(CODE),
            "Together the files use 90 % of the cap of codex (90 of 100 bytes)."
        );
        assert_eq!(
            codex(100, &tree(90, 5)).message(CODE),
            "This file uses 90 % of the cap of codex (90 of 100 bytes)."
        );
    }

    #[test]
    fn a_cap_that_files_below_exceed_is_not_near() {
        let tree = format!(
            "//- AGENTS.md\n{}//- a/AGENTS.md\nmore than the rest",
            "r".repeat(90)
        );
        let codes = codex(100, &tree).codes();
        assert_eq!(
            codes,
            [
                "budget.starves-nested AGENTS.md:1",
                "budget.truncated a/AGENTS.md:1"
            ]
        );
    }

    #[test]
    fn a_cliff_is_named() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        fixture
            .set("agents.defaults.bootstrapMaxChars", 2_000)
            .add("SOUL.md", "word ".repeat(390).trim_end());
        let message = fixture.message(CODE);
        assert!(
            message.starts_with(
                "This file uses 97 % of the cap of openclaw (1,949 of 2,000 UTF-16 units). One more"
            ),
            "{message}"
        );
        let lost: String = message
            .chars()
            .skip_while(|c| *c != 'O')
            .filter(char::is_ascii_digit)
            .collect();
        // The notice in the middle takes the place of so much text.
        assert!(
            (100..300).contains(&lost.trim_end_matches("16").parse::<usize>().unwrap()),
            "{message}"
        );
        let plain = "This file uses 90 % of the cap of vibekit (9,000 of 10,000 UTF-16 units).";
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.add("AGENTS.md", "x".repeat(9_000));
        assert_eq!(fixture.message(CODE), plain, "one more costs one");
    }

    #[test]
    fn a_cap_of_the_users_own_is_tried_in_its_unit() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        let lines: Vec<String> = (0..95).map(|line| format!("line {line}")).collect();
        fixture.extend("mine").add("SOUL.md", lines.join("\n"));
        fixture.set("fileCap", "100 lines");
        // Of 94 lines the notice takes 5 with the breaks around it; of the other 89 OpenClaw fills 66 and 22.
        assert_eq!(
            fixture.message(CODE),
            "This file uses 95 % of the cap of mine (95 of 100 lines). One more would cost 7 lines."
        );
    }

    #[test]
    fn several_files_of_one_folder_tell_once() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        for name in ["AGENTS.md", "SOUL.md", "USER.md"] {
            fixture.add(name, "x".repeat(900));
        }
        fixture.set("agents.defaults.bootstrapTotalMaxChars", 3_100);
        let near: Vec<_> = fixture
            .codes()
            .into_iter()
            .filter(|code| code.starts_with(CODE))
            .collect();
        assert_eq!(near.len(), 1, "{near:?}");
    }

    #[test]
    fn an_empty_file_is_near_nothing() {
        assert!(codex(0, "//- AGENTS.md\n").codes().is_empty());
        assert!(codex(1, "//- AGENTS.md\n").codes().is_empty());
    }
}
