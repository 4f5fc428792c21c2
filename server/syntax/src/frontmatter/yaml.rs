//! What a YAML parser says: the values of scalars, and faults with their place.
//!
//! saphyr-parser names the cause and the place of a fault and gives scalars as YAML reads them. A
//! tree-sitter grammar would give neither, only that there is an error somewhere.

use super::{Entry, Fault};
use saphyr_parser::{Event, Parser, ScanError};
use std::ops::Range;

/// The value of the one entry in `text`, when it is a scalar that is there.
pub(super) fn scalar(text: &str) -> Option<String> {
    let mut depth = 0;
    let mut scalars = Vec::new();
    for event in Parser::new_from_str(text) {
        match event.ok()?.0 {
            Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
            Event::MappingEnd | Event::SequenceEnd => depth -= 1,
            // An empty value has an empty span; `""` has not.
            Event::Scalar(value, style, ..) if depth == 1 => scalars.push((value.into_owned(), style)),
            Event::Alias(_) if depth == 1 => return None,
            _ => {}
        }
    }
    let [_, (value, style)] = <[_; 2]>::try_from(scalars).ok()?;
    let is_missing = style == saphyr_parser::ScalarStyle::Plain && (value.is_empty() || is_absent(text));
    (!is_missing).then_some(value)
}

/// Whether an entry has nothing after its colon: the parser then gives the scalar `~`.
fn is_absent(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with(':')
        || text
            .split_once(": ")
            .is_some_and(|(_, rest)| rest.trim_start().starts_with('#'))
}

/// What the parser says against `yaml`, which stands at byte `base` of the text. It stops at the first
/// fault; the entries after that are read one by one.
pub(super) fn faults(yaml: &str, base: usize, entries: &[Entry]) -> Vec<Fault> {
    let Some(first) = fault(yaml) else {
        return Vec::new();
    };
    let mut faults = vec![shifted(first, base)];
    let reached = faults[0].range.end;
    for entry in entries.iter().filter(|entry| entry.range.start >= reached) {
        let text = &yaml[entry.range.start - base..entry.range.end - base];
        faults.extend(fault(text).map(|found| shifted(found, entry.range.start)));
    }
    faults
}

fn shifted(fault: Fault, by: usize) -> Fault {
    Fault {
        range: fault.range.start + by..fault.range.end + by,
        ..fault
    }
}

fn fault(yaml: &str) -> Option<Fault> {
    let error: ScanError = Parser::new_from_str(yaml).find_map(Result::err)?;
    let message = error.info().trim().trim_end_matches('.').to_owned();
    Some(Fault {
        range: place(yaml, error.marker().index()),
        message,
    })
}

/// The character at index `chars`, or the last one before it that is visible: a fault found at the end of
/// a line concerns what stands before.
fn place(yaml: &str, chars: usize) -> Range<usize> {
    let here = yaml
        .char_indices()
        .nth(chars)
        .filter(|(_, char)| !matches!(char, '\n' | '\r'));
    let at = here.map_or_else(
        || yaml.char_indices().nth(chars).map_or(yaml.len(), |(at, _)| at),
        |(at, _)| at,
    );
    let before = || {
        let visible = yaml[..at]
            .char_indices()
            .rev()
            .find(|(_, char)| !char.is_whitespace());
        visible.or_else(|| yaml.char_indices().next())
    };
    here.or_else(before)
        .map_or(0..0, |(at, char)| at..at + char.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontmatter::entries;

    fn shown(yaml: &str) -> Vec<String> {
        let entries = entries::read(yaml, 0);
        let faults = faults(yaml, 0, &entries);
        faults
            .iter()
            .map(|fault| format!("{}: {}", fault.range.start, fault.message))
            .collect()
    }

    #[test]
    fn sound_yaml_has_no_faults() {
        assert!(shown("a: b\nc:\n  - d\n").is_empty());
        assert!(shown("").is_empty());
    }

    #[test]
    fn a_colon_in_a_plain_value_is_a_fault() {
        let yaml = "name: x\ndescription: Use when: always\nb: *\nc: d\n";
        let faults = shown(yaml);
        assert_eq!(faults.len(), 2, "{faults:?}");
        let colon = yaml.find("when:").expect("it is there") + 4;
        assert!(faults[0].starts_with(&format!("{colon}: ")), "{faults:?}");
    }

    #[test]
    fn a_fault_at_the_end_has_a_visible_place() {
        let yaml = "a: \"open\n";
        let entries = entries::read(yaml, 0);
        let found = faults(yaml, 0, &entries);
        assert!(!found.is_empty());
        assert!(!yaml[found[0].range.clone()].trim().is_empty());
    }
}
