//! `skill.description-length`: a skill's description is too long for a loader.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct DescriptionLength;

impl Rule for DescriptionLength {
    fn code(&self) -> &'static str {
        "skill.description-length"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A loader drops a skill whose description has more characters than it takes. What counts is the value as YAML reads it: \
folded, without quotes, in Unicode characters.\n\n\
### What to do\n\nShorten it to what tells the model when to load the skill, and move the rest into the text.\n"
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
    fn the_folded_value_is_counted() {
        let found = |words: usize| {
            let mut fixture = Fixture::new(&["copilot-cli"], "");
            let lines = "  four\n".repeat(words);
            fixture.add(PATH, format!("---\nname: x\ndescription: >-\n{lines}---\n"));
            fixture.codes()
        };
        // Five characters a word with the space between them, none after the last.
        assert_eq!(found(205), Vec::<String>::new());
        assert_eq!(
            found(206),
            ["skill.description-length .agents/skills/x/SKILL.md:3"]
        );
    }
}
