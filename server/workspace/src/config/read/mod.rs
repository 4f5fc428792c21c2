//! One layer of configuration, key by key: what is right counts, what is wrong keeps the last good value.
//!
//! * `runtimes`: which count, and what is set for each.
//! * `by_name`: tables whose keys are names of files and codes of rules.

mod by_name;
mod runtimes;

use super::{
    Around, Known,
    fault::{ConfigFault, alternatives, instead, shown},
    own::Own,
    settings::{Choice, Settings, Trace},
    value::{Entry, Node, Origin, Sourced, Table, Value},
};
use crate::{files::EntryKind, paths};

pub(super) const KEYS: &[&str] = &[
    "runtimes",
    "primaryRuntime",
    "start",
    "touched",
    "home",
    "budgets",
    "managed",
    "rules",
    "hover",
    "lens",
    "hints",
    "trace",
];

/// Reads a layer. `last` is the same layer as it was last understood.
pub(super) fn layer(
    table: &Table,
    around: &Around<'_>,
    last: &Settings,
    faults: &mut Vec<ConfigFault>,
) -> Settings {
    let mut reader = Reader {
        known: around.known,
        own: around.own,
        around,
        last,
        faults,
    };
    let mut settings = Settings::default();
    for (key, entry) in table {
        reader.setting(&mut settings, key, entry);
    }
    settings
}

/// What has to be at a path.
#[derive(Debug, Clone, Copy)]
enum Lies {
    Folder,
    Anything,
}

impl Lies {
    fn what(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Anything => "file or folder",
        }
    }
}

struct Reader<'a> {
    known: &'a Known<'a>,
    own: &'a Own,
    around: &'a Around<'a>,
    last: &'a Settings,
    faults: &'a mut Vec<ConfigFault>,
}

