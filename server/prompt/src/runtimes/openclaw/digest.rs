//! The lines of AGENTS.md that look like policy, which a shortened AGENTS.md keeps.
//!
//! All lines of the file are candidates, however long it is. So that a keystroke does not read them all, they
//! are read in stretches that do not depend on each other, and the stretches of the text before are used
//! again where the text is the same.

use super::pieces::{self, Piece, utf16};
use crate::{
    effective::Unit,
    steps::{limit::Gauge, space},
};
use agents_syntax::Text;
use std::{cell::RefCell, ops::Range, sync::Arc};

/// Bytes of a stretch, at least. Short, since a keystroke reads one anew.
const STRETCH: usize = 2048;

/// UTF-16 units of a line in the digest; a longer one ends in `…`.
const LINE_UNITS: usize = 240;

/// Words that make a line policy, and one of the first rank.
const FIRST: &[&str] = &[
    "agents.md",
    "scoped",
    "required",
    "must",
    "never",
    "do not",
    "before subtree",
    "read scoped",
    "security",
    "secret",
    "credential",
];

/// Words that make a line policy of the second rank.
const SECOND: &[&str] = &[
    "owner",
    "test",
    "validation",
    "command",
    "commit",
    "push",
    "github",
    "pr",
];

/// Signs that do the same (2026.9).
const FIRST_SIGNS: &[&str] = &["🔴", "禁止", "嚴禁", "不得", "絕不", "絕對不", "切勿"];
const SECOND_SIGNS: &[&str] = &["必須", "務必", "一律", "紅線"];

/// A line that may go into the digest.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The line's bytes, counted from the start of its stretch, and those of the prose before it that comes
    /// along.
    source: Range<usize>,
    text: String,
    units: usize,
    first: bool,
}

impl Candidate {
    /// Its length as it is counted, and that of the line break before it: where lines are counted, one that ends them.
    fn counted(&self, gauge: Gauge) -> (usize, usize) {
        match gauge.unit() {
            Unit::Utf16 => (self.units, 1),
            Unit::Lines => (gauge.of(&self.text) + 1, 0),
            Unit::Bytes | Unit::Characters | Unit::Tokens => (gauge.of(&self.text), 1),
        }
    }
}

/// Lines up to a place where nothing is carried over to the next one.
#[derive(Debug)]
struct Stretch {
    len: usize,
    candidates: Vec<Candidate>,
}

/// The candidates of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Candidates(Vec<(usize, Arc<Stretch>)>);

impl Candidates {
    fn each(&self) -> impl Iterator<Item = (usize, &Candidate)> {
        self.0
            .iter()
            .flat_map(|(start, stretch)| stretch.candidates.iter().map(move |one| (*start, one)))
    }
}

