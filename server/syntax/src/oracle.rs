//! A second opinion on block structure: pulldown-cmark, an independent parser of CommonMark.

use crate::{
    Document, Text, cut,
    fact::{Block, BlockKind},
};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::{collections::BTreeSet, ops::Range};

/// Where the blocks of `text` differ from what pulldown-cmark finds: one sentence each, with lines counted
/// from 1. Compared are kind, first line and last line, without link definitions, which pulldown-cmark does
/// not report as blocks, and blank lines at a block's end, about which CommonMark says nothing.
#[must_use]
pub fn differences(text: &str) -> Vec<String> {
    let document = Document::open(Text::new(text));
    let start = match document.frontmatter() {
        Some(head) if head.closed => head.range.end,
        Some(head) => head.content.start,
        None => text.len() - text.trim_start_matches('\u{feff}').len(),
    };
    let lines = Lines::new(text);
    let ours: BTreeSet<_> = document
        .blocks()
        .filter(|block| block.kind != BlockKind::LinkDefinition)
        .filter_map(|block| lines.seen(block.kind, block.range))
        .collect();
    let theirs: BTreeSet<_> = pulldown(&text[start..])
        .into_iter()
        .filter_map(|block| lines.seen(block.kind, block.range.start + start..block.range.end + start))
        .collect();
    let only = |side: &str, (first, last, kind): &(usize, usize, String)| {
        format!("{kind} in lines {first}-{last} only {side}")
    };
    let here = ours.difference(&theirs).map(|block| only("here", block));
    here.chain(
        theirs
            .difference(&ours)
            .map(|block| only("in pulldown-cmark", block)),
    )
    .collect()
}

/// Why `text` may be read differently, if one of the differences that are understood can occur in it.
#[must_use]
pub fn explanation(text: &str) -> Option<&'static str> {
    let text = text.trim_start_matches('\u{feff}');
    if text.replace("\r\n", "\n").contains('\r') {
        return Some("pulldown-cmark lets code fences and tables run over a lone carriage return");
    }
    let lines: Vec<&str> = text.lines().map(bare).collect();
    let pairs = || {
        lines
            .iter()
            .zip(lines.iter().skip(1))
            .filter(|(line, next)| !line.is_empty() && !next.is_empty())
    };
    if pairs().any(|(_, next)| starts_late(next)) {
        return Some("tree-sitter-md lets an ordered list that does not start at 1 interrupt a paragraph");
    }
    if pairs().any(|(line, _)| line.starts_with('[') && line.contains("]:")) {
        return Some("tree-sitter-md begins a new block after a link definition even without a blank line");
    }
    let is_empty_item = |line: &str| matches!(line, "-" | "*" | "+");
    if lines
        .windows(3)
        .any(|lines| is_empty_item(lines[0]) && lines[1].is_empty() && lines[2].is_empty())
    {
        return Some("tree-sitter-md ends a list after an empty item and two blank lines");
    }
    let is_empty_quote = |line: &str| !line.trim().is_empty() && line.trim().bytes().all(|byte| byte == b'>');
    let written: Vec<&str> = text.lines().collect();
    if written
        .windows(2)
        .any(|lines| is_empty_quote(lines[0]) && is_empty_quote(lines[1]))
    {
        return Some("tree-sitter-md leaves the last of several empty lines out of a quotation");
    }
    let is_underline = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte == b'=');
    let paragraphs = lines.split(|line| line.is_empty());
    let has_row = |lines: &[&str]| {
        let underline = lines.iter().rposition(|line| is_underline(line));
        underline.is_some_and(|at| lines[..at].iter().any(|line| line.contains('|')))
    };
    if paragraphs.into_iter().any(has_row) {
        return Some("to pulldown-cmark a line of `=` under a table is a row");
    }
    None
}

/// A line without the marks of the blocks around its text.
fn bare(line: &str) -> &str {
    let line = line.trim_start_matches([' ', '\t', '>']).trim_end();
    ["- ", "* ", "+ "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
        .map_or(line, bare)
}

/// Whether a line begins an ordered list at another number than 1.
fn starts_late(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && &line[..digits] != "1" && line[digits..].starts_with(['.', ')'])
}

/// The text's lines, to compare blocks by.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            starts: cut::lines(text).map(|(at, _)| at).collect(),
        }
    }

    /// A block's first and last line that is not blank, and its kind. `None` for a block of blank lines.
    fn seen(&self, kind: BlockKind, range: Range<usize>) -> Option<(usize, usize, String)> {
        let line = |byte: usize| self.starts.partition_point(|start| *start <= byte);
        let written = |char: char| !char.is_whitespace() && char != '>';
        let text = &self.text[range.clone()];
        let last = text.rfind(written).or_else(|| text.rfind('>'))?;
        let first = text.find(|char: char| !char.is_whitespace())?;
        Some((
            line(range.start + first),
            line(range.start + last),
            format!("{kind:?}"),
        ))
    }
}

/// The blocks as pulldown-cmark sees them. It gives no paragraphs in tight lists: running text directly in an
/// item counts as one.
fn pulldown(text: &str) -> Vec<Block> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    let mut blocks: Vec<Block> = Vec::new();
    let mut containers = Vec::new();
    let mut loose: Option<Range<usize>> = None;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let kind = match &event {
            Event::Start(tag) => kind(tag),
            Event::Rule => Some(BlockKind::Break),
            _ => None,
        };
        let ends_item = matches!(event, Event::End(TagEnd::Item));
        if (kind.is_some() || ends_item)
            && let Some(range) = loose.take()
        {
            blocks.push(Block {
                kind: BlockKind::Paragraph,
                range,
            });
        }
        match (event, kind) {
            (Event::Start(_), Some(kind)) => {
                blocks.push(Block { kind, range });
                containers.push(kind);
            }
            (Event::Rule, _) => blocks.push(Block {
                kind: BlockKind::Break,
                range,
            }),
            (Event::End(end), _) if ends_block(end) => {
                containers.pop();
            }
            (Event::TaskListMarker(_), _) => {}
            _ if containers.last() == Some(&BlockKind::ListItem) => {
                loose = Some(loose.map_or(range.clone(), |loose| loose.start..loose.end.max(range.end)));
            }
            _ => {}
        }
    }
    blocks
}

fn kind(tag: &Tag<'_>) -> Option<BlockKind> {
    Some(match tag {
        Tag::Paragraph => BlockKind::Paragraph,
        Tag::Heading { .. } => BlockKind::Heading,
        Tag::BlockQuote(_) => BlockKind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(_)) => BlockKind::FencedCode,
        Tag::CodeBlock(CodeBlockKind::Indented) => BlockKind::IndentedCode,
        Tag::HtmlBlock => BlockKind::Html,
        Tag::List(_) => BlockKind::List,
        Tag::Item => BlockKind::ListItem,
        Tag::Table(_) => BlockKind::Table,
        _ => return None,
    })
}

fn ends_block(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Table
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_see_the_same_in_ordinary_text() {
        let text = "---\nname: x\n---\n# T\n\ntext `a`\nmore\n\n- a\n  - b\n\n    c\n- [ ] d\n\n> q\n>\n> r\n\n```sh\nx\n```\n\n| a | b |\n|---|---|\n| c | d |\n\nSet\n---\n\n***\n\n<!-- c -->\n\n    code\n\n[l]: m\n";
        assert_eq!(differences(text), Vec::<String>::new());
    }
}
