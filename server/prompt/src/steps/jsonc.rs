//! Settings in JSON with comments and trailing commas.

use agents_workspace::Files;
use serde_json::Value;
use std::path::Path;

/// What a settings file says; `None` when it is missing or cannot be read.
#[must_use]
pub fn read(files: &dyn Files, path: &Path) -> Option<Value> {
    let file = files.file(path).ok()?;
    parse(&file.text().to_string())
}

/// What a text says.
#[must_use]
pub fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(&plain(text.trim_start_matches('\u{feff}'))).ok()
}

/// The text without comments and without commas before a closing bracket.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        let taken = match char {
            '"' => string_len(rest),
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
                continue;
            }
            ']' | '}' => {
                let kept = out.trim_end();
                if kept.ends_with(',') {
                    out.truncate(kept.len() - 1);
                }
                1
            }
            _ => char.len_utf8(),
        };
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// The length of the string literal that `text` begins with; all of it when it is not closed.
fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn comments_and_trailing_commas_are_no_fault() {
        let text = "{ // one\n \"a\": [1, 2, /* two */ ], \"b\": \"// no, }\\\" \", }\n";
        assert_eq!(parse(text), Some(json!({"a": [1, 2], "b": "// no, }\" "})));
        for wrong in ["{", "\"", "/*", "{\"a\"", "", "é"] {
            assert_eq!(parse(wrong), None);
        }
    }
}
