//! A text with its facts.

use crate::raw::{LeafFacts, RawInline};
use crate::{
    fact::{Block, BlockKind, Command, Comment, Heading, Inline, InlineKind},
    frontmatter::{self, Frontmatter},
    leaf::Leaf,
    pieces::Pieces,
    reference::References,
    slots::Change,
    text::Text,
};
use std::{ops::Range, sync::Arc};

/// One replacement: the bytes in `range` of the text *before this edit* become `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Bytes to replace.
    pub range: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

/// A text and everything known about its structure. Copies are cheap and immutable.
#[derive(Debug, Clone)]
pub struct Document {
    text: Text,
    frontmatter: Option<Arc<Frontmatter>>,
    pieces: Arc<Pieces>,
    references: References,
}

impl Document {
    /// Reads a text as a whole.
    #[must_use]
    pub fn open(text: Text) -> Self {
        let frontmatter = frontmatter::read(&text).map(Arc::new);
        let pieces = Pieces::open(&text, body_start(&text, frontmatter.as_deref()));
        let references = References::of(&pieces.list);
        Self {
            text,
            frontmatter,
            pieces: Arc::new(pieces),
            references,
        }
    }

    /// The document after `edits`, applied one after the other. Costs what the edits touch.
    #[must_use]
    pub fn edited(&self, edits: &[Edit]) -> Self {
        let mut text = self.text.clone();
        let changes: Vec<_> = edits.iter().map(|edit| change(&mut text, edit)).collect();
        let frontmatter = self.frontmatter_after(&text, &changes);
        let start = body_start(&text, frontmatter.as_deref());
        let pieces = self.pieces.edited(&self.text, &text, start, &changes);
        let references = self.references.after(&self.pieces.list, &pieces.list);
        Self {
            text,
            frontmatter,
            pieces: Arc::new(pieces),
            references,
        }
    }

    /// Bytes of text that [`Document::edited`] will read again, so that a caller can decide where to do it.
    /// An edit that opens or closes a code fence or comment may reach to the end of the text: it counts
    /// with all the text after it.
    #[must_use]
    pub fn edit_cost(&self, edits: &[Edit]) -> usize {
        let mut text = self.text.clone();
        let changes: Vec<_> = edits.iter().map(|edit| change(&mut text, edit)).collect();
        let near = self.pieces.cost(self.text.len(), &changes);
        let reach = changes.iter().zip(edits).filter(|(change, edit)| {
            let from = change.range.start.saturating_sub(3);
            let around = text.substring(from..change.range.start + edit.text.len() + 3);
            ["```", "~~~", "<!--", "-->", "---"]
                .iter()
                .any(|mark| around.contains(mark))
        });
        let far = reach
            .map(|(change, _)| text.len().saturating_sub(change.range.start))
            .max();
        near.max(far.unwrap_or(0)).min(text.len().max(near))
    }

    /// The text itself.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The YAML head, if the text begins with one (after an optional byte order mark).
    #[must_use]
    pub fn frontmatter(&self) -> Option<&Frontmatter> {
        self.frontmatter.as_deref()
    }

    /// All headings outside other blocks, in order.
    pub fn headings(&self) -> impl Iterator<Item = Heading> {
        (0..self.pieces.list.len()).flat_map(|index| self.headings_of(index))
    }

    /// The headings that have bytes in `range`, in order.
    pub fn headings_in(&self, range: Range<usize>) -> impl Iterator<Item = Heading> {
        let touching = self.pieces.touching(&range);
        let inside =
            move |heading: &Heading| heading.range.start < range.end && range.start < heading.range.end;
        touching.flat_map(|index| self.headings_of(index)).filter(inside)
    }

    /// All `@path` in running text, in order. Reads only text with an `@` in it.
    pub fn imports(&self) -> impl Iterator<Item = Inline> {
        let pieces = self
            .pieces
            .list
            .iter()
            .zip(&self.pieces.starts)
            .filter(|(piece, _)| piece.may_import);
        let leaves = pieces.flat_map(|(piece, start)| piece.leaves.iter().map(move |leaf| (*start, leaf)));
        leaves
            .filter(|(_, leaf)| leaf.may_import)
            .flat_map(move |(piece, leaf)| {
                let (start, facts) = self.leaf(piece, leaf);
                let imports = facts.inlines.iter().filter(|raw| raw.kind == InlineKind::Import);
                imports.filter_map(move |raw| self.inline(start, raw))
            })
    }