/// What was read last on this thread.
struct Last {
    text: Text,
    end: usize,
    leads: bool,
    candidates: Candidates,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// The candidates among the lines of `text` up to byte `end`. With `leads` (2026.9) a line brings the prose
/// line above it, signs count, and a line that opens a code fence does not.
pub(super) fn candidates(text: &Text, end: usize, leads: bool) -> Candidates {
    LAST.with_borrow_mut(|last| {
        let before = last.take().filter(|last| last.leads == leads);
        let candidates = read(text, end, leads, before.as_ref());
        *last = Some(Last {
            text: text.clone(),
            end,
            leads,
            candidates: candidates.clone(),
        });
        candidates
    })
}

fn read(text: &Text, end: usize, leads: bool, before: Option<&Last>) -> Candidates {
    let (old, old_end, head, tail) = before.map_or((&[][..], 0, 0, 0), |last| {
        let (head, tail) = shared(&last.text, last.end, text, end);
        (&last.candidates.0[..], last.end, head, tail)
    });
    // A stretch at the end of the text may go on now, so one that is used again ends before it.
    let kept =
        old.partition_point(|(start, stretch)| start + stretch.len <= head && start + stretch.len < old_end);
    let mut out = old[..kept].to_vec();
    let mut at = out.last().map_or(0, |(start, stretch)| start + stretch.len);
    while at < end {
        if at + tail >= end {
            // Counted from the end, the place is the same in both texts.
            let place = (at + old_end).checked_sub(end);
            let same = place.and_then(|place| old.binary_search_by_key(&place, |(start, _)| *start).ok());
            if let Some(same) = same {
                for (_, stretch) in &old[same..] {
                    out.push((at, Arc::clone(stretch)));
                    at += stretch.len;
                }
                break;
            }
        }
        let stretch = stretch(text, at, end, leads);
        let len = stretch.len;
        out.push((at, Arc::new(stretch)));
        at += len;
    }
    Candidates(out)
}

/// How many bytes at the beginning, and at the end, two texts up to `old_end` and `end` have in common.
/// Texts that became from one another share the memory of what is the same, so this looks at addresses first.
fn shared(old: &Text, old_end: usize, new: &Text, end: usize) -> (usize, usize) {
    let (old, new) = (old.slice(0..old_end), new.slice(0..end));
    let most = old_end.min(end);
    let mut head = 0;
    for (a, b) in old.chunks().zip(new.chunks()) {
        if std::ptr::eq(a, b) {
            head += a.len();
            continue;
        }
        head += a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        break;
    }
    let mut tail = 0;
    let (mut a, mut b) = (old.chunks_at_byte(old_end).0, new.chunks_at_byte(end).0);
    while let (Some(a), Some(b)) = (a.prev(), b.prev()) {
        if std::ptr::eq(a, b) {
            tail += a.len();
            continue;
        }
        tail += a
            .bytes()
            .rev()
            .zip(b.bytes().rev())
            .take_while(|(a, b)| a == b)
            .count();
        break;
    }
    let head = head.min(most);
    (head, tail.min(most - head))
}

/// Reads lines from `start` on, as many as make a stretch.
fn stretch(text: &Text, start: usize, end: usize, leads: bool) -> Stretch {
    let mut candidates = Vec::new();
    let mut lead: Option<(usize, String)> = None;
    let mut at = start;
    while at < end && (at < start + STRETCH || lead.is_some()) {
        let line = text.substring(at..line_end(text, at, end));
        let from = at - start;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(&line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let line_end = from + line.len();
        let line = normal(line);
        if line.is_empty() {
            lead = None;
            continue;
        }
        if leads && opens_fence(&line) {
            lead = None;
            continue;
        }
        let signs = |signs: &[&str]| leads && signs.iter().any(|sign| line.contains(sign));
        let words = folded(&line);
        let first = has_word(&words, FIRST) || signs(FIRST_SIGNS);
        if !(first || has_word(&words, SECOND) || signs(SECOND_SIGNS) || is_item(&line)) {
            lead = Some((from, line));
            continue;
        }
        let (from, text) = match lead.take().filter(|_| leads) {
            Some((from, prose)) => (from, format!("{prose}\n{line}")),
            None => (from, line),
        };
        candidates.push(Candidate {
            source: from..line_end,
            units: utf16(&text),
            text,
            first,
        });
    }
    Stretch {
        len: at - start,
        candidates,
    }
}

/// The byte after the LF that ends the line at `at`, or `end`.
fn line_end(text: &Text, at: usize, end: usize) -> usize {
    let mut stop = at;
    for chunk in text.slice(at..end).chunks() {
        if let Some(found) = memchr::memchr(b'\n', chunk.as_bytes()) {
            return stop + found + 1;
        }
        stop += chunk.len();
    }
    end
}

/// What of the candidates fits.
pub(super) struct Chosen<'a> {
    lines: Vec<(usize, &'a Candidate)>,
    /// Their length as it is counted, line breaks between them included.
    pub(super) units: usize,
    /// How many do not fit.
    pub(super) omitted: usize,
}

impl Chosen<'_> {
    /// Their text, a line break between each two.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut out = Vec::new();
        for (start, line) in &self.lines {
            if !out.is_empty() {
                out.push(Piece::Own("\n".to_owned()));
            }
            let source = start + line.source.start..start + line.source.end;
            out.push(Piece::Digest(source, line.text.clone()));
        }
        out
    }
}

