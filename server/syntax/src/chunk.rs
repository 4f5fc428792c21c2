//! Reads one piece: a line scanner proposes where it ends, the parser decides.
//!
//! A text may be cut where a block or list item starts at column 0 and is not inside another block, because
//! what comes before has no influence on how such a line is read. The parser sees the piece *and the line
//! after it*; only if that line starts a top-level block there, the cut counts.

use crate::raw::{RawBlock, small};
use crate::{
    Text,
    blocks::{self, Blocks},
    cut::{self, Open, Place},
    fact::BlockKind,
    leaf::{Leaf, LeafKind},
    parser,
    piece::Piece,
    shell,
};
use tree_sitter::Tree;

/// Pieces shorter than this, in bytes, are joined with what follows.
pub(crate) const MIN: usize = 512;

/// Pieces longer than this, in bytes, are cut not only at headings but at any block or list item.
pub(crate) const MAX: usize = 1024;

/// Length in bytes above which a single code fence or comment is no longer given to the parser: where it
/// ends depends on one line only, and a key in it should not cost its length.
const LONG: usize = 2 * MAX;

/// Bytes read at a time when looking for a line far away.
const STRIDE: usize = 64 * 1024;

/// The tree of a piece with the parser's input, kept to reparse the piece after the next edit.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) tree: Tree,
    pub(crate) input: String,
}

/// What is known about the text that is about to be read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hint<'a> {
    /// Where a piece ended before an edit.
    pub(crate) end: Option<usize>,
    /// The tree of that piece.
    pub(crate) tree: Option<&'a Parsed>,
}

/// Reads the piece that starts at byte `start`, which must be before the text's end. Gives the tree, too,
/// unless the piece needed none.
pub(crate) fn read(text: &Text, start: usize, hint: Hint<'_>) -> (Piece, Option<Parsed>) {
    let mut tree = hint.tree;
    let mut end = hint.end.unwrap_or_else(|| propose(text, start, start + MIN));
    loop {
        let input = parser_input(text, start, end);
        let old = tree.take().map(|old| (&old.tree, old.input.as_str()));
        let Some(parsed) = parser::blocks(&input, old) else {
            return (
                Piece::opaque(end - start, cut::line_end(&input.as_bytes()[1..])),
                None,
            );
        };
        match decide(text, start, end, &input, &parsed) {
            Decision::Cut(at) => {
                let found = blocks::read(parsed.root_node(), &input, 1..1 + at - start);
                let piece = Piece::new(at - start, cut::line_end(&input.as_bytes()[1..]), found);
                return (piece, (at == end).then_some(Parsed { tree: parsed, input }));
            }
            Decision::Widen(to) => end = to,
            Decision::Raw(kind, at) => return (raw(text, start, at, kind), None),
        }
    }
}

/// The text from `start` to the end of the line at `end`, as the parser gets it: after a blank line, since
/// a first line `---` would begin YAML metadata, and with a final line break, without which the grammar
/// takes `# ` or `- ` for errors.
pub(crate) fn parser_input(text: &Text, start: usize, end: usize) -> String {
    let slice = text.slice(start..line_end(text, end));
    let mut input = String::with_capacity(slice.len_bytes() + 2);
    input.push('\n');
    input.extend(slice.chunks());
    if !input.ends_with(['\n', '\r']) {
        input.push('\n');
    }
    without_lone_pipes(input)
}

/// The grammar takes a table row that is just `|`, as one has while typing it, for an error that swallows
/// the next paragraph or heading. A letter in its place changes nothing else.
fn without_lone_pipes(input: String) -> String {
    let bytes = input.as_bytes();
    let is_alone = |at: &usize| {
        let before = bytes[..*at]
            .iter()
            .rev()
            .find(|byte| !matches!(byte, b' ' | b'\t' | b'>'));
        let after = bytes[at + 1..].iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        matches!(before, Some(b'\n' | b'\r')) && matches!(after, Some(b'\n' | b'\r'))
    };
    let alone: Vec<usize> = memchr::memchr_iter(b'|', bytes).filter(is_alone).collect();
    let mut input = input;
    for at in alone {
        input.replace_range(at..=at, "x");
    }
    input
}

