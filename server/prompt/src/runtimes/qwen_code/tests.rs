use super::QwenCode;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, SkillFate, told},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str], settings: &[(&str, Value)]) -> EffectivePrompt {
    let mut situation = Situation::at("/top/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/home/me"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    for (key, value) in settings {
        set(&QwenCode, &mut situation.settings, key, value).unwrap();
    }
    assemble(&QwenCode, &QwenCode.versions()[0], &situation, files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(Part::text).unwrap_or_default()
}

/// The paths of the blocks of a part.
fn order(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("--- Context from: "));
    lines.filter_map(|line| line.strip_suffix(" ---")).collect()
}

#[test]
fn names_come_one_after_the_other_and_the_folder_above_the_repository_counts() {
    let mut files = MemoryFiles::new();
    files
        .add("/QWEN.md", "root of the file system")
        .add("/top/QWEN.md", "above")
        .add("/top/r/.git", "gitdir: x")
        .add("/top/r/AGENTS.md", "agents")
        .add("/top/r/a/QWEN.md", "a")
        .link("/top/r/a/AGENTS.md", "QWEN.md")
        .add("/top/r/.qwen/QWEN.local.md", "mine")
        .add("/home/me/.qwen/AGENTS.md", "global");
    let context = text(&prompt(&files, "/top/r/a", &[], &[]), "context");
    let expected = [
        "../../QWEN.md",
        "QWEN.md",
        "../../../home/me/.qwen/AGENTS.md",
        "../AGENTS.md",
        "../.qwen/QWEN.local.md",
    ];
    assert_eq!(order(&context), expected);
    let only = [("context.fileName", json!("AGENTS.md"))];
    let context = text(&prompt(&files, "/top/r/a", &[], &only), "context");
    let expected = [
        "../../../home/me/.qwen/AGENTS.md",
        "../AGENTS.md",
        "AGENTS.md",
        "../.qwen/QWEN.local.md",
    ];
    assert_eq!(order(&context), expected);
}

#[test]
fn without_a_repository_the_folder_above_the_home_ends_the_way() {
    let mut files = MemoryFiles::new();
    files
        .add("/QWEN.md", "/")
        .add("/home/QWEN.md", "h")
        .add("/home/me/QWEN.md", "m")
        .add("/home/me/p/QWEN.md", "p");
    let context = text(&prompt(&files, "/home/me/p", &[], &[]), "context");
    assert_eq!(order(&context), ["../../QWEN.md", "../QWEN.md", "QWEN.md"]);
    let context = text(&prompt(&files, "/home/me", &[], &[]), "context");
    assert_eq!(order(&context), ["QWEN.md"]);
}

#[test]
fn imports_keep_out_of_code_and_know_the_file_itself() {
    let mut files = MemoryFiles::new();
    files.folder("/top/r/.git").add("/top/r/a.md", "A").add(
        "/top/r/QWEN.md",
        "@none.md `@a.md` @QWEN.md @a.md\n\n    @a.md\n\n@../x.md",
    );
    let context = text(&prompt(&files, "/top/r", &[], &[]), "context");
    let expected = "@none.md `@a.md` <!-- File already processed: QWEN.md --> \
                    <!-- Imported from: a.md -->\nA\n<!-- End of import from: a.md -->\n\n    @a.md\n\n\
                    <!-- Import failed: ../x.md - Path traversal attempt -->\n--- End";
    assert!(context.contains(expected), "{context}");
}

#[test]
fn code_in_lists_and_in_quotations_over_lines_goes_unseen() {
    let mut files = MemoryFiles::new();
    files.folder("/top/r/.git").add("/top/r/a.md", "A").add(
        "/top/r/QWEN.md",
        "` @a.md`\n\n> ` @a.md`\n\n- ` @a.md`\n\n> x\n> ` @a.md`\n",
    );
    let context = text(&prompt(&files, "/top/r", &[], &[]), "context");
    let a = "<!-- Imported from: a.md` -->";
    // The path runs to the next space, so it has the backtick in it, and such a file does not exist.
    assert!(!context.contains(a));
    files.add("/top/r/a.md`", "B");
    let context = text(&prompt(&files, "/top/r", &[], &[]), "context");
    let imported = format!("{a}\nB\n<!-- End of import from: a.md` -->");
    let expected = format!("` @a.md`\n\n> ` @a.md`\n\n- ` {imported}\n\n> x\n> ` {imported}\n--- End");
    assert!(context.contains(&expected), "{context}");
}

#[test]
fn rules_follow_and_those_with_paths_wait() {
    let mut files = MemoryFiles::new();
    files
        .folder("/top/r/.git")
        .add("/home/me/.qwen/rules/u.md", "user <!-- c -->rule\n")
        .add(
            "/top/r/.qwen/rules/b.md",
            "---\npaths:\n  - \"src/**\"\n---\n\nwaits\n",
        )
        .add(
            "/top/r/.qwen/rules/sub/a.md",
            "---\ndescription: x\n---\nalways <!--\n",
        );
    let prompt = prompt(&files, "/top/r/src", &["/top/r/src/x.rs", "/top/r/src/y.rs"], &[]);
    let expected = "\n\n---\n\n⟪qwen-code: language of answers⟫\n\n\
                    --- Rule from: ../../home/me/.qwen/rules/u.md ---\nuser rule\n\
                    --- End of Rule from: ../../home/me/.qwen/rules/u.md ---\n\n\
                    --- Rule from: .qwen/rules/sub/a.md ---\nalways\n\
                    --- End of Rule from: .qwen/rules/sub/a.md ---";
    assert_eq!(text(&prompt, "context"), expected);
    let expected = "<system-reminder>\n--- Rule from: .qwen/rules/b.md ---\nwaits\n\
                    --- End of Rule from: .qwen/rules/b.md ---\n</system-reminder>";
    assert_eq!(text(&prompt, "nested"), expected);
    assert_eq!(prompt.parts.len(), 2);
    let comment = prompt
        .all_losses()
        .find(|loss| loss.cause == Cause::Comment)
        .unwrap();
    assert_eq!((comment.range.clone(), comment.kind), (5..15, LossKind::Stripped));
}

#[test]
fn a_long_list_has_the_first_lines_only() {
    let mut files = MemoryFiles::new();
    let long = "x".repeat(1_500);
    files
        .add(
            "/top/r/.qwen/skills/a/SKILL.md",
            format!("---\nname: a\ndescription: |\n  one\n  two\nwhen_to_use: {long}\n---\n"),
        )
        .add(
            "/top/r/.agents/skills/a/SKILL.md",
            "---\nname: a\ndescription: d\n---\n",
        )
        .add(
            "/top/r/.agents/skills/b/SKILL.md",
            "---\nname: b c\ndescription: d\n---\n",
        );
    let short = prompt(&files, "/top/r", &[], &[]);
    assert!(text(&short, "skills").contains(&format!("one\ntwo\n — {long} (project)\n")));
    files.add(
        "/home/me/.qwen/skills/z/SKILL.md",
        format!("---\nname: z\ndescription: {long}\ndisable-model-invocation: false\n---\n"),
    );
    let over = prompt(&files, "/top/r", &[], &[]);
    assert!(text(&over, "skills").contains("<description>\none (project)\n"));
    let cut: Vec<_> = over
        .all_losses()
        .filter(|loss| loss.kind == LossKind::Cut)
        .collect();
    assert_eq!(cut.len(), 2);
    let fates: Vec<_> = over.skills.iter().map(|skill| &skill.fate).collect();
    assert!(fates.contains(&&SkillFate::Shadowed {
        by: Path::new("/top/r/.qwen/skills/a/SKILL.md").to_path_buf()
    }));
}

#[test]
fn a_skill_with_paths_is_told_of_when_they_are_touched() {
    let mut files = MemoryFiles::new();
    files.add(
        "/top/r/.qwen/skills/a/SKILL.md",
        "---\nname: a\ndescription: d\npaths: [\"*.rs\"]\n---\n",
    );
    let before = prompt(&files, "/top/r", &[], &[]);
    assert_eq!(
        (before.parts.len(), &before.skills[0].fate),
        (0, &SkillFate::OnDemand)
    );
    let after = prompt(&files, "/top/r", &["/top/r/x.rs"], &[]);
    assert!(text(&after, "nested").contains("<name>\na\n</name>"));
}

#[test]
fn each_import_has_its_outcome() {
    let mut files = MemoryFiles::new();
    files
        .folder("/top/r/.git")
        .folder("/top/r/d")
        .add(
            "/top/r/QWEN.md",
            "@a.md @alice @d @../x.md @QWEN.md\n\n    @c.md\n",
        )
        .add("/top/r/a.md", "@b.md")
        .add("/top/r/b.md", "@a.md");
    let expected = [
        "QWEN.md a.md !followed",
        "a.md b.md !followed",
        "b.md a.md !cycle a.md b.md",
        "QWEN.md alice missing",
        "QWEN.md d !ignored",
        "QWEN.md ../x.md !outside",
        "QWEN.md QWEN.md !cycle QWEN.md",
    ];
    assert_eq!(told(&prompt(&files, "/top/r", &[], &[])), expected);
}
