//! `budget.role`: a file is over the budget of its role, though nothing is cut.

use crate::{
    finding::{Finding, Severity, number, quantity},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::{Budget, Scope, Unit, name::Name, steps::cap};
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
A budget under `[runtimes.<name>.budgets]` is for files as that runtime reads them, besides its own caps; its percentage \
is of the context window that is set for the runtime.\n\n\
### What to do\n\nShorten the file, or raise the budget.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for own in own(file).filter(|own| own.unit != Unit::Tokens && own.unit.measure(text) > own.cap) {
            let used = own.unit.measure(text);
            out.push(own.finding(self, file, used, cap::keep(text, own.cap, own.unit)));
        }
        for view in &file.runtimes {
            let is_own = |budget: &&Budget| budget.scope == Scope::File(file.path.to_path_buf());
            let is_cut = view.losses(file.path).any(crate::view::is_by_cap);
            for budget in view.prompt.budgets.iter().filter(is_own).filter(|_| !is_cut) {
                let Some(cap) = budget.cap.filter(|cap| budget.used > *cap) else {
                    continue;
                };
                let sentence = format!(
                    "This file has {} {}, over the {} that {{}} means it to have.",
                    number(budget.used),
                    budget.unit,
                    quantity(cap, budget.unit)
                );
                let over = cap::keep(text, cap, budget.unit)..text.len();
                let mut finding = Finding::new(self, file.path, over).effect(view.name(), sentence);
                finding.advice = "Shorten it.".to_owned();
                out.push(finding);
            }
        }
    }

    /// Counting tokens takes as long as the file is large, so it waits for a pause.
    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            let Some(text) = file.text() else { continue };
            // No token is shorter than a byte.
            for own in own(file).filter(|own| own.unit == Unit::Tokens && text.len() > own.cap) {
                let used = project
                    .tokens
                    .count(text)
                    .unwrap_or_else(|| own.unit.measure(text));
                if used > own.cap {
                    let start = project
                        .tokens
                        .end_of(text, own.cap)
                        .unwrap_or_else(|| cap::keep(text, own.cap, own.unit));
                    out.push(own.finding(self, file, used, start));
                }
            }
        }
    }
}

/// A budget of the user.
struct Own<'a> {
    cap: usize,
    unit: Unit,
    /// The runtime it is for, if it is for one.
    runtime: Option<&'a Name>,
}

impl Own<'_> {
    fn finding(&self, rule: &Role, file: &FileView<'_>, used: usize, start: usize) -> Finding {
        let end = file.text().map_or(start, Text::len);
        let mut finding = Finding::new(rule, file.path, start.min(end)..end);
        let (used, cap) = (quantity(used, self.unit), quantity(self.cap, self.unit));
        finding.lead = format!("This file has {used}, over your budget of {cap}");
        finding.advice = "Shorten it, or raise the budget.".to_owned();
        match self.runtime {
            None => finding.lead.push('.'),
            Some(name) => {
                let lead = std::mem::take(&mut finding.lead);
                finding = finding.effect(name, format!("{lead} for {{}}."));
            }
        }
        finding
    }
}

/// The user's budgets for a file: that for whoever reads it, and those for its readers.
fn own<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = Own<'a>> {
    let all = file.project.cap_of(file.path).map(|cap| (cap, None));
    let each = file.runtimes.iter().filter_map(|view| {
        let cap = file.project.cap_for(view.active, file.path)?;
        Some((cap, Some(view.name())))
    });
    all.into_iter()
        .chain(each)
        .map(|((cap, unit), runtime)| Own { cap, unit, runtime })
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.role";

    #[test]
    fn every_unit_is_counted_as_written() {
        let text = "aé😀\nbc\n";
        for (cap, over) in [
            ("4 chars", Some("bc\n")),
            ("7 chars", None),
            ("7 bytes", Some("\nbc\n")),
            ("4 utf16", Some("\nbc\n")),
            ("1 line", Some("bc\n")),
            ("2 lines", None),
            ("1 token", Some("😀\nbc\n")),
            ("3 tokens", None),
            ("0.01 %", None),
        ] {
            let mut fixture = Fixture::new(&["codex"], "");
            fixture.budget(None, "AGENTS.md", cap).add("AGENTS.md", text);
            let over: Vec<&str> = over.into_iter().collect();
            assert_eq!(fixture.marked(CODE), over, "{cap}");
        }
    }

    #[test]
    fn a_budget_for_one_runtime_names_it_and_counts_for_its_readers() {
        let mut fixture = Fixture::new(&["codex", "claude-code"], "");
        fixture
            .budget(Some("codex"), "AGENTS.md", "3 bytes")
            .add("AGENTS.md", "12345")
            .add("CLAUDE.md", "12345");
        assert_eq!(
            fixture.message(CODE),
            "This file has 5 bytes, over your budget of 3 bytes for codex. Shorten it, or raise the budget."
        );
        fixture.budget(None, "AGENTS.md", "4 chars");
        let found = fixture
            .findings()
            .into_iter()
            .filter(|finding| finding.rule == CODE);
        let messages: Vec<String> = found.map(|finding| finding.message()).collect();
        assert_eq!(
            messages,
            [
                "This file has 5 bytes, over your budget of 3 bytes for codex. Shorten it, or raise the budget.",
                "This file has 5 characters, over your budget of 4 characters. Shorten it, or raise the budget."
            ]
        );
        let mut other = Fixture::new(&["codex"], "//- CLAUDE.md\n12345\n");
        other.budget(Some("codex"), "CLAUDE.md", "3 bytes");
        assert!(other.codes().is_empty(), "codex does not read it");
    }

    #[test]
    fn a_share_is_of_the_runtimes_own_window() {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture
            .budget(Some("vibekit"), "AGENTS.md", "1 %")
            .add("AGENTS.md", "x".repeat(8_000));
        assert!(fixture.codes().is_empty(), "2,000 tokens of 200,000");
        fixture.set("context_window", 100_000);
        assert_eq!(
            fixture.message(CODE),
            "This file has 2,000 tokens, over your budget of 1,000 tokens for vibekit. Shorten it, or raise the budget."
        );
    }

    #[test]
    fn a_role_of_the_platform_has_its_budget() {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.add("STATUS.md", "x".repeat(2_049));
        assert_eq!(
            fixture.message(CODE),
            "This file has 2,049 bytes, over the 2,048 bytes that vibekit means it to have. Shorten it."
        );
        fixture
            .add("STATUS.md", "x".repeat(2_048))
            .add("MEMORY.md", "x".repeat(90_000));
        assert!(fixture.codes().is_empty());
    }
}
