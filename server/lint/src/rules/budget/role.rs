//! `budget.role`: a file is over the budget of its role, though nothing is cut.

use crate::{
    finding::{Finding, Severity, number},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::{Budget, Scope, Unit, steps::cap};
use agents_syntax::Text;

/// See the module.
pub struct Role;

impl Rule for Role {
    fn code(&self) -> &'static str {
        "budget.role"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A file is larger than its role allows: a budget you set for files of its name (`budgets` in \
`agents-ls.toml`), or one that a platform sets for a file that agents read on demand, as VibeKit does for \
`STATUS.md`. Nothing is cut; the finding covers what is over.\n\n\
### Example\n\n```toml\n[budgets]\n\"AGENTS.md\" = \"10000 characters\"\n\"docs/*.md\" = \"5 %\"\n```\n\n\
A file name without `/` is for files at any depth; a glob with `/` starts at the opened folder, and `*` stays \
inside a folder (`docs/**/*.md` goes below). Any Markdown file can have a budget, whether a runtime reads it or \
not. A percentage is of a context window of 200,000 tokens.\n\n\
### What to do\n\nShorten the file, or raise the budget.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        if let Some((cap, unit)) = file.project.cap_of(file.path)
            && unit != Unit::Tokens
            && unit.measure(text) > cap
        {
            out.push(by_user(
                self,
                file,
                unit,
                unit.measure(text),
                cap,
                cap::keep(text, cap, unit),
            ));
        }
        for view in &file.runtimes {
            let own = |budget: &&Budget| budget.scope == Scope::File(file.path.to_path_buf());
            let is_cut = view.losses(file.path).any(super::is_by_cap);
            for budget in view.prompt.budgets.iter().filter(own).filter(|_| !is_cut) {
                let Some(cap) = budget.cap.filter(|cap| budget.used > *cap) else {
                    continue;
                };
                let sentence = format!(
                    "This file has {} {}, over the {} that {{}} means it to have.",
                    number(budget.used),
                    budget.unit,
                    number(cap)
                );
                let over = cap::keep(text, cap, budget.unit)..text.len();
                out.push(Finding::new(self, file.path, over).effect(view.name(), sentence));
            }
        }
    }

    /// Counting tokens takes as long as the file is large, so it waits for a pause.
    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            let Some(text) = file.text() else { continue };
            let Some((cap, unit @ Unit::Tokens)) = file.project.cap_of(file.path) else {
                continue;
            };
            // No token is shorter than a byte.
            if text.len() <= cap {
                continue;
            }
            let used = project.tokens.count(text).unwrap_or_else(|| unit.measure(text));
            if used > cap {
                let start = project
                    .tokens
                    .end_of(text, cap)
                    .unwrap_or_else(|| cap::keep(text, cap, unit));
                out.push(by_user(self, file, unit, used, cap, start));
            }
        }
    }
}

/// The finding for a budget of the user.
fn by_user(rule: &Role, file: &FileView<'_>, unit: Unit, used: usize, cap: usize, start: usize) -> Finding {
    let end = file.text().map_or(start, Text::len);
    let mut finding = Finding::new(rule, file.path, start.min(end)..end);
    finding.lead = format!(
        "This file has {} {unit}, over your budget of {}.",
        number(used),
        number(cap)
    );
    finding
}
