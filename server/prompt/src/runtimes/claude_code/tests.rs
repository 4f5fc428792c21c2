use super::ClaudeCode;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, SkillFate, told},
    runtime::{Runtime, assemble, set},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

fn prompt(files: &MemoryFiles, start: &str, touched: &[&str], settings: &[(&str, Value)]) -> EffectivePrompt {
    let mut situation = Situation::at("/r");
    situation.start = PathBuf::from(start);
    situation.home = Some(PathBuf::from("/h"));
    situation.touched = touched.iter().map(PathBuf::from).collect();
    for (key, value) in settings {
        set(&ClaudeCode, &mut situation.settings, key, value).unwrap();
    }
    assemble(&ClaudeCode, &ClaudeCode.versions()[0], &situation, files)
}

/// The files of the parts of a name, with their texts.
fn sent(prompt: &EffectivePrompt, name: &str) -> Vec<String> {
    let parts = prompt.parts.iter().filter(|part| part.name == name);
    let text: String = parts.map(crate::Part::text).collect();
    let text = text
        .replace("</system-reminder>", "")
        .replace("<system-reminder>", "");
    let entries = text.split("Contents of ").skip(1);
    entries
        .map(|entry| {
            let (head, body) = entry.split_once(":\n\n").unwrap();
            let path = head.split(" (").next().unwrap();
            format!("{path}={}", body.trim())
        })
        .collect()
}

fn lost<'a>(prompt: &'a EffectivePrompt, path: &str) -> &'a crate::Loss {
    let found = prompt.all_losses().find(|loss| loss.path == Path::new(path));
    found.unwrap_or_else(|| panic!("{path} is not lost"))
}

#[test]
fn each_folder_has_its_order() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    for name in [
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        ".claude/rules/r.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        ".claude/AGENTS.md",
    ] {
        files.add(Path::new("/r").join(name), name);
    }
    files.add("/r/a/CLAUDE.local.md", "a").add("/r/a/AGENTS.md", "b");
    let both = [("instructionFiles", json!("claude-md-and-agents-md"))];
    let expected = [
        "/r/CLAUDE.md=CLAUDE.md",
        "/r/.claude/CLAUDE.md=.claude/CLAUDE.md",
        "/r/.claude/rules/r.md=.claude/rules/r.md",
        "/r/CLAUDE.local.md=CLAUDE.local.md",
        "/r/AGENTS.md=AGENTS.md",
        "/r/.claude/AGENTS.md=.claude/AGENTS.md",
        "/r/a/CLAUDE.local.md=a",
        "/r/a/AGENTS.md=b",
    ];
    assert_eq!(
        sent(&prompt(&files, "/r/a", &[], &both), "instructions"),
        expected
    );
    let only = prompt(&files, "/r/a", &[], &[]);
    assert_eq!(sent(&only, "instructions").len(), 5);
    let by = Cause::Replaced {
        by: "/r/CLAUDE.md".into(),
    };
    assert_eq!(lost(&only, "/r/a/AGENTS.md").cause, by);
    let claude = prompt(&files, "/r/a", &[], &[("instructionFiles", json!("claude-md"))]);
    assert!(matches!(
        lost(&claude, "/r/AGENTS.md").cause,
        Cause::Disabled { .. }
    ));
}

#[test]
fn agents_md_needs_a_walk_without_text_in_claude_md() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/AGENTS.md", "A")
        .add("/r/CLAUDE.md", "<!-- note -->\n")
        .add("/r/.claude/rules/r.md", "rule")
        .add("/h/.claude/CLAUDE.md", "mine");
    let found = sent(&prompt(&files, "/r", &[], &[]), "instructions");
    assert_eq!(
        found,
        [
            "/h/.claude/CLAUDE.md=mine",
            "/r/.claude/rules/r.md=rule",
            "/r/AGENTS.md=A"
        ]
    );
    files.add("/CLAUDE.md", "above");
    assert!(!sent(&prompt(&files, "/r", &[], &[]), "instructions").contains(&"/r/AGENTS.md=A".to_owned()));
    let mut off = MemoryFiles::new();
    off.add("/r/AGENTS.md", "A").add(
        "/r/.claude/settings.json",
        r#"{"enabledPlugins": {"agents-md@builtin": false}}"#,
    );
    assert!(prompt(&off, "/r", &[], &[]).parts.is_empty());
}

#[test]
fn the_option_counts_in_the_users_settings_only() {
    let option =
        r#"{"pluginConfigs": {"agents-md@builtin": {"options": {"instructionFiles": "claude-md"}}}}"#;
    let mut files = MemoryFiles::new();
    files
        .add("/r/AGENTS.md", "A")
        .add("/r/.claude/settings.json", option);
    assert_eq!(sent(&prompt(&files, "/r", &[], &[]), "instructions").len(), 1);
    files.add("/h/.claude/settings.json", option);
    assert!(prompt(&files, "/r", &[], &[]).parts.is_empty());
}

