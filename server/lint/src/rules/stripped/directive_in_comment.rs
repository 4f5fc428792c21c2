//! `stripped.directive-in-comment`: an instruction stands in a comment that a runtime takes out.

use super::reaches;
use crate::{
    directive,
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::ends::line_end,
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView},
};
use agents_prompt::{Cause, Loss, LossKind};
use agents_syntax::Text;
use std::{collections::BTreeMap, ops::Range};

const OPEN: &str = "<!--";
const CLOSE: &str = "-->";

/// See the module.
pub struct DirectiveInComment;

impl Rule for DirectiveInComment {
    fn code(&self) -> &'static str {
        "stripped.directive-in-comment"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "An HTML comment holds an instruction, and a runtime takes comments out before the model sees the text. \
Which comments go differs: Claude Code takes out those that stand in lines of their own, Qwen Code all that stand in \
its rules; most runtimes take out none.\n\n\
### Why it matters\n\nThe instruction reads as if it were in force, and holds for some agents only.\n\n\
### Example\n\n```markdown\n# Releases\n\n<!-- Never publish from a laptop. -->\n```\n\n\
### What is left alone\n\nNotes to people (`<!-- TODO … -->`, `<!-- Maintainers: … -->`, `<!-- Add your commands here -->`), \
marks of tools (`<!-- prettier-ignore -->`, `<!-- toc -->`), licences and marks of generators, and Markdown that was \
switched off by a comment around it: headings, tables, code, and items of a list unless a line above them says whom \
they are for (`Agents:`, `Important:`). English is understood.\n\n\
### What to do\n\nTake the comment's marks away if the text is meant for agents. Leave it, or reword it as a note, if it \
is meant for people.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let comment = orders(file, text)
            .into_iter()
            .find(|(_, order)| *order == finding.range);
        let Some((comment, _)) = comment else {
            return Vec::new();
        };
        vec![Fix {
            title: "Take the text out of the comment".to_owned(),
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: unwrap(text, &comment),
            }],
        }]
    }
}

impl DirectiveInComment {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let text = content.text();
        for (comment, order) in orders(file, text) {
            if content.document().is_code(comment.start) {
                continue;
            }
            let mut finding = Finding::new(self, file.path, order.clone());
            // The loss is told first: it is the grave half.
            let (losing, others): (Vec<_>, Vec<_>) = file
                .runtimes
                .iter()
                .partition(|view| lost_to(view, file).any(|loss| covers(&loss.range, &comment)));
            for view in losing {
                let sentence = "This instruction does not reach {or}: it stands in a comment.";
                finding = finding.effect(view.name(), sentence);
            }
            let mut getting = others
                .into_iter()
                .filter(|view| reaches(view, file.path, &order))
                .peekable();
            finding.is_unnecessary = getting.peek().is_none();
            for view in getting {
                finding = finding.effect(view.name(), "It reaches {} as it stands.");
            }
            out.push(finding);
        }
    }
}

/// What a runtime loses of a file to comments: each of them, or all that is there when nothing else is.
fn lost_to<'b>(view: &'b RuntimeView<'_>, file: &'b FileView<'_>) -> impl Iterator<Item = &'b Loss> {
    view.losses(file.path).filter(|loss| {
        matches!(
            (loss.kind, &loss.cause),
            (LossKind::Stripped, Cause::Comment) | (LossKind::Skipped, Cause::Blank)
        )
    })
}

/// The comments that a runtime takes out and that hold orders, each with the bytes of those.
fn orders(file: &FileView<'_>, text: &Text) -> BTreeMap<Key, Range<usize>> {
    let mut found = BTreeMap::new();
    let lost = file.runtimes.iter().flat_map(|view| lost_to(view, file));
    for loss in lost {
        let whole = text.substring(loss.range.clone());
        for inner in comments(&whole) {
            let start = loss.range.start + inner.start;
            let comment = Key {
                start: start - OPEN.len(),
                end: loss.range.start + inner.end + CLOSE.len(),
            };
            if found.contains_key(&comment) {
                continue;
            }
            if let Some(order) = directive::in_comment(&whole[inner]) {
                found.insert(comment, start + order.start..start + order.end);
            }
        }
    }
    found
}

/// The bytes of a comment with its marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    start: usize,
    end: usize,
}

fn covers(range: &Range<usize>, comment: &Key) -> bool {
    range.start <= comment.start && comment.end <= range.end
}

/// What stands between the marks of each comment.
fn comments(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(OPEN).map(|found| at + found + OPEN.len()) {
        let Some(close) = text[open..].find(CLOSE).map(|found| open + found) else {
            break;
        };
        out.push(open..close);
        at = close + CLOSE.len();
    }
    out
}

