use super::{OpenClaw, release, truncate};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, Scope, SkillFate},
    runtime::{Runtime, assemble, set},
    situation::Situation,
    steps::limit::Gauge,
};
use agents_syntax::Text;
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn run(files: &MemoryFiles, version: &str, settings: &[(&str, Value)]) -> EffectivePrompt {
    let mut situation = Situation::at("/w");
    situation.home = Some(PathBuf::from("/h"));
    for (key, value) in settings {
        set(&OpenClaw, &mut situation.settings, key, value).unwrap();
    }
    let version = OpenClaw
        .versions()
        .iter()
        .find(|known| known.name == version)
        .unwrap();
    assemble(&OpenClaw, version, &situation, files)
}

fn text(prompt: &EffectivePrompt, name: &str) -> String {
    prompt
        .parts
        .iter()
        .find(|part| part.name == name)
        .map(Part::text)
        .unwrap_or_default()
}

fn shortened(version: &str, content: &str, name: &str, cap: usize) -> String {
    let version = OpenClaw
        .versions()
        .iter()
        .find(|known| known.name == version)
        .unwrap();
    let content = Text::new(content);
    truncate::trim(&content, name, cap, Gauge::UTF16, release::of(version)).content(&content)
}

#[test]
fn the_oldest_release_keeps_seventy_and_twenty_percent() {
    let got = shortened("2026.2", &"0123456789".repeat(20), "AGENTS.md", 100);
    let notice = "[...truncated, read AGENTS.md for full content...]\n…(truncated AGENTS.md: kept 70+20 chars of 200)…";
    assert_eq!(
        got,
        format!(
            "{}\n\n{notice}\n\n{}",
            "0123456789".repeat(7),
            "0123456789".repeat(2)
        )
    );
}

#[test]
fn only_the_newest_release_keeps_pairs_whole() {
    let content = "😀".repeat(100);
    assert!(shortened("2026.7.1", &content, "SOUL.md", 41).contains('\u{fffd}'));
    assert!(!shortened("2026.9.6", &content, "SOUL.md", 41).contains('\u{fffd}'));
}

#[test]
fn only_the_newest_digest_brings_prose_and_knows_signs() {
    let content = format!(
        "{}\nprose above it\n絕不 push this\n紅線 here\n",
        "filler of no weight\n".repeat(40)
    );
    let new = shortened("2026.9.6", &content, "agents.md", 400);
    assert!(
        new.contains("[Policy digest from AGENTS.md]\nprose above it\n絕不 push this\n紅線 here\n"),
        "{new}"
    );
    let old = shortened("2026.7.1", &content, "agents.md", 400);
    assert!(
        old.contains("[Policy digest from AGENTS.md]\n絕不 push this\n…"),
        "{old}"
    );
}

#[test]
fn releases_differ_in_what_they_read_and_say() {
    let mut files = MemoryFiles::new();
    files
        .add("/w/AGENTS.md", "a")
        .add("/w/TOOLS.md", "t")
        .add("/w/HEARTBEAT.md", "h")
        .add("/w/agents/x", "");
    files
        .link("/w/SOUL.md", "TOOLS.md")
        .link("/w/IDENTITY.md", "/elsewhere");
    let new = run(&files, "2026.9.6", &[]);
    assert_eq!(
        text(&new, "project-context"),
        "# Project Context\nLoaded project context:\n⟪openclaw: about SOUL.md⟫\n## /w/AGENTS.md\na\n## \
         /w/SOUL.md\n[UNREADABLE: symlink path component not allowed]\n## /w/IDENTITY.md\n[UNREADABLE: symlink \
         path component not allowed]\n"
    );
    assert_eq!(
        new.on_demand,
        [Path::new("/w/TOOLS.md"), Path::new("/w/HEARTBEAT.md")]
    );
    let old = run(&files, "2026.5.20", &[]);
    assert_eq!(
        text(&old, "project-context"),
        "# Project Context\nThe following project context files have been loaded:\n⟪openclaw: about \
         SOUL.md⟫\n## /w/AGENTS.md\na\n## /w/SOUL.md\nt\n## /w/IDENTITY.md\n[MISSING] Expected at: \
         /w/IDENTITY.md\n## /w/USER.md\n[MISSING] Expected at: /w/USER.md\n## /w/TOOLS.md\nt\n"
    );
    assert!(text(&old, "dynamic-project-context").ends_with("## /w/HEARTBEAT.md\nh\n"));
}