/// Takes candidates while they fit `room`: those of the first rank, then the others; in the order of
/// the file.
pub(super) fn choose(candidates: &Candidates, room: usize, gauge: Gauge) -> Chosen<'_> {
    if room == 0 {
        return Chosen {
            lines: Vec::new(),
            units: 0,
            omitted: 0,
        };
    }
    let candidates: Vec<_> = candidates.each().collect();
    let mut taken = vec![false; candidates.len()];
    let (mut units, mut count) = (0, 0);
    for first in [true, false] {
        for ((_, candidate), taken) in candidates.iter().zip(&mut taken) {
            // The second round tries again what did not fit in the first, as the source does.
            if *taken || (first && !candidate.first) {
                continue;
            }
            let (length, gap) = candidate.counted(gauge);
            let more = length + if count > 0 { gap } else { 0 };
            if units + more <= room {
                *taken = true;
                units += more;
                count += 1;
            }
        }
    }
    let lines: Vec<_> = candidates
        .iter()
        .zip(&taken)
        .filter(|(_, taken)| **taken)
        .map(|(line, _)| *line)
        .collect();
    Chosen {
        omitted: candidates.len() - lines.len(),
        lines,
        units,
    }
}

/// Space at both ends gone, every other space one blank, and not too long.
fn normal(line: &str) -> String {
    let words: Vec<&str> = line
        .split(space::javascript)
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    if utf16(&line) <= LINE_UNITS {
        return line;
    }
    format!("{}…", pieces::prefix(&line, LINE_UNITS - 1))
}

fn opens_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// A heading or a list item with text.
fn is_item(line: &str) -> bool {
    let hashes = line.len() - line.trim_start_matches('#').len();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = if (1..=6).contains(&hashes) {
        &line[hashes..]
    } else if let Some(rest) = line.strip_prefix(['-', '*', '+']) {
        rest
    } else if let Some(rest) = line[digits..].strip_prefix(['.', ')']).filter(|_| digits > 0) {
        rest
    } else {
        return false;
    };
    rest.strip_prefix(' ').is_some_and(|text| !text.is_empty())
}

/// Small letters as a JavaScript pattern with the flags `i` and `u` compares them: the long s and the
/// Kelvin sign are letters of the alphabet to it.
fn folded(line: &str) -> String {
    let fold = |c: char| match c {
        'ſ' => 's',
        '\u{212a}' => 'k',
        c => c.to_ascii_lowercase(),
    };
    line.chars().map(fold).collect()
}

/// Whether one of `words` stands in the line as whole words.
fn has_word(line: &str, words: &[&str]) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    words.iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + word.len()..].chars().next();
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_after_an_edit_gives_what_reading_anew_does() {
        const LINES: [&str; 7] = [
            "# Rules\n",
            "- Never push.\r\n",
            "Some prose\n",
            "\n",
            "```sh\n",
            "必須 測試\n",
            "Tests must pass before a commit.\n",
        ];
        let mut number = 7_usize;
        let mut next = |below: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (number >> 33) % below.max(1)
        };
        let mut text = Text::new(&(0..900).map(|_| LINES[next(LINES.len())]).collect::<String>());
        for round in 0..300 {
            let leads = round % 60 < 45;
            let start = text.floor_char(next(text.len()));
            let end = text.ceil_char(start + next(40));
            text.replace(start..end, LINES[next(LINES.len())]);
            let end = text.floor_char(text.len() - next(3));
            let flat = |candidates: &Candidates| {
                let each = candidates.each();
                each.map(|(start, one)| (start + one.source.start, start + one.source.end, one.text.clone()))
                    .collect::<Vec<_>>()
            };
            let anew = flat(&read(&text, end, leads, None));
            assert_eq!(flat(&candidates(&text, end, leads)), anew, "round {round}");
            assert!(anew.len() > 100);
        }
    }
}
