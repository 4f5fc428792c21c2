//! `skill.missing-description`: a loader drops a skill because it has no description, or takes it without the one
//! that is written down.

use super::{refusal, unseen};
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct MissingDescription;

impl Rule for MissingDescription {
    fn code(&self) -> &'static str {
        "skill.missing-description"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "The frontmatter has no `description`, and a loader drops the skill for it without a word. Or there is \
one, and a loader that takes the skill all the same does not see it (APX, where the lines end in CR LF): the model is told \
of a skill that is for nothing.\n\n\
### Example\n\n```\n---\nname: release\n---\n```\n\n\
### What to do\n\nAdd `description:` with one line that tells the model when to load the skill. The fix takes \
the first sentence of the text as a draft.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
        unseen::report(self, file, out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let mut fixes = refusal::fixes(self, finding, file);
        if fixes.is_empty() {
            fixes = unseen::fixes(self, file);
        }
        fixes
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        fix::Applicability,
        testing::{Fixture, mended},
    };

    const CODE: &str = "skill.missing-description";
    const CODEX: &str = ".agents/skills/x/SKILL.md";

    fn codex(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(CODEX, text);
        fixture
    }

    #[test]
    fn a_description_that_a_loader_does_not_see_is_told() {
        const APX: &str = ".apc/skills/x.md";
        let good = "---\nname: x\ndescription: b c\n---\nText\n";
        for (text, title) in [
            (good.replace('\n', "\r\n"), "Change line ends to LF"),
            (format!("\u{feff}{good}"), "Remove the byte order mark"),
            (format!("\n{good}"), "Remove what stands before `---`"),
            (good.replace("desc", "Desc"), "Write `description` in lower case"),
            (
                format!("\u{feff}{good}").replace('\n', "\r\n"),
                "Remove the byte order mark, change line ends to LF",
            ),
        ] {
            let mut fixture = Fixture::new(&["apx"], "");
            fixture.add(APX, &text);
            assert_eq!(fixture.codes().len(), 1, "{text:?}: {:?}", fixture.codes());
            assert!(
                fixture.message(CODE).ends_with(", so apx sees no description."),
                "{text:?}"
            );
            let fixes = fixture.fixes(CODE);
            assert_eq!(fixes.len(), 1, "{text:?}");
            assert_eq!(
                (&*fixes[0].title, fixes[0].applicability),
                (title, Applicability::Safe)
            );
            fixture.apply(&fixes[0]);
            assert_eq!(fixture.text(APX.as_ref()).to_string(), good, "{text:?}");
            assert_eq!(fixture.codes(), Vec::<String>::new());
        }
        // A skill of APC needs none.
        for silent in ["# x\n", "---\nname: x\n---\n", good] {
            let mut fixture = Fixture::new(&["apx"], "");
            fixture.add(APX, silent);
            assert_eq!(fixture.codes(), Vec::<String>::new(), "{silent:?}");
        }
    }

    #[test]
    fn a_head_without_a_description_is_dropped() {
        let fixture = codex("---\nname: x\n---\ndescription: in the text\n");
        insta::assert_snapshot!(fixture.drawn(), @r#"
        .agents/skills/x/SKILL.md error skill.missing-description
          ---
          ^^^
          There is no `description`, so the skill does not reach codex.
        "#);
    }

    #[test]
    fn the_fix_is_a_draft_from_the_text() {
        let fix = &codex("---\nname: x\n---\n\nShips it.\n").fixes(CODE)[0];
        assert_eq!(fix.applicability, Applicability::Draft);
        for (before, after) in [
            (
                "---\nname: x\n---\n\nShips it.\n",
                "---\nname: x\ndescription: Ships it.\n---\n\nShips it.\n",
            ),
            (
                "---\r\nname: x\r\n---\r\n\r\nShips it.",
                "---\r\nname: x\r\ndescription: Ships it.\r\n---\r\n\r\nShips it.",
            ),
            (
                "---\nname: >\n  x\n  y\nz: 1\n---\nA b.\n",
                "---\nname: >\n  x\n  y\ndescription: A b.\nz: 1\n---\nA b.\n",
            ),
            (
                "---\nz: 1\n---\nname: A b.\n",
                "---\ndescription: name – A b.\nz: 1\n---\nname: A b.\n",
            ),
        ] {
            assert_eq!(mended(&mut codex(before), CODE, CODEX).1, after);
        }
    }

    #[test]
    fn a_described_skill_is_silent() {
        assert!(codex("---\ndescription: >\n  b\n  c\n---\n").codes().is_empty());
        assert!(codex("---\n\"description\": b\n---\n").codes().is_empty());
    }
}
