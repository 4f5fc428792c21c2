//! A head as strictyaml has it: keys with texts, lists and mappings; whatever is written, a scalar is a text.

use crate::steps::python_yaml::{self, Dialect, Node};
use std::ops::Range;

/// A key of the head.
pub(super) struct Field {
    pub(super) key: String,
    /// The text of the value; `None` for a list or a mapping.
    pub(super) text: Option<String>,
    /// The bytes of the key, and those of the value.
    pub(super) key_at: Range<usize>,
    pub(super) at: Range<usize>,
}

/// Why there are no keys.
pub(super) enum Refused {
    /// strictyaml refuses the head: what the validator prints, and the byte.
    Fault(String, usize),
    /// It is a text or a list.
    NoMapping,
    /// There is nothing in it.
    Empty,
}

/// The keys of a head in their order.
pub(super) fn fields(head: &str) -> Result<Vec<Field>, Refused> {
    let read = python_yaml::read(head, Dialect::StrictYaml).map_err(|fault| {
        let said = fault.message(head, Dialect::StrictYaml);
        let message = if fault.is_crash {
            said
        } else {
            format!("Invalid YAML in frontmatter: {said}")
        };
        Refused::Fault(message, fault.byte(head))
    })?;
    if read.is_empty() {
        return Err(Refused::Empty);
    }
    let field = |(key, value): (&Node, &Node)| Field {
        key: key.text().unwrap_or_default().to_owned(),
        // A `=` alone stands for something that is no text.
        text: value
            .text()
            .filter(|text| *text != "=" || !value.is_plain())
            .map(str::to_owned),
        key_at: read.bytes(key),
        at: read.bytes(value),
    };
    let entries = read.entries().ok_or(Refused::NoMapping)?;
    Ok(entries.into_iter().map(field).collect())
}
