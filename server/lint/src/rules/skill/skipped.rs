//! `skill.skipped`: a loader drops a skill for a cause that has no code of its own.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Skipped;

impl Rule for Skipped {
    fn code(&self) -> &'static str {
        "skill.skipped"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A loader drops this skill without a word; the message names the cause and the range shows it.\n\n\
### Causes\n\nNo frontmatter at all, or lines that end in CR LF for a loader that takes only LF. Other causes have \
rules of their own.\n\n\
### What to do\n\nEach cause has a fix, which leaves the rest of the file as it is.\n"
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

    const CODE: &str = "skill.skipped";

    #[test]
    fn runtimes_with_one_objection_share_a_message() {
        let mut both = Fixture::new(&["codex", "openclaw"], "");
        both.add(".agents/skills/x/SKILL.md", "# A page\n");
        assert_eq!(
            both.message(CODE),
            "There is no frontmatter, so the skill does not reach codex and openclaw."
        );
    }

    #[test]
    fn only_a_loader_that_minds_cr_lf_is_told_of_it() {
        let text = "---\r\nname: a\r\ndescription: b\r\n---\r\n";
        let mut leash = Fixture::new(&["ai-leash"], "");
        leash.add(".skills/x.md", text);
        assert_eq!(
            leash.message(CODE),
            "The lines end in CR LF, so the skill does not reach ai-leash."
        );
        let after = mended(&mut leash, CODE, ".skills/x.md").1;
        assert_eq!(after, text.replace("\r\n", "\n"));
    }
}
