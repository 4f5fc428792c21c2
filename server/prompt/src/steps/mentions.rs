//! `@path` in running text, as the two kinds of program that follow it find it.

use super::strip;
use agents_syntax::fact::{BlockKind, InlineKind};
use agents_workspace::File;
use std::ops::Range;

/// One `@path` that may name a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// From the `@` to the end of the path, in bytes of the text.
    pub range: Range<usize>,
    /// The path, escapes resolved.
    pub path: String,
}

/// Bytes that are looked at before a mention, for what it may stand behind.
const BEFORE: usize = 1_024;

/// Bytes of a path that are looked at; systems have no longer ones, or hardly.
const LONGEST: usize = 1_024;

/// Mentions as a reader of the Markdown tree finds them: at the start of a run of text or behind white space,
/// not in code, HTML, link targets or link definitions. A path ends at white space (`\ ` is a space of it).
#[must_use]
pub fn in_markdown(file: &File) -> Vec<Mention> {
    let text = file.text();
    let mut out = Vec::new();
    let mut hiding = Hiding::default();
    // Whether an `@` was the last character, which begins a mention only before the first letter of a path.
    let mut sign = None;
    let mut at = 0;
    for chunk in text.rope().chunks() {
        for (offset, char) in chunk.char_indices() {
            let found = sign.filter(|_| begins_path(char));
            out.extend(found.and_then(|sign| mention_at(file, sign, &mut hiding)));
            sign = (char == '@').then_some(at + offset);
        }
        at += chunk.len();
    }
    out
}

fn mention_at(file: &File, at: usize, hiding: &mut Hiding) -> Option<Mention> {
    let text = file.text();
    let before = text.substring(at.saturating_sub(BEFORE)..at);
    let after = text.substring(at + 1..(at + 1 + LONGEST).min(text.len()));
    let opener = match before.chars().next_back() {
        None => ' ',
        Some(char) if super::space::javascript(char) => ' ',
        Some('>') if in_quote(&before) => ' ',
        Some(char) => opens_run(file, at, &before, char)?,
    };
    let length = run_len(&before, &after, opener);
    let written = &after[..length];
    let path = written.split('#').next().unwrap_or_default().replace("\\ ", " ");
    if !may_be_path(&path) || is_hidden(file, at, hiding) {
        return None;
    }
    Some(Mention {
        range: at..at + 1 + length,
        path,
    })
}

/// Whether all before it in its line are the marks of a quotation.
fn in_quote(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    line.trim_matches([' ', '>']).is_empty()
}

/// What a run of text that is not behind white space begins with: emphasis, a tag, a code span, an escape, the
/// text of a link.
fn opens_run(file: &File, at: usize, before: &str, char: char) -> Option<char> {
    let trimmed = before.trim_end_matches(char);
    let outer = trimmed.chars().next_back();
    match char {
        _ if before[..before.len() - char.len_utf8()].ends_with('\\') && char.is_ascii_punctuation() => {
            Some(' ')
        }
        '*' => Some('*'),
        '_' => outer.is_none_or(|c| !c.is_alphanumeric()).then_some('_'),
        '>' => {
            let tag = &before[before.rfind('<')?..];
            let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
            is_tag.then_some(' ')
        }
        '`' => ends_with(file, at, InlineKind::CodeSpan).then_some(' '),
        '[' if outer != Some('!') => {
            let mut links = file.document().inlines_in(at..at + 1);
            links.any(|it| it.kind == InlineKind::Link).then_some('[')
        }
        _ => None,
    }
}

fn ends_with(file: &File, at: usize, kind: InlineKind) -> bool {
    let mut before = file.document().inlines_in(at - 1..at);
    before.any(|it| it.kind == kind && it.range.end == at)
}

/// Bytes of a path: up to white space, a backslash that escapes no space, or the end of the run of text.
fn run_len(before: &str, after: &str, opener: char) -> usize {
    let line = after.split('\n').next().unwrap_or_default();
    let mut chars = after.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let rest = &after[at + char.len_utf8()..];
        let ends = match char {
            '\\' => chars.next_if(|(_, next)| *next == ' ').is_none(),
            '*' => true,
            '_' => opener == '_' || (closes_word(rest) && is_emphasis_open(before)),
            ']' => opener == '[',
            '`' => line.get(at + 1..).is_some_and(|rest| rest.contains('`')),
            '<' => rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')),
            _ => super::space::javascript(char),
        };
        if ends {
            return at;
        }
    }
    after.len()
}

fn closes_word(rest: &str) -> bool {
    rest.chars()
        .next()
        .is_none_or(|c| !c.is_alphanumeric() && c != '_')
}

