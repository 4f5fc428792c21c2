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
    view::FileView,
};

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
