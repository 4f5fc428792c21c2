//! `skill.leading-text`: something stands before the opening `---` of a skill.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct LeadingText;

impl Rule for LeadingText {
    fn code(&self) -> &'static str {
        "skill.leading-text"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "Frontmatter begins with the first line of a file, and that line is `---` alone. A blank line before it, a space before or \
behind it hides it from a loader, which drops the skill without a word.\n\n\
### What to do\n\nTake away what stands there. The fix does.\n"
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

    const CODE: &str = "skill.leading-text";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn a_blank_line_hides_the_head() {
        let found = fixture(
            "ai-leash",
            ".skills/x.md",
            "\n\n---\nname: a\ndescription: b\n---\n",
        );
        insta::assert_snapshot!(found.message(CODE), @"Something stands before the opening `---`, so the skill does not reach ai-leash.");
        assert_eq!(found.marked(CODE), ["\n\n"]);
    }

    #[test]
    fn the_fix_leaves_the_rest() {
        let good = "---\nname: a\ndescription: b\n---\nText\n";
        for before in [
            format!("\n \n{good}"),
            format!(" {good}"),
            good.replacen("---\n", "---  \n", 1),
        ] {
            assert_eq!(
                mended(
                    &mut fixture("ai-leash", ".skills/x.md", &before),
                    CODE,
                    ".skills/x.md"
                )
                .1,
                good
            );
        }
    }
}
