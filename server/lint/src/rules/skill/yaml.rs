//! `skill.yaml`: a skill's frontmatter is not YAML.

use super::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Yaml;

impl Rule for Yaml {
    fn code(&self) -> &'static str {
        "skill.yaml"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "The frontmatter is not YAML, and a loader that has a YAML parser drops the skill without a word.\n\n\
### Example\n\n```\n---\nname: plan\ndescription: Use when: a plan is asked for\n---\n```\n\n\
The second colon with a space behind it begins a new key. So do a tab, a quote that is not closed, and `@`, `%`, `[`, \
`{` or `*` at the beginning of a value mean something of their own.\n\n\
### What to do\n\nPut the value in quotes. The fix does.\n"
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

    const CODE: &str = "skill.yaml";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    const PATH: &str = ".agents/skills/a/SKILL.md";

    #[test]
    fn the_character_is_named_and_the_value_quoted() {
        for (line, message, after) in [
            (
                "description: Use when: asked",
                "YAML reads `: ` after “Use when” as a new key, so the skill does not reach copilot-cli.",
                "description: \"Use when: asked\"",
            ),
            (
                "description: @team only",
                "YAML reads `@` at the beginning of `description` as a sign of its own, so the skill does not reach \
                 copilot-cli.",
                "description: \"@team only\"",
            ),
        ] {
            let text = |line: &str| format!("---\nname: a\n{line}\n---\nText\n");
            let mut found = fixture("copilot-cli", PATH, &text(line));
            assert_eq!(found.message(CODE), message);
            assert_eq!(found.marked(CODE), [line.trim_start_matches("description: ")]);
            assert_eq!(mended(&mut found, CODE, PATH).1, text(after));
        }
    }

    #[test]
    fn what_looks_like_a_block_is_quoted_and_not_said_to_be_empty() {
        const COPILOT: &str = ".github/skills/a/SKILL.md";
        let text = "---\nname: a\ndescription: >x things\n---\nText\n";
        let mut found = fixture("vscode-copilot", COPILOT, text);
        let codes = found.codes();
        assert!(
            codes.iter().all(|code| code.starts_with(CODE)) && codes.len() == 1,
            "{codes:?}"
        );
        assert_eq!(
            mended(&mut found, CODE, COPILOT).1,
            text.replace(">x things", "\">x things\"")
        );
        let tagged = fixture("vscode-copilot", COPILOT, &text.replace(">x", "!x"));
        let fix = tagged.fix_all(COPILOT);
        let kept = |fix: &crate::Fix| format!("{:?}", fix.edits).contains("!x things");
        assert!(fix.as_ref().is_none_or(kept), "{fix:?}");
    }

    #[test]
    fn a_loader_that_takes_it_is_no_reason_to_speak() {
        let text = "---\nname: a\ndescription: Use when: asked\n---\n";
        assert!(fixture("codex", PATH, text).codes().is_empty());
        assert!(
            fixture("copilot-cli", PATH, &text.replace("when: ", "when:"))
                .codes()
                .is_empty()
        );
    }
}
