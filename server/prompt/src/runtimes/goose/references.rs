//! What counts for a reference to a file in a text (`FILE_REFERENCE_REGEX`).

use std::ops::Range;

/// Texts with more bytes are not looked through.
const LONGEST: usize = 128 * 1024;

/// The references of a text in their order, each from the `@` to the end of its path. An `@` counts at the start
/// and behind white space, in code as elsewhere.
pub(super) fn references(text: &str) -> Vec<Range<usize>> {
    if text.len() > LONGEST {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (at, _) in text.match_indices('@') {
        let before = text[..at].chars().next_back();
        if before.is_none_or(char::is_whitespace) {
            let after = &text[at + 1..];
            let run = after.find(|char| !is_of_path(char)).unwrap_or(after.len());
            out.extend(path_len(&after[..run]).map(|length| at..at + 1 + length));
        }
    }
    out
}

fn is_of_path(char: char) -> bool {
    char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.' | '/')
}

/// How much of a run of letters that paths have is the path: up to the last ending, else a word that begins with
/// a capital, else all where a dot or a slash is in it.
fn path_len(run: &str) -> Option<usize> {
    let is_letter = |char: char| char.is_ascii_alphanumeric();
    for (dot, _) in run.rmatch_indices('.') {
        let ending = &run[dot + 1..];
        let length = ending.find(|char| !is_letter(char)).unwrap_or(ending.len());
        if dot > 0 && length > 0 {
            return Some(dot + 1 + length);
        }
    }
    if run.starts_with(|char: char| char.is_ascii_uppercase()) {
        let is_of_word = |char: char| is_letter(char) || matches!(char, '_' | '-');
        return Some(run.find(|char| !is_of_word(char)).unwrap_or(run.len()));
    }
    run.contains(['.', '/']).then_some(run.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_an_ending_capitals_and_paths_are_references() {
        let text = "@a.md, x@b.md (@c.md) `@d` @LICENSE @Makefile/x @user @docs/ @../e.f-g\u{a0}@.gitignore @v1.2/r @h.md.\n@/i.j @é";
        let found: Vec<&str> = references(text).into_iter().map(|range| &text[range]).collect();
        let expected = [
            "@a.md",
            "@LICENSE",
            "@Makefile",
            "@docs/",
            "@../e.f",
            "@.gitignore",
            "@v1.2",
            "@h.md",
            "@/i.j",
        ];
        assert_eq!(found, expected);
        assert!(references(&format!("@a.md{}", " ".repeat(LONGEST))).is_empty());
    }
}
