//! A fault of saphyr in the words of the parsers of Python. Each arm has been compared with what they print.

use super::{
    Dialect,
    build::{Built, Stop},
    fault::{Fault, column, line_start, repr},
    lexical,
    token::{begins_entry, colon, entry_mark, first, is_entry, is_key, next_line, token},
};

/// The place of a text in quotes that goes on left of where saphyr wants it.
pub(super) fn unindented_quote(stop: &Stop) -> Option<usize> {
    let is_quoted = matches!(
        stop.info.as_str(),
        "invalid indentation in quoted scalar" | "tab cannot be used as indentation"
    );
    is_quoted.then_some(stop.at)
}

/// The fault at which reading stopped, and its place among others.
pub(super) fn of(built: &Built, chars: &[char], dialect: Dialect) -> Option<(usize, Fault)> {
    if let Some(at) = built.second.map(|at| at.min(chars.len())) {
        return Some((at, another_document(built, chars, at, dialect)));
    }
    let stop = built.stop.as_ref()?;
    let at = stop.at.min(chars.len());
    let said = |problem: &str| Fault::said(problem, Some(at));
    let info = stop.info.as_str();
    let unknown = || Fault::said(format!("⟪{info}⟫"), Some(at));
    let fault = match info {
        "mapping values are not allowed in this context" => said("mapping values are not allowed here"),
        "block sequence entries are not allowed in this context" => {
            said("sequence entries are not allowed here")
        }
        "mapping keys are not allowed in this context" => said("mapping keys are not allowed here"),
        "did not find expected <document start>" => another_document(built, chars, at, dialect),
        "while parsing node, found unknown anchor" => alias(chars, at, dialect),
        "simple key expect ':'" | "simple key expected" => simple_key(built, chars, at, info),
        "comment intercepting the multiline text" => {
            after_comment(built, chars, next_line(chars, at), dialect)
        }
        "misplaced bracket" if begins_entry(chars, at) => block_end(built, chars, at),
        "misplaced bracket" | "while parsing a node, did not find expected node content" => {
            node(built, chars, at)
        }
        _ if info.starts_with("unexpected character") => {
            let found = repr(chars.get(at).copied());
            said(&format!("found character {found} that cannot start any token"))
                .during("while scanning for the next token", None)
        }
        _ if info.contains("anchor or alias") => lexical::anchor_at(chars, at).unwrap_or_else(unknown),
        _ if info.contains("while scanning a block scalar") => {
            block_header(chars, at).unwrap_or_else(unknown)
        }
        _ if info.contains("quoted scalar") && info.contains("escape") || info.contains("hexadecimal") => {
            escape(chars, at, dialect).unwrap_or_else(unknown)
        }
        _ if info.contains("in quoted scalar") || info.contains("unexpected end of stream") => {
            Fault::said("found unexpected end of stream", Some(chars.len()))
                .during("while scanning a quoted scalar", Some(at))
        }
        _ if info.contains("trailing content") => {
            // strictyaml looks ahead to the next colon where a value stands in quotes, PyYAML does not.
            let is_value = dialect == Dialect::StrictYaml && colon(chars, line_start(chars, at)) < Some(at);
            match colon(chars, at).filter(|_| is_value) {
                Some(colon) => Fault::said("mapping values are not allowed here", Some(colon)),
                None => block_end(built, chars, at),
            }
        }
        _ if info.contains("block mapping, did not find expected key")
            || info.contains("block collection") =>
        {
            block_end(built, chars, at)
        }
        _ if info.contains("flow sequence, expected") || info.contains("flow mapping, did not find") => {
            flow_end(built, chars, at)
        }
        _ => unknown(),
    };
    Some((at, fault))
}

/// A reference to nothing.
fn alias(chars: &[char], at: usize, dialect: Dialect) -> Fault {
    if let Some(fault) = lexical::anchor_at(chars, at).filter(|_| dialect == Dialect::PyYaml) {
        return fault;
    }
    let name = chars[at..].iter().skip(1);
    let is_end = |char: char| match dialect {
        Dialect::PyYaml => !(char.is_ascii_alphanumeric() || matches!(char, '-' | '_')),
        Dialect::StrictYaml => " \t\n,[]{}".contains(char),
    };
    let name: String = name.take_while(|char| !is_end(**char)).collect();
    Fault::said(format!("found undefined alias '{name}'"), Some(at))
}

/// Text that should be a key and is none. The place is that of what follows.
fn simple_key(built: &Built, chars: &[char], at: usize, info: &str) -> Fault {
    let at = if info == "simple key expected" {
        chars.len()
    } else {
        at
    };
    let open = built.open.last().and_then(|id| built.nodes.get(*id));
    let column = open.map_or(0, |open| column(chars, open.at.start));
    // The text may go on over lines that are indented deeper than keys are.
    let mut end = at;
    let key = loop {
        let last = chars[..end].iter().rposition(|char| !char.is_whitespace());
        let start = line_start(chars, last.unwrap_or_default());
        let indent = chars[start..at].iter().take_while(|char| **char == ' ').count();
        if indent <= column || start == 0 {
            break start + indent;
        }
        end = start;
    };
    Fault::said("could not find expected ':'", Some(at)).during("while scanning a simple key", Some(key))
}

