//! Files that a platform renders, as the user marks them in the configuration.

use globset::GlobMatcher;
use regex::Regex;
use std::{ops::Range, str::FromStr};

/// Bytes of a file that are searched for its marker, which stands at the top or at the end of a file of kilobytes.
const SEARCHED: usize = 256 * 1024;

/// Files that a platform renders.
#[derive(Debug, Clone)]
pub struct Managed {
    /// Which: a pattern without `/` is for names at any depth.
    pub files: GlobMatcher,
    /// What tells one of them.
    pub marker: Marker,
}

/// What tells that a file is rendered.
#[derive(Debug, Clone)]
pub enum Marker {
    /// Its name alone.
    Name,
    /// A line that holds this text.
    Text(String),
    /// A line that this expression matches.
    Expression(Regex),
}

impl Marker {
    /// The bytes of the marker in a text; an empty range at the start where the name is enough.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        let mut end = text.len().min(SEARCHED);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &text[..end];
        match self {
            Self::Name => Some(0..0),
            Self::Text(marker) => text.find(marker.as_str()).map(|at| at..at + marker.len()),
            Self::Expression(expression) => expression.find(text).map(|found| found.range()),
        }
    }
}

impl FromStr for Marker {
    type Err = String;

    /// Reads a text, or a regular expression between slashes, whose `^` and `$` are the ends of a line.
    fn from_str(written: &str) -> Result<Self, String> {
        let inner = written.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        match inner {
            _ if written.trim().is_empty() => Err("a marker has a letter at least".to_owned()),
            Some(inner) if !inner.is_empty() => {
                let expression = Regex::new(&format!("(?m){inner}")).map_err(|error| {
                    // The first lines quote the expression, which the finding shows already.
                    let error = error.to_string();
                    let cause = error.lines().last().unwrap_or_default().trim();
                    format!(
                        "`{written}` is no regular expression: {}",
                        cause.trim_start_matches("error: ")
                    )
                })?;
                Ok(Self::Expression(expression))
            }
            _ => Ok(Self::Text(written.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_is_a_text_or_an_expression() {
        let text = "# A\n\nRendered by X\nDo not edit manually.\n";
        let found = |marker: &str| {
            let marker: Marker = marker.parse().expect("a marker");
            marker.find(text).map(|range| &text[range])
        };
        assert_eq!(found("Do not edit"), Some("Do not edit"));
        assert_eq!(found("/^Rendered by .*$/"), Some("Rendered by X"));
        assert_eq!(found("/^by/"), None);
        assert_eq!(found("do not edit"), None);
        assert_eq!(found("/"), None, "a text");
        assert!(Marker::Name.find("").is_some());
    }

    #[test]
    fn what_is_no_marker_is_said() {
        let fault = |marker: &str| marker.parse::<Marker>().expect_err("a fault");
        assert_eq!(fault(" "), "a marker has a letter at least");
        assert_eq!(fault("/a(/"), "`/a(/` is no regular expression: unclosed group");
    }
}
