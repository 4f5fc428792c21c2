//! `skill.empty-value`: a key that a skill needs has no value.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct EmptyValue;

impl Rule for EmptyValue {
    fn code(&self) -> &'static str {
        "skill.empty-value"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A key that a loader needs is there without a value, so it drops the skill.\n\n\
### What to do\n\nGive it a value. The fix takes the name from the place of the file, and the first sentence of the text as a draft of \
the description.\n"
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

    const CODE: &str = "skill.empty-value";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn a_draft_is_filled_in_and_the_comment_stays() {
        let text = "---\nname: a\ndescription: \"\" # soon\n---\n\nShips it.\n";
        let mut found = fixture("codex", ".agents/skills/a/SKILL.md", text);
        assert_eq!(
            found.message(CODE),
            "`description` is empty, so the skill does not reach codex."
        );
        let after = mended(&mut found, CODE, ".agents/skills/a/SKILL.md").1;
        assert_eq!(after, text.replace("\"\"", "Ships it."));
    }
}
