//! What validators say against a skill, each thing in their words.

use super::{dropped, name_dir, opening};
use crate::{finding::Finding, fix::Fix, repair::skill, rule::Rule, view::FileView};
use agents_prompt::effective::{Objection, SkillFault};
use agents_syntax::Document;
use std::{ops::Range, slice};

/// A finding for each message of a validator that refuses the file.
pub(super) fn report(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    let Ok(content) = &file.file else { return };
    for (view, fault) in dropped(file) {
        for objection in objections(fault).filter(|objection| code(objection) == rule.code()) {
            let words = objection.line();
            let lead = format!("{}.", words.trim_end_matches('.'));
            let at = place(content.document(), objection);
            let finding = Finding::with_lead(rule.code(), rule.severity(), file.path, at, lead);
            out.push(finding.effect(view.name(), "The skill is refused by {}."));
        }
    }
}

/// The fixes of one of those findings: those that mend what loaders know too.
pub(super) fn fixes(rule: &dyn Rule, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
    let Ok(content) = &file.file else {
        return Vec::new();
    };
    let mut fixes: Vec<Fix> = Vec::new();
    for (_, fault) in dropped(file) {
        let is_at = |objection: &&Objection| place(content.document(), objection) == finding.range;
        let meant: Vec<&Objection> = objections(fault).filter(is_at).collect();
        let known: Vec<&SkillFault> = meant
            .iter()
            .filter_map(|objection| objection.fault.as_ref())
            .collect();
        let is_meant = !meant.is_empty();
        let own = known
            .iter()
            .filter_map(|fault| skill::mend(file, rule.code(), fault));
        let mut found: Vec<Fix> = own.collect();
        if found.is_empty() && is_meant {
            // What has no cause of its own goes with the others, or stays with them.
            found.extend(skill::mend_whole(file, rule.code(), fault));
        }
        for fix in found {
            if !fixes.contains(&fix) {
                fixes.push(fix);
            }
        }
        let is_of_folder = known
            .iter()
            .any(|fault| matches!(fault, SkillFault::NotFolder(_)));
        if is_of_folder && fixes.is_empty() {
            fixes = name_dir::ways(rule.code(), file);
        }
    }
    fixes
}

/// The rule that tells of an objection.
fn code(objection: &Objection) -> &'static str {
    match objection.fault {
        Some(SkillFault::Reserved(_)) => "skill.name-reserved",
        _ => "skill.skipped",
    }
}

fn objections(fault: &SkillFault) -> slice::Iter<'_, Objection> {
    match fault {
        SkillFault::Refused(objections) => objections.iter(),
        _ => [].iter(),
    }
}

/// The bytes to point at.
fn place(document: &Document, objection: &Objection) -> Range<usize> {
    if objection.at.is_empty() {
        opening(document.text())
    } else {
        objection.at.clone()
    }
}
