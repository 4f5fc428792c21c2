//! Taking out of a file what a runtime does not send: its byte order mark, frontmatter and HTML comments.

use crate::effective::Cause;
use agents_syntax::{
    Document, Text,
    fact::{Block, BlockKind},
};
use agents_workspace::File;
use std::{borrow::Cow, ops::Range};

/// What is left of a file.
#[derive(Debug, Clone, Default)]
pub struct Stripped {
    /// The stretches that are kept, in order; none is empty.
    pub kept: Vec<Range<usize>>,
    /// What was taken out, in order.
    pub lost: Vec<(Range<usize>, Cause)>,
    /// Whether what is kept is sent with `\n` for every line break.
    pub unix_breaks: bool,
}

impl Stripped {
    /// Whether nothing but space is left.
    #[must_use]
    pub fn is_blank(&self, text: &Text, space: fn(char) -> bool) -> bool {
        self.kept
            .iter()
            .all(|range| text.slice(range.clone()).chars().all(space))
    }

    /// Without the space on both ends.
    #[must_use]
    pub fn trimmed(&self, text: &Text, space: fn(char) -> bool) -> Self {
        let mut kept = self.kept.clone();
        while let Some(last) = kept.last_mut() {
            last.end = super::space::trimmed_end_of(text, last.end, space).max(last.start);
            if last.start < last.end {
                break;
            }
            kept.pop();
        }
        let mut leading = 0;
        for range in &mut kept {
            let blank: usize = text
                .slice(range.clone())
                .chars()
                .take_while(|c| space(*c))
                .map(char::len_utf8)
                .sum();
            range.start += blank;
            if range.start < range.end {
                break;
            }
            leading += 1;
        }
        kept.drain(..leading);
        Self {
            kept,
            lost: self.lost.clone(),
            unix_breaks: self.unix_breaks,
        }
    }

    /// A kept stretch as it is sent; `None` when that is the file's own text.
    #[must_use]
    pub fn rewritten(&self, text: &Text, range: &Range<usize>) -> Option<String> {
        let slice = text.slice(range.clone());
        let has_returns = self.unix_breaks && slice.chunks().any(|chunk| chunk.contains('\r'));
        has_returns.then(|| unix(&Cow::from(slice)))
    }

    /// All that is kept, as it is sent.
    #[must_use]
    pub fn text(&self, text: &Text) -> String {
        let mut out = String::new();
        for range in &self.kept {
            match self.rewritten(text, range) {
                Some(own) => out.push_str(&own),
                None => out.extend(text.slice(range.clone()).chunks()),
            }
        }
        out
    }
}

