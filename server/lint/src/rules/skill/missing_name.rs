//! `skill.missing-name`: a loader drops a skill because it has no name.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct MissingName;

impl Rule for MissingName {
    fn code(&self) -> &'static str {
        "skill.missing-name"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "The frontmatter has no `name`, and a loader drops the skill for it without a word.\n\n\
### Example\n\n```\n---\ndescription: Ships a release\n---\n```\n\n\
### What to do\n\nAdd `name:` with the name by which the agent is to load the skill. The fix takes it from the \
file or, for `SKILL.md`, from its folder.\n"
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
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.missing-name";
    const PATH: &str = ".skills/ship-it.md";

    fn fixture(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["ai-leash"], "");
        fixture.add(PATH, text);
        fixture
    }

    #[test]
    fn a_head_without_a_name_is_dropped() {
        let fixture = fixture("---\ndescription: b\nfilename: c\n---\nname: in the text\n");
        insta::assert_snapshot!(fixture.drawn(), @r#"
        .skills/ship-it.md error skill.missing-name
          ---
          ^^^
          There is no `name`, so the skill does not reach ai-leash.
        "#);
    }

    #[test]
    fn loaders_that_take_the_folder_are_silent() {
        let mut codex = Fixture::new(&["codex", "openclaw"], "");
        codex.add(".agents/skills/x/SKILL.md", "---\ndescription: b\n---\n");
        assert!(codex.codes().is_empty());
    }

    #[test]
    fn the_fix_takes_the_name_of_the_file() {
        for (before, after) in [
            (
                "---\ndescription: b\n---\n",
                "---\nname: ship-it\ndescription: b\n---\n",
            ),
            (
                "---\ndescription: b\n---",
                "---\nname: ship-it\ndescription: b\n---",
            ),
        ] {
            assert_eq!(mended(&mut fixture(before), CODE, PATH).1, after);
        }
    }

    #[test]
    fn a_new_line_ends_as_most_do() {
        let mut found = fixture("---\ndescription: b\r\nx: y\r\n---\r\n");
        let fixes = found.fixes(CODE);
        found.apply(&fixes[0]);
        let after = "---\nname: ship-it\r\ndescription: b\r\nx: y\r\n---\r\n";
        assert_eq!(found.text(PATH.as_ref()).to_string(), after);
        assert_eq!(found.codes(), [format!("encoding.mixed-eol {PATH}:1")]);
    }

    #[test]
    fn a_name_below_another_key_is_not_the_skills() {
        let before = "---\nmeta:\n  name: x\ndescription: b\n---";
        let after = "---\nname: ship-it\nmeta:\n  name: x\ndescription: b\n---";
        assert_eq!(mended(&mut fixture(before), CODE, PATH).1, after);
    }
}
