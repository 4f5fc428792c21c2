//! Caps: what is lost to them, and what soon will be.

pub mod critical_rule_late;
mod memory;
pub mod memory_bytes;
pub mod memory_lines;
pub mod near_limit;
pub mod role;
pub mod skill_listing;
pub mod starves_nested;
pub mod total;
pub mod truncated;

use crate::{
    finding::Finding,
    fix::Fix,
    repair::{extract, raise, relief::Pressed},
    view::{FileView, RuntimeView},
};
use agents_prompt::{Cause, Loss, Scope};

/// The setting of a runtime that holds the cap which took text, if it has one.
fn setting(view: &RuntimeView<'_>, loss: &Loss) -> Option<&'static str> {
    let scope = match loss.cause {
        Cause::TotalCap { .. } => Scope::Total,
        _ => Scope::File(loss.path.clone()),
    };
    let mut budgets = view.prompt.budgets.iter();
    budgets
        .find(|budget| budget.scope == scope && budget.unit == loss.unit)?
        .setting
}

/// The setting as it stands behind its cap in a sentence, which is of one runtime, as advice is not.
fn named(setting: Option<&str>) -> String {
    setting.map_or_else(String::new, |setting| format!(" (`{setting}`)"))
}

/// What to do, as a sentence.
fn advice(what: &str, setting: Option<&str>) -> String {
    let raise = setting.map_or("", |_| ", or raise the cap");
    format!("{what}{raise}.")
}

/// The ways to make a file, and those that lose text because of it, fit.
fn relief(rule: &'static str, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
    let Ok(content) = &file.file else {
        return Vec::new();
    };
    let pressed = Pressed::of(file, finding);
    let mut fixes = Vec::new();
    fixes.extend(extract::split(file, content.document(), &pressed));
    fixes.extend(raise::fixes(file, &pressed));
    for fix in &mut fixes {
        fix.rule = Some(rule);
    }
    fixes
}
