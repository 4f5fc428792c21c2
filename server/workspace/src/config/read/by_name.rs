//! `budgets` and `rules`: tables whose keys are names of files and codes of rules.

use super::{Reader, earlier, sourced};
use crate::config::{
    fault::{instead, shown},
    settings::{Amount, Severity},
    value::{Node, Sourced, Table, Value},
};
use globset::Glob;
use std::collections::BTreeMap;

impl Reader<'_> {
    pub(super) fn budgets(&mut self, node: &Node) -> BTreeMap<String, Sourced<Amount>> {
        let Some(table) = node.table() else {
            let value = shown(node);
            self.fault(
                &node.origin,
                format!("`budgets` is a table from file names to amounts, not {value}"),
            );
            return self.last.budgets.clone();
        };
        let mut budgets = BTreeMap::new();
        for (file, entry) in table {
            // `./docs/*.md` and `docs/*.md` are the same files.
            let written = file;
            let file = &file.trim_start_matches("./").to_owned();
            let leaves = file.starts_with('/') || file.split('/').any(|part| part == "..");
            let problem = if file.is_empty() || leaves {
                Some(" of files below the opened folder".to_owned())
            } else {
                Glob::new(file).err().map(|error| format!(": {}", error.kind()))
            };
            if let Some(problem) = problem {
                self.fault(
                    &entry.key,
                    format!("`budgets`: `{written}` is no file name or glob{problem}"),
                );
                continue;
            }
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
                .or_else(|| earlier(&entry.node, self.last.budgets.get(file)));
            budgets.extend(amount.map(|amount| (file.clone(), amount)));
        }
        budgets
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
        self.only_key(&format!("rules.{code}"), table, "severity");
        let node = &table.get("severity")?.node;
        let last = self.last.severities.get(code);
        self.word(&format!("rules.{code}.severity"), node, last)
    }
}
