//! From the parser's block tree to the facts of a piece.

use crate::raw::{Definition, RawBlock, RawHeading, small};
use crate::{
    cut, escape,
    fact::BlockKind,
    leaf::{Leaf, LeafKind},
    shell,
};
use std::ops::Range;
use tree_sitter::Node;

/// The facts of the text before a cut.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) blocks: Vec<RawBlock>,
    pub(crate) headings: Vec<RawHeading>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) definitions: Vec<Definition>,
    /// Index of the last list, if the text after the cut goes on with it.
    pub(crate) open_list: Option<u32>,
}

/// Reads the blocks of `input` that start in `range`; offsets count from the range's start.
pub(crate) fn read(root: Node<'_>, input: &str, range: Range<usize>) -> Blocks {
    let mut reader = Reader {
        input,
        range,
        quotes: 0,
        nested: 0,
        list: 0,
        found: Blocks::default(),
    };
    reader.children(root);
    reader.found
}

/// A block, or an item of a list, that is not inside another block.
pub(crate) struct TopLevel {
    /// Byte of the parser's input where it starts, indentation included.
    pub(crate) start: usize,
    /// Whether it is a code fence or HTML block.
    pub(crate) is_raw: bool,
}

/// All top-level blocks and list items in order.
pub(crate) fn top_level(root: Node<'_>) -> Vec<TopLevel> {
    let mut found = Vec::new();
    collect_top_level(root, &mut found);
    found
}

fn collect_top_level(node: Node<'_>, found: &mut Vec<TopLevel>) {
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "section" | "ERROR" | "list" => collect_top_level(child, found),
            "block_continuation" => {}
            kind => found.push(TopLevel {
                start: child.start_byte(),
                is_raw: matches!(kind, "fenced_code_block" | "html_block"),
            }),
        }
    }
}

struct Reader<'a> {
    input: &'a str,
    range: Range<usize>,
    quotes: usize,
    nested: usize,
    /// Index of the top-level list being read.
    list: usize,
    found: Blocks,
}

