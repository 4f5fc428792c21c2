//! Line ends: which a text has, and a text with others.

use agents_syntax::Text;

/// How many line ends of each kind there are.
#[derive(Default)]
pub(crate) struct Ends {
    /// Those of Windows.
    pub(crate) crlf: usize,
    /// Those of everything else today.
    pub(crate) lf: usize,
    /// A carriage return alone.
    pub(crate) cr: usize,
}

impl Ends {
    /// Counts those of a text.
    pub(crate) fn of(text: &Text) -> Self {
        let mut ends = Self::default();
        for (_, end) in breaks(text) {
            match end {
                "\r\n" => ends.crlf += 1,
                "\n" => ends.lf += 1,
                _ => ends.cr += 1,
            }
        }
        ends
    }

    /// The kinds there are, each with its number.
    pub(crate) fn kinds(&self) -> Vec<(&'static str, usize)> {
        let all = [("CR LF", self.crlf), ("LF", self.lf), ("CR", self.cr)];
        all.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Whether there is more than one kind.
    pub(crate) fn are_mixed(&self) -> bool {
        self.kinds().len() > 1
    }
}

/// The line end that most lines of a text have; of two that are as many, LF before CR LF before CR. `None` where there
/// is none.
pub(crate) fn most_used(text: &Text) -> Option<&'static str> {
    let ends = Ends::of(text);
    let all = [("\r", ends.cr), ("\r\n", ends.crlf), ("\n", ends.lf)];
    let most = all.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| *count > 0).map(|(end, _)| end)
}

/// The line end for what is added to a text.
#[must_use]
pub fn line_end(text: &Text) -> &'static str {
    most_used(text).unwrap_or("\n")
}

/// A text with other line ends.
#[must_use]
pub fn with_line_ends(text: &str, eol: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', eol)
}

/// Every line end with the byte it begins at.
pub(crate) fn breaks(text: &Text) -> impl Iterator<Item = (usize, &'static str)> {
    let mut bytes = text.rope().bytes().enumerate().peekable();
    std::iter::from_fn(move || {
        loop {
            match bytes.next()? {
                (at, b'\n') => return Some((at, "\n")),
                (at, b'\r') => {
                    let is_pair = bytes.next_if(|(_, next)| *next == b'\n').is_some();
                    return Some((at, if is_pair { "\r\n" } else { "\r" }));
                }
                _ => {}
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_lines_decide() {
        for (text, end) in [
            ("a\nb\r\nc\r\n", Some("\r\n")),
            ("a\r\nb\nc\n", Some("\n")),
            ("a\rb\rc\n", Some("\r")),
            ("a\r\nb\n", Some("\n")),
            ("a", None),
        ] {
            assert_eq!(most_used(&Text::new(text)), end, "{text:?}");
        }
        assert_eq!(with_line_ends("a\r\nb\rc\n", "\r\n"), "a\r\nb\r\nc\r\n");
    }
}
