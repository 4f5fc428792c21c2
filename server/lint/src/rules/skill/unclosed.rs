//! `skill.unclosed`: a skill's frontmatter has no closing line.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Unclosed;

impl Rule for Unclosed {
    fn code(&self) -> &'static str {
        "skill.unclosed"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "The frontmatter has no closing `---`, so a loader takes the whole file for frontmatter, or for none, and drops the \
skill.\n\n\
### What to do\n\nClose it. The fix puts `---` where the keys end.\n"
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

    const CODE: &str = "skill.unclosed";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn the_fix_closes_it_where_the_keys_end() {
        for end in ["\n", "\r\n"] {
            let open = "---\nname: a\ndescription: b\n\n# Title\n".replace('\n', end);
            let closed = "---\nname: a\ndescription: b\n---\n\n# Title\n".replace('\n', end);
            let mut found = fixture("codex", ".agents/skills/a/SKILL.md", &open);
            assert_eq!(
                found.message(CODE),
                "The frontmatter has no closing `---`, so the skill does not reach codex."
            );
            assert_eq!(mended(&mut found, CODE, ".agents/skills/a/SKILL.md").1, closed);
        }
    }
}