/// Whether a `_` before it in the paragraph opened emphasis that is not closed yet.
fn is_emphasis_open(before: &str) -> bool {
    let paragraph = before.rsplit("\n\n").next().unwrap_or(before);
    let is_outside = |char: Option<char>| char.is_none_or(|c| !c.is_alphanumeric());
    let mut open = 0_usize;
    let mut rest = paragraph;
    while let Some(at) = rest.find('_') {
        let after = rest[at..].trim_start_matches('_');
        let (left, right) = (rest[..at].chars().next_back(), after.chars().next());
        if is_outside(left) && right.is_some_and(|c| !c.is_whitespace()) {
            open += 1;
        } else if is_outside(right) {
            open = open.saturating_sub(1);
        }
        rest = after;
    }
    open > 0
}

fn may_be_path(path: &str) -> bool {
    match path.chars().next() {
        Some('/') => path != "/",
        Some('~') => path.starts_with("~/"),
        first => first.is_some_and(begins_path),
    }
}

fn begins_path(first: char) -> bool {
    first.is_ascii_alphanumeric() || matches!(first, '.' | '_' | '-' | '/' | '~')
}

/// The last block that was looked at for what it hides, as it may have many mentions and be long.
#[derive(Default)]
struct Hiding {
    block: Range<usize>,
    hides: bool,
}

impl Hiding {
    /// Whether the whole of a block of HTML or of a link definition is hidden: all but a comment that ends.
    fn of(&mut self, file: &File, block: Range<usize>) -> bool {
        if self.block != block {
            let raw = file.text().substring(block.clone());
            self.hides = !raw.trim_start().starts_with("<!--") || !raw.contains("-->");
            self.block = block;
        }
        self.hides
    }
}

/// Whether the text there is code, HTML or a link definition. Behind a comment that makes a block of its own
/// the rest of the line is text.
fn is_hidden(file: &File, at: usize, hiding: &mut Hiding) -> bool {
    let document = file.document();
    if document.comments_in(at..at + 1).any(|comment| comment.closed) {
        return true;
    }
    let hides = |kind| matches!(kind, BlockKind::Html | BlockKind::LinkDefinition);
    let mut blocks = document.blocks_in(at..at + 1).filter(|block| hides(block.kind));
    blocks.any(|block| hiding.of(file, block.range)) || document.is_code(at)
}

/// Mentions as a reader of lines finds them: anywhere but behind a letter, digit, `_`, `.` or `-`, outside
/// fences and code spans; a path ends at white space, a quote or an angle bracket, and loses the punctuation and
/// the closing brackets it ends with. A name without a dot or slash is none.
#[must_use]
pub fn in_lines(text: &str) -> Vec<Mention> {
    let mut out = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_start_matches(' ');
        let marker = bare.get(..3).filter(|it| matches!(*it, "```" | "~~~"));
        let marker = marker.filter(|_| line.len() - bare.len() <= 3);
        match (fence, marker) {
            (None, Some(opens)) => fence = Some(opens),
            (Some(open), Some(closes)) if open == closes => fence = None,
            (Some(_), _) => {}
            (None, None) => of_line(line, start, &mut out),
        }
    }
    out
}

fn of_line(line: &str, start: usize, out: &mut Vec<Mention>) {
    let code = code_spans(line);
    // Where the word that is looked at ends: one with many `@` in it is measured once.
    let mut word = Word::default();
    for (at, _) in line.match_indices('@') {
        let behind_word = line[..at]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        let span = code.partition_point(|span| span.end <= at);
        if behind_word || code.get(span).is_some_and(|span| span.contains(&at)) {
            continue;
        }
        if at >= word.end {
            word = Word::of(line, at);
        }
        let path = at + 1..word.path_end;
        if path.len() > LONGEST || word.last_mark.is_none_or(|mark| mark < path.start) {
            continue;
        }
        let path = &line[path];
        if !path.starts_with(['~', '/']) && !path.ends_with('/') {
            out.push(Mention {
                range: start + at..start + at + 1 + path.len(),
                path: path.to_owned(),
            });
        }
    }
}

/// A stretch of a line without white space, quotes and angle brackets.
#[derive(Default)]
struct Word {
    /// Its end.
    end: usize,
    /// Its end without closing punctuation: behind every `@` in it.
    path_end: usize,
    /// The last dot or slash of its path.
    last_mark: Option<usize>,
}

