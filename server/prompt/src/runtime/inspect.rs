//! What is wrong in a settings file of a runtime. Keys that nobody here knows are nobody's fault.

use super::{
    config::{ConfigFile, ConfigKind},
    setting::Setting,
};
use crate::runtime::Reaction;
use agents_workspace::{
    Files,
    config::{
        Node, Value,
        foreign::{self, FaultKind, Syntax},
    },
};
use std::ops::Range;

/// Characters of a value that a message shows.
const SHOWN: usize = 40;

/// Something wrong in a settings file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFault {
    /// The bytes that are wrong.
    pub range: Range<usize>,
    /// What is wrong, without a full stop.
    pub message: String,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// What the runtime does about it.
    Reaction(Reaction),
    /// Bytes are replaced.
    Marks,
    /// A pattern that is not understood here.
    NoPattern,
    /// Only agents-ls does not look into the file.
    NotLookedInto,
}

impl Outcome {
    /// A sentence with `{}` where the runtime's name goes.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Reaction(reaction) => reaction.sentence(),
            Self::Marks => "Marks (U+FFFD) reach {} in place of such bytes.",
            Self::NoPattern => "It matches nothing here; what it matches for {} is not known.",
            Self::NotLookedInto => "What it says to {} is not taken into account.",
        }
    }
}

/// What is wrong in `file`; `settings` are those of its runtime.
#[must_use]
pub fn inspect(files: &dyn Files, file: &ConfigFile, settings: &[Setting]) -> Vec<SettingsFault> {
    let reading = foreign::read(files, &file.path, file.kind.format);
    let mut out = Vec::new();
    if let Some(fault) = &reading.fault {
        let outcome = match fault.kind {
            FaultKind::Unreadable => Outcome::Reaction(file.kind.unreadable),
            FaultKind::Malformed => Outcome::Reaction(file.kind.malformed),
            FaultKind::Replaced => Outcome::Marks,
            FaultKind::Beyond => Outcome::NotLookedInto,
        };
        let message = match fault.kind {
            FaultKind::Unreadable => format!("this settings file cannot be used: {}", fault.message),
            _ => fault.message.clone(),
        };
        out.push(SettingsFault {
            range: fault.range.clone(),
            message,
            outcome,
        });
    }
    if let Some(node) = &reading.value {
        out.extend(mistakes(node, file.kind, settings));
    }
    out
}

/// Values of wrong types, and texts that are no patterns.
pub(crate) fn mistakes(node: &Node, kind: &ConfigKind, settings: &[Setting]) -> Vec<SettingsFault> {
    let mut look = Look {
        kind,
        out: Vec::new(),
    };
    if node.table().is_none() {
        let message = format!("settings are {}, not {}", look.table(), look.shown(node));
        look.note(node, message, Outcome::Reaction((kind.mistyped)("")));
        return look.out;
    }
    for setting in settings.iter().filter(|setting| (kind.holds)(setting.key)) {
        let levels: Vec<&str> = setting.key.split('.').collect();
        look.follow(node, setting, &levels, "");
    }
    look.out.sort_by_key(|fault| fault.range.start);
    look.out
}

struct Look<'a> {
    kind: &'a ConfigKind,
    out: Vec<SettingsFault>,
}

impl Look<'_> {
    /// Follows the rest of a setting's key, of which `above` is written before.
    fn follow(&mut self, node: &Node, setting: &Setting, levels: &[&str], above: &str) {
        if node.value == Value::Null && self.kind.takes_null {
            return;
        }
        let Some((level, rest)) = levels.split_first() else {
            self.value(node, setting, above);
            return;
        };
        let Some(table) = node.table() else {
            let message = format!("`{above}` is {}, not {}", self.table(), self.shown(node));
            let reaction = (self.kind.mistyped)(setting.key);
            self.note(node, message, Outcome::Reaction(reaction));
            return;
        };
        for (key, entry) in table {
            if *level == "*" || *level == key {
                self.follow(&entry.node, setting, rest, &joined(above, key));
            }
        }
    }

    fn value(&mut self, node: &Node, setting: &Setting, key: &str) {
        if let Err(wanted) = (setting.check)(&node.to_json()) {
            let message = format!("`{key}` is {wanted}, not {}", self.shown(node));
            let reaction = (self.kind.mistyped)(setting.key);
            self.note(node, message, Outcome::Reaction(reaction));
            return;
        }
        let texts = match &node.value {
            Value::List(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for one in texts {
            let Some(fault) = one.text().and_then(|text| (self.kind.pattern)(setting.key, text)) else {
                continue;
            };
            let message = format!("{} in `{key}` is no pattern: {fault}", self.shown(one));
            self.note(one, message, Outcome::NoPattern);
        }
    }

    /// One fault for a place: several settings may lie below it.
    fn note(&mut self, node: &Node, message: String, outcome: Outcome) {
        let range = node.range();
        if self.out.iter().all(|known| known.range != range) {
            self.out.push(SettingsFault {
                range,
                message,
                outcome,
            });
        }
    }

    fn table(&self) -> &'static str {
        match self.kind.format.syntax {
            Syntax::Toml => "a table",
            _ => "an object",
        }
    }

    fn shown(&self, node: &Node) -> String {
        let whole = match &node.value {
            Value::Table(_) => return self.table().to_owned(),
            Value::Date(date) => return format!("the date {date}"),
            _ => node.to_json().to_string(),
        };
        match whole.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &whole[..end]),
            None => whole,
        }
    }
}

/// A key with one more level, in quotes where it needs them.
fn joined(above: &str, key: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    let key = match !key.is_empty() && key.chars().all(is_plain) {
        true => key.to_owned(),
        false => format!("\"{key}\""),
    };
    match above {
        "" => key,
        above => format!("{above}.{key}"),
    }
}
