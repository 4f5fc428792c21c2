//! Runtimes of the user's own: which there are, and which built-in one each of them extends in the end.
//!
//! They are found before anything else is read, over all layers together, since every layer may name them.

use super::{
    Known, KnownRuntime,
    fault::{ConfigFault, instead, shown},
    settings::{RuntimeRef, Settings},
    value::{Node, Origin, Sourced, Table, Value},
};
use std::collections::BTreeMap;

/// Words that stand for a choice of runtimes.
const CHOICES: [&str; 2] = ["auto", "all"];

/// A runtime of the user's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRuntime {
    /// The built-in runtime it extends, in the version that is named nearest to it.
    pub base: RuntimeRef,
    /// The runtimes of the user's own whose tables count for it, itself first.
    pub line: Vec<String>,
    /// Paths whose existence speaks for it; without any, it is at work in every project that its file is for.
    pub evidence: Vec<String>,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// Those that are whole, or were when their files were last understood.
    pub(super) runtimes: BTreeMap<String, OwnRuntime>,
    /// What is wrong with them.
    pub(super) faults: Vec<ConfigFault>,
    /// Their names, faults or none.
    names: Vec<String>,
}

impl Own {
    /// Finds them in the tables of all layers together; `last` are those of the reading before.
    pub(super) fn of(
        tables: &BTreeMap<String, Node>,
        known: &Known<'_>,
        last: &BTreeMap<String, OwnRuntime>,
    ) -> Self {
        let defined: BTreeMap<&str, &Table> = tables
            .iter()
            .filter(|(name, _)| built_in(known, name).is_none() && name_fault(name).is_none())
            .filter_map(|(name, node)| Some((name.as_str(), node.table()?)))
            .filter(|(_, table)| table.contains_key("extends"))
            .collect();
        let mut lines = Lines {
            known,
            links: BTreeMap::new(),
            defined,
            faults: Vec::new(),
        };
        lines.link();
        let mut runtimes = BTreeMap::new();
        for (name, table) in lines.defined.clone() {
            let before = last.get(name);
            let found = lines.follow(name).or_else(|| before.cloned());
            if let Some(found) = found {
                let evidence = lines.evidence(name, table, before);
                runtimes.insert(name.to_owned(), OwnRuntime { evidence, ..found });
            }
        }
        Self {
            runtimes,
            names: lines.defined.keys().map(|name| (*name).to_owned()).collect(),
            faults: lines.faults,
        }
    }

    /// Whether there is one of this name, faults or none.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    /// Their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(String::as_str)
    }
}

/// The tables of a layer that name a runtime each. In place of one that is no table, and of all when the layer cannot
/// be read, stand those of `last`.
pub(super) fn tables(layer: Option<&Table>, last: &Settings) -> BTreeMap<String, Node> {
    let Some(layer) = layer else {
        return last.runtime_tables.clone();
    };
    let runtimes = layer.get("runtimes").and_then(|entry| entry.node.table());
    let entries = runtimes.into_iter().flatten().filter(|(name, _)| *name != "use");
    let tables = entries.filter_map(|(name, entry)| {
        let table = entry.node.table().map(|_| &entry.node);
        Some((
            name.clone(),
            table.or_else(|| last.runtime_tables.get(name))?.clone(),
        ))
    });
    tables.collect()
}

/// Why a runtime of the user's own cannot have this name.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let is_letter = |char: char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_letter) {
        Some("a name has letters from A to Z or a to z, digits, `-`, `_` and `.`, and nothing else")
    } else if CHOICES.contains(&name) {
        Some("this word stands for a choice of runtimes, so none can be called so")
    } else {
        None
    }
}

/// The built-in runtime of a name.
pub(super) fn built_in<'a>(known: &Known<'a>, name: &str) -> Option<KnownRuntime<'a>> {
    known.runtimes.iter().copied().find(|known| known.name == name)
}

/// What is said of a version that a runtime does not have.
pub(super) fn version_fault(name: &str, version: &str, base: KnownRuntime<'_>) -> Option<String> {
    (!base.versions.contains(&version)).then(|| {
        let meant = instead(version, base.versions.iter().copied());
        format!("`{name}` has no known version `{version}`{meant}")
    })
}

struct Lines<'a> {
    known: &'a Known<'a>,
    defined: BTreeMap<&'a str, &'a Table>,
    /// What each extends, where that is the name of a runtime.
    links: BTreeMap<&'a str, Sourced<RuntimeRef>>,
    faults: Vec<ConfigFault>,
}

