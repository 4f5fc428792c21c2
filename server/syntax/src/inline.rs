//! Facts of running text: code spans, links, images, comments from the parser's inline tree; imports and
//! path mentions from the text between them.

use crate::raw::{LeafFacts, RawCommand, RawComment, RawInline, small};
use crate::{escape, fact::InlineKind, mention, parser, shell};
use std::ops::Range;
use tree_sitter::Node;

/// Whether a text has any character that a fact of running text begins with.
pub(crate) fn may_hold_facts(text: &str) -> bool {
    needs_parser(text) || mention::may_hold_mentions(text)
}

/// The facts of running text; `holes` are prefixes of enclosing blocks inside it.
pub(crate) fn read(text: &str, holes: &[(u32, u32)]) -> LeafFacts {
    let mut reader = Reader {
        text,
        holes,
        covered: Vec::new(),
        found: Vec::new(),
        comments: Vec::new(),
    };
    if needs_parser(text) {
        let Some(tree) = parser::inline(&masked(text), &included(text, holes)) else {
            return LeafFacts::default();
        };
        reader.children(tree.root_node());
    }
    let Reader {
        mut covered,
        mut found,
        comments,
        ..
    } = reader;
    let commands = commands(text, &found);
    covered.extend(holes.iter().map(|(start, end)| *start as usize..*end as usize));
    covered.sort_by_key(|range| range.start);
    mention::read(text, &covered, &mut found);
    found.sort_by_key(|fact| (fact.start, std::cmp::Reverse(fact.end)));
    LeafFacts {
        inlines: found.into(),
        commands,
        comments: comments.into(),
    }
}

/// Emphasis is no fact of ours, so the parser is needed only for these.
fn needs_parser(text: &str) -> bool {
    memchr::memchr3(b'`', b'[', b'<', text.as_bytes()).is_some()
}

/// The text without the marks of emphasis, strikethrough and LaTeX. None of them changes what a code span
/// or a link is in CommonMark, but the grammar takes quadratic time on runs of the former and hides code
/// between two dollar signs. Lengths stay the same.
fn masked(text: &str) -> String {
    text.chars()
        .map(|char| match char {
            '*' | '~' | '$' => '+',
            '_' => '-',
            char => char,
        })
        .collect()
}

/// What the parser may read: everything but the holes.
fn included(text: &str, holes: &[(u32, u32)]) -> Vec<tree_sitter::Range> {
    if holes.is_empty() {
        return Vec::new();
    }
    let bytes = text.as_bytes();
    let mut start = 0;
    let ends = holes.iter().map(|(start, end)| (*start as usize, *end as usize));
    let mut ranges = Vec::new();
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        if start < end {
            ranges.push(tree_sitter::Range {
                start_byte: start,
                end_byte: end,
                start_point: parser::point(bytes, start),
                end_point: parser::point(bytes, end),
            });
        }
        start = next;
    }
    ranges
}

struct Reader<'a> {
    text: &'a str,
    holes: &'a [(u32, u32)],
    /// What is not running text.
    covered: Vec<Range<usize>>,
    found: Vec<RawInline>,
    comments: Vec<RawComment>,
}

