use super::Apx;
use crate::{
    effective::{EffectivePrompt, LossKind, SkillFate},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::PathBuf;

fn prompt(files: &MemoryFiles, root: &str, start: &str, cap: Option<Value>) -> EffectivePrompt {
    let mut situation = Situation::at(root);
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    if let Some(cap) = cap {
        set(
            &Apx,
            &mut situation.settings,
            "super_agent.project_agents_max_chars",
            &cap,
        )
        .unwrap();
    }
    assemble(&Apx, &Apx.versions()[0], &situation, files)
}

#[test]
fn own_is_the_same_path_by_its_letters() {
    let mut files = MemoryFiles::new();
    files
        .add("/p/AGENTS.md", "0123456789")
        .folder("/p/a")
        .link("/l", "/p");
    let name = |root: &str, start: &str| prompt(&files, root, start, Some(json!(3))).parts[0].name;
    assert_eq!(name("/p", "/p/./a/.."), "own_block");
    assert_eq!(name("/p", "/p/a"), "foreign_block");
    assert_eq!(name("/l", "/p"), "foreign_block");
}

#[test]
fn a_foreign_file_is_cut_by_the_setting_or_the_settings_file() {
    let mut files = MemoryFiles::new();
    files.add("/p/AGENTS.md", "\u{feff}ab\ncd  \nef\u{1F600}").add(
        "/h/.apx/config.json",
        r#"{"super_agent": {"project_agents_max_chars": 7}}"#,
    );
    let text = |cap| {
        let prompt = prompt(&files, "/p", "/", cap);
        let text = prompt.parts[0].text();
        text.split("follow them:\n\n")
            .nth(1)
            .unwrap()
            .split("\n\n…")
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(text(None), "ab\ncd", "no line ends in the second half");
    assert_eq!(text(Some(json!(9))), "ab\ncd");
    assert_eq!(text(Some(json!(0))), "ab\ncd  \nef\u{1F600}");
    let cut = prompt(&files, "/p", "/", Some(json!(1)));
    let kinds: Vec<_> = cut.parts[0]
        .losses
        .iter()
        .map(|loss| (loss.kind, loss.range.clone()))
        .collect();
    assert_eq!(kinds, [(LossKind::Stripped, 0..3), (LossKind::Cut, 4..17)]);
}

#[test]
fn half_a_pair_is_sent_as_a_mark() {
    let mut files = MemoryFiles::new();
    files.add("/p/AGENTS.md", "a\u{1F600}b");
    let cut = prompt(&files, "/p", "/", Some(json!(2)));
    assert!(
        cut.parts[0]
            .text()
            .contains("a\u{fffd}\n\n…(AGENTS.md truncated: 2 of 4 characters")
    );
}

#[test]
fn a_skill_is_known_by_its_folder_or_file_and_the_first_wins() {
    let mut files = MemoryFiles::new();
    files
        .add("/p/.apc/skills/a/SKILL.md", "---\ndescription: A\n---\n")
        .add("/p/.apc/skills/a.md", "x");
    files
        .add("/p/.apc/skills/README.md", "x")
        .add("/h/.apx/skills/g/SKILL.md", "no head")
        .add("/h/.apx/skills/f.md", "x");
    let prompt = prompt(&files, "/p", "/p", None);
    let names: Vec<_> = prompt.parts.iter().map(|part| part.name).collect();
    assert_eq!(names, ["skills_hint", "skills_list"]);
    assert!(prompt.parts[0].text().ends_with("Slugs: g"));
    let fates: Vec<_> = prompt
        .skills
        .iter()
        .map(|skill| (skill.name.as_deref(), &skill.fate))
        .collect();
    let by = PathBuf::from("/p/.apc/skills/a/SKILL.md");
    assert_eq!(
        fates,
        [
            (Some("a"), &SkillFate::OnDemand),
            (Some("g"), &SkillFate::Listed),
            (Some("a"), &SkillFate::Shadowed { by }),
        ]
    );
}