enum Decision {
    /// The piece ends here.
    Cut(usize),
    /// Ask again with this end.
    Widen(usize),
    /// The piece is one raw block up to here.
    Raw(BlockKind, usize),
}

fn decide(text: &Text, start: usize, end: usize, input: &str, tree: &Tree) -> Decision {
    let top_level = blocks::top_level(tree.root_node());
    let at_end = 1 + end - start;
    let at_column_0 = |byte: usize| byte > 0 && matches!(input.as_bytes()[byte - 1], b'\n' | b'\r');
    let confirmed =
        end == text.len() || (at_column_0(at_end) && top_level.iter().any(|block| block.start == at_end));
    if confirmed && end - start <= 2 * MAX {
        return Decision::Cut(end);
    }
    // A long stretch: it had to be widened, and the parser may know a better place by now.
    let is_place = |byte: usize| {
        let before = &input.as_bytes()[..byte];
        at_column_0(byte) && cut::place(&input[byte..], after_blank(before)).is_some()
    };
    let mut starts = top_level.iter().map(|block| block.start);
    if let Some(at) = starts.find(|at| (1 + MIN..at_end).contains(at) && is_place(*at)) {
        return Decision::Cut(start + at - 1);
    }
    if confirmed {
        return Decision::Cut(end);
    }
    let last = top_level.iter().rev().find(|block| block.start < at_end);
    let raw = last
        .filter(|block| block.is_raw && at_column_0(block.start))
        .and_then(|block| {
            let construct = Open::read(&input[block.start..])?;
            open_block(text, start, end, start + block.start - 1, construct)
        });
    raw.unwrap_or_else(|| Decision::Widen(propose(text, start, (start + 2 * (end - start)).max(end + 1))))
}

/// What to do when the fence or HTML block that starts at byte `at` is open at `end`: its end depends on one
/// line, which is looked for, so that the parser need not be asked again and again with more text.
fn open_block(text: &Text, start: usize, end: usize, at: usize, construct: Open) -> Option<Decision> {
    let close = closing_line_end(text, at, construct);
    let next = propose_from(text, close, close, close);
    if next <= end {
        return None;
    }
    if next - start <= LONG {
        return Some(Decision::Widen(next));
    }
    if at > start {
        return Some(Decision::Cut(at));
    }
    let kind = if matches!(construct, Open::Html(_)) {
        BlockKind::Html
    } else {
        BlockKind::FencedCode
    };
    Some(Decision::Raw(kind, close))
}

