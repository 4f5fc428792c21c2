//! `skill.name-reserved`: a skill's name is kept for somebody else.

use super::{objection, refusal};
use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct NameReserved;

impl Rule for NameReserved {
    fn code(&self) -> &'static str {
        "skill.name-reserved"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A program keeps a name for itself, and does not take a skill that has it. claude.ai refuses names with `claude` or \
`anthropic` in them; that is looked at where `claude-ai` is named as a validator. The folder `synced` in `.claude/skills` \
belongs to Claude Code, which takes no skill from it.\n\n\
### What to do\n\nGive the skill and its folder another name.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
        objection::report(self, file, out);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "skill.name-reserved";

    fn fixture(runtimes: &[&str], name: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        let text = format!("---\nname: {name}\ndescription: b\n---\nText\n");
        fixture.add(&format!(".claude/skills/{name}/SKILL.md"), text);
        fixture
    }

    #[test]
    fn an_upload_may_not_have_the_vendors_names() {
        for name in ["claude-tricks", "use-anthropic"] {
            let found = fixture(&["claude-ai", "claude-code"], name);
            assert_eq!(found.codes().len(), 1, "{:?}", found.codes());
            assert_eq!(found.marked(CODE), [name]);
            let message = found.message(CODE);
            assert!(
                message.ends_with("The skill is refused by claude-ai."),
                "{message}"
            );
            assert!(
                fixture(&["claude-code"], name).codes().is_empty(),
                "without the profile"
            );
        }
    }

    #[test]
    fn a_folder_of_claude_code_holds_no_skill() {
        let found = fixture(&["claude-code", "opencode"], "synced");
        assert_eq!(
            found.message(CODE),
            "The name is a reserved one (the folder `synced` is the program's own), so the skill does not reach claude-code."
        );
        assert!(fixture(&["opencode"], "synced").codes().is_empty());
        assert!(fixture(&["claude-code"], "syncing").codes().is_empty());
    }
}
