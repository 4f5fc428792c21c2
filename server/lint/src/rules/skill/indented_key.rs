//! `skill.indented-key`: a key of a skill is indented.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct IndentedKey;

impl Rule for IndentedKey {
    fn code(&self) -> &'static str {
        "skill.indented-key"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A key of the frontmatter is indented, and a loader looks for it at the start of a line; so it drops the skill.\n\n\
### What to do\n\nMove it to the first column. The fix does.\n"
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

    const CODE: &str = "skill.indented-key";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn an_indented_key_is_moved() {
        let text = "---\n  name: a\ndescription: b\n---\n";
        let mut found = fixture("ai-leash", ".skills/x.md", text);
        assert_eq!(
            found.message(CODE),
            "`name` is indented, so the skill does not reach ai-leash."
        );
        assert_eq!(found.marked(CODE), ["  name: a"]);
        let (title, after) = mended(&mut found, CODE, ".skills/x.md");
        assert_eq!(
            (title.as_str(), after),
            ("Move `name` to the first column", text.replace("  name", "name"))
        );
    }
}