impl Word {
    /// The word that the `@` at `at` stands in, from there on.
    fn of(line: &str, at: usize) -> Self {
        let rest = &line[at..];
        let ends = |c: char| c.is_whitespace() || "`\"'<>".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let path = word.trim_end_matches(|c: char| ".,:;!?)]}".contains(c));
        Self {
            end: at + word.len(),
            path_end: at + path.len(),
            last_mark: path.rfind(['.', '/']).map(|mark| at + mark),
        }
    }
}

/// Code spans of one line; one that is not closed goes to the line's end.
fn code_spans(line: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = line[at..].find('`').map(|found| at + found) {
        let run = ticks(&line[open..]);
        let mut close = open + run;
        let end = loop {
            let Some(next) = line[close..].find('`').map(|found| close + found) else {
                break line.len();
            };
            close = next + ticks(&line[next..]);
            if close - next == run {
                break close;
            }
        };
        out.push(open..end);
        at = end;
    }
    out
}

fn ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// Whether a text has an `@` at all, which spares most files any further look.
#[must_use]
pub fn may_mention(file: &File) -> bool {
    strip::find(file.text(), 0, "@").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    fn markdown(text: &str) -> Vec<String> {
        let file = File::from_text(Text::new(text));
        in_markdown(&file).into_iter().map(|it| it.path).collect()
    }

    fn lines(text: &str) -> Vec<String> {
        in_lines(text).into_iter().map(|it| it.path).collect()
    }

    /// What can stand in a path is bounded, so what comes out of a line grows with its length alone.
    #[test]
    fn a_long_run_of_signs_is_read_once() {
        let line = |text: &str| Word::of(text, 0);
        let run = "@".repeat(200_000);
        assert_eq!(line(&run).end, run.len());
        assert!(lines(&run).is_empty() && markdown(&run).is_empty());
        for odd in ["@", "@[", "(@", "@*", "@]", "@#", "@`", "<!--@", "@a/"] {
            let text = format!("{} end.md", odd.repeat(50_000 / odd.len()));
            for found in [lines(&text), markdown(&text)] {
                assert!(found.iter().all(|path| path.len() <= LONGEST), "{odd}");
            }
        }
        let named = format!("{run}a.md");
        assert_eq!(
            lines(&named).len(),
            LONGEST - "a.md".len() + 1,
            "those near the name"
        );
        let text = format!("@{}.md @{}.md", "a".repeat(LONGEST), "b".repeat(LONGEST - 3));
        assert_eq!(lines(&text), [format!("{}.md", "b".repeat(LONGEST - 3))]);
    }

    #[test]
    fn runs_of_text_begin_at_marks() {
        let text = "# @h.md\n@a.md @b\\ c.md \"@no\" @e.md#s @@no @noext **@g.md** _@i.md_ [@k.md](u) `x`@l.md\n\
                    > @n.md\n\n1. @o.md\n\n<b>@f.md</b> \\*@hh.md x\u{a0}@z.md __@y.md__ @m_n_.md _x @ii.md_ @bb.md\\\n";
        let expected = [
            "h.md", "a.md", "b c.md", "e.md", "noext", "g.md", "i.md", "k.md", "l.md", "n.md", "o.md",
            "f.md", "hh.md", "z.md", "y.md", "m_n_.md", "ii.md", "bb.md",
        ];
        assert_eq!(markdown(text), expected);
    }

    #[test]
    fn code_html_and_targets_are_no_text() {
        let text = "`@a.md` [x](@b.md) ![@c.md](u) x@d.md (@e.md)\n\n```\n@f.md\n```\n\n    @g.md\n\n<div>\n@h.md\n</div>\n\n\
                    [r]: @i.md\n\n<!-- @j.md -->\n\n<!-- x --> @k.md\n";
        assert_eq!(markdown(text), ["k.md"]);
    }

    #[test]
    fn lines_know_fences_and_spans_only() {
        assert_eq!(
            lines(
                "x @b.md, (@c.md) \"@d.md\" a@no.md x/@e.md **@f.md** @~/no @/no.md @noext @dir/x @g.md.\n"
            ),
            ["b.md", "c.md", "d.md", "e.md", "f.md**", "dir/x", "g.md"]
        );
        assert_eq!(lines("~~~~ x\n@a.md\n~~~\n@b.md\n```\n@c.md\n"), ["b.md"]);
        assert_eq!(
            lines("`` a ` @a.md `` @b.md\nx ` @c.md\n@d.md ` y ``` @e.md `\n"),
            ["b.md", "d.md"]
        );
        assert_eq!(lines("    @a.md\n> ```\n> @b.md\n"), ["a.md", "b.md"]);
    }
}
