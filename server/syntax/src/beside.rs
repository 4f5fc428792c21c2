//! The words next to a place in running text: what "the `deploy` skill" says of `deploy`.

use crate::{
    Document, Text,
    fact::{BlockKind, InlineKind},
};
use std::ops::Range;

/// How far a neighbour may be away, in bytes: a word and the marks around it.
const REACH: usize = 96;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is, without marks and punctuation around it.
    pub value: String,
}

/// The word directly before `byte`, over a line break if need be. `None` at the start of a block, behind a
/// sentence's end and behind anything that is no word.
#[must_use]
pub fn word_before(text: &Text, byte: usize) -> Option<Word> {
    let start = text.floor_char(byte.saturating_sub(REACH));
    let before = text.substring(start..byte);
    let before = &before[paragraph_start(&before)..];
    let start = byte.checked_sub(before.len())?;
    let trimmed = before.trim_end_matches(is_between);
    let trimmed = trimmed.trim_end_matches(':');
    let end = trimmed.trim_end_matches(is_mark).len();
    let token = before[..end]
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let token = token..end;
    let lead = before[token.clone()].len() - before[token.clone()].trim_start_matches(is_mark).len();
    word(before, token.start + lead..token.end, start)
}

/// The word directly behind `byte`, over a line break if need be. `None` where something else follows.
#[must_use]
pub fn word_after(text: &Text, byte: usize) -> Option<Word> {
    let after = text.substring(byte..text.ceil_char(byte.saturating_add(REACH)));
    let after = &after[..paragraph_end(&after)];
    let start = after.len() - after.trim_start_matches(is_between).len();
    let rest = &after[start..];
    let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
    let closing = |char: char| is_mark(char) || matches!(char, '.' | ',' | ';' | ':' | '!' | '?');
    let token = after[start..end].trim_end_matches(closing);
    word(after, start..start + token.len(), byte)
}

impl Document {
    /// The places in `range` where `word` stands as a word of its own in running text, in any case.
    #[must_use]
    pub fn places_of(&self, word: &str, range: Range<usize>) -> Vec<Range<usize>> {
        let text = self.text();
        let body = self.frontmatter().map_or(0, |head| head.range.end);
        let start = text.floor_char(range.start.max(body));
        let window = text.substring(start..range.end.max(start));
        let Some(first) = word.bytes().next() else {
            return Vec::new();
        };
        let starts = memchr::memchr2_iter(
            first.to_ascii_lowercase(),
            first.to_ascii_uppercase(),
            window.as_bytes(),
        );
        let found = starts.filter(|at| {
            let end = at + word.len();
            let is_it = window
                .get(*at..end)
                .is_some_and(|found| found.eq_ignore_ascii_case(word));
            let is_part = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_' | '/');
            is_it
                && !window[..*at].chars().next_back().is_some_and(is_part)
                && !window[end..].chars().next().is_some_and(is_part)
        });
        found
            .map(|at| start + at..start + at + word.len())
            .filter(|place| self.is_running_text(place.start))
            .collect()
    }

    /// Whether a byte belongs to text that is read as it stands: no code, HTML, comment, link target, import
    /// or path.
    #[must_use]
    pub fn is_running_text(&self, byte: usize) -> bool {
        let here = byte..byte + 1;
        let is_hidden = |kind| {
            matches!(
                kind,
                BlockKind::FencedCode | BlockKind::IndentedCode | BlockKind::Html | BlockKind::LinkDefinition
            )
        };
        let is_head = self.frontmatter().is_some_and(|head| head.range.contains(&byte));
        !is_head
            && !self.blocks_in(here.clone()).any(|block| is_hidden(block.kind))
            && self.comments_in(here.clone()).next().is_none()
            && !self.inlines_in(here).any(|inline| match inline.kind {
                InlineKind::Link | InlineKind::Image => inline.value_range.contains(&byte),
                InlineKind::CodeSpan | InlineKind::Import | InlineKind::Path | InlineKind::Call => true,
            })
    }
}