#[test]
fn caps_come_from_settings_and_the_settings_file() {
    let mut files = MemoryFiles::new();
    files
        .add("/w/SOUL.md", "s".repeat(13_000))
        .add("/w/USER.md", "u".repeat(5_000));
    let limits = |version: &str, settings: &[(&str, Value)]| -> Vec<Option<usize>> {
        run(&files, version, settings)
            .budgets
            .iter()
            .map(|budget| budget.cap)
            .collect()
    };
    assert_eq!(limits("2026.9.6", &[]), [Some(20_000), Some(4_000), Some(60_000)]);
    assert_eq!(
        limits("2026.5.20", &[]),
        [Some(12_000), Some(12_000), Some(60_000)]
    );
    assert_eq!(limits("2026.2", &[]), [Some(20_000), Some(20_000), Some(24_000)]);
    let low = ("agents.defaults.bootstrapMaxChars", json!(3_000.9));
    assert_eq!(
        limits("2026.9.6", &[low]),
        [Some(3_000), Some(3_000), Some(60_000)]
    );
    assert_eq!(
        limits("2026.9.6", &[("bootstrapMaxChars", json!(-1))]),
        limits("2026.9.6", &[])
    );
    let file = r#"{"agents": {"defaults": {"bootstrapMaxChars": 100, "bootstrapTotalMaxChars": "x"}}}"#;
    files.add("/h/.openclaw/openclaw.json", file);
    let prompt = run(&files, "2026.7.1", &[]);
    assert_eq!(prompt.budgets[0].cap, Some(100));
    assert!(text(&prompt, "warning").starts_with("## Bootstrap Context Notice\n"));
    let off = [("agents.defaults.bootstrapPromptTruncationWarning", json!("off"))];
    assert_eq!(text(&run(&files, "2026.7.1", &off), "warning"), "");
    let never = run(
        &files,
        "2026.9.6",
        &[("agents.defaults.contextInjection", json!("never"))],
    );
    assert!(never.parts.is_empty() && never.losses.iter().all(|loss| loss.kind == LossKind::Dropped));
}

#[test]
fn the_middle_is_lost_but_for_its_policy_lines() {
    let mut files = MemoryFiles::new();
    let content = format!(
        "start\n{}- NEVER lose this\n{}end\n",
        "filler\n".repeat(60),
        "filler\n".repeat(60)
    );
    files.add("/w/AGENTS.md", &content);
    let prompt = run(&files, "2026.9.6", &[("bootstrapMaxChars", json!(400))]);
    let cuts: Vec<_> = prompt
        .all_losses()
        .filter(|loss| loss.kind == LossKind::Cut)
        .collect();
    assert_eq!(cuts.len(), 2, "before and after the policy line");
    let policy = content.find("- NEVER").unwrap();
    // The line of prose above it comes along.
    assert_eq!(cuts[0].range.end, policy - "filler\n".len());
    assert_eq!(cuts[0].cause, Cause::FileCap { cap: 400 });
    assert_eq!(
        prompt.budgets.last().map(|budget| &budget.scope),
        Some(&Scope::Total)
    );
    assert_eq!(
        prompt.log,
        ["workspace bootstrap file AGENTS.md is 867 chars (limit 400); truncating in injected context"]
    );
}

#[test]
fn stronger_skills_take_the_place_of_weaker_ones_and_long_lists_are_shortened() {
    let mut files = MemoryFiles::new();
    let skill = |name: &str, text: &str| format!("---\nname: {name}\ndescription: {text}\n---\n");
    files
        .add("/w/.agents/skills/a/SKILL.md", skill("s", "weak"))
        .add("/w/skills/b/SKILL.md", skill("s", "strong"));
    files.add(
        "/w/skills/c/SKILL.md",
        "\u{feff}---\r\ndescription: with a mark\r\n---\r\n",
    );
    files.add(
        "/w/skills/d/SKILL.md",
        "---\nname: d\ndescription: x\ndisable-model-invocation: true\n---\n",
    );
    let prompt = run(&files, "2026.9.6", &[]);
    let list = text(&prompt, "skills");
    assert!(list.contains("strong") && !list.contains("weak") && list.contains("<name>c</name>"));
    let fates: Vec<_> = prompt.skills.iter().map(|skill| &skill.fate).collect();
    assert!(fates.contains(&&SkillFate::OnDemand));
    assert!(fates.contains(&&SkillFate::Shadowed {
        by: PathBuf::from("/w/skills/b/SKILL.md")
    }));
    for index in 0..200 {
        files.add(
            format!("/w/skills/x{index:03}/SKILL.md"),
            skill(&format!("x{index:03}"), &"y".repeat(300)),
        );
    }
    let long = run(&files, "2026.9.6", &[]);
    assert!(!long.exact && text(&long, "skills").len() < 18_000);
    assert!(
        long.skills
            .iter()
            .filter(|skill| skill.fate == SkillFate::OverBudget)
            .count()
            >= 50
    );
}
