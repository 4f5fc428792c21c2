//! Backslash escapes and character references of Markdown.

use std::borrow::Cow;

/// A link destination as a reader takes it: without `<>`, escapes resolved.
pub(crate) fn destination(written: &str) -> String {
    let bare = written
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or(written);
    resolve(bare).into_owned()
}

/// A link label in the form in which labels are compared: without brackets, in lower case, white space
/// folded. Escapes stay, as CommonMark compares labels before resolving them.
pub(crate) fn label(written: &str) -> String {
    let bare = written
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(written);
    bare.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

/// Resolves `\*` and the character references that occur in paths and addresses.
pub(crate) fn resolve(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\\', b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr2(b'\\', b'&', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let next = rest[1..].chars().next();
        if rest.starts_with('&') {
            let (char, len) = reference(rest).unwrap_or(('&', 1));
            out.push(char);
            rest = &rest[len..];
        } else if let Some(escaped) = next.filter(char::is_ascii_punctuation) {
            out.push(escaped);
            rest = &rest[2..];
        } else {
            out.push('\\');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character a reference at the start of `text` stands for, and the reference's length in bytes.
/// Only the names that occur in addresses are known; others stay as written.
fn reference(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let char = match &text[1..end] {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        name => {
            let digits = name.strip_prefix('#')?;
            let code = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(code)
                .filter(|char| *char != '\0')
                .unwrap_or('\u{fffd}')
        }
    };
    Some((char, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_references_are_resolved() {
        assert_eq!(destination("<a b>"), "a b");
        assert_eq!(destination(r"a\(b\)c\d"), r"a(b)c\d");
        assert_eq!(
            destination("?a=1&amp;b=&#50;&#x33;&unknown;&"),
            "?a=1&b=23&unknown;&"
        );
        assert_eq!(destination("\\"), "\\");
    }

    #[test]
    fn labels_fold_case_and_space() {
        assert_eq!(label("[ Foo\n  BAR ]"), "foo bar");
    }
}
