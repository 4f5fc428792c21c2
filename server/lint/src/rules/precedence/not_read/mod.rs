//! `precedence.not-read`: a runtime knows a file and reads it for nothing.
//!
//! * `kept_out`: the causes that lie in other files and in settings, told once for a project.

mod kept_out;

use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    rule::Rule,
    view::{FileView, ProjectView},
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
        "A runtime would read a file of this name and place, and sends nothing of it.\n\n\
The message says why:\n\n\
* a file of another name keeps it out. Claude Code reads `AGENTS.md` only where there is no `CLAUDE.md`, \
`.claude/CLAUDE.md` or `CLAUDE.local.md` in the folder, in any above it, or above the repository;\n\
* a setting switches it off: the folder is not trusted, a budget is zero, a pattern excludes it;\n\
* it lies in a folder below the root, and the runtime looks for files of this name only there;\n\
* the pattern that says what it is for cannot be read.\n\n\
### Why it matters\n\nRules for a part of the project are written, reviewed and kept up, and the agent at work there has \
never seen them.\n\n\
### Example\n\nThe root has `CLAUDE.md` with `@AGENTS.md` in it, and `packages/web/AGENTS.md` has no `CLAUDE.md` beside it. \
Claude Code reads the first two and not the third.\n\n\
```\n---\nglobs: src/[ab\n---\n```\n\nThe bracket is not closed, so the pattern stands for no file, and the rule for none.\n\n\
### What is told once\n\nFiles with one cause are one finding, shown in the file that keeps them out, with all of them as \
related places; a single one is shown in itself.\n\n\
### What is left alone\n\nFiles that are imported or linked, copies, and files that are named for another program \
(`CLAUDE.md` under OpenCode). A `CLAUDE.md` beside an `AGENTS.md` with other rules is mostly a pair, one for each program; \
it is told only where the user named the runtimes and none of them reads `AGENTS.md`. That Codex, started in the root, \
reads no files in folders below is its way of working.\n\n\
### What to do\n\nPut a `CLAUDE.md` with the line `@AGENTS.md` beside the file, or the import into the file that keeps it \
out. The fix does, where the runtime follows imports. Of a pattern, close the bracket or the brace, or put a backslash \
before one that is part of a name.\n"
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

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        kept_out::check(self, project, out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        kept_out::fixes(self.code(), finding, file)
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
