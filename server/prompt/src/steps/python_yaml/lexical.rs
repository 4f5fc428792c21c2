//! What the parsers of Python refuse, or take, that saphyr does not.

use super::{
    Dialect, Kind,
    build::{Built, MARK, Stop},
    fault::{Fault, repr},
};

/// The characters of a head. To PyYAML U+0085, U+2028 and U+2029 are line breaks.
pub(super) fn chars(text: &str, dialect: Dialect) -> Vec<char> {
    let is_break = |char: char| matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}');
    let read = |char: char| match dialect {
        Dialect::PyYaml if is_break(char) => '\n',
        Dialect::PyYaml | Dialect::StrictYaml => char,
    };
    text.chars().map(read).collect()
}

/// A byte order mark within a head is a letter like others; saphyr refuses it.
pub(super) fn without_marks(chars: &[char]) -> Vec<char> {
    let read = |char: &char| if *char == '\u{feff}' { MARK } else { *char };
    chars.iter().map(read).collect()
}

/// The first character that may not be in YAML at all. strictyaml has no words for it.
pub(super) fn unprintable(chars: &[char], dialect: Dialect) -> Option<Fault> {
    let is_allowed = |char: char| matches!(char, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..);
    let at = chars.iter().position(|char| !is_allowed(*char))?;
    Some(match dialect {
        Dialect::PyYaml => Fault::said(
            format!(
                "unacceptable character #x{:04x}: special characters are not allowed\n  in \"<unicode string>\", \
                 position {at}",
                u32::from(chars[at])
            ),
            Some(at),
        ),
        Dialect::StrictYaml => Fault::crash(
            "AttributeError: 'ReaderError' object has no attribute 'context_mark'",
            at,
        ),
    })
}

/// The first tab that stands where a tab is no space: anywhere but in quotes, block texts and comments.
pub(super) fn tab(built: &Built, chars: &[char]) -> Option<(usize, Fault)> {
    let end = match &built.stop {
        Some(stop) if !is_tab(stop) => {
            // It is not known which of the quotes before a fault begin a text.
            let stop = stop.at.min(chars.len());
            let rest = chars.get(built.reached..stop).unwrap_or_default();
            let is_known = !rest.iter().any(|char| matches!(char, '"' | '\'' | '|' | '>'));
            if is_known { stop } else { built.reached }
        }
        _ => chars.len(),
    };
    let mut quoted = built.quoted.iter().peekable();
    let mut is_comment = false;
    let at = (0..end).find(|at| {
        while quoted.next_if(|range| range.end <= *at).is_some() {}
        if quoted.peek().is_some_and(|range| range.start <= *at) {
            return false;
        }
        let after_space = || *at == 0 || chars[*at - 1].is_whitespace();
        match chars[*at] {
            '\n' => is_comment = false,
            '#' if after_space() => is_comment = true,
            '\t' => return !is_comment,
            _ => {}
        }
        false
    })?;
    let fault = Fault::said("found character '\\t' that cannot start any token", Some(at));
    Some((at, fault.during("while scanning for the next token", None)))
}

/// Whether saphyr stopped at a tab.
pub(super) fn is_tab(stop: &Stop) -> bool {
    ["tab", "valid YAML whitespace"]
        .iter()
        .any(|words| stop.info.contains(words))
}

/// The first anchor or reference with a name that PyYAML does not take: it may hold letters and digits of ASCII,
/// `-` and `_`.
pub(super) fn anchor(built: &Built, chars: &[char]) -> Option<(usize, Fault)> {
    built
        .marked
        .iter()
        .find_map(|start| Some((*start, anchor_at(chars, *start)?)))
}

