//! `budget.critical-rule-late`: a rule whose loss costs most stands where text is lost, or soon will be.

use super::memory::is_of_memory;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    repair::{changed, section},
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView, is_by_cap},
    words::critical::{self, Kind},
};
use agents_prompt::{Budget, Loss, Scope, runtime::Role};
use agents_syntax::Document;
use std::{collections::BTreeMap, ops::Range};

/// From this share of a cap on, in percent, the end of a file is at risk; as in `budget.near-limit`.
const NEAR: u128 = 85;
/// The part of a file at its end that is lost first when it grows.
const LAST: usize = 10;
/// How many bytes are searched at every keystroke, from the beginning of what is lost.
const SEARCHED: usize = 16 * 1024;

/// See the module.
pub struct CriticalRuleLate;

impl Rule for CriticalRuleLate {
    fn code(&self) -> &'static str {
        "budget.critical-rule-late"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "A rule on releases or on security stands in text that is lost to a cap; or such a rule, or a ban, stands in \
the last tenth of a file that uses 85 % or more of a cap. One finding for each kind of rule in a file, on its first \
line. Bans in lost text are counted by `budget.truncated` and not told again, nor are lines of a file of which \
nothing is read.\n\n\
### Why it matters\n\nA model that lacks a convention writes ugly code; one that lacks “Never deploy from a branch” \
deploys. The end of a file is lost first, and that is where such rules are often added.\n\n\
### Example\n\n`AGENTS.md` has 32,000 of Codex's 32,768 bytes and ends with “Never commit secrets.” The next paragraph \
above it pushes the line out.\n\n\
### What counts as a rule\n\nA line of a list or a paragraph that demands something (never, must, always, only …) of a \
release, a deployment, a secret and the like; for bans, one that begins with “Never” or has “must not”. English.\n\n\
### What to do\n\nMove the rule, or its section, to the top of the file.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let document = content.document();
        let section = section::at(document, finding.range.start);
        let fix = section.and_then(|section| section::move_to_top(file.path, document, &section));
        let fix = fix.filter(|fix| is_mended(self, fix, finding, file));
        fix.map(|fix| Fix {
            rule: Some(self.code()),
            ..fix
        })
        .into_iter()
        .collect()
    }
}

impl CriticalRuleLate {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let document = content.document();
        for view in file
            .runtimes
            .iter()
            .filter(|view| view.role == Role::Instructions)
        {
            let lost = lost(file, view);
            let (place, is_lost) = match &lost {
                Some(range) => (Some(range.clone()), true),
                None => (at_risk(file, view, document), false),
            };
            let Some(place) = place else { continue };
            // That nothing of the file is read is told of the whole file.
            if is_lost && view.prompt.loaded(file.path).next().is_none() {
                continue;
            }
            for (kind, range) in first_of_each(document, &place) {
                if is_lost && kind == Kind::Ban {
                    continue;
                }
                let what = kind.words();
                let sentence = if is_lost {
                    format!("This {what} does not reach {{}}; move it up.")
                } else {
                    format!(
                        "This {what} stands in the last tenth of a file that is near the cap of {{}}; move it up."
                    )
                };
                out.push(Finding::new(self, file.path, range).effect(view.name(), sentence));
            }
        }
    }
}

/// What a cap takes of the end of a file, or of its middle. Of a cut with kept lines in it only the first stretch is
/// certainly lost.
fn lost(file: &FileView<'_>, view: &RuntimeView<'_>) -> Option<Range<usize>> {
    let by_cap = |loss: &&Loss| is_by_cap(loss) && !is_of_memory(view.role, loss) && !loss.range.is_empty();
    let first = view.losses(file.path).find(by_cap)?;
    Some(first.range.start..first.range.end.min(first.range.start.saturating_add(SEARCHED)))
}