impl Reader<'_> {
    fn children(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.visit(child);
        }
    }

    fn visit(&mut self, node: Node<'_>) {
        let range = node.byte_range();
        match node.kind() {
            "code_span" => {
                self.covered.push(range.clone());
                self.code_span(range);
            }
            "uri_autolink" | "email_autolink" => {
                self.covered.push(range.clone());
                let at = range.start + 1..range.end - 1;
                let address = &self.text[at.clone()];
                let mail = format!("mailto:{address}");
                let value = if node.kind() == "email_autolink" {
                    &mail
                } else {
                    address
                };
                self.found
                    .push(RawInline::new(InlineKind::Link, self.text, range, at, value));
            }
            "html_tag" => {
                self.covered.push(range.clone());
                if self.text[range.clone()].starts_with("<!--") {
                    let (start, end) = (small(range.start), small(range.end));
                    self.comments.push(RawComment {
                        start,
                        end,
                        closed: true,
                    });
                }
            }
            "image" => self.link(InlineKind::Image, node),
            "inline_link" | "full_reference_link" | "collapsed_reference_link" | "shortcut_link" => {
                self.link(InlineKind::Link, node);
            }
            _ => self.children(node),
        }
    }

    fn code_span(&mut self, range: Range<usize>) {
        let written = &self.text[range.clone()];
        let ticks = written.bytes().take_while(|byte| *byte == b'`').count();
        let mut at = range.start + ticks..(range.end - ticks).max(range.start + ticks);
        let inner = &self.text[at.clone()];
        let padded =
            inner.len() > 2 && inner.starts_with(' ') && inner.ends_with(' ') && !inner.trim().is_empty();
        if padded {
            at = at.start + 1..at.end - 1;
        }
        let value = self
            .without_holes(at.clone())
            .replace("\r\n", " ")
            .replace(['\n', '\r'], " ");
        self.found.push(RawInline::new(
            InlineKind::CodeSpan,
            self.text,
            range.clone(),
            at.clone(),
            &value,
        ));
        if mention::is_path(value.trim(), true) {
            let start = at.start + (value.len() - value.trim_start().len());
            let path = start..start + value.trim().len();
            if self.text.get(path.clone()) == Some(value.trim()) {
                self.found.push(RawInline::new(
                    InlineKind::Path,
                    self.text,
                    path.clone(),
                    path,
                    value.trim(),
                ));
            }
        }
    }

    fn link(&mut self, kind: InlineKind, node: Node<'_>) {
        let range = node.byte_range();
        let (mut label, mut destination) = (None, None);
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "link_destination" => destination = Some(child.byte_range()),
                "link_label" => label = Some(child.byte_range()),
                "link_text" | "image_description" => {
                    label.get_or_insert(child.byte_range());
                    self.children(child);
                    continue;
                }
                _ => {}
            }
            self.covered.push(child.byte_range());
        }
        let is_inline = self.text[range.clone()].ends_with(')');
        let fact = if let Some(mut at) = destination {
            let value = escape::destination(&self.without_holes(at.clone()));
            let written = &self.text[at.clone()];
            if written.len() > 1 && written.starts_with('<') && written.ends_with('>') {
                at = at.start + 1..at.end - 1;
            }
            RawInline::new(kind, self.text, range, at, &value)
        } else if is_inline {
            let at = range.end - 1;
            RawInline::new(kind, self.text, range, at..at, "")
        } else if let Some(mut at) = label {
            let value = escape::label(&self.without_holes(at.clone()));
            if self.text[at.clone()].starts_with('[') {
                at = at.start + 1..(at.end - 1).max(at.start + 1);
            }
            RawInline {
                is_reference: true,
                ..RawInline::new(kind, self.text, range, at, &value)
            }
        } else {
            return;
        };
        self.found.push(fact);
    }

    fn without_holes(&self, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len());
        let mut at = range.start;
        for (start, end) in self
            .holes
            .iter()
            .map(|(start, end)| (*start as usize, *end as usize))
        {
            if start >= at && end <= range.end {
                out.push_str(&self.text[at..start]);
                at = end;
            }
        }
        out.push_str(&self.text[at..range.end]);
        out
    }
}

/// Commands in code spans that look like one.
fn commands(text: &str, found: &[RawInline]) -> Box<[RawCommand]> {
    let spans = found.iter().filter(|fact| fact.kind == InlineKind::CodeSpan);
    spans
        .flat_map(|span| shell::span::read(text, span.value_start as usize..span.value_end as usize))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let facts = read(text, &[]);
        facts
            .inlines
            .iter()
            .map(|fact| {
                let written = &text[fact.value_start as usize..fact.value_end as usize];
                let mark = if fact.is_reference { "?" } else { "" };
                format!(
                    "{:?}{mark} {}",
                    fact.kind,
                    fact.value.as_deref().unwrap_or(written)
                )
            })
            .collect()
    }

    #[test]
    fn code_spans_lose_their_padding_and_line_breaks() {
        assert_eq!(
            shown("`` a`b `` and ` ` and `c\r\nd`"),
            ["CodeSpan a`b", "CodeSpan  ", "CodeSpan c d"]
        );
    }

    #[test]
    fn links_images_and_references() {
        assert_eq!(
            shown(r#"[a](b\_c "t") ![i](<j k>) [x][Y] [z][] [w] [e]()"#),
            ["Link b_c", "Image j k", "Link? y", "Link? z", "Link? w", "Link "]
        );
        assert_eq!(shown("[![alt](in.png)](out)"), ["Link out", "Image in.png"]);
    }

    #[test]
    fn autolinks() {
        assert_eq!(
            shown("<https://a.b/c> <x@y.z>"),
            ["Link https://a.b/c", "Link mailto:x@y.z"]
        );
    }

    #[test]
    fn dollar_signs_and_stars_hide_no_code() {
        assert_eq!(
            shown("costs $5 `a` or $6 and *`b`* __`c`__"),
            ["CodeSpan a", "CodeSpan b", "CodeSpan c"]
        );
    }

    #[test]
    fn comments_are_found_and_their_content_is_not_text() {
        let facts = read("a <!-- @x `y` --> b", &[]);
        assert_eq!((facts.comments[0].start, facts.comments[0].end), (2, 17));
        assert!(facts.inlines.is_empty());
    }
}
