//! `runtimes`: which count, and what is set for each.

use super::{Reader, earlier, sourced};
use crate::config::{
    fault::{instead, shown},
    own::{self, built_in},
    settings::{RuntimeRef, Selection, Settings},
    value::{Entry, Node, Sourced, Value},
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
            } else if let Some(fault) = self.table_fault(name, entry) {
                self.fault(&entry.key, fault);
                let last = self.last.runtime_tables.get(name);
                settings
                    .runtime_tables
                    .extend(last.map(|last| (name.clone(), last.clone())));
            } else {
                settings.runtime_tables.insert(name.clone(), entry.node.clone());
                let budgets = entry.node.table().and_then(|table| table.get("budgets"));
                if let Some(budgets) = budgets {
                    let last = self.last.runtime_budgets.get(name).cloned().unwrap_or_default();
                    let budgets = self.budgets(&format!("runtimes.{name}.budgets"), &budgets.node, &last);
                    settings.runtime_budgets.insert(name.clone(), budgets);
                }
            }
        }
    }

    /// Why the table of a runtime does not count.
    fn table_fault(&self, name: &str, entry: &Entry) -> Option<String> {
        let extends = entry
            .node
            .table()
            .is_some_and(|table| table.contains_key("extends"));
        if built_in(self.known, name).is_some() {
            return extends.then(|| {
                format!("`runtimes.{name}`: {name} is built in; a runtime that `extends` another has a name of its own")
            });
        }
        if self.own.has(name) {
            return None;
        }
        if let Some(fault) = own::name_fault(name).filter(|_| extends) {
            return Some(format!("`runtimes.{name}`: {fault}"));
        }
        let meant = instead(name, self.runtime_names());
        Some(format!(
            "there is no runtime `{name}`{meant}; one of your own says what it `extends`"
        ))
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
        let own = self.own.runtimes.get(&named.name);
        if own.is_none() && self.own.has(&named.name) {
            // What is wrong with it is said where it is defined.
            return None;
        }
        let base = own.map_or(&named.name, |own| &own.base.name);
        let problem = match (built_in(self.known, base), &named.version) {
            (None, _) => {
                let meant = instead(&named.name, self.runtime_names());
                Some(format!("there is no runtime `{}`{meant}", named.name))
            }
            (Some(base), Some(version)) => own::version_fault(&named.name, version, base),
            (Some(_), None) => None,
        };
        let Some(problem) = problem else {
            return Some(sourced(named, node));
        };
        self.fault(&node.origin, format!("`{key}`: {problem}"));
        None
    }

    fn runtime_names(&self) -> impl Iterator<Item = &str> + Clone {
        let built_in = self.known.runtimes.iter().map(|known| known.name);
        built_in.chain(self.own.names())
    }
}