/// What PyYAML has against the anchor or reference that begins here.
pub(super) fn anchor_at(chars: &[char], start: usize) -> Option<Fault> {
    let what = match chars.get(start)? {
        '&' => "anchor",
        '*' => "alias",
        _ => return None,
    };
    let rest = &chars[start + 1..];
    let is_name = |char: &char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_');
    let length = rest.iter().take_while(|char| is_name(char)).count();
    let next = rest.get(length).copied();
    let ends = next.is_none_or(|char| " \t\r\n?:,]}%@`".contains(char));
    if length > 0 && ends {
        return None;
    }
    let found = format!(
        "expected alphabetic or numeric character, but found {}",
        repr(next)
    );
    let at = start + 1 + length;
    Some(Fault::said(found, Some(at)).during(format!("while scanning an {what}"), Some(start)))
}

/// A colon with no key before it, which PyYAML does not take.
pub(super) fn no_key(built: &Built, chars: &[char]) -> Option<(usize, Fault)> {
    built.nodes.iter().find_map(|map| {
        let Kind::Map(pairs) = &map.kind else { return None };
        let is_block = chars.get(map.at.start) != Some(&'{');
        let mut keys = pairs.iter().filter_map(|(key, _)| built.nodes.get(*key));
        let key = keys.find(|key| is_block && key.at.is_empty() && chars.get(key.at.start) == Some(&':'))?;
        let fault = Fault::said("expected <block end>, but found ':'", Some(key.at.start));
        Some((
            key.at.start,
            fault.during("while parsing a block mapping", Some(map.at.start)),
        ))
    })
}

/// The first tag, anchor or collection in brackets; strictyaml takes none.
pub(super) fn disallowed(built: &Built, chars: &[char]) -> Option<(usize, Fault)> {
    let collections = built.nodes.iter().filter(|node| node.text().is_none());
    let brackets = collections.map(|node| node.at.start);
    let brackets = brackets.filter(|at| matches!(chars.get(*at), Some('[' | '{')));
    let marked = built.marked.iter().copied();
    let marked = marked.filter(|at| matches!(chars.get(*at), Some('&' | '!')));
    let at = brackets.chain(pending(built, chars)).chain(marked).min()?;
    let end = |stops: &str| {
        let name = chars[at..].iter();
        at + name.take_while(|char| !stops.contains(**char)).count()
    };
    let (start, at_fault, problem) = match chars[at] {
        '!' => (
            end(" \t\n"),
            at,
            "Found disallowed tag tokens (do not specify types in markup)",
        ),
        '&' => (
            at,
            end(" \t\n,[]{}"),
            "Found confusing disallowed anchor token (surround with ' and ' to make text appear literally)",
        ),
        _ => (
            at,
            at + 1,
            "Found ugly disallowed JSONesque flow mapping (surround with ' and ' to make text appear literally)",
        ),
    };
    Some((
        at,
        Fault::said(problem, Some(at_fault)).during("While scanning", Some(start)),
    ))
}

/// A bracket that the parser had not told of when it stopped at what stands behind a text in quotes.
fn pending(built: &Built, chars: &[char]) -> Option<usize> {
    let stop = built
        .stop
        .as_ref()
        .filter(|stop| stop.info.contains("trailing content"))?;
    let between = built.reached..stop.at.min(chars.len());
    let mut between = between.filter(|at| !chars[*at].is_whitespace() && chars[*at] != ':');
    between.next().filter(|at| matches!(chars[*at], '[' | '{'))
}

/// Where the text in quotes that begins at `open` ends.
pub(super) fn closing(chars: &[char], open: usize) -> Option<usize> {
    let quote = *chars.get(open)?;
    let mut at = open + 1;
    while let Some(char) = chars.get(at) {
        match *char {
            '\\' if quote == '"' => at += 1,
            '\'' if quote == '\'' && chars.get(at + 1) == Some(&'\'') => at += 1,
            char if char == quote => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Puts a text in quotes on one line, which changes nothing in it but how much space there is; says whether there
/// was a line break in it.
pub(super) fn join_quoted(chars: &mut [char], open: usize) -> bool {
    let Some(close) = closing(chars, open) else {
        return false;
    };
    let mut is_changed = false;
    for char in &mut chars[open..close] {
        if *char == '\n' {
            *char = ' ';
            is_changed = true;
        }
    }
    is_changed
}
