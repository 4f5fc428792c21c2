//! `skill.name-dir`: a skill's name is not that of its folder.

use super::{dropped, refusal};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit, apply},
    repair::{changed, head},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::{
    effective::{Skill, SkillFate, SkillFault},
    steps::agent_skills::{place_name, standard_name},
};
use agents_syntax::Document;
use agents_workspace::EntryKind;
use std::path::Path;

/// See the module.
pub struct NameDir;

impl Rule for NameDir {
    fn code(&self) -> &'static str {
        "skill.name-dir"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The `name` of a skill is not that of its folder. The Agent Skills format wants them to be the same: some loaders drop \
the skill, others call it after its folder whatever `name` says, and still others go by `name`.\n\n\
### What to do\n\nDecide on one name. One fix sets `name` to that of the folder, the other renames the folder.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        refusal::report(self, file, out);
        let Ok(content) = &file.file else { return };
        if !file.runtimes.iter().any(|view| view.skill(file.path).is_some()) {
            return;
        }
        let document = content.document();
        let (Some(name), Some(line)) = (written(document), head::key_line(document.text(), "name")) else {
            return;
        };
        for view in &file.runtimes {
            let skill = view.skill(file.path);
            if let Some(called) = skill.and_then(|skill| called(skill, file.path, name)) {
                let sentence = format!("{{}} calls it `{called}`, after its folder.");
                out.push(Finding::new(self, file.path, line.value()).effect(view.name(), sentence));
            }
        }
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        ways(self.code(), file)
    }
}

/// The ways to make one of the name and the folder's name, for a finding of a rule.
pub(super) fn ways(code: &'static str, file: &FileView<'_>) -> Vec<Fix> {
    let Ok(content) = &file.file else {
        return Vec::new();
    };
    let Some(name) = written(content.document()) else {
        return Vec::new();
    };
    let of_name = set_name(code, file, content.document(), name);
    of_name
        .into_iter()
        .chain(rename_folder(code, file, name))
        .collect()
}

/// The name as YAML reads it, where it stands on the line of its key.
fn written(document: &Document) -> Option<&str> {
    let head = document.frontmatter().filter(|head| head.closed)?;
    let entry = head.entries.iter().rev().find(|entry| entry.key == "name")?;
    let line = document.text().line_of(entry.key_range.start);
    if document.text().line_of(entry.value_range.end) != line {
        return None;
    }
    let name = entry.scalar.as_deref()?.trim();
    (!name.is_empty()).then_some(name)
}

/// The name of the folder of a skill.
fn folder_of(path: &Path) -> Option<&str> {
    if path.file_stem()?.eq_ignore_ascii_case("skill") {
        path.parent()?.file_name()?.to_str()
    } else {
        None
    }
}

/// What a runtime calls a skill that it takes, where that comes from the folder and `name` says otherwise. Of two
/// folders of a name, one has the way to it in front, with a colon. A name that is no word to call a skill by
/// (`Ship a release`) is meant as a label.
fn called<'a>(skill: &'a Skill, path: &Path, name: &str) -> Option<&'a str> {
    let called = skill.name.as_deref()?;
    let last = called.rsplit(':').next()?;
    let is_taken = !matches!(skill.fate, SkillFate::Skipped(_)) && standard_name(name).is_none();
    (is_taken && name != called && name != last && Some(last) == folder_of(path)).then_some(called)
}

/// Whether a loader or a validator refuses a skill for its folder's name.
fn is_refusal(fault: &SkillFault) -> bool {
    match fault {
        SkillFault::NotFolder(_) => true,
        SkillFault::Refused(objections) => objections
            .iter()
            .any(|objection| objection.fault.as_ref().is_some_and(is_refusal)),
        _ => false,
    }
}

/// Setting `name`: safe unless a runtime goes by the name that is written.
fn set_name(code: &'static str, file: &FileView<'_>, document: &Document, name: &str) -> Option<Fix> {
    let folder = folder_of(file.path)?;
    let text = document.text();
    let mut range = head::key_line(text, "name")?.value();
    let value = text.substring(range.clone());
    if value.len() > 1 && value.starts_with(['"', '\'']) {
        range = range.start + 1..range.end - 1;
    }
    let edit = TextEdit::new(range, folder);
    let after = apply(text, std::slice::from_ref(&edit));
    if written(&Document::open(after.clone())) != Some(folder) {
        return None;
    }
    let stays = |view: &RuntimeView<'_>| {
        let prompt = changed::prompt(file, view, after.clone());
        let mut skills = prompt.skills.iter().filter(|skill| skill.path == file.path);
        skills.any(|skill| matches!(&skill.fate, SkillFate::Skipped(fault) if is_refusal(fault)))
    };
    if file.runtimes.iter().any(stays) {
        return None;
    }
    let refusing = dropped(file).filter(|(_, fault)| is_refusal(fault)).count();
    let skills = || file.runtimes.iter().filter_map(|view| view.skill(file.path));
    let calling = skills().filter(|skill| called(skill, file.path, name).is_some());
    let applicability = if refusing + calling.count() == skills().count() {
        Applicability::Safe
    } else {
        Applicability::Unsafe
    };
    Some(Fix {
        title: format!("Set `name` to `{folder}`, the folder's name"),
        applicability,
        rule: Some(code),
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![edit],
        }],
    })
}

