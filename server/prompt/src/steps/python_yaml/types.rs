//! What PyYAML takes a value for: YAML 1.1, in which `yes` is a truth value and `1:30` a number.

use super::{Kind, Node};

/// A type of Python.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A text.
    Str,
    /// A truth value.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// Nothing.
    None,
    /// A day.
    Date,
    /// A day and a time.
    DateTime,
    /// Bytes.
    Bytes,
    /// A list.
    List,
    /// A mapping.
    Dict,
    /// A set.
    Set,
}

impl Type {
    /// What Python calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Float => "float",
            Self::None => "NoneType",
            Self::Date => "date",
            Self::DateTime => "datetime",
            Self::Bytes => "bytes",
            Self::List => "list",
            Self::Dict => "dict",
            Self::Set => "set",
        }
    }
}

/// The type of a value, and whether Python takes it for false.
#[must_use]
pub fn type_of(node: &Node) -> (Type, bool) {
    let tag = node
        .tag
        .as_deref()
        .and_then(|tag| tag.strip_prefix("tag:yaml.org,2002:"));
    match &node.kind {
        Kind::List(items) => (Type::List, items.is_empty()),
        Kind::Map(pairs) if tag == Some("set") => (Type::Set, pairs.is_empty()),
        Kind::Map(pairs) => (Type::Dict, pairs.is_empty()),
        Kind::Scalar { text, is_plain } => {
            let kind = match tag {
                Some("str") => Type::Str,
                Some("bool") => Type::Bool,
                Some("int") => Type::Int,
                Some("float") => Type::Float,
                Some("null") => Type::None,
                Some("binary") => Type::Bytes,
                Some("timestamp") => day(text).unwrap_or(Type::Date),
                _ if *is_plain => plain(text),
                _ => Type::Str,
            };
            let is_false = match kind {
                Type::None => true,
                Type::Bool => matches!(text.to_ascii_lowercase().as_str(), "no" | "false" | "off"),
                Type::Int | Type::Float => is_zero(text),
                _ => text.is_empty(),
            };
            (kind, is_false)
        }
    }
}

fn is_zero(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+']);
    let text = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0b"))
        .unwrap_or(text);
    let digits = text.split(['e', 'E']).next().unwrap_or_default();
    digits.chars().all(|char| matches!(char, '0' | '_' | '.' | ':'))
}

fn plain(text: &str) -> Type {
    if matches!(text, "" | "~" | "null" | "Null" | "NULL") {
        Type::None
    } else if is_truth(text) {
        Type::Bool
    } else if is_float(text) {
        Type::Float
    } else if is_int(text) {
        Type::Int
    } else {
        day(text).unwrap_or(Type::Str)
    }
}

/// `yes`, `Yes` and `YES`, but not `yEs`.
fn is_truth(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if !matches!(lower.as_str(), "yes" | "no" | "true" | "false" | "on" | "off") {
        return false;
    }
    let (first, rest) = text.split_at(1);
    rest == &lower[1..] || (first != &lower[..1] && rest == lower[1..].to_ascii_uppercase())
}

fn is_int(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    let all = |digits: &str, is: fn(char) -> bool| {
        !digits.is_empty() && digits.chars().all(|char| char == '_' || is(char))
    };
    if let Some(digits) = text.strip_prefix("0b") {
        return all(digits, |char| matches!(char, '0' | '1'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, |char| char.is_ascii_hexdigit());
    }
    if let Some(digits) = text.strip_prefix('0') {
        return digits.is_empty() || all(digits, |char| matches!(char, '0'..='7'));
    }
    let mut parts = text.split(':');
    let whole = parts.next().unwrap_or_default();
    whole.starts_with(|char: char| char.is_ascii_digit())
        && all(whole, |char| char.is_ascii_digit())
        && parts.all(is_sixtieth)
}

/// A digit, or two of which the first is at most 5.
fn is_sixtieth(text: &str) -> bool {
    match text.as_bytes() {
        [digit] => digit.is_ascii_digit(),
        [b'0'..=b'5', digit] => digit.is_ascii_digit(),
        _ => false,
    }
}

fn is_float(text: &str) -> bool {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let bare = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(bare, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let Some((whole, rest)) = bare.split_once('.') else {
        return false;
    };
    let is_digits = |digits: &str| digits.chars().all(|char| char.is_ascii_digit() || char == '_');
    let begins = |digits: &str| digits.starts_with(|char: char| char.is_ascii_digit());
    let mut parts = whole.split(':');
    let first = parts.next().unwrap_or_default();
    let is_sixties = whole.contains(':');
    // The mantissa's end and an exponent, whose sign must be there.
    let (digits, exponent) = match rest.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (rest, None),
    };
    let is_exponent = exponent.is_none_or(|text| {
        let number = text.strip_prefix(['-', '+']);
        !is_sixties
            && number.is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let is_whole = match first {
        "" => bare == text && begins(digits) && !is_sixties,
        _ => begins(first) && is_digits(first) && parts.all(is_sixtieth),
    };
    is_whole && is_digits(digits) && is_exponent
}

/// `2026-11-30`, with a time behind it or not.
fn day(text: &str) -> Option<Type> {
    let (date, time) = match text.find(['T', 't', ' ', '\t']) {
        Some(at) => (&text[..at], Some(text[at + 1..].trim_start_matches([' ', '\t']))),
        None => (text, None),
    };
    let numbers: Vec<&str> = date.split('-').collect();
    let [year, month, day] = numbers[..] else {
        return None;
    };
    let is_number = |text: &str, least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Without a time month and day have two digits.
    let least = if time.is_some() { 1 } else { 2 };
    if !(is_number(year, 4, 4) && is_number(month, least, 2) && is_number(day, least, 2)) {
        return None;
    }
    let Some(time) = time else {
        return Some(Type::Date);
    };
    let end = time
        .find(|char: char| !(char.is_ascii_digit() || matches!(char, ':' | '.')))
        .unwrap_or(time.len());
    let (clock, zone) = time.split_at(end);
    let clock = clock.split_once('.').map_or(clock, |(clock, _)| clock);
    let parts: Vec<&str> = clock.split(':').collect();
    let [hours, minutes, seconds] = parts[..] else {
        return None;
    };
    let zone = zone.trim_start_matches([' ', '\t']);
    let is_zone = match zone.strip_prefix(['-', '+']) {
        None => matches!(zone, "" | "Z"),
        Some(zone) => {
            let (hours, minutes) = zone.split_once(':').unwrap_or((zone, "00"));
            is_number(hours, 1, 2) && is_number(minutes, 2, 2)
        }
    };
    let is_clock = is_number(hours, 1, 2) && is_number(minutes, 2, 2) && is_number(seconds, 2, 2);
    (is_clock && is_zone).then_some(Type::DateTime)
}