/// Text behind a comment that ended the text before it.
fn after_comment(built: &Built, chars: &[char], at: usize, dialect: Dialect) -> Fault {
    if built.open.is_empty() {
        another_document(built, chars, at, dialect)
    } else {
        block_end(built, chars, at)
    }
}

/// Something follows a block that should be at its end.
fn block_end(built: &Built, chars: &[char], at: usize) -> Fault {
    let at = entry_mark(chars, at);
    let open = built.open.last().and_then(|id| built.nodes.get(*id));
    let start = open.map_or_else(|| first(chars), |open| open.at.start);
    if matches!(chars.get(start), Some('[' | '{')) {
        return flow_end(built, chars, at);
    }
    let is_list = chars.get(start) == Some(&'-');
    let what = if is_list {
        "block collection"
    } else {
        "block mapping"
    };
    let found = token(chars, at, column(chars, start));
    Fault::said(format!("expected <block end>, but found '{found}'"), Some(at))
        .during(format!("while parsing a {what}"), Some(start))
}

/// Something in brackets that should be a comma or the end.
fn flow_end(built: &Built, chars: &[char], at: usize) -> Fault {
    let open = built.open.last().and_then(|id| built.nodes.get(*id));
    let start = open.map_or(at, |open| open.at.start);
    let (what, close) = match chars.get(start) {
        Some('{') => ("mapping", '}'),
        _ => ("sequence", ']'),
    };
    let found = token(chars, at, usize::MAX);
    Fault::said(format!("expected ',' or '{close}', but got '{found}'"), Some(at))
        .during(format!("while parsing a flow {what}"), Some(start))
}

/// A value that begins with what cannot begin one.
fn node(built: &Built, chars: &[char], at: usize) -> Fault {
    let open = built.open.last().and_then(|id| built.nodes.get(*id));
    let is_flow = open.is_some_and(|open| matches!(chars.get(open.at.start), Some('[' | '{')));
    let what = if is_flow { "flow" } else { "block" };
    let found = token(chars, at, usize::MAX);
    Fault::said(
        format!("expected the node content, but found '{found}'"),
        Some(at),
    )
    .during(format!("while parsing a {what} node"), None)
}

/// Text behind the end of what is a whole document.
fn another_document(built: &Built, chars: &[char], at: usize, dialect: Dialect) -> Fault {
    let root = built.root.and_then(|root| built.nodes.get(root));
    let start = root.map_or_else(|| first(chars), |root| root.at.start);
    // A directive is no document yet.
    let is_document = start < at && (root.is_some() || chars[start] != '%');
    if dialect == Dialect::StrictYaml && is_document {
        return Fault::said("but found another document", Some(at))
            .during("expected a single document in the stream", Some(start));
    }
    // Nothing is open, so that whatever begins here begins deeper.
    let found = match chars.get(at) {
        Some(_) if is_key(chars, at) => "<block mapping start>".to_owned(),
        Some('-') if is_entry(chars, at) => "<block sequence start>".to_owned(),
        _ => token(chars, at, usize::MAX),
    };
    Fault::said(
        format!("expected '<document start>', but found '{found}'"),
        Some(at),
    )
}

/// What stands behind `|` or `>` that is neither a sign for it nor a comment.
fn block_header(chars: &[char], start: usize) -> Option<Fault> {
    let is_sign = |char: char| matches!(char, '+' | '-' | '0'..='9');
    let mut at = start + 1;
    while let Some(char) = chars.get(at).copied().filter(|char| is_sign(*char)) {
        if char == '0' {
            let problem = "expected indentation indicator in the range 1-9, but found 0";
            return Some(Fault::said(problem, Some(at)).during("while scanning a block scalar", Some(start)));
        }
        at += 1;
    }
    let wanted = if chars.get(at) == Some(&' ') {
        at += chars[at..].iter().take_while(|char| **char == ' ').count();
        "a comment or a line break"
    } else {
        "chomping or indentation indicators"
    };
    let found = repr(Some(*chars.get(at).filter(|char| **char != '\n')?));
    let fault = Fault::said(format!("expected {wanted}, but found {found}"), Some(at));
    Some(fault.during("while scanning a block scalar", Some(start)))
}

/// The first `\` in double quotes that means nothing.
fn escape(chars: &[char], start: usize, dialect: Dialect) -> Option<Fault> {
    let mut at = start + 1;
    let (place, problem) = loop {
        if *chars.get(at)? != '\\' {
            at += 1;
            continue;
        }
        let char = *chars.get(at + 1)?;
        at += 2;
        let digits = match char {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ if "0abt\tnvfre \"\\/N_LP\n".contains(char) => continue,
            _ => {
                break (
                    at - 1,
                    format!("found unknown escape character {}", repr(Some(char))),
                );
            }
        };
        let wrong = (at..at + digits).find(|at| !chars.get(*at).is_some_and(char::is_ascii_hexdigit));
        let Some(wrong) = wrong else {
            at += digits;
            continue;
        };
        let word = match dialect {
            Dialect::PyYaml => "hexadecimal",
            Dialect::StrictYaml => "hexdecimal",
        };
        let found = repr(chars.get(wrong).copied());
        break (
            at,
            format!("expected escape sequence of {digits} {word} numbers, but found {found}"),
        );
    };
    Some(Fault::said(problem, Some(place)).during("while scanning a double-quoted scalar", Some(start)))
}
