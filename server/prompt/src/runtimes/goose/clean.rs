//! A file's text without the invisible characters of the Unicode block of tags (`sanitize_unicode_tags`).

use agents_syntax::Text;
use std::ops::Range;

/// What is left of a text.
pub(super) struct Clean {
    /// The text without them.
    pub(super) text: String,
    /// What was taken out, in bytes of the file.
    pub(super) lost: Vec<Range<usize>>,
    /// Whether letters and accents of their own stand in it that goose composes, which is not done here.
    pub(super) may_compose: bool,
    /// Stretches that were kept: where they begin in the clean text, and their bytes in the file.
    kept: Vec<(usize, Range<usize>)>,
}

/// Takes them out.
pub(super) fn clean(text: &Text) -> Clean {
    let whole = text.to_string();
    let mut clean = Clean {
        text: String::new(),
        lost: Vec::new(),
        may_compose: whole.chars().any(may_compose),
        kept: Vec::new(),
    };
    let mut from = 0;
    for (at, char) in whole.char_indices().filter(|(_, char)| is_tag(*char)) {
        let end = at + char.len_utf8();
        clean.keep(&whole, from..at);
        match clean.lost.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => clean.lost.push(at..end),
        }
        from = end;
    }
    let length = whole.len();
    if clean.lost.is_empty() {
        clean.kept.push((0, 0..length));
        clean.text = whole;
    } else {
        clean.keep(&whole, from..length);
    }
    clean
}

impl Clean {
    /// The bytes of the file that stand behind a stretch of the clean text.
    pub(super) fn in_file(&self, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        self.kept.iter().filter_map(|(start, kept)| {
            let from = range.start.max(*start);
            let to = range.end.min(start + kept.len());
            (from < to).then(|| kept.start + from - start..kept.start + to - start)
        })
    }

    fn keep(&mut self, whole: &str, range: Range<usize>) {
        if !range.is_empty() {
            self.kept.push((self.text.len(), range.clone()));
            self.text.push_str(&whole[range]);
        }
    }
}

fn is_tag(char: char) -> bool {
    ('\u{e0000}'..='\u{e007f}').contains(&char)
}

/// The characters that composition (NFC) changes most often.
fn may_compose(char: char) -> bool {
    matches!(char, '\u{300}'..='\u{36f}' | '\u{1100}'..='\u{11ff}' | '\u{2126}' | '\u{212a}'..='\u{212b}'
        | '\u{3099}'..='\u{309a}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_the_clean_text_are_found_in_the_file() {
        let text = Text::new("ab\u{e0041}\u{e0042}c\u{e0001}d");
        let clean = clean(&text);
        assert_eq!(clean.text, "abcd");
        assert_eq!(clean.lost, [2..10, 11..15]);
        let pieces = |range| clean.in_file(&range).collect::<Vec<_>>();
        assert_eq!(pieces(1..4), [1..2, 10..11, 15..16]);
        assert_eq!(pieces(2..4), [10..11, 15..16]);
        assert!(!clean.may_compose && super::clean(&Text::new("e\u{301}")).may_compose);
    }
}