/// Renaming the folder, which whoever refers to it does not follow.
fn rename_folder(code: &'static str, file: &FileView<'_>, name: &str) -> Option<Fix> {
    folder_of(file.path)?;
    let from = file.path.parent()?;
    let to = from.with_file_name(name);
    let is_name = standard_name(name).is_none() && place_name(name).is_none();
    if !is_name || file.files.entry(&to) != EntryKind::Missing {
        return None;
    }
    Some(Fix {
        title: format!("Rename the folder to `{name}`"),
        applicability: Applicability::Unsafe,
        rule: Some(code),
        edits: vec![FileEdit::Rename {
            from: from.to_path_buf(),
            to,
        }],
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        fix::{Applicability, FileEdit},
        testing::Fixture,
    };
    use std::path::Path;

    const CODE: &str = "skill.name-dir";
    const PATH: &str = ".claude/skills/report/SKILL.md";

    fn fixture(runtimes: &[&str], name: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(PATH, format!("---\nname: {name}\ndescription: b\n---\nText\n"));
        fixture
    }

    /// The text after the fix that sets `name`, and whether that is safe.
    fn set(runtimes: &[&str], name: &str) -> (String, Applicability) {
        let mut fixture = fixture(runtimes, name);
        let fix = fixture.fixes(CODE).remove(0);
        fixture.apply(&fix);
        let text = fixture.text(Path::new(PATH)).to_string();
        (
            text.lines().nth(1).unwrap_or_default().to_owned(),
            fix.applicability,
        )
    }

    #[test]
    fn the_value_is_pointed_at() {
        let found = fixture(&["cursor", "claude-code"], "reports # weekly");
        assert_eq!(found.marked(CODE).concat(), "reports");
        assert_eq!(
            found.message(CODE),
            "`name` is not that of its folder, `report`, so the skill does not reach cursor. claude-code calls it \
             `report`, after its folder."
        );
        let mut marked = Fixture::new(&["cursor"], "");
        marked.add(
            ".agents/skills/report/SKILL.md",
            "\u{feff}---\nname: reports\ndescription: b\n---\n",
        );
        let finding = marked.findings().into_iter().find(|finding| finding.rule == CODE);
        // The mark of three bytes and the opening line stand before the line.
        assert_eq!(finding.map(|finding| finding.range), Some(13..20));
    }

    #[test]
    fn quotes_and_comments_stay() {
        for (before, after) in [
            ("reports", "name: report"),
            ("\"reports\"", "name: \"report\""),
            ("'reports' # a", "name: 'report' # a"),
            ("reports # a", "name: report # a"),
        ] {
            assert_eq!(
                set(&["cursor"], before),
                (after.to_owned(), Applicability::Safe),
                "{before}"
            );
        }
    }

    #[test]
    fn a_name_that_some_go_by_is_not_changed_unasked() {
        assert_eq!(set(&["cursor", "claude-code"], "a").1, Applicability::Safe);
        assert_eq!(set(&["cursor", "amp"], "a").1, Applicability::Unsafe);
    }

    #[test]
    fn the_folder_gets_a_name_that_is_one() {
        let renamed = |name: &str| {
            let fixes = fixture(&["claude-code"], name).fixes(CODE);
            let edits = fixes.into_iter().flat_map(|fix| fix.edits);
            let to = edits.filter_map(|edit| match edit {
                FileEdit::Rename { to, .. } => Some(to),
                _ => None,
            });
            to.collect::<Vec<_>>()
        };
        assert!(renamed("reports")[0].ends_with(".claude/skills/reports"));
        assert!(renamed("Weekly reports").is_empty());
    }

    #[test]
    fn the_folders_name_and_no_name_are_silent() {
        assert!(fixture(&["cursor", "claude-code"], "report").codes().is_empty());
        assert!(
            fixture(&["claude-code"], "")
                .codes()
                .iter()
                .all(|code| !code.contains(CODE))
        );
    }
}
