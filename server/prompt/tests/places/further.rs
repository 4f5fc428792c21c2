//! Files that settings name.

use crate::*;
use agents_prompt::{Project, runtime::Role};
use serde_json::json;

/// What the files of some paths are to a runtime whose settings were looked at.
fn roles(active: Active, files: &MemoryFiles, paths: &[&str]) -> Vec<Option<Role>> {
    let mut project = Project::with(situation(), vec![active]);
    project.look_at_settings(files);
    let role = |path: &&str| project.role(&project.active[0], &absolute(path));
    paths.iter().map(role).collect()
}

const INSTRUCTIONS: Option<Role> = Some(Role::Instructions);
const SKILL: Option<Role> = Some(Role::Skill);

#[test]
fn names_that_stand_in_for_the_usual_ones() {
    let paths = [
        "RULES.md",
        "a/RULES.md",
        "RULES.txt",
        "docs/X.md",
        "a/docs/X.md",
        "X.md",
    ];
    let codex = tree(&[(
        ".codex/config.toml",
        "project_doc_fallback_filenames = [\"RULES.md\", \"docs/X.md\"]\n",
    )]);
    let found = roles(active("codex", &[]), &codex, &paths);
    assert_eq!(
        found,
        [INSTRUCTIONS, INSTRUCTIONS, None, None, None, None],
        "codex"
    );
    let set = ("project_doc_fallback_filenames", json!(["RULES.txt"]));
    let found = roles(active("codex", &[set]), &codex, &paths);
    assert_eq!(found, [None, None, INSTRUCTIONS, None, None, None], "codex, set");

    let text = "{ // names\n\"context\": {\"fileName\": [\"RULES.md\", \"docs/X.md\", \"../Y.md\"]}}";
    let all = [INSTRUCTIONS, INSTRUCTIONS, None, INSTRUCTIONS, INSTRUCTIONS, None];
    for (name, path) in [
        ("gemini-cli", ".gemini/settings.json"),
        ("qwen-code", "~/.qwen/settings.json"),
    ] {
        let files = tree(&[(path, text)]);
        assert_eq!(roles(active(name, &[]), &files, &paths), all, "{name}");
    }
    assert_eq!(
        roles(active("gemini-cli", &[]), &tree(&[]), &paths),
        [None; 6],
        "without settings"
    );
}

#[test]
fn files_that_opencode_is_told_of() {
    let text = "{\"instructions\": [\"docs/*.md\", \"./one.txt\", \"~/w/home.md\", \"https://a/b.md\", \
                \"**/deep.md\"], \"skills\": {\"paths\": [\"more\"]}}";
    let files = tree(&[("opencode.json", text)]);
    let paths = [
        "docs/a.md",
        "docs/a/b.md",
        "a/docs/a.md",
        "one.txt",
        "home.md",
        "x/y/deep.md",
        "more/x/SKILL.md",
        "more/x/other.md",
    ];
    let found = roles(active("opencode", &[]), &files, &paths);
    let expected = [
        INSTRUCTIONS,
        None,
        None,
        INSTRUCTIONS,
        INSTRUCTIONS,
        INSTRUCTIONS,
        SKILL,
        None,
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_pattern_of_a_folder_above_leads_into_the_opened_one() {
    let mut files = MemoryFiles::new();
    files.folder("/home/u/.git");
    files.add(
        "/home/u/opencode.json",
        "{\"instructions\": [\"w/docs/*.md\", \"v/*.md\", \"*/top.md\"]}",
    );
    let found = roles(
        active("opencode", &[]),
        &files,
        &["docs/a.md", "w/docs/a.md", "a.md", "top.md", "x/top.md"],
    );
    // Each pattern is tried in every folder from the start up.
    assert_eq!(
        found,
        [INSTRUCTIONS, INSTRUCTIONS, None, INSTRUCTIONS, INSTRUCTIONS]
    );
}

#[test]
fn a_memory_in_the_opened_folder() {
    let paths = ["notes/MEMORY.md", "notes/topic.md", "MEMORY.md"];
    let found = |folder: &str| {
        let text = format!("{{\"autoMemoryDirectory\": \"{folder}\"}}");
        let files = tree(&[(".claude/settings.local.json", &text)]);
        roles(active("claude-code", &[]), &files, &paths)
    };
    assert_eq!(found("~/w/notes"), [Some(Role::Memory), None, None]);
    assert_eq!(found("/home/u/w"), [None, None, Some(Role::Memory)]);
    assert_eq!(found("/elsewhere"), [None; 3]);
    assert_eq!(found("notes"), [None; 3], "relative to nothing");
}

#[test]
fn skills_that_pi_is_told_of() {
    let files = tree(&[
        (
            ".pi/settings.json",
            "{\"skills\": [\"../more\", \"../one.md\", \"!x\", \"/else\"]}",
        ),
        ("one.md", "x"),
    ]);
    let paths = ["more/a/SKILL.md", "more/a.md", "more/b/a.md", "one.md", "two.md"];
    let found = roles(active("pi", &[]), &files, &paths);
    assert_eq!(found, [SKILL, SKILL, None, SKILL, None]);
}