impl Reader<'_> {
    /// Reads all children of a node and returns the end of the last block among them.
    fn children(&mut self, node: Node<'_>) -> usize {
        let mut end = 0;
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            end = end.max(self.visit(child));
        }
        end
    }

    /// Reads one node and returns its end: after its last line that is not blank.
    fn visit(&mut self, node: Node<'_>) -> usize {
        let start = self.skip_space(node.start_byte());
        if self.nested == 0 && start >= self.range.end {
            if node.kind() == "list_item" && start == self.range.end {
                self.found.open_list = Some(small(self.list));
            }
            return 0;
        }
        match node.kind() {
            // What the grammar cannot place is read as if the parts stood side by side.
            "section" | "ERROR" => self.children(node),
            "list" => self.container(BlockKind::List, node, start, self.line_end(start)),
            "list_item" => {
                let own = self.line_end(start);
                self.nest(|reader| reader.container(BlockKind::ListItem, node, start, own))
            }
            "block_quote" => {
                // Its own `>` lines without text belong to it; blank lines do not.
                let own = self.end_of(start, node.end_byte(), true);
                self.quotes += 1;
                let end = self.nest(|reader| reader.container(BlockKind::Quote, node, start, own));
                self.quotes -= 1;
                end
            }
            "atx_heading" | "setext_heading" => self.heading(node, start),
            "paragraph" => {
                let end = self.push(BlockKind::Paragraph, node, start);
                self.inline_leaves(node);
                end
            }
            "fenced_code_block" => self.fence(node, start),
            "indented_code_block" => self.push(BlockKind::IndentedCode, node, start),
            "html_block" => {
                let end = self.push(BlockKind::Html, node, start);
                self.leaf(LeafKind::Html, start..end, Vec::new());
                end
            }
            "thematic_break" => self.push(BlockKind::Break, node, start),
            "pipe_table" => {
                let end = self.push(BlockKind::Table, node, start);
                self.inline_leaves(node);
                end
            }
            "link_reference_definition" => self.definition(node, start),
            _ => 0,
        }
    }

    fn nest(&mut self, read: impl FnOnce(&mut Self) -> usize) -> usize {
        self.nested += 1;
        let end = read(self);
        self.nested -= 1;
        end
    }

    fn line_end(&self, byte: usize) -> usize {
        byte + cut::line_end(&self.input.as_bytes()[byte..])
    }

    /// A block of blocks; `own` is its end as far as the blocks inside do not reach.
    fn container(&mut self, kind: BlockKind, node: Node<'_>, start: usize, own: usize) -> usize {
        let index = self.found.blocks.len();
        if kind == BlockKind::List && self.nested == 0 {
            self.list = index;
        }
        self.block(kind, start, start);
        let end = self.children(node).max(own).min(self.limit());
        self.found.blocks[index].end = self.relative(end);
        end
    }

    fn push(&mut self, kind: BlockKind, node: Node<'_>, start: usize) -> usize {
        let end = self.end_of(start, node.end_byte(), kind != BlockKind::FencedCode);
        self.block(kind, start, end);
        end
    }

    fn block(&mut self, kind: BlockKind, start: usize, end: usize) {
        let block = RawBlock {
            kind,
            start: self.relative(start),
            end: self.relative(end),
        };
        self.found.blocks.push(block);
    }

    fn heading(&mut self, node: Node<'_>, start: usize) -> usize {
        let end = self.push(BlockKind::Heading, node, start);
        let mut level = 1;
        let mut title = String::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "atx_h2_marker" | "setext_h2_underline" => level = 2,
                "atx_h3_marker" => level = 3,
                "atx_h4_marker" => level = 4,
                "atx_h5_marker" => level = 5,
                "atx_h6_marker" => level = 6,
                "inline" => {
                    let written = &self.input[child.byte_range()];
                    let kept = without_closing_marks(written);
                    title = kept.to_owned();
                    let from = child.start_byte();
                    self.leaf(LeafKind::Inline, from..from + kept.len(), Vec::new());
                }
                "paragraph" => {
                    let lines = self.input[child.byte_range()].lines().map(str::trim);
                    title = lines.collect::<Vec<_>>().join(" ").trim().to_owned();
                    self.inline_leaves(child);
                }
                _ => {}
            }
        }
        if self.nested == 0 {
            let (start, end) = (self.relative(start), self.relative(end));
            let title = title.trim().into();
            self.found.headings.push(RawHeading {
                level,
                start,
                end,
                title,
            });
        }
        end
    }

    fn fence(&mut self, node: Node<'_>, start: usize) -> usize {
        let end = self.push(BlockKind::FencedCode, node, start);
        let mut info = "";
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "info_string" => info = &self.input[child.byte_range()],
                "code_fence_content" => {
                    if let Some(kind) = shell::Fence::of(info) {
                        let within = child.start_byte()..child.end_byte().min(end);
                        self.leaf(LeafKind::Shell(kind), within, self.continuations(child));
                    }
                }
                _ => {}
            }
        }
        end
    }

    fn definition(&mut self, node: Node<'_>, start: usize) -> usize {
        let end = self.push(BlockKind::LinkDefinition, node, start);
        let mut cursor = node.walk();
        let (mut label, mut destination) = (None, None);
        for child in node.named_children(&mut cursor) {
            let written = &self.input[child.byte_range()];
            match child.kind() {
                "link_label" => label = Some(escape::label(written)),
                "link_destination" => destination = Some(escape::destination(written)),
                _ => {}
            }
        }
        if let (Some(label), Some(destination)) = (label, destination) {
            let (label, destination) = (label.into(), destination.into());
            self.found.definitions.push(Definition { label, destination });
        }
        end
    }

    fn inline_leaves(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "inline" | "pipe_table_cell" => {
                    self.leaf(LeafKind::Inline, child.byte_range(), self.continuations(child));
                }
                "pipe_table_header" | "pipe_table_row" => self.inline_leaves(child),
                _ => {}
            }
        }
    }

    /// The prefixes of enclosing blocks (`> `, indentation) inside a node.
    fn continuations(&self, node: Node<'_>) -> Vec<Range<usize>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor)
            .filter(|child| child.kind() == "block_continuation" && child.start_byte() < child.end_byte())
            .map(|child| child.byte_range())
            .collect()
    }

    fn leaf(&mut self, kind: LeafKind, range: Range<usize>, holes: Vec<Range<usize>>) {
        let end = range.end.min(self.range.end);
        let start = range.start.min(end);
        let leaf = Leaf::new(kind, self.input, start..end, &holes, self.range.start);
        self.found.leaves.extend(leaf);
    }

    fn skip_space(&self, byte: usize) -> usize {
        let space = self.input.as_bytes()[byte..]
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'));
        byte + space.count()
    }

    /// Moves a node's end to the end of a line: the parser counts a following line's prefix (`> `) and
    /// blank lines to the block before.
    fn end_of(&self, start: usize, end: usize, trim: bool) -> usize {
        let text = self.input.as_bytes();
        let mut end = end.min(self.limit()).max(start);
        if !at_line_start(text, end) {
            let line = line_start(text, end);
            let is_prefix = line > start
                && text[line..end]
                    .iter()
                    .all(|byte| matches!(byte, b' ' | b'\t' | b'>'));
            end = if is_prefix {
                line
            } else {
                end + cut::line_end(&text[end..])
            };
        }
        while trim && end > start {
            let line = line_start(text, end - 1);
            let blank = |byte: &u8| byte.is_ascii_whitespace() || (*byte == b'>' && self.quotes > 0);
            if line <= start || !text[line..end].iter().all(blank) {
                break;
            }
            end = line;
        }
        end.min(self.limit())
    }

    /// Blocks of the last piece may end after the text: the parser got a line break of ours.
    fn limit(&self) -> usize {
        self.range.end
    }

    fn relative(&self, byte: usize) -> u32 {
        small(byte.saturating_sub(self.range.start))
    }
}

/// A heading's text without the optional closing `#`s and the space around.
fn without_closing_marks(text: &str) -> &str {
    let text = text.trim_end();
    let bare = text.trim_end_matches('#');
    if bare.is_empty() || bare.ends_with([' ', '\t']) {
        bare.trim_end()
    } else {
        text
    }
}

fn at_line_start(text: &[u8], byte: usize) -> bool {
    match byte.checked_sub(1).map(|before| text[before]) {
        None | Some(b'\n') => true,
        Some(b'\r') => text.get(byte) != Some(&b'\n'),
        _ => false,
    }
}

/// The start of the line that holds `byte`.
fn line_start(text: &[u8], byte: usize) -> usize {
    let mut at = byte;
    while !at_line_start(text, at) {
        at -= 1;
    }
    at
}
