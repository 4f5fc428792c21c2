//! `file:` URIs to paths and back (RFC 8089), as editors write them.

use super::{Style, is_absolute, normal};
use std::fmt::Write;

/// Why a `file:` URI names no path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UriError {
    /// A `%` that is not followed by two hexadecimal digits.
    #[error("`{uri}` has `{sequence}` where `%` and two hexadecimal digits belong")]
    Percent {
        /// The URI.
        uri: String,
        /// What stands there.
        sequence: String,
    },
    /// The decoded bytes are not a path on any system.
    #[error("`{uri}` does not decode to UTF-8 without zero bytes")]
    NotText {
        /// The URI.
        uri: String,
    },
    /// A file of another machine, which a path of this style cannot name.
    #[error("`{uri}` names a file on the host `{host}`; only local files can be read here")]
    Host {
        /// The URI.
        uri: String,
        /// The machine.
        host: String,
    },
    /// No absolute path.
    #[error("`{uri}` has no absolute path; one begins with `file:///`{}", match style { Style::Unix => "", Style::Windows => " and a drive" })]
    Relative {
        /// The URI.
        uri: String,
        /// What would have been an absolute path.
        style: Style,
    },
}

/// The path a URI names, as spelled there; `None` when its scheme is not `file`.
///
/// # Errors
/// What is wrong with the URI.
pub fn to_path(uri: &str, style: Style) -> Result<Option<String>, UriError> {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return Ok(None);
    };
    if !scheme.eq_ignore_ascii_case("file") {
        return Ok(None);
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", rest),
    };
    let (host, path) = (decode(host, uri)?, decode(path, uri)?);
    let host = if host.eq_ignore_ascii_case("localhost") {
        ""
    } else {
        &host
    };
    let path = match style {
        Style::Unix if host.is_empty() => path,
        Style::Unix => {
            return Err(UriError::Host {
                uri: uri.to_owned(),
                host: host.to_owned(),
            });
        }
        Style::Windows => windows_path(host, &path),
    };
    if is_absolute(&path, style) {
        Ok(Some(path))
    } else {
        Err(UriError::Relative {
            uri: uri.to_owned(),
            style,
        })
    }
}

