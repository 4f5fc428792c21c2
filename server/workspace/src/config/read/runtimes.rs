//! `runtimes`: which count, and what is set for each.

use super::{Reader, earlier, sourced};
use crate::config::{
    KnownRuntime,
    fault::{instead, shown},
    settings::{RuntimeRef, Selection, Settings},
    value::{Node, Sourced, Value},
};

impl Reader<'_> {
    pub(super) fn runtimes(&mut self, settings: &mut Settings, node: &Node) {
        let Some(table) = node.table() else {
            settings.runtimes = self.selection("runtimes", node);
            return;
        };
        for (name, entry) in table {
            if name == "use" {
                settings.runtimes = self.selection("runtimes.use", &entry.node);
            } else if entry.node.table().is_none() {
                let value = shown(&entry.node);
                self.fault(
                    &entry.node.origin,
                    format!("`runtimes.{name}` is a table of the runtime's settings, not {value}"),
                );
                if let Some(last) = self.last.runtime_tables.get(name) {
                    settings.runtime_tables.insert(name.clone(), last.clone());
                }
            } else if self.known_runtime(name).is_some() {
                settings.runtime_tables.insert(name.clone(), entry.node.clone());
            } else if entry
                .node
                .table()
                .is_some_and(|table| table.contains_key("extends"))
            {
                self.fault(
                    &entry.key,
                    format!("`runtimes.{name}`: a runtime of your own cannot be defined yet"),
                );
            } else {
                let meant = instead(name, self.runtime_names());
                self.fault(&entry.key, format!("there is no runtime `{name}`{meant}"));
            }
        }
    }

    fn selection(&mut self, key: &str, node: &Node) -> Option<Sourced<Selection>> {
        let chosen = match &node.value {
            Value::Text(text) if text == "auto" => Some(Selection::Auto),
            Value::Text(text) if text == "all" => Some(Selection::All),
            Value::List(nodes) => {
                let named: Vec<_> = nodes.iter().filter_map(|node| self.runtime(key, node)).collect();
                if nodes.is_empty() {
                    self.fault(
                        &node.origin,
                        format!("`{key}` names no runtime; \"auto\" finds those in use"),
                    );
                }
                // Of a list with mistakes the rest counts, if there is any.
                (!named.is_empty()).then_some(Selection::Named(named))
            }
            _ => {
                let value = shown(node);
                self.fault(
                    &node.origin,
                    format!("`{key}` is \"auto\", \"all\" or a list of runtimes, not {value}"),
                );
                None
            }
        };
        chosen
            .map(|value| sourced(value, node))
            .or_else(|| earlier(node, self.last.runtimes.as_ref()))
    }

    pub(super) fn runtime(&mut self, key: &str, node: &Node) -> Option<Sourced<RuntimeRef>> {
        let Some(text) = node.text() else {
            let value = shown(node);
            self.fault(
                &node.origin,
                format!("a runtime in `{key}` is \"name\" or \"name@version\", not {value}"),
            );
            return None;
        };
        let named = RuntimeRef::new(text);
        let known = self.known_runtime(&named.name);
        let problem = match (known, &named.version) {
            (None, _) => {
                let meant = instead(&named.name, self.runtime_names());
                format!("there is no runtime `{}`{meant}", named.name)
            }
            (Some(known), Some(version)) if !known.versions.contains(&version.as_str()) => {
                let meant = instead(version, known.versions.iter().copied());
                format!("`{}` has no known version `{version}`{meant}", named.name)
            }
            _ => return Some(sourced(named, node)),
        };
        self.fault(&node.origin, format!("`{key}`: {problem}"));
        None
    }

    fn known_runtime(&self, name: &str) -> Option<KnownRuntime<'_>> {
        self.known
            .runtimes
            .iter()
            .copied()
            .find(|known| known.name == name)
    }

    fn runtime_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.known.runtimes.iter().map(|known| known.name)
    }
}
