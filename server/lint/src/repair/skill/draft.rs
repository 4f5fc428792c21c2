//! What stands in for a name and a description that nobody wrote.

use agents_syntax::{Document, Text, fact::BlockKind};
use std::path::Path;

/// A description is one line for a list; a sentence longer than this is shortened, in characters.
const LONGEST_DESCRIPTION: usize = 200;

/// The draft when the text has no sentence to take.
const NO_SENTENCE: &str = "TODO say when to use this skill";

/// The name a skill has by its place.
#[must_use]
pub(crate) fn name_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if !stem.eq_ignore_ascii_case("skill") {
        return stem.into_owned();
    }
    let folder = path.parent().and_then(Path::file_name);
    folder.map_or(stem, |name| name.to_string_lossy()).into_owned()
}

/// The first sentence of the body, as one line without Markdown that a plain `key: value` can hold.
pub(super) fn draft(text: &str) -> String {
    let document = Document::open(Text::new(text.trim_start_matches('\u{feff}')));
    let body = document.frontmatter().map_or(0, |head| head.range.end);
    let paragraph = document
        .blocks_in(body..document.text().len())
        .find(|block| block.kind == BlockKind::Paragraph && block.range.start >= body);
    let Some(paragraph) = paragraph else {
        return NO_SENTENCE.to_owned();
    };
    let words = document.text().substring(paragraph.range);
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = line.split_inclusive(". ").next().unwrap_or_default();
    let plain = without_links(sentence)
        .replace(['`', '*'], "")
        .replace(": ", " – ")
        .replace(" #", "");
    let plain = plain
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_end_matches([':', ' ']);
    let short = shortened(plain);
    // A single word may be a number, a date or `true` to YAML.
    if short.contains(' ') {
        short.to_owned()
    } else {
        NO_SENTENCE.to_owned()
    }
}

/// Link targets taken out: `[text](target)` is `text`.
fn without_links(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find("](") {
        let end = out[at..].find(')').map_or(out.len(), |end| at + end + 1);
        out.replace_range(at..end, "");
        if let Some(open) = out[..at].rfind('[') {
            out.remove(open);
        }
    }
    out
}

/// The beginning of a long sentence, whole words.
fn shortened(text: &str) -> &str {
    let Some((end, _)) = text.char_indices().nth(LONGEST_DESCRIPTION) else {
        return text;
    };
    let kept = &text[..end];
    kept.rsplit_once(' ').map_or(kept, |(words, _)| words.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_one_plain_line_from_the_body() {
        let draft = |body: &str| draft(&format!("---\nname: x\n---\n\n# Title\n\n{body}\n"));
        assert_eq!(draft("Ships a *release*. And more."), "Ships a release.");
        assert_eq!(
            draft("Use `make`: it\nworks # always"),
            "Use make – it works always"
        );
        assert_eq!(draft("See [the docs](docs/a.md) first:"), "See the docs first");
        assert_eq!(draft("```sh\nrm -r x\n```\n\nTakes it away."), "Takes it away.");
        assert_eq!(draft("2026"), NO_SENTENCE);
        assert_eq!(draft(""), NO_SENTENCE);
        let long = draft(&"word ".repeat(100));
        assert!(
            long.chars().count() <= LONGEST_DESCRIPTION && long.ends_with("word"),
            "{long}"
        );
    }
}
