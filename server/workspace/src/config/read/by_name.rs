//! `budgets`, `managed` and `rules`: tables whose keys are names of files and codes of rules.

use super::{Reader, earlier, sourced};
use crate::config::{
    fault::{instead, shown},
    settings::{Amount, Mark, Severity},
    value::{Entry, Node, Sourced, Table, Value},
};
use globset::Glob;
use std::collections::BTreeMap;

impl Reader<'_> {
    /// A table of amounts by file; `of` is its key, `last` the table as it was last understood.
    pub(super) fn budgets(
        &mut self,
        of: &str,
        node: &Node,
        last: &BTreeMap<String, Sourced<Amount>>,
    ) -> BTreeMap<String, Sourced<Amount>> {
        let Some(table) = node.table() else {
            let value = shown(node);
            self.fault(
                &node.origin,
                format!("`{of}` is a table from file names to amounts, not {value}"),
            );
            return last.clone();
        };
        let mut budgets = BTreeMap::new();
        for (written, entry) in table {
            let Some(file) = self.file(of, written, entry) else {
                continue;
            };
            let amount = match &entry.node.value {
                Value::Integer(number) if *number >= 0 => Some(Amount::Number(*number as f64)),
                Value::Float(number) if number.is_finite() && *number >= 0.0 => Some(Amount::Number(*number)),
                Value::Text(text) => Some(Amount::Text(text.clone())),
                _ => {
                    let value = shown(&entry.node);
                    self.fault(
                        &entry.node.origin,
                        format!(
                            "the budget of `{file}` is a number or one with a unit (\"5 %\"), not {value}"
                        ),
                    );
                    None
                }
            };
            let amount = amount
                .map(|amount| sourced(amount, &entry.node))
                .or_else(|| earlier(&entry.node, last.get(&file)));
            budgets.extend(amount.map(|amount| (file, amount)));
        }
        budgets
    }

    pub(super) fn managed(&mut self, node: &Node) -> BTreeMap<String, Sourced<Mark>> {
        let last = &self.last.managed;
        let Some(table) = node.table() else {
            let value = shown(node);
            self.fault(
                &node.origin,
                format!("`managed` is a table from file names to markers, not {value}"),
            );
            return last.clone();
        };
        let mut managed = BTreeMap::new();
        for (written, entry) in table {
            let Some(file) = self.file("managed", written, entry) else {
                continue;
            };
            let mark = match &entry.node.value {
                Value::Bool(true) => Some(Mark::Name),
                Value::Text(text) if !text.trim().is_empty() => Some(Mark::Text(text.clone())),
                _ => {
                    let value = shown(&entry.node);
                    self.fault(
                        &entry.node.origin,
                        format!(
                            "the marker of `{file}` is true, a text or a regular expression between slashes \
                             (\"/^Rendered by/\"), not {value}"
                        ),
                    );
                    None
                }
            };
            let mark = mark
                .map(|mark| sourced(mark, &entry.node))
                .or_else(|| earlier(&entry.node, last.get(&file)));
            managed.extend(mark.map(|mark| (file, mark)));
        }
        managed
    }

    /// The file name or glob that is a key of the table `of`; `./docs/*.md` and `docs/*.md` are the same files.
    fn file(&mut self, of: &str, written: &str, entry: &Entry) -> Option<String> {
        let file = written.trim_start_matches("./");
        let leaves = file.starts_with('/') || file.split('/').any(|part| part == "..");
        let problem = if file.is_empty() || leaves {
            " of files below the opened folder".to_owned()
        } else {
            match Glob::new(file) {
                Ok(_) => return Some(file.to_owned()),
                Err(error) => format!(": {}", error.kind()),
            }
        };
        self.fault(
            &entry.key,
            format!("`{of}`: `{written}` is no file name or glob{problem}"),
        );
        None
    }

    pub(super) fn rules(&mut self, node: &Node) -> BTreeMap<String, Sourced<Severity>> {
        let Some(table) = node.table() else {
            let value = shown(node);
            self.fault(
                &node.origin,
                format!("`rules` is a table from rule codes to their settings, not {value}"),
            );
            return self.last.severities.clone();
        };
        let mut severities = BTreeMap::new();
        self.rules_below("", table, &mut severities);
        severities
    }

    /// `[rules."load.cut"]` and `[rules.load.cut]` are the same rule.
    fn rules_below(
        &mut self,
        group: &str,
        table: &Table,
        severities: &mut BTreeMap<String, Sourced<Severity>>,
    ) {
        for (name, entry) in table {
            let code = if group.is_empty() {
                name.clone()
            } else {
                format!("{group}.{name}")
            };
            let is_group = self.known.rules.iter().any(|rule| {
                rule.strip_prefix(code.as_str())
                    .is_some_and(|rest| rest.starts_with('.'))
            });
            match entry.node.table() {
                Some(table) if self.known.rules.contains(&code.as_str()) => {
                    severities.extend(self.rule(&code, table).map(|severity| (code, severity)));
                }
                Some(table) if is_group => self.rules_below(&code, table, severities),
                None if self.known.rules.contains(&code.as_str()) => {
                    self.fault(
                        &entry.node.origin,
                        format!(
                            "`rules.{code}` is a table such as `{{ severity = \"off\" }}`, not {}",
                            shown(&entry.node)
                        ),
                    );
                    let last = earlier(&entry.node, self.last.severities.get(&code));
                    severities.extend(last.map(|severity| (code, severity)));
                }
                _ => {
                    let meant = instead(&code, self.known.rules.iter().copied());
                    self.fault(&entry.key, format!("there is no rule `{code}`{meant}"));
                }
            }
        }
    }

    fn rule(&mut self, code: &str, table: &Table) -> Option<Sourced<Severity>> {
        self.only_keys(&format!("rules.{code}"), table, &["severity"]);
        let node = &table.get("severity")?.node;
        let last = self.last.severities.get(code);
        self.word(&format!("rules.{code}.severity"), node, last)
    }
}
