//! What stands at a place of a head, as the parsers of Python call it.

use super::fault::line_start;

/// What the parsers call the token at a place; `indent` is the column of the block around it.
pub(super) fn token(chars: &[char], at: usize, indent: usize) -> String {
    let Some(char) = chars.get(at).copied() else {
        return "<stream end>".to_owned();
    };
    let start = line_start(chars, at);
    let begins_line = chars[start..at].iter().all(|char| *char == ' ');
    let is_deeper = begins_line && at - start > indent;
    let name = match char {
        '-' if is_entry(chars, at) && is_deeper => "<block sequence start>",
        '-' if is_entry(chars, at) => "-",
        ',' | '[' | ']' | '{' | '}' | ':' => return char.to_string(),
        _ if begins_line && is_key(chars, at) && is_deeper => "<block mapping start>",
        _ if begins_line && is_key(chars, at) => "?",
        '&' => "<anchor>",
        '*' => "<alias>",
        '!' => "<tag>",
        _ => "<scalar>",
    };
    name.to_owned()
}

pub(super) fn is_entry(chars: &[char], at: usize) -> bool {
    chars.get(at + 1).is_none_or(|next| next.is_whitespace())
}

/// Whether a key begins here: a colon follows on the line.
pub(super) fn is_key(chars: &[char], at: usize) -> bool {
    colon(chars, at).is_some()
}

/// The place of a `-` that begins the line when no more than a comment stands behind it.
pub(super) fn entry_mark(chars: &[char], at: usize) -> usize {
    let start = line_start(chars, at);
    let mut before = (start..at).filter(|at| chars[*at] != ' ');
    match (before.next(), before.next()) {
        (Some(mark), None) if chars[mark] == '-' => mark,
        (Some(mark), Some(comment)) if chars[mark] == '-' && chars[comment] == '#' => mark,
        _ => at,
    }
}

/// The first place that is neither space nor comment.
pub(super) fn first(chars: &[char]) -> usize {
    let mut at = 0;
    loop {
        at += chars[at..].iter().take_while(|char| char.is_whitespace()).count();
        if chars.get(at) != Some(&'#') {
            return at;
        }
        at = next_line(chars, at);
    }
}

/// The first visible character behind the line of `at`.
pub(super) fn next_line(chars: &[char], at: usize) -> usize {
    let end = chars[at..].iter().position(|char| *char == '\n');
    let mut at = end.map_or(chars.len(), |end| at + end);
    at += chars[at..].iter().take_while(|char| char.is_whitespace()).count();
    at
}

/// Whether a place is where a new key or item would begin: at the start of a line, the one before it complete.
pub(super) fn begins_entry(chars: &[char], at: usize) -> bool {
    let start = line_start(chars, at);
    let before = chars[..start].iter().rev().find(|char| !char.is_whitespace());
    chars[start..at].iter().all(|char| *char == ' ') && before.is_some_and(|char| *char != ':')
}

/// The first colon on the line that ends a key.
pub(super) fn colon(chars: &[char], from: usize) -> Option<usize> {
    let line = chars[from..]
        .split(|char| *char == '\n')
        .next()
        .unwrap_or_default();
    let is_end = |at: &usize| line[*at] == ':' && line.get(at + 1).is_none_or(|next| *next == ' ');
    (0..line.len()).find(is_end).map(|at| from + at)
}