/// What may stand between two words: space, marks of emphasis, quotes and opening brackets, and the mark of
/// a quotation at the start of a line.
fn is_between(char: char) -> bool {
    char.is_whitespace() || is_mark(char) || char == '>'
}

fn is_mark(char: char) -> bool {
    matches!(
        char,
        '*' | '_' | '~' | '"' | '\'' | '“' | '”' | '‘' | '’' | '«' | '»' | '(' | ')' | '[' | ']'
    )
}

fn word(text: &str, range: Range<usize>, base: usize) -> Option<Word> {
    let value = text.get(range.clone())?;
    // "the skill's name" is about the skill.
    let value = ["'s", "’s"]
        .iter()
        .find_map(|end| value.strip_suffix(end))
        .unwrap_or(value);
    let is_word = |char: char| char.is_alphanumeric() || matches!(char, '-' | '_' | ':');
    let is_real = value.chars().any(char::is_alphanumeric) && value.chars().all(is_word);
    is_real.then(|| Word {
        range: base + range.start..base + range.start + value.len(),
        value: value.to_owned(),
    })
}

/// Where the last paragraph of a stretch begins: behind a blank line.
fn paragraph_start(text: &str) -> usize {
    let mut start = 0;
    for (at, line) in crate::cut::lines(text) {
        if crate::cut::is_blank(line) && line.ends_with(['\n', '\r']) {
            start = at + line.len();
        }
    }
    start
}

/// Where the first paragraph of a stretch ends: before a blank line.
fn paragraph_end(text: &str) -> usize {
    let mut lines = crate::cut::lines(text).skip(1);
    lines
        .find(|(_, line)| crate::cut::is_blank(line))
        .map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words around the first `|` of a text, which is taken out.
    fn around(text: &str) -> (Option<String>, Option<String>) {
        let at = text.find('|').expect("a place");
        let text = Text::new(&text.replacen('|', "", 1));
        let value = |word: Option<Word>| {
            word.map(|word| {
                assert_eq!(text.substring(word.range.clone()), word.value);
                word.value
            })
        };
        (value(word_before(&text, at)), value(word_after(&text, at)))
    }

    #[test]
    fn neighbours_are_words_without_their_marks() {
        let pair = |before: &str, after: &str| (Some(before.to_owned()), Some(after.to_owned()));
        assert_eq!(around("the | skill"), pair("the", "skill"));
        assert_eq!(around("the **skill**: *|* \"x\", y"), pair("skill", "x"));
        assert_eq!(around("use\r\n> the\r\n> | skill."), pair("the", "skill"));
        assert_eq!(around("skills (| deploy-web)"), pair("skills", "deploy-web"));
        assert_eq!(around("Ünd | für"), pair("Ünd", "für"));
        assert_eq!(around("agent’s | skill's,"), pair("agent", "skill"));
    }

    #[test]
    fn a_sentence_a_block_or_a_mark_of_its_own_ends_the_neighbourhood() {
        assert_eq!(around("a skill. |, skill"), (None, None));
        assert_eq!(around("a skill\n\n|\n\nskill"), (None, None));
        assert_eq!(around("a skill\n- | = skill"), (None, None));
        assert_eq!(around("a skill\n1. | x/y"), (None, None));
        assert_eq!(around("|"), (None, None));
        assert_eq!(around("😀|😀"), (None, None));
    }

    #[test]
    fn words_are_found_in_running_text_only() {
        let text = "---\nname: skill\n---\nA Skill, skills, `skill` and my-skill [skill](skill) x/skill.\n\n```\nskill\n```\n\
                    <!-- skill --> **SKILL**\n";
        let document = Document::open(Text::new(text));
        let places: Vec<_> = document
            .places_of("skill", 0..text.len())
            .into_iter()
            .map(|place| (text[place.clone()].to_owned(), place.start))
            .collect();
        let link = text.find("[skill]").expect("a link") + 1;
        assert_eq!(
            places,
            [("Skill".to_owned(), 22), ("skill".to_owned(), link)],
            "a comment makes its line HTML"
        );
        assert!(document.places_of("", 0..9).is_empty());
    }
}
