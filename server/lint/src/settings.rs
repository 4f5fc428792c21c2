//! Severities as the user sets them.

use crate::finding::{Finding, Severity};
use std::collections::BTreeMap;

/// The severity of each rule the user has set one for; `None` switches the rule off.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Severities(BTreeMap<String, Option<Severity>>);

impl Severities {
    /// Sets the severity of a rule, or switches it off.
    pub fn set(&mut self, code: impl Into<String>, severity: Option<Severity>) {
        self.0.insert(code.into(), severity);
    }

    /// Gives findings the severity that was set for their rule; leaves out those of a rule that is off.
    pub fn apply(&self, findings: &mut Vec<Finding>) {
        if self.0.is_empty() {
            return;
        }
        findings.retain_mut(|finding| match self.0.get(finding.rule) {
            None => true,
            Some(None) => false,
            Some(Some(severity)) => {
                finding.severity = *severity;
                true
            }
        });
    }
}