/// The last tenth of a file that nearly uses a cap up.
fn at_risk(file: &FileView<'_>, view: &RuntimeView<'_>, document: &Document) -> Option<Range<usize>> {
    let is_near = |budget: &Budget| {
        let is_concerned = match &budget.scope {
            Scope::File(path) => path == file.path,
            Scope::Total => true,
            Scope::List => false,
        };
        let used = budget.used as u128 * 100;
        is_concerned
            && budget
                .cap
                .is_some_and(|cap| budget.used < cap && used >= NEAR * cap as u128)
    };
    view.prompt.budgets.iter().find(|budget| is_near(budget))?;
    let end = document.text().len();
    let start = document.text().ceil_char(end - end / LAST);
    Some(start..end)
}

fn first_of_each(document: &Document, place: &Range<usize>) -> BTreeMap<Kind, Range<usize>> {
    let mut found = BTreeMap::new();
    for (kind, range) in critical::rules(document, place) {
        found.entry(kind).or_insert(range);
    }
    found
}

/// Whether the rule is out of danger after a fix.
fn is_mended(rule: &CriticalRuleLate, fix: &Fix, finding: &Finding, file: &FileView<'_>) -> bool {
    let (Some(text), Some(edits)) = (file.text(), fix.text_edits()) else {
        return false;
    };
    let line = text.substring(finding.range.clone());
    let after = crate::fix::apply(text, edits);
    let files = changed::Changed::file(file.files, file.path, after.clone());
    let view = FileView::new(
        file.project,
        &files,
        &agents_prompt::PromptCache::default(),
        file.path,
    );
    let mut found = Vec::new();
    rule.check_file(&view, &mut found);
    !found
        .iter()
        .any(|found| after.substring(found.range.clone()) == line)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.critical-rule-late";

    fn codex(cap: usize, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.set("project_doc_max_bytes", cap).add("AGENTS.md", text);
        fixture
    }

    #[test]
    fn a_rule_in_lost_text_is_pointed_at_once_for_each_kind() {
        let head = "# Guide\n\n";
        let text = format!(
            "{head}## Rules\n\n- Never do that.\n- Never commit secrets.\n- Never print a password.\n- Deploy only from main.\n"
        );
        let fixture = codex(head.len(), &text);
        assert_eq!(
            fixture.marked(CODE),
            ["Never commit secrets.", "Deploy only from main."]
        );
        let messages: Vec<String> = fixture
            .findings()
            .iter()
            .filter(|found| found.rule == CODE)
            .map(crate::Finding::message)
            .collect();
        assert_eq!(
            messages,
            [
                "This rule on security does not reach codex; move it up.",
                "This rule on releases does not reach codex; move it up."
            ]
        );
        let verb = codex(
            head.len(),
            &format!("{head}- Never commit secrets.\n- Never release from a dirty tree.\n"),
        );
        assert_eq!(
            verb.marked(CODE),
            ["Never commit secrets.", "Never release from a dirty tree."]
        );
        assert!(codex(text.len(), &text).codes().is_empty(), "all is read");
        let mut dropped = codex(head.len(), head);
        dropped.add("a/AGENTS.md", "Never commit secrets.\n");
        assert!(dropped.marked(CODE).is_empty(), "nothing of it is read");
    }

    #[test]
    fn the_last_tenth_of_a_nearly_full_file_is_at_risk() {
        let body = "Some words of no weight at all.\n\n".repeat(30);
        let late = format!("# Guide\n\n{body}## End\n\nNever push.\n");
        let early = format!("# Guide\n\n## End\n\nNever push.\n\n{body}");
        let near = late.len() + 10;
        assert_eq!(codex(near, &late).marked(CODE), ["Never push."]);
        assert!(codex(near, &early).marked(CODE).is_empty(), "at the top");
        assert!(
            codex(late.len() * 2, &late).marked(CODE).is_empty(),
            "room enough"
        );
        assert!(codex(late.len(), &late).marked(CODE).is_empty(), "set to fit");
    }

    #[test]
    fn its_section_moves_to_the_top() {
        let body = "Some words of no weight at all.\n\n".repeat(30);
        let text = format!("# Guide\n\n## Start\n\n{body}## End\n\nNever push.\n");
        let mut fixture = codex(text.len() + 10, &text);
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Move “End” to the top of the file");
        fixture.apply(&fixes[0]);
        assert_eq!(fixture.codes(), ["budget.near-limit AGENTS.md:1"]);
    }
}
