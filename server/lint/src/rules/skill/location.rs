//! `skill.location`: a skill lies where a loader does not look.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Location;

impl Rule for Location {
    fn code(&self) -> &'static str {
        "skill.location"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The file is a skill by its name or its head, and lies where a loader does not look for skills: at the wrong depth, in the \
wrong folder, or with the wrong ending.\n\n\
### What to do\n\nMove it to where the message says.\n"
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

    #[test]
    fn a_skill_in_a_folder_of_its_own_is_none_to_ai_leash() {
        let mut fixture = Fixture::new(&["ai-leash"], "");
        fixture.add(".skills/x/SKILL.md", "---\nname: x\ndescription: b\n---\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        .skills/x/SKILL.md warning skill.location
          ---
          ^^^
          The file lies where no skill is looked for (skills are single files in `.skills`, folders are not looked into), so the skill does not reach ai-leash.
        ");
    }
}