impl Reader<'_> {
    fn setting(&mut self, settings: &mut Settings, key: &str, entry: &Entry) {
        let (node, last) = (&entry.node, self.last);
        match key {
            "runtimes" => self.runtimes(settings, node),
            "primaryRuntime" => {
                let named = self.runtime(key, node);
                settings.primary_runtime = named.or_else(|| earlier(node, last.primary_runtime.as_ref()));
            }
            "start" => settings.start = self.path(key, node, Lies::Folder, last.start.as_ref()),
            "home" => settings.home = self.path(key, node, Lies::Folder, last.home.as_ref()),
            "touched" => settings.touched = self.touched(node),
            "budgets" => settings.budgets = self.budgets(key, node, &last.budgets),
            "managed" => settings.managed = self.managed(node),
            "rules" => settings.severities = self.rules(node),
            "hover" => {
                let table = self.table(key, &["detail"], node);
                settings.hover_detail = self.under("hover.detail", table, node, last.hover_detail.as_ref());
            }
            "lens" => {
                let table = self.table(key, &["usage", "changes"], node);
                settings.lens_usage = self.under("lens.usage", table, node, last.lens_usage.as_ref());
                settings.lens_changes = self.under("lens.changes", table, node, last.lens_changes.as_ref());
            }
            "hints" => {
                let table = self.table(key, &["sections"], node);
                settings.section_hints =
                    self.under("hints.sections", table, node, last.section_hints.as_ref());
            }
            "trace" => settings.trace = self.word::<Trace>(key, node, last.trace.as_ref()),
            _ => self.fault(
                &entry.key,
                format!(
                    "there is no setting `{key}`{}",
                    instead(key, KEYS.iter().copied())
                ),
            ),
        }
    }

    fn path(
        &mut self,
        key: &str,
        node: &Node,
        lies: Lies,
        last: Option<&Sourced<String>>,
    ) -> Option<Sourced<String>> {
        let fault = match node.text().filter(|path| !path.is_empty()) {
            Some(path) if self.is_there(&node.origin, path, lies) => {
                return Some(sourced(path.to_owned(), node));
            }
            Some(path) => {
                let whole = paths::normal_path(&node.origin.base(self.around.folder).join(path));
                format!("`{key}`: there is no {} {}", lies.what(), whole.display())
            }
            None => format!("`{key}` is a path in quotes, not {}", shown(node)),
        };
        self.fault(&node.origin, fault);
        let last = last.filter(|last| self.is_there(&node.origin, &last.value, lies));
        earlier(node, last)
    }

    fn is_there(&self, origin: &Origin, path: &str, lies: Lies) -> bool {
        let path = paths::normal_path(&origin.base(self.around.folder).join(path));
        match lies {
            Lies::Folder => self.around.files.is_folder(&path),
            Lies::Anything => self.around.files.entry(&path) != EntryKind::Missing,
        }
    }

    fn touched(&mut self, node: &Node) -> Option<Sourced<Vec<Sourced<String>>>> {
        let Value::List(nodes) = &node.value else {
            let value = shown(node);
            self.fault(&node.origin, format!("`touched` is a list of paths, not {value}"));
            return earlier(node, self.last.touched.as_ref());
        };
        let paths: Vec<_> = nodes
            .iter()
            .filter_map(|node| self.path("touched", node, Lies::Anything, None))
            .collect();
        if paths.is_empty() && !nodes.is_empty() {
            return earlier(node, self.last.touched.as_ref());
        }
        Some(sourced(paths, node))
    }

    /// A table with these keys and no other.
    fn table<'n>(&mut self, of: &str, keys: &[&str], node: &'n Node) -> Option<&'n Table> {
        let table = node.table();
        match table {
            Some(table) => self.only_keys(of, table, keys),
            None => {
                let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
                let (keys, value) = (keys.join(" and "), shown(node));
                self.fault(
                    &node.origin,
                    format!("`{of}` is a table with {keys}, not {value}"),
                );
            }
        }
        table
    }

    /// The word under a key such as `lens.usage`; of what is no table, what it was before.
    fn under<T: Choice>(
        &mut self,
        key: &str,
        table: Option<&Table>,
        node: &Node,
        last: Option<&Sourced<T>>,
    ) -> Option<Sourced<T>> {
        let Some(table) = table else {
            return earlier(node, last);
        };
        let (_, name) = key.split_once('.')?;
        self.word(key, &table.get(name)?.node, last)
    }

    fn only_keys(&mut self, of: &str, table: &Table, keys: &[&str]) {
        let known: Vec<String> = keys.iter().map(|key| format!("{of}.{key}")).collect();
        for (other, entry) in table.iter().filter(|(other, _)| !keys.contains(&other.as_str())) {
            let meant = instead(&format!("{of}.{other}"), known.iter().map(String::as_str));
            self.fault(&entry.key, format!("there is no setting `{of}.{other}`{meant}"));
        }
    }

    fn word<T: Choice>(&mut self, key: &str, node: &Node, last: Option<&Sourced<T>>) -> Option<Sourced<T>> {
        let written = node.text();
        if let Some((_, value)) = T::ALL.iter().find(|(word, _)| Some(*word) == written) {
            return Some(sourced(*value, node));
        }
        let words = alternatives(T::ALL.iter().map(|(word, _)| *word));
        self.fault(&node.origin, format!("`{key}` is {words}, not {}", shown(node)));
        earlier(node, last)
    }

    fn fault(&mut self, origin: &Origin, message: String) {
        self.faults.push(ConfigFault {
            origin: origin.clone(),
            message,
        });
    }
}

fn sourced<T>(value: T, node: &Node) -> Sourced<T> {
    Sourced {
        value,
        origin: node.origin.clone(),
    }
}

/// The last good value, which now stands for the wrong one in its place.
fn earlier<T: Clone>(node: &Node, last: Option<&Sourced<T>>) -> Option<Sourced<T>> {
    last.map(|last| sourced(last.value.clone(), node))
}