impl<'a> Lines<'a> {
    fn link(&mut self) {
        for (name, table) in self.defined.clone() {
            let node = &table["extends"].node;
            let Some(text) = node.text() else {
                let value = shown(node);
                let message = format!(
                    "`runtimes.{name}.extends` is \"name\" or \"name@version\" of a runtime, not {value}"
                );
                self.fault(&node.origin, message);
                continue;
            };
            let value = RuntimeRef::new(text);
            if built_in(self.known, &value.name).is_some() || self.defined.contains_key(&*value.name) {
                let origin = node.origin.clone();
                self.links.insert(name, Sourced { value, origin });
                continue;
            }
            let names = self.known.runtimes.iter().map(|known| known.name);
            let names = names.chain(self.defined.keys().copied());
            let meant = instead(&value.name, names);
            let message = format!(
                "`runtimes.{name}.extends`: there is no runtime `{}`{meant}",
                value.name
            );
            self.fault(&node.origin, message);
        }
    }

    /// What a runtime extends in the end; `None` when that cannot be told.
    fn follow(&mut self, name: &'a str) -> Option<OwnRuntime> {
        let mut line: Vec<&str> = Vec::new();
        let mut at = name;
        let base = loop {
            line.push(at);
            let link = self.links.get(at)?;
            if let Some(base) = built_in(self.known, &link.value.name) {
                break base;
            }
            let (next, _) = self.defined.get_key_value(&*link.value.name)?;
            if line.contains(next) {
                // Told of those in the circle, not of those that lead into it.
                if *next == name {
                    self.circle(name, &line);
                }
                return None;
            }
            at = *next;
        };
        let mut version = None;
        for at in &line {
            for (wanted, origin) in self.versions(at) {
                let fault = version_fault(at, &wanted, base);
                match fault.filter(|_| *at == name) {
                    Some(fault) => self.fault(&origin, format!("`runtimes.{name}`: {fault}")),
                    None if base.versions.contains(&&*wanted) => {
                        version = version.or(Some(wanted));
                    }
                    None => {}
                }
            }
        }
        Some(OwnRuntime {
            base: RuntimeRef {
                name: base.name.to_owned(),
                version,
            },
            line: line.into_iter().map(str::to_owned).collect(),
            evidence: Vec::new(),
        })
    }

    fn circle(&mut self, name: &str, line: &[&str]) {
        let Some(origin) = self.links.get(name).map(|link| link.origin.clone()) else {
            return;
        };
        let through: Vec<String> = line[1..].iter().map(|name| format!("`{name}`")).collect();
        let through = if through.is_empty() {
            String::new()
        } else {
            format!(" through {}", through.join(" and "))
        };
        self.fault(
            &origin,
            format!("`runtimes.{name}.extends`: `{name}` extends itself{through}"),
        );
    }

    /// The versions that a runtime's table names, the strongest first: `version`, and what stands behind the `@`.
    fn versions(&self, name: &str) -> Vec<(String, Origin)> {
        let own = self.defined[name].get("version").map(|entry| &entry.node);
        let own = own.and_then(|node| Some((node.text()?.to_owned(), node.origin.clone())));
        let link = &self.links[name];
        let behind = link
            .value
            .version
            .clone()
            .map(|version| (version, link.origin.clone()));
        own.into_iter().chain(behind).collect()
    }

    fn evidence(&mut self, name: &str, table: &Table, before: Option<&OwnRuntime>) -> Vec<String> {
        let Some(node) = table.get("evidence").map(|entry| &entry.node) else {
            return Vec::new();
        };
        let path = |node: &Node| node.text().filter(|path| !path.is_empty()).map(str::to_owned);
        let paths: Option<Vec<String>> = match &node.value {
            Value::List(nodes) => nodes.iter().map(path).collect(),
            _ => None,
        };
        paths.unwrap_or_else(|| {
            let value = node.to_json();
            self.fault(
                &node.origin,
                format!("`runtimes.{name}.evidence` is a list of paths, not {value}"),
            );
            before.map(|before| before.evidence.clone()).unwrap_or_default()
        })
    }

    fn fault(&mut self, origin: &Origin, message: String) {
        self.faults.push(ConfigFault {
            origin: origin.clone(),
            message,
        });
    }
}
