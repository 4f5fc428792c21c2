//! Where a text may be cut into pieces. These are proposals: the parser decides (see `chunk`).

/// How well a line serves as the first line of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The first line of a block or list item at column 0.
    Block,
    /// An ATX heading at column 0.
    Heading,
}

/// The lines of a text with their start, each including its line break: `\n`, `\r\n` or `\r`.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        at += line_end(rest.as_bytes());
        Some((start, &text[start..at]))
    })
}

/// Length in bytes of the first line of `text`, its line break included.
pub(crate) fn line_end(text: &[u8]) -> usize {
    match memchr::memchr2(b'\n', b'\r', text) {
        Some(at) if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') => at + 2,
        Some(at) => at + 1,
        None => text.len(),
    }
}

/// A line without its line break.
pub(crate) fn content(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r'])
}

/// Whether a line has nothing but spaces and tabs.
pub(crate) fn is_blank(line: &str) -> bool {
    line.bytes()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

/// Whether a piece may start at `line`, given whether the line before it is blank.
pub(crate) fn place(line: &str, after_blank: bool) -> Option<Place> {
    let first = *line.as_bytes().first()?;
    if matches!(first, b' ' | b'\t' | b'\n' | b'\r') {
        return None;
    }
    if is_heading(line) {
        return Some(Place::Heading);
    }
    (after_blank || is_item(line)).then_some(Place::Block)
}

fn is_heading(line: &str) -> bool {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    (1..=6).contains(&level)
        && matches!(
            line.as_bytes().get(level),
            None | Some(b' ' | b'\t' | b'\n' | b'\r')
        )
}

fn is_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let bytes = &line.as_bytes()[digits..];
    let marker = match bytes.first() {
        Some(b'-' | b'*' | b'+') => digits == 0,
        Some(b'.' | b')') => (1..=9).contains(&digits),
        _ => false,
    };
    marker && matches!(bytes.get(1), Some(b' ' | b'\t'))
}

/// A construct that runs over blank lines and headings until a line of its own kind ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Open {
    /// A code fence of this character and at least this length.
    Fence(u8, usize),
    /// An HTML block until this mark.
    Html(&'static str),
}

impl Open {
    /// Reads the line that opens a block at column 0 which the parser calls a fence or an HTML block.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let first = *line.as_bytes().first()?;
        if first == b'`' || first == b'~' {
            let length = line.bytes().take_while(|byte| *byte == first).count();
            return (length >= 3).then_some(Self::Fence(first, length));
        }
        let marks = [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")];
        marks
            .iter()
            .find(|(start, _)| line.starts_with(start))
            .map(|(_, end)| Self::Html(end))
    }

    /// Whether `line` is the construct's last. An HTML block may end on its first line, a fence not.
    pub(crate) fn ends_with(self, line: &str) -> bool {
        match self {
            Self::Html(mark) => line.contains(mark),
            Self::Fence(mark, length) => {
                let line = content(line);
                let indent = line.bytes().take_while(|byte| *byte == b' ').count();
                let marks = line[indent..].bytes().take_while(|byte| *byte == mark).count();
                indent <= 3 && marks >= length && is_blank(&line[indent + marks..])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_all_three_breaks() {
        let found: Vec<_> = lines("a\nb\r\nc\r\rd").collect();
        assert_eq!(found, [(0, "a\n"), (2, "b\r\n"), (5, "c\r"), (7, "\r"), (8, "d")]);
    }

    #[test]
    fn headings_items_and_text_after_a_blank_line_are_proposed() {
        assert_eq!(place("## x\n", false), Some(Place::Heading));
        assert_eq!(place("#\n", false), Some(Place::Heading));
        assert_eq!(place("#x\n", false), None);
        assert_eq!(place("####### x\n", false), None);
        assert_eq!(place("- x\n", false), Some(Place::Block));
        assert_eq!(place("12) x\n", false), Some(Place::Block));
        assert_eq!(place("1x\n", false), None);
        assert_eq!(place("text\n", true), Some(Place::Block));
        assert_eq!(place("text\n", false), None);
        assert_eq!(place("  # x\n", true), None);
    }

    #[test]
    fn a_fence_ends_at_a_fence_as_long_and_bare() {
        let open = Open::read("````sh\n").expect("a fence");
        assert!(open.ends_with("   ````` \r\n"));
        assert!(!open.ends_with("```\n"));
        assert!(!open.ends_with("    ````\n"));
        assert!(!open.ends_with("```` sh\n"));
    }
}
