//! TOML and JSON to values that know where they were written.

use super::{
    fault::ConfigFault,
    value::{Entry, Node, Origin, Table, Value},
};
use serde_json::Value as Json;
use std::{borrow::Cow, ops::Range, path::Path, sync::Arc};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// Reads a TOML file as a whole, or says where the first mistake is.
pub(super) fn toml(path: &Arc<Path>, text: &str) -> Result<Table, ConfigFault> {
    let at = |range| Origin::File {
        path: Arc::clone(path),
        range: visible(text, range),
    };
    toml_at(text, &at).map_err(|(range, message)| ConfigFault {
        message,
        origin: at(range),
    })
}

/// Reads TOML; on a mistake its place, and what it is.
pub(super) fn toml_at(text: &str, at: At<'_>) -> Result<Table, (Range<usize>, String)> {
    match DeTable::parse(text) {
        Ok(table) => Ok(toml_table(table.get_ref(), at)),
        Err(error) => {
            let message = format!("this is not TOML: {}", error.message().replace('\n', " "));
            Err((error.span().unwrap_or_default(), message))
        }
    }
}

/// A range that can be seen: an empty one takes in the character after it, or at the end of a line the last
/// one that is not blank before it.
pub(super) fn visible(text: &str, range: Range<usize>) -> Range<usize> {
    if !range.is_empty() && text.get(range.clone()).is_some() {
        return range;
    }
    let at = range.start.min(text.len());
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (before, after) = text.split_at(at);
    if let Some(next) = after.chars().next().filter(|next| !next.is_whitespace()) {
        return at..at + next.len_utf8();
    }
    let said = before.trim_end();
    let Some(last) = said.chars().next_back() else {
        return at..at + after.chars().next().map_or(0, char::len_utf8);
    };
    said.len() - last.len_utf8()..said.len()
}

type At<'a> = &'a dyn Fn(Range<usize>) -> Origin;

fn toml_table(table: &DeTable<'_>, at: At<'_>) -> Table {
    let entry = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
        let entry = Entry {
            key: at(key.span()),
            node: toml_node(value, at),
        };
        (key.get_ref().to_string(), entry)
    };
    table.iter().map(entry).collect()
}

fn toml_node(value: &Spanned<DeValue<'_>>, at: At<'_>) -> Node {
    let origin = at(value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let digits = number.as_str().replace('_', "");
            i64::from_str_radix(&digits, number.radix()).map_or_else(
                |_| Value::Float(digits.parse().unwrap_or(f64::INFINITY)),
                Value::Integer,
            )
        }
        DeValue::Float(number) => {
            let digits = number.as_str().replace('_', "");
            Value::Float(digits.parse().unwrap_or(f64::NAN))
        }
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(values) => Value::List(values.iter().map(|value| toml_node(value, at)).collect()),
        DeValue::Table(table) => Value::Table(toml_table(table, at)),
    };
    Node { value, origin }
}

/// The settings of an editor: as they are, or as all its settings with ours under `agents-ls`. A null is a
/// setting that is not set; an empty list is an empty object, which Lua cannot tell apart.
pub(super) fn client(settings: &Json) -> Result<Table, ConfigFault> {
    let ours = settings.get("agents-ls").unwrap_or(settings);
    match json_node(ours, "agents-ls") {
        None => Ok(Table::new()),
        Some(Node {
            value: Value::Table(table),
            ..
        }) => Ok(table),
        Some(Node {
            value: Value::List(nodes),
            ..
        }) if nodes.is_empty() => Ok(Table::new()),
        Some(Node { origin, .. }) => Err(ConfigFault {
            message: format!("the editor's settings under `agents-ls` are an object, not {ours}"),
            origin,
        }),
    }
}

fn json_node(value: &Json, key: &str) -> Option<Node> {
    let value = match value {
        Json::Null => return None,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer(number),
            None => Value::Float(number.as_f64().unwrap_or(f64::INFINITY)),
        },
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(values) => {
            let nodes = values.iter().enumerate();
            Value::List(
                nodes
                    .filter_map(|(at, value)| json_node(value, &format!("{key}[{at}]")))
                    .collect(),
            )
        }
        Json::Object(entries) => Value::Table(
            entries
                .iter()
                .filter_map(|(name, value)| {
                    let node = json_node(value, &format!("{key}.{name}"))?;
                    let key = node.origin.clone();
                    Some((name.clone(), Entry { key, node }))
                })
                .collect(),
        ),
    };
    Some(Node {
        value,
        origin: Origin::Client { key: key.to_owned() },
    })
}