/// The byte where the text begins: behind a byte order mark.
#[must_use]
pub fn text_start(text: &Text) -> usize {
    if text.rope().chars().next() == Some('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    }
}

/// The end of frontmatter as JavaScript's `/^---\s*\n([\s\S]*?)---\s*\n?/` finds it, and its content. The
/// closing dashes may stand anywhere, and the blank lines behind them belong to it.
#[must_use]
pub fn frontmatter(text: &Text) -> Option<(Range<usize>, Range<usize>)> {
    let start = text_start(text);
    if text.slice(start..(start + 3).min(text.len())) != "---" {
        return None;
    }
    let open = start + 3;
    let blank = space_after(text, open);
    // The last line break of the space is the one that the pattern needs.
    let space = text.substring(open..blank);
    let content = open + space.rfind('\n')? + 1;
    let close = find(text, content, "---")?;
    Some((start..space_after(text, close + 3), content..close))
}

/// A file without frontmatter, the byte order mark before it, and the HTML comments that are blocks of their own outside
/// other blocks, as the parser `marked` cuts them: a comment goes to the end of its last line and takes the
/// empty lines behind it along, unless something else stands in those lines. Once a comment is taken out,
/// line breaks are `\n`.
#[must_use]
pub fn comments_and_frontmatter(file: &File) -> Stripped {
    let text = file.text();
    let mut lost = Vec::new();
    let mut start = 0;
    if let Some((range, _)) = frontmatter(text) {
        start = range.end;
        lost.push((range, Cause::Frontmatter));
    }
    let mut unix_breaks = false;
    if find(text, start, "<!--").is_some() {
        for range in comments(file, start) {
            unix_breaks = true;
            lost.push((range, Cause::Comment));
        }
    }
    let mut kept = Vec::new();
    let mut at = start;
    for (range, cause) in &lost {
        if *cause == Cause::Comment {
            kept.push(at..range.start);
            at = range.end;
        }
    }
    kept.push(at..text.len());
    kept.retain(|range| range.start < range.end);
    Stripped {
        kept,
        lost,
        unix_breaks,
    }
}

/// The stretches that comments of block level take out of the text behind `start`.
fn comments(file: &File, start: usize) -> Vec<Range<usize>> {
    let text = file.text();
    let own;
    // Where the document sees another head, only the text behind it is what the runtime parses.
    let seen = file
        .document()
        .frontmatter()
        .map_or(text_start(text), |it| it.range.end);
    let same = text
        .slice(seen.min(start)..seen.max(start))
        .chars()
        .all(char::is_whitespace);
    let (document, base) = if same {
        (file.document(), 0)
    } else {
        own = Document::open(Text::new(&text.substring(start..text.len())));
        (&own, start)
    };
    let mut inside = 0;
    let mut out = Vec::new();
    for block in document.blocks() {
        let range = base + block.range.start..base + block.range.end;
        let nests = matches!(
            block.kind,
            BlockKind::List | BlockKind::ListItem | BlockKind::Quote
        );
        if nests {
            inside = inside.max(range.end);
        }
        if block.kind == BlockKind::Html && range.start >= inside && range.start >= start {
            of_block(text, &Block { range, ..block }, &mut out);
        }
    }
    out
}

fn of_block(text: &Text, block: &Block, out: &mut Vec<Range<usize>>) {
    let line = text.line_start(text.line_of(block.range.start));
    let raw = text.substring(line..block.range.end);
    if !raw.trim_start().starts_with("<!--") || !raw.contains("-->") {
        return;
    }
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(open) = raw[at..].find("<!--").map(|found| at + found) {
        let Some(close) = raw[open + 4..].find("-->").map(|found| open + 4 + found + 3) else {
            break;
        };
        spans.push(line + open..line + close);
        at = close;
    }
    let mut rest = raw.clone();
    for span in spans.iter().rev() {
        rest.replace_range(span.start - line..span.end - line, "");
    }
    if spans.is_empty() {
        return;
    }
    if rest.trim().is_empty() {
        let breaks = text.slice(block.range.end..text.len());
        let breaks = breaks.chars().take_while(|c| matches!(c, '\n' | '\r')).count();
        out.push(line..block.range.end + breaks);
    } else {
        out.extend(spans);
    }
}

/// The end of the white space, in JavaScript's sense, at `from`.
fn space_after(text: &Text, from: usize) -> usize {
    let rest = text.slice(from..text.len());
    let space = rest.chars().take_while(|c| super::space::javascript(*c));
    from + space.map(char::len_utf8).sum::<usize>()
}

/// The first place of an ASCII string at or behind `from`. Looks through the rope chunk by chunk.
#[must_use]
pub fn find(text: &Text, from: usize, wanted: &str) -> Option<usize> {
    let mut at = from;
    let mut tail = String::new();
    for chunk in text.slice(from..text.len()).chunks() {
        // What crosses the border of two chunks.
        let head = chunk.get(..wanted.len() - 1).unwrap_or(chunk);
        if chunk.is_char_boundary(head.len()) && !tail.is_empty() {
            let joint = format!("{tail}{head}");
            if let Some(found) = joint.find(wanted) {
                return Some(at - tail.len() + found);
            }
        }
        if let Some(found) = chunk.find(wanted) {
            return Some(at + found);
        }
        at += chunk.len();
        let joined = tail + chunk;
        let mut cut = joined.len().saturating_sub(wanted.len() - 1);
        while !joined.is_char_boundary(cut) {
            cut += 1;
        }
        tail = joined[cut..].to_owned();
    }
    None
}

fn unix(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(content: &str) -> String {
        let file = File::from_text(Text::new(content));
        let stripped = comments_and_frontmatter(&file);
        stripped.text(file.text())
    }

    #[test]
    fn comments_of_their_own_lines_go_with_the_empty_lines_behind() {
        assert_eq!(strip("a\n<!-- c -->\nb\n"), "a\nb\n");
        assert_eq!(strip("a\n\n<!-- c\n\nd -->  \n\n\nb\n"), "a\n\nb\n");
        assert_eq!(strip("a\n<!-- c --> tail\n\nb"), "a\n tail\n\nb");
        assert_eq!(strip("<!-- a --><!-- b -->\n <!-- c -->\nx"), "x");
        assert_eq!(strip("a\r\n<!-- c -->\r\nb\r\n"), "a\nb\n");
    }

    #[test]
    fn comments_elsewhere_stay() {
        for same in [
            "b <!-- c --> b\r\n",
            "- a\n  <!-- c -->\n",
            "> q\n> <!-- c -->\n",
            "```\n<!-- c -->\n```\n",
            "a\n\n    <!-- c -->\n",
            "<div>\n<!-- c -->\n</div>\n",
            "end\n<!-- open\n",
            "<!--> y\nz\n",
        ] {
            assert_eq!(strip(same), same);
        }
    }

    #[test]
    fn frontmatter_ends_at_the_first_dashes() {
        assert_eq!(strip("---\na: b\n---\n\n\n# T\n"), "# T\n");
        assert_eq!(strip("\u{feff}---\r\na: b\r\n---\r\nT"), "T");
        assert_eq!(strip("--- \na: b --- c\nd: e\n---\nT"), "c\nd: e\n---\nT");
        assert_eq!(strip("---\n---\nT"), "T");
        assert_eq!(strip("---\na: b\n...\nx\n---\ny"), "y");
        for same in ["---\nopen\n", "\n---\na: b\n---\n", "----\na\n----\n", "---"] {
            assert_eq!(strip(same), same);
        }
    }

    #[test]
    fn a_string_is_found_over_the_border_of_chunks() {
        let text = Text::new(&format!("{}<!--{}", "é".repeat(5_000), "x".repeat(5_000)));
        assert_eq!(find(&text, 0, "<!--"), Some(10_000));
        assert_eq!(find(&text, 10_001, "<!--"), None);
        for lead in 0..3_000 {
            let text = Text::new(&format!("{}<!--{}", "x".repeat(lead), "y".repeat(3_000 - lead)));
            assert_eq!(find(&text, 0, "<!--"), Some(lead));
        }
    }

    #[test]
    fn space_goes_over_stretches() {
        let file = File::from_text(Text::new("  \n<!-- c -->\n\n x \n<!-- d -->\n \n"));
        let stripped = comments_and_frontmatter(&file).trimmed(file.text(), super::super::space::javascript);
        assert_eq!(stripped.text(file.text()), "x");
        assert!(!stripped.is_blank(file.text(), super::super::space::javascript));
    }
}
