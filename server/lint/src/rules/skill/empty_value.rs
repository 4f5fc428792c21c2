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
        "A key that a loader needs is there without a value. It drops the skill, or lists it without a description, or with one that \
it takes from the text; the message says which. A warning where no active runtime drops it.\n\n\
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
        for value in ["", " # soon", " ''", " ~"] {
            let text = format!("---\nname: a\ndescription:{value}\n---\nShips it.\n");
            let mut found = fixture("codex", ".agents/skills/a/SKILL.md", &text);
            assert_eq!(found.marked(CODE), [format!("description:{value}")]);
            let after = mended(&mut found, CODE, ".agents/skills/a/SKILL.md").1;
            let comment = value.strip_suffix("# soon").map_or("", |_| " # soon");
            let filled = format!("---\nname: a\ndescription: Ships it.{comment}\n---\nShips it.\n");
            assert_eq!(after, filled);
        }
    }

    #[test]
    fn what_each_runtime_makes_of_it_is_told() {
        let message = |runtime: &str, path: &str, keys: &str| {
            let found = fixture(runtime, path, &format!("---\n{keys}---\nShips it.\n"));
            format!("{} {}", found.findings()[0].severity, found.message(CODE))
        };
        let shown = [
            message("ai-leash", ".skills/a.md", "name: a\ndescription:\n"),
            message("ai-leash", ".skills/a.md", "name:\ndescription: b\n"),
            message("ai-leash", ".skills/a.md", "name: a\ndescription: \"\"\n"),
            message(
                "claude-code",
                ".claude/skills/a/SKILL.md",
                "name: a\ndescription:\n",
            ),
            message(
                "copilot-cli",
                ".agents/skills/a/SKILL.md",
                "name: a\ndescription:\n",
            ),
            message("opencode", ".agents/skills/a/SKILL.md", "name:\ndescription: b\n"),
            message("apx", ".apc/skills/a/SKILL.md", "name: a\ndescription:\n"),
        ];
        insta::assert_snapshot!(shown.join("\n"), @r#"
        warning `description` is empty, so the skill is listed by ai-leash without a description.
        warning `name` is empty, so the skill is listed by ai-leash without a name.
        warning `description` is empty, so the skill is listed by ai-leash with the description “""”.
        warning `description` is empty, so the skill is listed by claude-code with the description “Ships it.”.
        warning `description` is empty, so the skill is listed by copilot-cli with the description “Ships it.”.
        error `name` is empty, so the skill does not reach opencode.
        warning `description` is empty, so the skill is taken by apx without a description.
        "#);
    }

    #[test]
    fn a_name_that_the_folder_gives_may_be_empty() {
        for runtime in ["codex", "claude-code", "pi"] {
            let root = if runtime == "claude-code" {
                ".claude"
            } else {
                ".agents"
            };
            let path = format!("{root}/skills/a/SKILL.md");
            let found = fixture(runtime, &path, "---\nname:\ndescription: b\n---\nText\n");
            assert!(found.codes().is_empty(), "{runtime}: {:?}", found.codes());
        }
    }
}