#[test]
fn excluded_files_are_named() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/CLAUDE.md", "c")
        .add("/r/a/CLAUDE.md", "x")
        .add(
            "/r/.claude/settings.local.json",
            r#"{"claudeMdExcludes": ["**/a/**"]}"#,
        )
        .add(
            "/h/.claude/settings.json",
            r#"{"claudeMdExcludes": ["/r/CLAUDE.md"]}"#,
        );
    let prompt = prompt(&files, "/r", &["/r/a/x.rs"], &[]);
    assert!(prompt.parts.is_empty());
    assert!(matches!(
        lost(&prompt, "/r/a/CLAUDE.md").cause,
        Cause::Disabled { .. }
    ));
    assert_eq!(lost(&prompt, "/r/CLAUDE.md").kind, LossKind::Dropped);
}

#[test]
fn imports_go_four_hops_and_stay_below_the_start() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/CLAUDE.md", "@1.md @../out.md @x.png @2.md")
        .add("/out.md", "out")
        .add("/r/x.png", "png");
    for hop in 1..7 {
        files.add(format!("/r/{hop}.md"), format!("@{}.md", hop + 1));
    }
    let found = sent(&prompt(&files, "/r", &[], &[]), "instructions");
    assert_eq!(found.len(), 5, "{found:?}");
    let approved = [("hasClaudeMdExternalIncludesApproved", json!(true))];
    let found = sent(&prompt(&files, "/r", &[], &approved), "instructions");
    assert_eq!(found[5], "/out.md=out");
    files.add("/r/a/x", "");
    assert_eq!(
        sent(&prompt(&files, "/r/a", &[], &[]), "instructions").len(),
        1,
        "all lies outside"
    );
}