/// Takes the marks away, with the lines that hold nothing else. The text becomes a block of its own.
fn unwrap(text: &Text, comment: &Key) -> Vec<TextEdit> {
    let eol = line_end(text);
    let inner = text.substring(comment.start + OPEN.len()..comment.end - CLOSE.len());
    let lead = inner.len() - inner.trim_start().len();
    let tail = inner.len() - inner.trim_end().len();
    let first = text.line_of(comment.start);
    let last = text.line_of(comment.end);
    let is_blank = |range: Range<usize>| text.substring(range).trim().is_empty();
    let begins_line = is_blank(text.line_start(first)..comment.start);
    let ends_line = is_blank(comment.end..text.line_range(last).end);
    let is_below_text = begins_line && first > 0 && !is_blank(text.line_range(first - 1));
    let is_above_text = ends_line && last + 1 < text.line_count() && !is_blank(text.line_range(last + 1));
    let gap = |is_needed: bool| if is_needed { eol } else { "" };
    // What stands before the mark in its line would make code of the text.
    let start = if begins_line {
        text.line_start(first)
    } else {
        comment.start
    };
    vec![
        TextEdit::new(start..comment.start + OPEN.len() + lead, gap(is_below_text)),
        TextEdit::new(comment.end - CLOSE.len() - tail..comment.end, gap(is_above_text)),
    ]
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "stripped.directive-in-comment";

    fn claude(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["claude-code"], "");
        fixture.add("CLAUDE.md", text);
        fixture
    }

    #[test]
    fn an_order_is_shown_with_who_gets_it() {
        let mut fixture = Fixture::new(&["claude-code", "codex"], "");
        fixture.add(
            "AGENTS.md",
            "# A\n\n<!-- Never publish from a laptop. -->\n\nText.\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md warning stripped.directive-in-comment
          <!-- Never publish from a laptop. -->
               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          This instruction does not reach claude-code: it stands in a comment. It reaches codex as it stands.
        ");
        assert!(!fixture.findings()[0].is_unnecessary, "codex reads it");
        let mut other_way_round = Fixture::new(&["codex", "claude-code"], "");
        other_way_round.add("AGENTS.md", "# A\n\n<!-- Never publish. -->\n\nText.\n");
        assert_eq!(
            other_way_round.message(CODE),
            "This instruction does not reach claude-code: it stands in a comment. It reaches codex as it stands.",
            "the loss first"
        );
        assert!(claude("<!-- Never publish. -->\n\nText.\n").findings()[0].is_unnecessary);
    }

    #[test]
    fn only_comments_that_are_taken_out_are_looked_at() {
        for text in [
            "Text <!-- Never push. --> text.\n",
            "- a\n  <!-- Never push. -->\n",
            "```\n<!-- Never push. -->\n```\n",
            "Text.\n\n<!-- Never push.\n",
            "Text.\n\n<!-- TODO: never push -->\n",
            "Text.\n\n<!--\n- Never push\n-->\n",
        ] {
            assert!(claude(text).codes().is_empty(), "{text:?}");
        }
        let mut codex = Fixture::new(&["codex", "gemini-cli"], "");
        codex.add("AGENTS.md", "Text.\n\n<!-- Never push. -->\n");
        assert!(codex.codes().is_empty(), "nobody takes it out");
    }

    #[test]
    fn a_file_of_comments_alone_is_skipped_with_its_orders() {
        assert_eq!(claude("<!-- Never push. -->\n").marked(CODE), ["Never push."]);
        assert!(claude("\n \n").codes().is_empty());
    }

    #[test]
    fn each_comment_is_its_own_finding_from_the_first_order_to_the_last() {
        let text = "Text.\n\n<!-- Never push. --><!-- a note -->\n<!--\nSome words.\nAlways sign.\nMore words.\n-->\n";
        assert_eq!(claude(text).marked(CODE), ["Never push.", "Always sign."]);
    }

    #[test]
    fn rules_of_qwen_lose_comments_anywhere_but_code_is_an_example() {
        let mut qwen = Fixture::new(&["qwen-code"], "");
        qwen.add(
            ".qwen/rules/a.md",
            "Text <!-- Never push. --> text.\n\n```\n<!-- Never pull. -->\n```\n",
        );
        assert_eq!(qwen.marked(CODE), ["Never push."]);
    }

    #[test]
    fn the_marks_go_and_the_text_stays_a_block() {
        for (text, after) in [
            (
                "# A\n\n<!-- Never push. -->\n\nText.\n",
                "# A\n\nNever push.\n\nText.\n",
            ),
            (
                "# A\n<!-- Never push. -->\nText.\n",
                "# A\n\nNever push.\n\nText.\n",
            ),
            (
                "Text.\r\n\r\n<!--\r\n  Never push.\r\n  Ever.\r\n-->\r\n",
                "Text.\r\n\r\nNever push.\r\n  Ever.\r\n",
            ),
            ("<!-- Never push. -->", "Never push."),
            ("Text.\n\n  <!-- Never push. -->", "Text.\n\nNever push."),
        ] {
            let mut fixture = claude(text);
            let fixes = fixture.fixes(CODE);
            assert_eq!(fixes.len(), 1, "{text:?}");
            fixture.apply(&fixes[0]);
            assert_eq!(fixture.text("CLAUDE.md".as_ref()).to_string(), after);
            assert!(fixture.codes().is_empty());
            assert!(!fixture.loaded("CLAUDE.md").is_empty());
        }
    }
}
