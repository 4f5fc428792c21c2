//! `skill.key-case`: a key of a skill is written in another case.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct KeyCase;

impl Rule for KeyCase {
    fn code(&self) -> &'static str {
        "skill.key-case"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "Keys of the frontmatter are written in small letters; a loader does not see `Name`, and drops the skill.\n\n\
### What to do\n\nWrite the key in small letters. The fix does.\n"
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

    const CODE: &str = "skill.key-case";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn a_capital_is_written_small() {
        let text = "---\nname: a\nDescription: b\n---\n";
        let mut found = fixture("ai-leash", ".skills/x.md", text);
        insta::assert_snapshot!(found.message(CODE), @"`Description` stands in place of `description`, so the skill does not reach ai-leash.");
        assert_eq!(mended(&mut found, CODE, ".skills/x.md").1, text.replace('D', "d"));
    }
}