/// Whether the line before the one that starts at the end of `before` is blank.
fn after_blank(before: &[u8]) -> bool {
    let body = before.strip_suffix(b"\n").unwrap_or(before);
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    let line = memchr::memrchr2(b'\n', b'\r', body).map_or(body, |line_break| &body[line_break + 1..]);
    line.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// A long fence or HTML block without the parser, whose decision that it opens here is known.
fn raw(text: &Text, start: usize, end: usize, kind: BlockKind) -> Piece {
    let content = text.substring(start..end);
    let first_line = cut::line_end(content.as_bytes());
    // As in the parser's trees, blank lines at the end of the text are no part of an open comment.
    let written = match kind {
        BlockKind::Html => content.trim_end().len(),
        _ => content.len(),
    };
    let block_end = written + cut::line_end(&content.as_bytes()[written..]);
    let blocks = vec![RawBlock {
        kind,
        start: 0,
        end: small(block_end),
    }];
    let leaf = if kind == BlockKind::Html {
        Leaf::new(LeafKind::Html, &content, 0..content.len(), &[], 0)
    } else {
        let construct = Open::read(&content);
        let last = cut::lines(&content)
            .last()
            .filter(|(at, line)| *at > 0 && construct.is_some_and(|construct| construct.ends_with(line)));
        let code_end = last.map_or(content.len(), |(at, _)| at);
        let info = cut::content(&content[..first_line]).trim_start_matches(['`', '~']);
        let fence = shell::Fence::of(info.trim());
        fence.and_then(|fence| Leaf::new(LeafKind::Shell(fence), &content, first_line..code_end, &[], 0))
    };
    Piece::new(
        end - start,
        first_line,
        Blocks {
            blocks,
            leaves: Vec::from_iter(leaf),
            ..Blocks::default()
        },
    )
}

/// The first good place for a cut at or after `from`, for a piece that starts at `start`.
pub(crate) fn propose(text: &Text, start: usize, from: usize) -> usize {
    propose_from(text, start, from, start + MAX)
}

/// The first heading at or after `from`; once `limit` is reached, the first block instead; else the end.
fn propose_from(text: &Text, start: usize, from: usize, limit: usize) -> usize {
    let mut block = None;
    let mut after_blank = true;
    let mut found = None;
    each_line(text, start, 4 * MAX, |at, line| {
        let place = cut::place(line, after_blank).filter(|_| at >= from);
        after_blank = cut::is_blank(line);
        match place {
            Some(Place::Heading) => found = Some(block.filter(|_| at > limit).unwrap_or(at)),
            Some(Place::Block) => {
                block.get_or_insert(at);
            }
            None => {}
        }
        if at >= limit && found.is_none() {
            found = block;
        }
        found.is_none()
    });
    found
        .or(block.filter(|_| text.len() > limit))
        .unwrap_or(text.len())
}

/// The end of the line that closes the construct which opens at `start`, or the text's end.
fn closing_line_end(text: &Text, start: usize, open: Open) -> usize {
    let mut end = text.len();
    each_line(text, start, STRIDE, |at, line| {
        let closes = (at > start || matches!(open, Open::Html(_))) && open.ends_with(line);
        if closes {
            end = at + line.len();
        }
        !closes
    });
    end
}

/// Calls `visit` with every line from `start` on until it says no. Reads `stride` bytes at a time.
fn each_line(text: &Text, start: usize, stride: usize, mut visit: impl FnMut(usize, &str) -> bool) {
    let mut at = start;
    let mut stride = stride;
    while at < text.len() {
        let stop = text.ceil_char(at + stride);
        let window = text.substring(at..stop);
        let mut read = 0;
        for (offset, line) in cut::lines(&window) {
            // The last line may go on, or its `\r` may be half a line break.
            if offset + line.len() == window.len() && stop < text.len() {
                break;
            }
            if !visit(at + offset, line) {
                return;
            }
            read = offset + line.len();
        }
        if read == 0 {
            stride *= 2;
        }
        at += read;
    }
}

/// The end of the line that holds byte `at`, line break included.
fn line_end(text: &Text, at: usize) -> usize {
    let line = text.line_of(at);
    text.line_start(line + 1)
}

#[cfg(test)]
mod tests {
    use crate::{Document, Text, fact::BlockKind};

    fn kinds(text: &str) -> Vec<BlockKind> {
        Document::open(Text::new(text))
            .blocks()
            .map(|block| block.kind)
            .collect()
    }

    #[test]
    fn a_row_that_is_being_typed_swallows_nothing() {
        use BlockKind::{Heading, Quote, Table};
        for row in ["|", "| ", "||", "| |"] {
            assert_eq!(
                kinds(&format!("| a |\n|---|\n{row}\n\n# b\n")),
                [Table, Heading],
                "{row:?}"
            );
        }
        assert_eq!(kinds("> | a |\n> |---|\n> |\n\n# b\n"), [Quote, Table, Heading]);
    }

    #[test]
    fn a_rule_at_the_start_of_a_piece_is_no_metadata() {
        let filler = "A paragraph that fills the first piece.\n\n".repeat(14);
        let text = format!("{filler}---\n\n# a\n\n---\n\n+++\n\n# b\n\n+++\n");
        let headings: Vec<_> = Document::open(Text::new(&text))
            .headings()
            .map(|heading| heading.title)
            .collect();
        assert_eq!(headings, ["a", "b"]);
    }

    #[test]
    fn a_long_fence_is_one_block_and_the_rest_is_read() {
        let text = format!(
            "# a\n\ntext\n\n```sh\n{}```\n\n# b\n",
            "# not a heading\n\n".repeat(3000)
        );
        let document = Document::open(Text::new(&text));
        let titles: Vec<_> = document.headings().map(|heading| heading.title).collect();
        assert_eq!(titles, ["a", "b"]);
        assert_eq!(
            document
                .blocks()
                .filter(|block| block.kind == BlockKind::FencedCode)
                .count(),
            1
        );
        assert!(document.is_code(text.len() / 2));
        assert!(!document.is_code(text.len() - 2));
    }
}
