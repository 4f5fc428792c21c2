use super::ClaudeAi;
use crate::{
    effective::{Objection, SkillFate, SkillFault},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;

/// What is said against a skill, and what that points at.
fn objection(text: &str) -> Option<(String, Objection)> {
    let mut files = MemoryFiles::new();
    files.add("/w/skills/x/SKILL.md", text);
    let prompt = assemble(&ClaudeAi, &ClaudeAi.versions()[0], &Situation::at("/w"), &files);
    match &prompt.skills[0].fate {
        SkillFate::Listed => None,
        SkillFate::Skipped(SkillFault::Refused(objections)) => {
            assert_eq!(objections.len(), 1, "the first cause ends the check");
            let objection = objections[0].clone();
            Some((text[objection.at.clone()].to_owned(), objection))
        }
        fate => panic!("{fate:?}"),
    }
}

fn said(text: &str) -> String {
    objection(text).map_or_else(|| "ok".to_owned(), |(_, objection)| objection.line())
}

#[test]
fn the_upload_refuses_reserved_words_after_the_script_took_the_skill() {
    for name in ["claude-helper", "my-anthropic", "xclaudex"] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        let (place, objection) = objection(&text).expect("an objection");
        assert_eq!(place, name);
        assert!(
            objection.message.contains("reserved word"),
            "{}",
            objection.message
        );
    }
    assert_eq!(
        said("---\nname: claude\ndescription: <\n---\n"),
        "Description cannot contain angle brackets (< or >)"
    );
    assert_eq!(
        said("---\nname: clau-de\ndescription: Not of Claude's\n---\n"),
        "ok"
    );
}

#[test]
fn the_name_of_the_folder_does_not_matter_and_the_last_of_equal_keys_counts() {
    assert_eq!(said("---\nname: other\ndescription: d\n---\n"), "ok");
    assert_eq!(said("---\nname: A\ndescription: d\nname: b\n---\n"), "ok");
    assert_eq!(
        said("---\nname: \"\"\ndescription: ''\n---\n"),
        "ok",
        "nothing is looked at"
    );
}

#[test]
fn each_objection_points_at_its_place() {
    let place = |text: &str| objection(text).map(|(place, _)| place).unwrap_or_default();
    assert_eq!(place("---\r\nname: x\r\ndescription: a: b\r\n---\r\n"), ": b");
    assert_eq!(place("---\nname: 12\ndescription: d\n---\n"), "12");
    assert_eq!(place("---\nname:\ndescription: d\n---\n"), "name");
    assert_eq!(place("---\nname: x\ndescription: d\nb: 1\na: 2\n---\n"), "b");
    assert_eq!(place("--- \nname: x\n---\n"), "--- ");
    assert_eq!(place("---\nname: x\n---\n"), "---");
}

#[test]
fn keys_that_are_no_texts_break_the_script() {
    let head = |keys: &str| format!("---\nname: x\ndescription: d\n{keys}---\n");
    assert!(said(&head("1: a\n")).starts_with("TypeError: "));
    assert!(said(&head("yes: a\nb: c\n")).starts_with("TypeError: "));
    assert!(said(&head("'1': a\n")).contains("key(s) in SKILL.md frontmatter: 1."));
}