    /// All blocks in order of their start, outer before inner.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        (0..self.pieces.list.len()).flat_map(|index| self.blocks_of(index))
    }

    /// The blocks that have bytes in `range`, in order of their start.
    pub fn blocks_in(&self, range: Range<usize>) -> impl Iterator<Item = Block> {
        let mut pieces = self.pieces.touching(&range);
        // A list that goes on over pieces belongs to the piece in which it starts.
        while pieces.start > 0 && self.pieces.list[pieces.start - 1].open_list.is_some() {
            pieces.start -= 1;
        }
        let inside = move |block: &Block| block.range.start < range.end && range.start < block.range.end;
        pieces.flat_map(|index| self.blocks_of(index)).filter(inside)
    }

    /// All inline facts in order of their start.
    pub fn inlines(&self) -> impl Iterator<Item = Inline> {
        self.inlines_in(0..self.text.len())
    }

    /// The inline facts that have bytes in `range`, in order of their start.
    pub fn inlines_in(&self, range: Range<usize>) -> impl Iterator<Item = Inline> {
        let inside = range.clone();
        self.leaves_in(range).flat_map(move |(start, facts)| {
            let inside = inside.clone();
            let facts = facts.inlines.iter().filter(move |raw| {
                start + (raw.start as usize) < inside.end && inside.start < start + raw.end as usize
            });
            facts.filter_map(move |raw| self.inline(start, raw))
        })
    }

    /// All shell commands in order.
    pub fn commands(&self) -> impl Iterator<Item = Command> {
        self.commands_in(0..self.text.len())
    }

    /// The shell commands that have bytes in `range`, in order.
    pub fn commands_in(&self, range: Range<usize>) -> impl Iterator<Item = Command> {
        let inside = range.clone();
        self.leaves_in(range)
            .flat_map(|(start, facts)| {
                facts.commands.iter().map(move |raw| Command {
                    range: start + raw.start as usize..start + raw.end as usize,
                    words: raw.words.iter().map(ToString::to_string).collect(),
                    assignments: raw.assignments.iter().map(ToString::to_string).collect(),
                })
            })
            .filter(move |fact| fact.range.start < inside.end && inside.start < fact.range.end)
    }

    /// All HTML comments outside code, in order.
    pub fn comments(&self) -> impl Iterator<Item = Comment> {
        self.comments_in(0..self.text.len())
    }

    /// The HTML comments that have bytes in `range`, in order.
    pub fn comments_in(&self, range: Range<usize>) -> impl Iterator<Item = Comment> {
        let inside = range.clone();
        self.leaves_in(range)
            .flat_map(|(start, facts)| {
                facts.comments.iter().map(move |raw| Comment {
                    range: start + raw.start as usize..start + raw.end as usize,
                    closed: raw.closed,
                })
            })
            .filter(move |fact| fact.range.start < inside.end && inside.start < fact.range.end)
    }

    /// Whether a byte belongs to a code block or code span, markers included.
    #[must_use]
    pub fn is_code(&self, byte: usize) -> bool {
        let here = byte..byte + 1;
        let is_code = |kind| matches!(kind, BlockKind::FencedCode | BlockKind::IndentedCode);
        self.pieces.at(byte).is_some_and(|index| {
            let at = byte - self.pieces.starts[index];
            self.pieces.list[index]
                .blocks
                .iter()
                .any(|block| is_code(block.kind) && (block.start as usize..block.end as usize).contains(&at))
        }) || self
            .inlines_in(here)
            .any(|fact| fact.kind == InlineKind::CodeSpan)
    }

    /// The section a heading opens: from the heading to the next one of the same or a higher level,
    /// found for the innermost heading at or above `byte`. `None` before the first heading.
    #[must_use]
    pub fn section_at(&self, byte: usize) -> Option<(Heading, Range<usize>)> {
        let last = self.pieces.at(byte)?;
        let above = |index| {
            self.headings_of(index)
                .filter(|heading| heading.range.start <= byte)
                .last()
        };
        let (index, heading) = (0..=last).rev().find_map(|index| Some((index, above(index)?)))?;
        let mut later = (index..self.pieces.list.len()).flat_map(|index| self.headings_of(index));
        let closes = |next: &Heading| next.range.start > heading.range.start && next.level <= heading.level;
        let end = later
            .find(closes)
            .map_or(self.text.len(), |next| next.range.start);
        let range = heading.range.start..end;
        Some((heading, range))
    }

    /// Where the pieces begin, in bytes.
    #[cfg(test)]
    pub(crate) fn pieces_start(&self) -> usize {
        body_start(&self.text, self.frontmatter())
    }

    fn headings_of(&self, index: usize) -> impl Iterator<Item = Heading> {
        let start = self.pieces.starts[index];
        self.pieces.list[index].headings.iter().map(move |raw| Heading {
            level: raw.level,
            range: start + raw.start as usize..start + raw.end as usize,
            title: raw.title.to_string(),
        })
    }

    /// The blocks of a piece. A list that goes on over pieces is a block of the first of them.
    fn blocks_of(&self, index: usize) -> impl Iterator<Item = Block> {
        let start = self.pieces.starts[index];
        let piece = &self.pieces.list[index];
        let goes_on_here = index > 0 && self.pieces.list[index - 1].open_list.is_some();
        let starts_with_list = piece
            .blocks
            .first()
            .is_some_and(|block| block.kind == BlockKind::List);
        let skipped = usize::from(goes_on_here && starts_with_list);
        piece
            .blocks
            .iter()
            .enumerate()
            .skip(skipped)
            .map(move |(nth, raw)| {
                let is_open = piece.open_list.is_some_and(|open| open as usize == nth);
                let end = if is_open { self.list_end(index) } else { None };
                let end = end.unwrap_or(start + raw.end as usize);
                Block {
                    kind: raw.kind,
                    range: start + raw.start as usize..end,
                }
            })
    }

    /// The end of the list that is open at the end of piece `index`.
    fn list_end(&self, index: usize) -> Option<usize> {
        let mut index = index + 1;
        while self.pieces.list.get(index)?.is_all_list() {
            index += 1;
        }
        let first = self.pieces.list[index]
            .blocks
            .first()
            .filter(|block| block.kind == BlockKind::List)?;
        Some(self.pieces.starts[index] + first.end as usize)
    }

    /// The leaves that have bytes in `range`: where they start, and what is in them.
    fn leaves_in(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &LeafFacts)> {
        self.pieces.touching(&range).flat_map(move |index| {
            let start = self.pieces.starts[index];
            let leaves = &self.pieces.list[index].leaves;
            let first = leaves.partition_point(|leaf| start + leaf.end as usize <= range.start);
            let inside = leaves[first..].iter().take_while({
                let end = range.end;
                move |leaf| start + (leaf.start as usize) < end
            });
            inside.map(move |leaf| self.leaf(start, leaf))
        })
    }

    fn leaf<'a>(&self, piece: usize, leaf: &'a Leaf) -> (usize, &'a LeafFacts) {
        let start = piece + leaf.start as usize;
        (
            start,
            leaf.facts(|| self.text.substring(start..piece + leaf.end as usize)),
        )
    }

    /// A fact with its place in the text; `None` for a reference to a label that is not defined.
    fn inline(&self, start: usize, raw: &RawInline) -> Option<Inline> {
        let value_range = start + raw.value_start as usize..start + raw.value_end as usize;
        let written = || self.text.substring(value_range.clone());
        let value = raw.value.as_ref().map_or_else(written, ToString::to_string);
        let value = if raw.is_reference {
            self.references.get(&value)?.to_owned()
        } else {
            value
        };
        let range = start + raw.start as usize..start + raw.end as usize;
        Some(Inline {
            kind: raw.kind,
            range,
            value_range,
            value,
        })
    }

    /// The YAML head after changes, read again only if they can concern it.
    fn frontmatter_after(&self, text: &Text, changes: &[Change]) -> Option<Arc<Frontmatter>> {
        let first = changes.iter().map(|change| change.range.start).min()?;
        let concerned = match &self.frontmatter {
            Some(head) if head.closed => first <= head.range.end,
            _ => frontmatter::may_concern(first),
        };
        if concerned {
            frontmatter::read(text).map(Arc::new)
        } else {
            self.frontmatter.clone()
        }
    }
}

