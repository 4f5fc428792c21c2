//! `encoding.split-character`: a cut goes through a character, and a mark arrives in its place.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::{Segment, SegmentText};
use agents_syntax::Text;
use std::{ops::Range, path::Path};

/// The mark that stands for what is no character.
const MARK: char = '\u{fffd}';

/// See the module.
pub struct SplitCharacter;

impl Rule for SplitCharacter {
    fn code(&self) -> &'static str {
        "encoding.split-character"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A cap ends within a character. Runtimes that count bytes cut a letter beyond ASCII in two, those that count UTF-16 \
units an emoji, and what is left of it arrives as U+FFFD (�). `budget.truncated` shows the text behind it, which is lost.\n\n\
### Why it matters\n\nThe mark may be read as part of a word, a path or a command.\n\n\
### Example\n\nCodex reads 32,768 bytes. Of `é`, two bytes in UTF-8, the last byte of the cap may be the first.\n\n\
### What to do\n\nShorten the text above so that nothing is cut, or raise the cap in the runtime's own settings.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for view in &file.runtimes {
            for (range, marks) in split(view, file.path, text) {
                let arrives = if marks == 1 {
                    "U+FFFD reaches {} in its place".to_owned()
                } else {
                    format!("{marks} marks U+FFFD reach {{}} in its place")
                };
                let letter = text.substring(range.clone());
                let sentence = format!("The cut goes through “{letter}”: {arrives}.");
                out.push(Finding::new(self, file.path, range).effect(view.name(), sentence));
            }
        }
    }
}

/// The characters of a file that a runtime cuts in two, each with how many marks arrive.
pub(crate) fn split<'a>(
    view: &'a RuntimeView<'_>,
    path: &'a Path,
    text: &'a Text,
) -> impl Iterator<Item = (Range<usize>, usize)> + 'a {
    let segments = view.prompt.parts.iter().flat_map(|part| &part.segments);
    segments.filter_map(move |segment| {
        let source = segment.source.as_ref().filter(|source| source.path == path)?;
        let marks = marks(segment)?;
        let is_letter = text.slice(source.range.clone()).len_chars() == 1;
        let is_mark = || text.slice(source.range.clone()).char(0) == MARK;
        (is_letter && !is_mark()).then(|| (source.range.clone(), marks))
    })
}

/// How many marks a segment is, if it is nothing else.
fn marks(segment: &Segment) -> Option<usize> {
    match &segment.text {
        SegmentText::Own(own) if !own.is_empty() && own.chars().all(|char| char == MARK) => {
            Some(own.chars().count())
        }
        SegmentText::Own(_) | SegmentText::Same(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "encoding.split-character";

    fn codex(cap: usize, text: impl AsRef<[u8]>) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.set("project_doc_max_bytes", cap).add("AGENTS.md", text);
        fixture
    }

    #[test]
    fn the_letter_is_shown_and_what_is_lost_behind_it() {
        let fixture = codex(6, "abcd😀!\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md warning encoding.split-character
          abcd😀!
              ^
          The cut goes through “😀”: U+FFFD reaches codex in its place.
        AGENTS.md warning budget.truncated
          abcd😀!
               ^
          This text does not reach codex: the cap for all files together is 6 bytes (`project_doc_max_bytes`). Lost: 4 bytes. Move what matters to the top or sections to other files, or raise the cap.
        ");
    }

    #[test]
    fn bytes_of_a_split_letter_beyond_the_cap_are_lost() {
        for (text, lost) in [
            (format!("{}é\n", "a".repeat(32_767)), "Lost: 2 bytes"),
            (format!("{}€€\n", "a".repeat(32_766)), "Lost: 5 bytes"),
        ] {
            let message = codex(32_768, text).message("budget.truncated");
            // White space alone behind the letter is no text to tell of.
            assert!(message.contains(lost), "{message}");
        }
    }

    #[test]
    fn one_place_is_told_of_once() {
        let last = codex(5, "abcd😀");
        assert_eq!(last.codes(), ["encoding.split-character AGENTS.md:1"]);
    }

    #[test]
    fn a_cut_between_letters_splits_none() {
        for (cap, text) in [
            (4, "abcd😀!\n"),
            (8, "abcd😀!\n"),
            (9, "abcd😀!\n"),
            (99, "abcd😀!\n"),
        ] {
            assert!(codex(cap, text).marked(CODE).is_empty(), "{cap}");
        }
        assert!(
            codex(4, "abc\u{fffd}").marked(CODE).is_empty(),
            "a mark is no letter to save"
        );
    }

    #[test]
    fn halves_of_surrogate_pairs_are_split_and_whole_letters_are_not() {
        for (release, splits) in [("openclaw@2026.7.1", true), ("openclaw@2026.9.6", false)] {
            let mut openclaw = Fixture::new(&[release], "");
            openclaw
                .set("agents.defaults.bootstrapMaxChars", 41)
                .add("SOUL.md", "😀".repeat(100));
            assert_eq!(!openclaw.marked(CODE).is_empty(), splits, "{release}");
        }
        let mut vibekit = Fixture::new(&["vibekit"], "");
        vibekit.set("cap", 2).add("AGENTS.md", "a😀b");
        assert_eq!(vibekit.marked(CODE), Vec::<String>::new(), "cut before it");
    }

    #[test]
    fn bytes_that_are_no_text_are_no_split_letter() {
        let found = codex(4, b"ab\xff\xfe\xc3\xa9b");
        assert!(found.marked(CODE).is_empty());
        assert_eq!(codex(5, b"ab\xff\xfe\xc3\xa9b").marked(CODE), ["é"]);
    }
}
