use super::Codex;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, SkillFate, SkillFault},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, settings: &[(&str, Value)]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    for (key, value) in settings {
        set(&Codex, &mut situation.settings, key, value).unwrap();
    }
    assemble(&Codex, &Codex.versions()[0], &situation, files)
}

fn body(prompt: &EffectivePrompt) -> String {
    let part = prompt.parts.iter().find(|part| part.name == "instructions");
    let text = part.map(Part::text).unwrap_or_default();
    let text = text
        .split_once("<INSTRUCTIONS>\n")
        .map(|(_, text)| text.to_owned())
        .unwrap_or_default();
    text.trim_end_matches("\n</INSTRUCTIONS>").to_owned()
}

#[test]
fn a_blank_override_silences_its_folder_but_not_the_home() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/.git", "gitdir: x")
        .add("/r/AGENTS.override.md", " \n")
        .add("/r/AGENTS.md", "R");
    files
        .add("/h/.codex/AGENTS.override.md", "\n")
        .add("/h/.codex/AGENTS.md", "\nG\n");
    let prompt = prompt(&files, "/r", &[]);
    assert_eq!(body(&prompt), "G");
    let lost = |path: &str| {
        prompt
            .all_losses()
            .find(|loss| loss.path == Path::new(path))
            .unwrap()
    };
    assert_eq!(lost("/r/AGENTS.override.md").cause, Cause::Blank);
    assert_eq!(lost("/r/AGENTS.md").kind, LossKind::Shadowed);
    assert_eq!(lost("/h/.codex/AGENTS.override.md").cause, Cause::Blank);
}

#[test]
fn the_file_that_crosses_the_cap_is_cut_and_the_next_is_dropped() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "0123")
        .add("/r/a/AGENTS.md", "aé")
        .add("/r/a/b/AGENTS.md", "B");
    let cut = prompt(&files, "/r/a/b", &[("project_doc_max_bytes", json!(6))]);
    assert_eq!(body(&cut), "0123\n\na\u{fffd}");
    let kinds: Vec<_> = cut
        .all_losses()
        .map(|loss| (loss.kind, loss.range.clone()))
        .collect();
    assert_eq!(kinds, [(LossKind::Cut, 1..3), (LossKind::Dropped, 0..1)]);
    assert_eq!((cut.budgets[0].used, cut.budgets[0].cap), (8, Some(6)));
    assert_eq!(cut.log.len(), 2);
    let none = prompt(&files, "/r/a/b", &[("project_doc_max_bytes", json!(0))]);
    assert!(none.parts.is_empty());
    assert!(matches!(none.losses[0].cause, Cause::Disabled { .. }));
}

#[test]
fn settings_files_hold_in_their_layers() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/AGENTS.md", "0123")
        .add("/r/a/X.md", "x");
    files.add(
        "/r/.codex/config.toml",
        "project_doc_max_bytes = 2\nproject_root_markers = []\n",
    );
    files.add(
        "/h/.codex/config.toml",
        "project_doc_max_bytes = 3\nproject_doc_fallback_filenames = [' X.md ', '..']\n",
    );
    assert_eq!(
        body(&prompt(&files, "/r", &[])),
        "01",
        "a trusted project's own cap wins"
    );
    assert_eq!(body(&prompt(&files, "/r", &[("trusted", json!(false))])), "012");
    assert_eq!(
        body(&prompt(&files, "/r", &[("project_doc_max_bytes", json!(9))])),
        "0123"
    );
    let all = prompt(&files, "/r/a", &[("project_doc_max_bytes", json!(9))]);
    assert_eq!(body(&all), "0123\n\nx");
    files.add(
        "/h/.codex/config.toml",
        "[projects.'/r']\ntrust_level = 'untrusted'\n",
    );
    assert!(prompt(&files, "/r/a", &[]).parts.is_empty());
}

#[test]
fn only_a_folder_of_skills_with_a_description_is_listed() {
    let mut files = MemoryFiles::new();
    let long = "é".repeat(1_025);
    files
        .folder("/r/.git")
        .add(
            "/r/.agents/skills/long/SKILL.md",
            format!("---\ndescription: {long}\n---\n"),
        )
        .add(
            "/r/.agents/skills/crlf/SKILL.md",
            "---\r\nname: c\r\ndescription: d\r\n---\r\n",
        )
        .add(
            "/r/.agents/skills/bom/SKILL.md",
            "\u{feff}---\nname: b\ndescription: d\n---\n",
        )
        .add("/r/.agents/skills/none/SKILL.md", "---\nname: n\n---\n")
        .add("/r/.agents/skills/open/SKILL.md", "---\nname: n\n")
        .add(
            "/r/.agents/skills/name/SKILL.md",
            format!("---\nname: {}\ndescription: d\n---\n", "n".repeat(65)),
        )
        .add("/r/.agents/skills/off/SKILL.md", "---\ndescription: d\n---\n")
        .add(
            "/r/.agents/skills/off/agents/openai.yaml",
            "policy:\n  allow_implicit_invocation: false\n",
        )
        .add(
            "/r/.agents/skills/1/2/3/4/5/6/SKILL.md",
            "---\ndescription: six\n---\n",
        )
        .add(
            "/r/.agents/skills/1/2/3/4/5/6/7/SKILL.md",
            "---\ndescription: seven\n---\n",
        );
    let prompt = prompt(&files, "/r", &[]);
    let text = prompt.parts[0].text();
    assert!(
        text.contains(&format!(
            "- long: {}... (file: r1/long/SKILL.md)\n",
            "é".repeat(1_021)
        )),
        "{text}"
    );
    assert!(text.contains("- 6: six (file: r1/1/2/3/4/5/6/SKILL.md)\n- c: d (file: r1/crlf/SKILL.md)\n"));
    assert!(!text.contains("seven") && !text.contains("off"));
    let fate = |folder: &str| {
        let path = Path::new("/r/.agents/skills").join(folder).join("SKILL.md");
        prompt
            .skills
            .iter()
            .find(|skill| skill.path == path)
            .unwrap()
            .fate
            .clone()
    };
    assert_eq!(fate("bom"), SkillFate::Skipped(SkillFault::ByteOrderMark));
    assert_eq!(
        fate("none"),
        SkillFate::Skipped(SkillFault::MissingKey("description"))
    );
    assert_eq!(fate("open"), SkillFate::Skipped(SkillFault::Unclosed));
    assert_eq!(fate("off"), SkillFate::OnDemand);
}

#[test]
fn a_short_budget_deals_characters_and_then_leaves_skills_out() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    for name in ["a", "b", "c"] {
        let text = format!("---\ndescription: {}\n---\n", "x".repeat(200));
        files.add(format!("/r/.agents/skills/{name}/SKILL.md"), text);
    }
    let some = prompt(&files, "/r", &[("skills.max_context_tokens", json!(220))]);
    assert!(!some.exact);
    assert!(some.parts[0].losses.iter().all(|loss| loss.kind == LossKind::Cut));
    let few = prompt(&files, "/r", &[("skills.max_context_tokens", json!(150))]);
    assert!(few.skills.iter().any(|skill| skill.fate == SkillFate::OverBudget));
}