/// The URI of a path in its [`normal`] form; `None` when the path is not absolute.
#[must_use]
pub fn from_path(path: &str, style: Style) -> Option<String> {
    if !is_absolute(path, style) {
        return None;
    }
    let path = normal(path, style);
    let (mut uri, rest) = match style {
        Style::Unix => ("file://".to_owned(), path),
        Style::Windows => match path.strip_prefix(r"\\") {
            Some(share) => ("file://".to_owned(), share.replace('\\', "/")),
            None => (format!("file:///{}", &path[..2]), path[2..].replace('\\', "/")),
        },
    };
    for byte in rest.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            _ => {
                // Writing to a string does not fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    Some(uri)
}

fn windows_path(host: &str, path: &str) -> String {
    let path = path.replace('/', r"\");
    if !host.is_empty() {
        return format!(r"\\{host}{path}");
    }
    // `/c:/x` is a drive behind the slash that begins every path in a URI.
    let below = path.trim_start_matches('\\');
    if below.as_bytes().get(1) == Some(&b':') {
        below.to_owned()
    } else {
        path
    }
}

fn decode(text: &str, uri: &str) -> Result<String, UriError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(0), digit(1)) else {
            let sequence = after.get(..2).unwrap_or(after);
            return Err(UriError::Percent {
                uri: uri.to_owned(),
                sequence: format!("%{}", String::from_utf8_lossy(sequence)),
            });
        };
        // Two hexadecimal digits are at most 255.
        bytes.push((high * 16 + low) as u8);
        rest = &after[2..];
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'))
        .ok_or_else(|| UriError::NotText { uri: uri.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn path(uri: &str, style: Style) -> String {
        to_path(uri, style).unwrap().unwrap()
    }

    #[test]
    fn uris_of_editors() {
        for (uri, wanted) in [
            ("file:///w/AGENTS.md", "/w/AGENTS.md"),
            ("file:///w/a%20b/caf%C3%A9.md", "/w/a b/café.md"),
            ("file:///w/café.md", "/w/café.md"),
            ("FILE://localhost/w", "/w"),
            ("file:/w", "/w"),
            ("file:///w/100%25", "/w/100%"),
            ("file:///w/a?query#part", "/w/a"),
            ("file:///w/a%23b", "/w/a#b"),
        ] {
            assert_eq!(path(uri, Style::Unix), wanted);
        }
        for (uri, wanted) in [
            ("file:///c%3A/w/AGENTS.md", r"c:\w\AGENTS.md"),
            ("file:///C:/w/AGENTS.md", r"C:\w\AGENTS.md"),
            ("file://server/share/a%20b", r"\\server\share\a b"),
            ("file:////server/share/a", r"\\server\share\a"),
        ] {
            assert_eq!(path(uri, Style::Windows), wanted);
        }
    }

    #[test]
    fn other_schemes_are_no_files() {
        for uri in ["untitled:Untitled-1", "vscode-remote://x/w", "AGENTS.md", ""] {
            assert_eq!(to_path(uri, Style::Unix), Ok(None));
        }
    }

    #[test]
    fn faults_name_what_is_wrong() {
        let message = |uri, style| to_path(uri, style).unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                message("file:///w/%zz", Style::Unix),
                message("file:///w/%4", Style::Unix),
                message("file:///w/%é", Style::Unix),
                message("file:///w/%FF", Style::Unix),
                message("file:///w/%00", Style::Unix),
                message("file://server/w", Style::Unix),
                message("file:w", Style::Unix),
                message("file:///w", Style::Windows),
            ]
            .join("\n"),
            @"
        `file:///w/%zz` has `%zz` where `%` and two hexadecimal digits belong
        `file:///w/%4` has `%4` where `%` and two hexadecimal digits belong
        `file:///w/%é` has `%é` where `%` and two hexadecimal digits belong
        `file:///w/%FF` does not decode to UTF-8 without zero bytes
        `file:///w/%00` does not decode to UTF-8 without zero bytes
        `file://server/w` names a file on the host `server`; only local files can be read here
        `file:w` has no absolute path; one begins with `file:///`
        `file:///w` has no absolute path; one begins with `file:///` and a drive
        "
        );
    }

    #[test]
    fn paths_become_uris() {
        let uri = |path, style| from_path(path, style).unwrap();
        assert_eq!(
            uri("/w/a b/é#?.md", Style::Unix),
            "file:///w/a%20b/%C3%A9%23%3F.md"
        );
        assert_eq!(uri(r"c:\w\a b", Style::Windows), "file:///C:/w/a%20b");
        assert_eq!(
            uri(r"\\?\UNC\Server\Share\a", Style::Windows),
            "file://server/share/a"
        );
        assert_eq!(from_path("w", Style::Unix), None);
        assert_eq!(from_path("C:w", Style::Windows), None);
    }

    proptest! {
        #[test]
        fn unix_paths_come_back(names in proptest::collection::vec("[^/\0]{1,8}", 0..5)) {
            let there = normal(&format!("/{}", names.join("/")), Style::Unix);
            let uri = from_path(&there, Style::Unix).unwrap();
            prop_assert_eq!(path(&uri, Style::Unix), there);
        }

        #[test]
        fn windows_paths_come_back(
            root in prop::sample::select(vec![r"C:\", r"z:\", r"\\server\share\", r"\\?\D:\"]),
            names in proptest::collection::vec(r"[^/\\\x00]{1,8}", 1..5),
        ) {
            let there = normal(&format!("{root}{}", names.join(r"\")), Style::Windows);
            let uri = from_path(&there, Style::Windows).unwrap();
            prop_assert_eq!(normal(&path(&uri, Style::Windows), Style::Windows), there);
        }

        #[test]
        fn no_uri_breaks_it(uri in "(file:)?[/%a-f0-9:é\\\\]{0,16}") {
            for style in [Style::Unix, Style::Windows] {
                let _ = to_path(&uri, style);
            }
        }
    }
}