/// Applies an edit to `text`, in whole characters, and says what it did.
fn change(text: &mut Text, edit: &Edit) -> Change {
    let start = text.floor_char(edit.range.start);
    let end = text.ceil_char(edit.range.end).max(start);
    let is_break = |char: char| matches!(char, '\n' | '\r');
    let breaks_lines = edit.text.contains(is_break) || text.slice(start..end).chars().any(is_break);
    text.replace(start..end, &edit.text);
    Change {
        range: start..end,
        len: edit.text.len(),
        breaks_lines,
    }
}

/// Where Markdown begins: after the YAML head, or else after a byte order mark.
fn body_start(text: &Text, frontmatter: Option<&Frontmatter>) -> usize {
    match frontmatter {
        Some(head) if head.closed => head.range.end,
        // The opening line alone is no Markdown: it would be a thematic break.
        Some(head) => head.content.start,
        None if text.slice(0..3) == "\u{feff}" => 3,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &str) -> Document {
        Document::open(Text::new(text))
    }

    #[test]
    fn headings_have_level_lines_and_title() {
        let document = open("# A `b` ##\n\nSet\next\n---\n\n> # quoted\n\n###\n");
        let headings: Vec<_> = document
            .headings()
            .map(|it| (it.level, it.range, it.title))
            .collect();
        assert_eq!(
            headings,
            [
                (1, 0..11, "A `b`".to_owned()),
                (2, 12..24, "Set ext".to_owned()),
                (3, 37..41, String::new())
            ]
        );
    }

    #[test]
    fn a_section_ends_at_a_heading_as_high() {
        let text = "intro\n# a\nx\n## b\ny\n# c\n";
        let document = open(text);
        let section = |needle: &str| {
            let found = document.section_at(text.find(needle).expect("it is there"));
            found.map(|(heading, range)| (heading.title, text[range].to_owned()))
        };
        assert_eq!(section("intro"), None);
        assert_eq!(
            section("x"),
            Some(("a".to_owned(), "# a\nx\n## b\ny\n".to_owned()))
        );
        assert_eq!(section("y"), Some(("b".to_owned(), "## b\ny\n".to_owned())));
        assert_eq!(section("# c"), Some(("c".to_owned(), "# c\n".to_owned())));
    }

    #[test]
    fn a_list_over_many_pieces_is_one_block() {
        let text = format!(
            "{}\nend\n",
            "- an item of a list that goes on and on\n".repeat(200)
        );
        let document = open(&text);
        let lists: Vec<_> = document
            .blocks()
            .filter(|block| block.kind == BlockKind::List)
            .collect();
        assert_eq!(
            lists,
            [Block {
                kind: BlockKind::List,
                range: 0..text.len() - 5
            }]
        );
        assert_eq!(
            document
                .blocks_in(4010..4011)
                .filter(|block| block.kind == BlockKind::List)
                .count(),
            1
        );
        assert_eq!(document.blocks_in(4010..4011).count(), 3, "list, item, paragraph");
    }

    #[test]
    fn references_are_resolved_over_the_whole_text() {
        let filler = "Some text that fills a piece.\n\n".repeat(40);
        let document = open(&format!("[a][Label] [b]\n\n{filler}[label]: <x y>\n[LABEL]: z\n"));
        let links = |document: &Document| document.inlines().map(|fact| fact.value).collect::<Vec<_>>();
        assert_eq!(links(&document), ["x y"]);
        let at = document.text().len();
        let edited = document.edited(&[Edit {
            range: at..at,
            text: "[b]: q\n".to_owned(),
        }]);
        assert_eq!(links(&edited), ["x y", "q"]);
    }

    #[test]
    fn code_is_told_from_text() {
        let text = "a `b` c\n\n    d\n\n```\ne\n```\n";
        let document = open(text);
        let code: String = text
            .char_indices()
            .filter(|(at, _)| document.is_code(*at))
            .map(|(_, char)| char)
            .collect();
        assert_eq!(code, "`b`d\n```\ne\n```\n");
    }

    #[test]
    fn imports_in_code_and_comments_are_none() {
        let text = "@a.md `@b` <!-- @c -->\n\n```\n@d\n```\n\n<!-- @e -->\n\n- @f\n> @g\n> @h\n\n    @i\n";
        let imports: Vec<_> = open(text)
            .inlines()
            .filter(|it| it.kind == InlineKind::Import)
            .map(|it| it.value)
            .collect();
        assert_eq!(imports, ["a.md", "f", "g", "h"]);
        let comments: Vec<_> = open(text)
            .comments()
            .map(|comment| text[comment.range].to_owned())
            .collect();
        assert_eq!(comments, ["<!-- @c -->", "<!-- @e -->"]);
    }

    #[test]
    fn an_edit_costs_its_piece_or_what_a_fence_reaches() {
        let text = "# Heading\n\nA paragraph of some length, to have pieces.\n\n".repeat(400);
        let document = open(&text);
        let edit = |text: &str| {
            [Edit {
                range: 9000..9000,
                text: text.to_owned(),
            }]
        };
        assert!(document.edit_cost(&edit("x")) < 3000);
        assert!(document.edit_cost(&edit("```\n")) > 10_000);
    }
}
