use super::Opencode;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, SkillFate},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    assemble(&Opencode, &Opencode.versions()[0], &situation, files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(Part::text).unwrap_or_default()
}

#[test]
fn one_name_counts_for_the_whole_walk() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "root\n")
        .add("/r/a/CLAUDE.md", "claude\n")
        .add("/r/a/CONTEXT.md", "context\n");
    let prompt = prompt(&files, "/r/a", &[]);
    assert_eq!(
        text(&prompt, "instructions"),
        "\nInstructions from: /r/AGENTS.md\nroot\n"
    );
    let by = PathBuf::from("/r/AGENTS.md");
    let lost: Vec<_> = prompt
        .all_losses()
        .map(|loss| (&loss.path, loss.kind, &loss.cause))
        .collect();
    assert_eq!(lost.len(), 2);
    assert_eq!(
        lost[0],
        (
            &PathBuf::from("/r/a/CLAUDE.md"),
            LossKind::Shadowed,
            &Cause::Replaced { by }
        )
    );
}

#[test]
fn a_folder_of_the_name_hides_the_other_names() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .folder("/r/AGENTS.md")
        .add("/r/CLAUDE.md", "c");
    assert!(prompt(&files, "/r", &[]).parts.is_empty());
}

#[test]
fn reading_adds_each_folder_once_and_the_nearest_first() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/a/AGENTS.md", "A")
        .add("/r/a/b/CLAUDE.md", "B")
        .add("/r/a/b/x", "");
    let both = prompt(&files, "/r", &["/r/a/b/x", "/r/a/y", "/out/x"]);
    let expected = "\n\n<system-reminder>\nInstructions from: /r/a/b/CLAUDE.md\nB\n\n\
                    Instructions from: /r/a/AGENTS.md\nA\n</system-reminder>";
    assert_eq!(text(&both, "nested"), expected);
    assert_eq!(both.parts.len(), 1);
}

#[test]
fn instructions_of_every_layer_count_and_patterns_have_no_order() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add(
            "/r/opencode.json",
            "{\"instructions\": [\"docs/*.md\", \"one.md\"]}",
        )
        .add(
            "/h/.config/opencode/opencode.jsonc",
            "{\"instructions\": [\"one.md\", \"~/two.md\"] /* c */}",
        )
        .add("/r/one.md", "1")
        .add("/r/a/one.md", "a1")
        .add("/h/two.md", "2")
        .add("/r/docs/x.md", "x")
        .add("/r/docs/y.md", "y");
    let prompt = prompt(&files, "/r/a", &[]);
    let text = text(&prompt, "instructions");
    let order: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("Instructions from: "))
        .collect();
    assert_eq!(
        order,
        [
            "/r/a/one.md",
            "/r/one.md",
            "/h/two.md",
            "/r/docs/x.md",
            "/r/docs/y.md"
        ]
    );
    assert!(!prompt.exact);
}

#[test]
fn a_skill_without_description_is_loaded_by_name_only() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/.opencode/skill/a/SKILL.md", "---\nname: a\n---\n")
        .add(
            "/r/.opencode/skill/b/SKILL.md",
            "---\nname: B\ndescription: d: e\n---\n",
        )
        .add(
            "/r/.agents/skills/c/SKILL.md",
            "---\nname: b2\ndescription: <x>\n---\n",
        );
    let prompt = prompt(&files, "/r", &[]);
    assert_eq!(prompt.skills[0].fate, SkillFate::OnDemand);
    assert_eq!(prompt.skills[0].path, Path::new("/r/.opencode/skill/a/SKILL.md"));
    let list = text(&prompt, "skills");
    let first = list.find("<name>B</name>\n    <description>d: e<").unwrap();
    assert!(first < list.find("<name>b2</name>\n    <description><x><").unwrap());
    assert!(prompt.exact);
}
