//! A value that knows where it was written.

use std::{collections::BTreeMap, ops::Range, path::Path, sync::Arc};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A configuration file.
    File {
        /// The file.
        path: Arc<Path>,
        /// Bytes of the value, or of the key when the key is meant.
        range: Range<usize>,
    },
    /// The editor's settings.
    Client {
        /// The key, levels joined with dots.
        key: String,
    },
}

impl Origin {
    /// The folder that relative paths in the value start from: that of the file, else the opened folder.
    #[must_use]
    pub fn base<'a>(&'a self, opened: &'a Path) -> &'a Path {
        match self {
            Self::File { path, .. } => path.parent().unwrap_or(opened),
            Self::Client { .. } => opened,
        }
    }
}

/// A value understood, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub origin: Origin,
}

/// A value as written.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it was written.
    pub origin: Origin,
}

/// What TOML and JSON hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`, which a JSON file may hold.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Another number.
    Float(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table or object.
    Table(Table),
    /// A date or time, as written; no setting wants one.
    Date(String),
}

/// A table by its keys.
pub type Table = BTreeMap<String, Entry>;

/// One line of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where the key stands.
    pub key: Origin,
    /// The value.
    pub node: Node,
}

impl Node {
    /// The string, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The table, if it is one. An empty list of the editor's is an empty table, which Lua cannot tell apart.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        static EMPTY: Table = Table::new();
        match (&self.value, &self.origin) {
            (Value::Table(table), _) => Some(table),
            (Value::List(nodes), Origin::Client { .. }) if nodes.is_empty() => Some(&EMPTY),
            _ => None,
        }
    }

    /// What stands under a key, if it is a table.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        Some(&self.table()?.get(key)?.node)
    }

    /// Whether it is `true` or `false`, if it is one of them.
    #[must_use]
    pub fn flag(&self) -> Option<bool> {
        match self.value {
            Value::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    /// Where it was written, in bytes of its file; nowhere for the editor's settings.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        match &self.origin {
            Origin::File { range, .. } => range.clone(),
            Origin::Client { .. } => 0..0,
        }
    }

    /// The value without its places.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Integer(value) => (*value).into(),
            Value::Float(value) => (*value).into(),
            Value::Text(value) | Value::Date(value) => value.as_str().into(),
            Value::List(nodes) => nodes.iter().map(Self::to_json).collect(),
            Value::Table(table) => {
                let entries = table
                    .iter()
                    .map(|(key, entry)| (key.clone(), entry.node.to_json()));
                serde_json::Value::Object(entries.collect())
            }
        }
    }

    /// This value with what only `below` says added, in tables at every depth.
    pub(super) fn over(&mut self, below: &Self) {
        let (Value::Table(table), Value::Table(below)) = (&mut self.value, &below.value) else {
            return;
        };
        for (key, entry) in below {
            match table.get_mut(key) {
                Some(own) => own.node.over(&entry.node),
                None => {
                    table.insert(key.clone(), entry.clone());
                }
            }
        }
    }
}
