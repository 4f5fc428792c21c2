//! The tree-sitter parsers, one set per thread, each run under a budget.

use std::{cell::RefCell, ops::ControlFlow, time::Duration, time::Instant};
use tree_sitter::{InputEdit, Language, ParseOptions, Parser, Point, Range, Tree};

/// How long a piece's blocks may take before the piece counts as opaque. A keystroke is felt from about
/// 50 ms on; ordinary text takes 0.2 ms/kB, so this is room for 60 kB without a single place to cut.
pub(crate) const BLOCK_BUDGET: Duration = Duration::from_millis(20);

/// How long the inline facts of one paragraph may take. Ordinary paragraphs take 0.01 to 0.2 ms.
pub(crate) const INLINE_BUDGET: Duration = Duration::from_millis(10);

/// Progress reports below which a parse is not stopped however late it is: on a busy machine the clock
/// runs while the thread waits. A quiet machine makes some 50 reports in a millisecond, and ordinary text
/// 15 per kB, so that a text under 40 kB is never given up for the clock's sake.
const FREE_REPORTS: usize = 600;

/// How many budgets may pass before a parse is stopped even without many progress reports, because the
/// hand-written scanners report nothing while they read a long line.
const PATIENCE: u32 = 5;

/// Length in bytes up to which no scanner takes long, whatever the text.
const SHORT: usize = 4 * 1024;

struct Parsers {
    block: Parser,
    inline: Parser,
    bash: Parser,
}

thread_local! {
    static PARSERS: RefCell<Parsers> = RefCell::new(Parsers {
        block: parser(tree_sitter_md::LANGUAGE.into()),
        inline: parser(tree_sitter_md::INLINE_LANGUAGE.into()),
        bash: parser(tree_sitter_bash::LANGUAGE.into()),
    });
}

/// The Markdown block tree of `text`, or `None` over budget. `old` is an earlier tree with its text.
pub(crate) fn blocks(text: &str, old: Option<(&Tree, &str)>) -> Option<Tree> {
    let old = old.map(|(tree, was)| {
        let mut tree = tree.clone();
        if let Some(edit) = difference(was, text) {
            tree.edit(&edit);
        }
        tree
    });
    PARSERS.with_borrow_mut(|parsers| run(&mut parsers.block, text, old.as_ref(), BLOCK_BUDGET))
}

/// The Markdown inline tree of the parts of `text` in `ranges` (all of it when empty), or `None` over budget.
pub(crate) fn inline(text: &str, ranges: &[Range]) -> Option<Tree> {
    PARSERS.with_borrow_mut(|parsers| {
        // Ranges that are unordered or overlap are refused: no facts are better than wrong ones.
        parsers.inline.set_included_ranges(ranges).ok()?;
        run(&mut parsers.inline, text, None, INLINE_BUDGET)
    })
}

/// The syntax tree of a shell script, or `None` over budget.
pub(crate) fn bash(text: &str) -> Option<Tree> {
    PARSERS.with_borrow_mut(|parsers| run(&mut parsers.bash, text, None, INLINE_BUDGET))
}

fn parser(language: Language) -> Parser {
    let mut parser = Parser::new();
    // The versions of the grammars and of the library are pinned together, so this does not fail; if it
    // did, every parse would return `None` and all text would be opaque.
    let _ = parser.set_language(&language);
    parser
}

fn run(parser: &mut Parser, text: &str, old: Option<&Tree>, budget: Duration) -> Option<Tree> {
    let started = Instant::now();
    let mut reports = 0;
    let mut watch = |_: &tree_sitter::ParseState| {
        reports += 1;
        let late = started.elapsed();
        if (late > budget * PATIENCE && text.len() > SHORT) || (late > budget && reports > FREE_REPORTS) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or(&[]), old, Some(options));
    if tree.is_none() {
        parser.reset();
    }
    tree
}

/// The one edit that leads from `was` to `now`; `None` when they are equal.
fn difference(was: &str, now: &str) -> Option<InputEdit> {
    let (old, new) = (was.as_bytes(), now.as_bytes());
    let shared = old.len().min(new.len());
    let start = (0..shared).find(|&at| old[at] != new[at]).unwrap_or(shared);
    if start == old.len() && start == new.len() {
        return None;
    }
    let tail = (0..shared - start)
        .find(|&back| old[old.len() - 1 - back] != new[new.len() - 1 - back])
        .unwrap_or(shared - start);
    Some(InputEdit {
        start_byte: start,
        old_end_byte: old.len() - tail,
        new_end_byte: new.len() - tail,
        start_position: point(old, start),
        old_end_position: point(old, old.len() - tail),
        new_end_position: point(new, new.len() - tail),
    })
}

/// A byte offset as tree-sitter counts places: rows end at `\n` only, columns are bytes.
pub(crate) fn point(text: &[u8], byte: usize) -> Point {
    let before = &text[..byte];
    Point {
        row: memchr::memchr_iter(b'\n', before).count(),
        column: byte - memchr::memrchr(b'\n', before).map_or(0, |line_break| line_break + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_the_shortest_single_edit() {
        let edit = difference("ab\ncd\n", "ab\ncXd\n").expect("they differ");
        assert_eq!((edit.start_byte, edit.old_end_byte, edit.new_end_byte), (4, 4, 5));
        assert_eq!(edit.new_end_position, Point { row: 1, column: 2 });
        assert!(difference("same", "same").is_none());
        let doubled = difference("aa", "aaa").expect("they differ");
        assert_eq!(doubled.new_end_byte - doubled.old_end_byte, 1);
    }
}
