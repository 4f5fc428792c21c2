//! `skill.name-format`: a skill's name is not one that a loader takes.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct NameFormat;

impl Rule for NameFormat {
    fn code(&self) -> &'static str {
        "skill.name-format"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A loader takes only names of a certain form, and drops a skill with another one. The Agent Skills format has at most 64 \
of `a-z`, `0-9` and single hyphens, none at the ends.\n\n\
### What to do\n\nGive the skill such a name, and its folder the same.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        refusal::fixes(self, finding, file)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const PATH: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn a_name_is_counted_in_characters() {
        let found = |count: usize| {
            let mut fixture = Fixture::new(&["codex"], "");
            let name = "é".repeat(count);
            fixture.add(PATH, format!("---\nname: {name}\ndescription: b\n---\n"));
            fixture
        };
        assert_eq!(
            found(65).message("skill.name-format"),
            "`name` has more than 64 characters, so the skill does not reach codex."
        );
        assert!(found(64).codes().is_empty());
    }

    #[test]
    fn a_form_that_only_some_demand_is_told_for_those() {
        let mut fixture = Fixture::new(&["codex", "cursor"], "");
        fixture.add(PATH, "---\nname: My Skill\ndescription: b\n---\n");
        insta::assert_snapshot!(fixture.message("skill.name-format"), @"The name is not one that is taken (it may hold a-z, 0-9 and hyphens), so the skill does not reach cursor.");
    }
}
