//! `precedence.not-read`: a runtime knows a file and reads it for nothing.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::FileView,
};
use agents_prompt::{Cause, LossKind};
use agents_syntax::Text;
use std::ops::Range;

/// See the module.
pub struct NotRead;

impl Rule for NotRead {
    fn code(&self) -> &'static str {
        "precedence.not-read"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime finds this file and never sends it, because the pattern that says what it is for cannot be read.\n\n\
### Example\n\n```\n---\nglobs: src/[ab\n---\n```\n\n\
The bracket is not closed, so the pattern stands for no file, and the rule for none.\n\n\
### What to do\n\nClose the bracket or the brace, or put a backslash before one that is part of a name.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for view in &file.runtimes {
            for loss in view
                .losses(file.path)
                .filter(|loss| loss.kind == LossKind::Skipped)
            {
                let Cause::BadPattern(pattern) = &loss.cause else {
                    continue;
                };
                let sentence =
                    format!("The pattern `{pattern}` cannot be read, so this file never reaches {{}}.");
                let finding = Finding::new(self, file.path, place(text, pattern));
                out.push(finding.effect(view.name(), sentence));
            }
        }
    }
}

/// Where the pattern is written; the first line where it is not found.
fn place(text: &Text, pattern: &str) -> Range<usize> {
    /// Bytes that hold a head.
    const SEARCHED: usize = 16 * 1024;
    let head = text.substring(0..SEARCHED.min(text.len()));
    match head.find(pattern) {
        Some(at) => at..at + pattern.len(),
        None => text.line_range(0),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn a_pattern_that_is_not_closed_is_shown() {
        let mut fixture = Fixture::new(&["cursor"], "");
        fixture.add(".cursor/rules/a.mdc", "---\nglobs: src/[ab\n---\nText\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        .cursor/rules/a.mdc warning precedence.not-read
          globs: src/[ab
                 ^^^^^^^
          The pattern `src/[ab` cannot be read, so this file never reaches cursor.
        ");
    }

    #[test]
    fn a_rule_of_claude_code_with_one_readable_pattern_is_for_that() {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture
            .add(".claude/rules/a.md", "---\npaths: ['src/[a']\n---\nText\n")
            .add(
                ".claude/rules/b.md",
                "---\npaths: ['src/[a', 'docs/*']\n---\nText\n",
            );
        assert_eq!(fixture.codes(), ["precedence.not-read .claude/rules/a.md:2"]);
    }

    #[test]
    fn a_pattern_that_matches_nothing_here_is_fine() {
        let mut fixture = Fixture::new(&["cursor", "claude-code", "copilot-cli"], "");
        fixture
            .add(".cursor/rules/a.mdc", "---\nglobs: docs/**\n---\nText\n")
            .add(".claude/rules/a.md", "---\npaths: ['docs/{a,b}/*']\n---\nText\n");
        assert!(fixture.codes().is_empty());
    }
}