#[test]
fn a_touch_adds_from_the_outside_in_and_root_rules_last() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/.claude/rules/c.md", "---\npaths: a/**\n---\nroot rule")
        .add("/h/.claude/rules/u.md", "---\npaths: \"*.rs\"\n---\nuser rule")
        .add("/r/a/CLAUDE.md", "a")
        .add("/r/a/.claude/rules/all.md", "all")
        .add("/r/a/.claude/rules/some.md", "---\npaths: b/x.rs\n---\nsome")
        .add(
            "/r/a/.claude/rules/other.md",
            "---\npaths: [a/b/x.rs]\n---\nother",
        )
        .add("/r/a/b/CLAUDE.local.md", "b")
        .add("/r/a/AGENTS.md", "A")
        .add("/r/a/c/AGENTS.md", "C");
    let seen = prompt(&files, "/r", &["/r/a/b/x.rs"], &[]);
    let expected = [
        "/h/.claude/rules/u.md=user rule",
        "/r/a/CLAUDE.md=a",
        "/r/a/.claude/rules/all.md=all",
        "/r/a/.claude/rules/some.md=some",
        "/r/a/b/CLAUDE.local.md=b",
        "/r/.claude/rules/c.md=root rule",
    ];
    assert_eq!(sent(&seen, "nested"), expected);
    assert!(
        sent(&seen, "nested-agents").is_empty(),
        "a CLAUDE.md stands beside it"
    );
    assert_eq!(lost(&seen, "/r/a/AGENTS.md").kind, LossKind::Shadowed);
    assert_eq!(seen.waiting, [Path::new("/r/a/.claude/rules/other.md")]);
    assert!(!seen.exact);
    let other = prompt(&files, "/r", &["/r/a/c/y", "/r/a/z", "/out/z"], &[]);
    assert_eq!(sent(&other, "nested-agents"), ["/r/a/c/AGENTS.md=C"]);
    assert_eq!(sent(&other, "nested").len(), 3);
}

#[test]
fn where_the_texts_stand_depends_on_the_model() {
    let mut files = MemoryFiles::new();
    files
        .add("/r/CLAUDE.md", "c")
        .add("/r/a/CLAUDE.md", "a")
        .add("/r/.claude/skills/s/SKILL.md", "# S\n");
    let names = |model: &str| {
        let prompt = prompt(&files, "/r", &["/r/a/x"], &[("model", json!(model))]);
        let names = prompt
            .parts
            .iter()
            .map(|part| format!("{} {}", part.name, part.role));
        // Fixed words are only marked, which says so by itself.
        let is_known = prompt.caveats.iter().all(|caveat| caveat.contains('⟪'));
        (names.collect::<Vec<_>>(), is_known)
    };
    let newer = ["instructions user", "skills system", "nested user"];
    assert_eq!(
        names("claude-opus-5-5"),
        (newer.map(str::to_owned).to_vec(), true)
    );
    let older = ["skills user", "instructions user", "tool-result user"];
    assert_eq!(
        names("claude-sonnet-4-5"),
        (older.map(str::to_owned).to_vec(), true)
    );
    assert!(!names("claude-other-9").1);
}

#[test]
fn the_release_before_agents_md_says_nothing_of_it() {
    let mut files = MemoryFiles::new();
    files.add("/r/AGENTS.md", "A").add("/r/a/CLAUDE.md", "a");
    let mut situation = Situation::at("/r");
    situation.touched = vec![PathBuf::from("/r/a/x")];
    let prompt = assemble(&ClaudeCode, &ClaudeCode.versions()[1], &situation, &files);
    let parts: Vec<_> = prompt.parts.iter().map(|part| (part.role, part.text())).collect();
    assert_eq!(parts, [("system", "Contents of /r/a/CLAUDE.md:\n\na".to_owned())]);
    assert!(prompt.losses.is_empty());
}

#[test]
fn memory_is_cut_at_whole_lines() {
    let place = "/h/.claude/projects/-r/memory/MEMORY.md";
    let text = |content: &str| {
        let mut files = MemoryFiles::new();
        files.folder("/r/.git").add(place, content);
        let prompt = prompt(&files, "/r/a", &[], &[]);
        let lost = prompt
            .all_losses()
            .map(|loss| (loss.range.start, loss.range.end))
            .collect::<Vec<_>>();
        (prompt.parts[0].text(), lost, prompt.budgets[0].used)
    };
    let lines = "l\n".repeat(201);
    let (all, lost, used) = text(&lines);
    assert_eq!((lost.as_slice(), used), (&[(399, 401)][..], 201));
    assert!(
        all.contains("is 201 lines (limit: 200). Only part of it was loaded: 1 of 201 lines were cut off")
    );
    let long = format!("first\n{}\nz", "y".repeat(26_000));
    let (all, lost, _) = text(&long);
    assert!(all.contains("25.4KB (limit: 24.4KB) — index entries") && all.contains("at line 2 (\"yyy"));
    assert_eq!(lost, [(5, long.len())]);
    let (all, ..) = text(&"é".repeat(26_000));
    assert!(all.contains("everything after the first 25000 characters of line 1 was cut off"));
    assert!(text(&"l\n".repeat(200)).1.is_empty());
}

#[test]
fn skills_are_called_after_their_folders() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git");
    let mut skill = |folder: &str, content: &str| {
        files.add(format!("{folder}/SKILL.md"), content);
    };
    skill("/h/.claude/skills/dup", "---\ndescription: mine\n---\n");
    skill("/r/.claude/skills/dup", "---\ndescription: ours\n---\n");
    skill(
        "/r/.claude/skills/b",
        "---\nname: other\ndescription: \"a <b>\\n c\"\nwhen_to_use: w\n---\n",
    );
    skill("/r/.claude/skills/a", "## Title\n\ntext");
    skill(
        "/r/.claude/skills/off",
        "---\ndisable-model-invocation: yes\n---\n",
    );
    skill("/r/.claude/skills/empty", "");
    skill(
        "/r/.claude/skills/some",
        "---\ndescription: s\npaths: \"*.rs\"\n---\n",
    );
    skill("/r/x/.claude/skills/a", "---\ndescription: nested\n---\n");
    let prompt = prompt(&files, "/r", &["/r/x/y.rs"], &[]);
    let text = |name: &str| {
        let part = prompt.parts.iter().find(|part| part.name == name).unwrap().text();
        part.rsplit_once("Skill tool:\n\n").unwrap().1.to_owned()
    };
    assert_eq!(
        text("skills"),
        "- dup: mine\n- a: Title\n- b (other): a &lt;b&gt; c - w\n- empty: Skill"
    );
    assert_eq!(
        text("nested-skills"),
        "- x:a: nested (scoped to x/ — use this instead of the unscoped \"a\" skill when the files being changed are \
         under x/)\n- some: s"
    );
    let fate = |path: &str| {
        prompt
            .skills
            .iter()
            .find(|skill| skill.path == Path::new(path))
            .unwrap()
            .fate
            .clone()
    };
    assert_eq!(fate("/r/.claude/skills/off/SKILL.md"), SkillFate::OnDemand);
    let by = "/h/.claude/skills/dup/SKILL.md".into();
    assert_eq!(fate("/r/.claude/skills/dup/SKILL.md"), SkillFate::Shadowed { by });
}

#[test]
fn descriptions_are_left_out_where_they_do_not_fit() {
    let mut files = MemoryFiles::new();
    for index in 0..40 {
        let length = if index == 30 { 5 } else { 1_600 };
        let text = format!("---\ndescription: {}\n---\n", "x".repeat(length));
        files.add(format!("/r/.claude/skills/s{index:02}/SKILL.md"), text);
    }
    let prompt = prompt(&files, "/r", &[], &[]);
    let text = prompt.parts[0].text();
    assert!(text.contains("\n- s16\n") && text.contains("\n- s30: xxxxx\n") && text.contains("xxx…\n"));
    assert!(!prompt.exact);
    assert_eq!(prompt.budgets[0].cap, Some(30_000));
}

#[test]
fn each_mention_has_its_outcome() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .folder("/r/d")
        .add("/out.md", "out")
        .add(
            "/r/CLAUDE.md",
            "@a.md @a.md @gone.md @/out.md @../out.md @~/mine.md @d @x.png @blank.md @alice `@code.md`\n\n\
             <!-- @hidden.md -->\n\n@b.md",
        )
        .add("/r/a.md", "@b.md @CLAUDE.md")
        .add("/r/b.md", "@./a.md @b.md @deep/1.md")
        .add("/r/blank.md", " \n")
        .add("/r/x.png", "png");
    for hop in 1..4 {
        files.add(format!("/r/deep/{hop}.md"), format!("@{}.md", hop + 1));
    }
    let expected = [
        "CLAUDE.md a.md followed",
        "a.md b.md followed",
        "b.md ./a.md cycle a.md b.md",
        "b.md b.md cycle b.md",
        "b.md deep/1.md followed",
        "1.md 2.md followed",
        // Nothing is there, however deep.
        "2.md 3.md too-deep",
        "a.md CLAUDE.md cycle CLAUDE.md a.md",
        "CLAUDE.md a.md repeated",
        "CLAUDE.md gone.md missing",
        "CLAUDE.md /out.md outside",
        "CLAUDE.md ../out.md outside",
        "CLAUDE.md ~/mine.md outside",
        "CLAUDE.md d ignored",
        "CLAUDE.md x.png not-allowed",
        "CLAUDE.md blank.md ignored",
        "CLAUDE.md alice missing",
        "CLAUDE.md b.md repeated",
    ];
    assert_eq!(told(&prompt(&files, "/r", &[], &[])), expected);
    let mut homeless = Situation::at("/r");
    homeless.home = None;
    let prompt = assemble(&ClaudeCode, &ClaudeCode.versions()[0], &homeless, &files);
    assert!(
        !told(&prompt).iter().any(|one| one.contains('~')),
        "nobody knows what is there"
    );
}

#[test]
fn two_names_of_one_file_make_a_cycle() {
    let mut files = MemoryFiles::new();
    files
        .folder("/r/.git")
        .add("/r/docs/real.md", "@../CLAUDE.md @real.md")
        .link("/r/CLAUDE.md", "docs/real.md");
    let expected = [
        "CLAUDE.md ../CLAUDE.md cycle CLAUDE.md",
        "CLAUDE.md real.md cycle real.md",
    ];
    assert_eq!(told(&prompt(&files, "/r", &[], &[])), expected);
}

#[test]
fn the_memory_may_lie_in_the_project() {
    let mut files = MemoryFiles::new();
    files.folder("/r/.git").add("/r/notes/MEMORY.md", "note");
    let notes = [("autoMemoryDirectory", json!("notes"))];
    assert!(prompt(&files, "/r", &[], &notes).parts[0].text().contains("note"));
    files.add("/r/.claude/settings.json", r#"{"autoMemoryDirectory": "notes"}"#);
    let sent = prompt(&files, "/r", &[], &[]);
    assert!(sent.parts.is_empty(), "a settings file has no relative one");
    let further = |value: Value| {
        let mut situation = Situation::at("/r");
        set(
            &ClaudeCode,
            &mut situation.settings,
            "autoMemoryDirectory",
            &value,
        )
        .unwrap();
        let found = ClaudeCode.further(&situation, &files);
        found.iter().any(|one| one.files.is_match("notes/MEMORY.md"))
    };
    assert!(further(json!("notes")) && further(json!("/r/notes")));
    assert!(!further(json!("/elsewhere")) && !further(json!("other")));
}

#[test]
fn a_given_window_has_a_list_of_its_own() {
    let mut files = MemoryFiles::new();
    for index in 0..12 {
        let text = format!("---\ndescription: {}\n---\n", "x".repeat(828));
        files.add(format!("/r/.claude/skills/s{index:02}/SKILL.md"), text);
    }
    let window = [("contextWindowTokens", json!(200_000))];
    let small = prompt(&files, "/r", &[], &window);
    assert_eq!((small.budgets[0].cap, small.exact), (Some(8_000), false));
    let text = small.parts[0].text();
    // Nine descriptions with their names, and three names.
    assert!(
        text.contains("- s08: x") && text.ends_with("- s09\n- s10\n- s11"),
        "{text}"
    );
}
