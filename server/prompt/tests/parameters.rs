//! Runtimes of a user's own: what their parameters make of the prompt of the runtime they extend.

use agents_prompt::{
    Active, Cause, EffectivePrompt, LossKind, Part, Situation, Unit, effective::Scope, name::Name,
    runtime::Role, runtimes, steps::limit::Gauge,
};
use agents_syntax::Text;
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A runtime of the user's own that extends `base`, with these parameters.
fn own(base: &str, parameters: &[(&str, Value)]) -> Active {
    let (runtime, version) = runtimes::find(base).expect("a runtime");
    let plain = Active::new(runtime, Vec::new()).expect("a version");
    let mut own = Active {
        name: Name::from("mine"),
        version,
        ..plain
    };
    for (key, value) in parameters {
        own.set(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    own
}

/// The prompt for a start in `/w/a` with a file there touched.
fn prompt(active: &Active, files: &MemoryFiles) -> EffectivePrompt {
    let mut situation = Situation::at("/w");
    situation.home = Some(PathBuf::from("/h"));
    situation.settings = active.settings.clone();
    match active.runtime.loading() {
        agents_prompt::Loading::Start => situation.start = PathBuf::from("/w/a"),
        agents_prompt::Loading::Touch => situation.touched = vec![PathBuf::from("/w/a/x.rs")],
        agents_prompt::Loading::Folder => {}
    }
    active.assemble(&situation, files)
}

fn text(prompt: &EffectivePrompt) -> String {
    prompt.parts.iter().map(Part::text).collect()
}

fn part(prompt: &EffectivePrompt, name: &str) -> String {
    let part = prompt.parts.iter().find(|part| part.name == name);
    part.map(Part::text).unwrap_or_default()
}

const SKILL: &str =
    "---\nname: NAME\ndescription: Words about it that are long enough to be cut off somewhere.\n---\n";

/// A tree in which every runtime that has parameters finds files and skills.
fn tree() -> MemoryFiles {
    let mut files = MemoryFiles::new();
    files.folder("/w/.git");
    for name in ["AGENTS.md", "CLAUDE.md", "TEAM.md", "a/AGENTS.md", "a/TEAM.md"] {
        let lines: String = (0..40).map(|line| format!("- line {line} of {name}\n")).collect();
        files.add(Path::new("/w").join(name), lines);
    }
    for folder in [
        ".agents/skills/s/SKILL.md",
        ".claude/skills/s/SKILL.md",
        ".apc/skills/s/SKILL.md",
        ".skills/s.md",
        "own/t/SKILL.md",
        "own/t.md",
    ] {
        let name = if folder.starts_with("own") { "t" } else { "s" };
        files.add(Path::new("/w").join(folder), SKILL.replace("NAME", name));
    }
    files
}

#[test]
fn every_parameter_that_a_base_has_is_honoured() {
    let files = tree();
    let bases = runtimes::all()
        .iter()
        .filter(|runtime| !runtime.parameters().is_empty());
    let mut count = 0;
    for base in bases {
        let is_there = |key: &str| base.parameters().iter().any(|one| one.key == key);
        let share = ["fileCap", "totalCap", "skillsCap"]
            .into_iter()
            .find(|key| is_there(key));
        for parameter in base.parameters() {
            let value = match parameter.key {
                "files" => json!(["TEAM.md"]),
                "fileCap" | "totalCap" => json!("3 lines"),
                "skillsCap" => json!("90 bytes"),
                "contextWindow" => json!(500),
                "heading" => json!("<all>"),
                "fileHeading" => json!("<{path}>"),
                "fileEnd" => json!("</{name}>"),
                "separator" => json!("<next>"),
                "ending" => json!("</all>"),
                "skills" => json!(["own"]),
                other => panic!("{other} is not tried here"),
            };
            // A context window counts where a cap is a share of it; a separator stands between two files.
            let (name, more) = match parameter.key {
                "contextWindow" => (share.expect("a cap"), json!("5 %")),
                "separator" => ("files", json!(["AGENTS.md", "TEAM.md"])),
                _ => ("heading", json!("<before>")),
            };
            let without = own(base.name(), &[(name, more.clone())]);
            let with = own(base.name(), &[(name, more), (parameter.key, value.clone())]);
            let (without, with) = (prompt(&without, &files), prompt(&with, &files));
            assert_ne!(text(&without), text(&with), "{} {}", base.name(), parameter.key);
            if let Some(words) = value.as_str().filter(|words| words.contains('<')) {
                let words = words
                    .replace("{path}", "AGENTS.md")
                    .replace("{name}", "AGENTS.md");
                let words = words.replace(
                    "AGENTS.md",
                    if base.name() == "claude-code" {
                        "CLAUDE.md"
                    } else {
                        "AGENTS.md"
                    },
                );
                assert!(
                    text(&with).contains(&words),
                    "{} {words}: {}",
                    base.name(),
                    text(&with)
                );
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn without_parameters_it_is_what_the_base_makes() {
    let files = tree();
    for base in runtimes::all() {
        let plain = Active::new(*base, Vec::new()).expect("a version");
        let (plain, own) = (prompt(&plain, &files), prompt(&own(base.name(), &[]), &files));
        assert_eq!(text(&plain), text(&own), "{}", base.name());
        assert_eq!(plain.budgets, own.budgets, "{}", base.name());
        assert_eq!(plain.caveats, own.caveats, "{}", base.name());
        assert_eq!((&*own.runtime, own.base), ("mine", base.name()));
    }
}

/// Texts that are cut in awkward places.
fn texts() -> Vec<String> {
    let prose: String = (0..60)
        .map(|line| format!("Never push line {line}, é 😀.\n\n"))
        .collect();
    let plain: String = (0..90).map(|line| format!("{line}\n")).collect();
    vec![
        prose,
        plain,
        "x".repeat(3_000),
        "😀".repeat(900),
        "\n\n\na\r\nb\r\n".repeat(50) + "end",
    ]
}

#[test]
fn what_is_sent_of_a_file_is_within_its_cap_in_every_unit() {
    let caps = [
        ("bytes", Unit::Bytes),
        ("chars", Unit::Characters),
        ("utf16", Unit::Utf16),
        ("lines", Unit::Lines),
        ("tokens", Unit::Tokens),
    ];
    for base in [
        "openclaw",
        "openclaw@2026.7.1",
        "agents-md",
        "codex",
        "ai-leash",
        "claude-code",
    ] {
        for (text, (word, unit)) in texts().iter().flat_map(|text| caps.map(|cap| (text, cap))) {
            for amount in [1, 2, 5, 19, 40, 63, 300] {
                let mut files = MemoryFiles::new();
                files.add("/w/F.md", text).folder("/w/.git");
                let mine = own(
                    base,
                    &[
                        ("files", json!(["F.md"])),
                        ("fileCap", json!(format!("{amount} {word}"))),
                        ("fileHeading", json!("⟦")),
                        ("fileEnd", json!("⟧")),
                    ],
                );
                let prompt = prompt(&mine, &files);
                let sent = self::text(&prompt);
                let place = format!("{base} {amount} {word}: {sent:?}");
                let sent = sent.split_once('⟦').map_or("", |(_, rest)| rest);
                let sent = sent.split_once('⟧').map_or("", |(sent, _)| sent);
                let sent = Text::new(sent);
                let length = Gauge::new(unit).whole(&sent, &(0..sent.len()));
                // A letter cut in two leaves a mark, which is longer in bytes.
                let slack = if sent.to_string().contains('\u{fffd}') {
                    3
                } else {
                    0
                };
                assert!(length <= Gauge::new(unit).counted(amount) + slack, "{place}");
                let is_cut = prompt.all_losses().any(|loss| {
                    matches!(loss.kind, LossKind::Cut | LossKind::Dropped)
                        && loss.unit == unit
                        && loss.cause == Cause::FileCap { cap: amount }
                });
                let budget = prompt
                    .budgets
                    .iter()
                    .find(|budget| matches!(budget.scope, Scope::File(_)));
                let budget = budget.unwrap_or_else(|| panic!("a budget: {place}"));
                assert_eq!((budget.cap, budget.unit), (Some(amount), unit), "{place}");
                assert_eq!(budget.setting, Some("fileCap"));
                assert_eq!(is_cut, budget.used > amount, "{place}");
            }
        }
    }
}

#[test]
fn openclaw_cuts_lines_into_head_and_tail() {
    let mut files = MemoryFiles::new();
    let lines: Vec<String> = (1..=100).map(|line| format!("line {line}")).collect();
    files.add("/w/SOUL.md", lines.join("\n"));
    let mine = own(
        "openclaw",
        &[
            ("files", json!(["SOUL.md"])),
            ("fileCap", json!("45 lines")),
            ("heading", json!("")),
            ("fileHeading", json!("# {name}\n")),
            ("fileEnd", json!("")),
        ],
    );
    let prompt = prompt(&mine, &files);
    // Of 45 lines the notice takes 3, the line breaks around it 2; three quarters of 40 come from the beginning.
    let expected = format!(
        "# SOUL.md\n{}\n\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 30+10 lines of \
         100)…\n\n{}",
        lines[..30].join("\n"),
        lines[90..].join("\n")
    );
    assert_eq!(part(&prompt, "project-context"), expected);
    let caveat = "OpenClaw's notices count UTF-16 units; how they put it in lines is not known.";
    assert!(
        prompt.caveats.iter().any(|known| known == caveat),
        "{:?}",
        prompt.caveats
    );
}

#[test]
fn caps_of_two_units_hold_together() {
    let mut files = MemoryFiles::new();
    for name in ["A.md", "B.md", "C.md"] {
        files.add(Path::new("/w").join(name), "word word word\n".repeat(60));
    }
    for total in ["200 tokens", "5 lines", "90 lines", "1000 bytes"] {
        for file in ["300 chars", "30 lines", "70 tokens"] {
            let mine = own(
                "openclaw",
                &[
                    ("files", json!(["A.md", "B.md", "C.md"])),
                    ("fileCap", json!(file)),
                    ("totalCap", json!(total)),
                    ("fileHeading", json!("⟦")),
                    ("fileEnd", json!("⟧")),
                ],
            );
            let sent = part(&prompt(&mine, &files), "project-context");
            let sent: Vec<&str> = sent
                .split('⟦')
                .skip(1)
                .map(|rest| rest.split('⟧').next().unwrap_or(""))
                .collect();
            let limit = |written: &str| {
                let cap: agents_prompt::steps::cap::Cap = written.parse().unwrap();
                let (amount, unit) = cap.resolve(1);
                (Gauge::new(unit).counted(amount), Gauge::new(unit))
            };
            let length = |text: &str, gauge: Gauge| {
                let text = Text::new(text);
                gauge.whole(&text, &(0..text.len()))
            };
            let (most, gauge) = limit(file);
            assert!(
                sent.iter().all(|text| length(text, gauge) <= most),
                "{file}, {total}: {sent:?}"
            );
            let (most, gauge) = limit(total);
            let all: usize = sent.iter().map(|text| length(text, gauge)).sum();
            assert!(all <= most, "{file}, {total}: {all} in {sent:?}");
        }
    }
}

#[test]
fn openclaw_sends_the_named_files_in_their_order() {
    let mut files = MemoryFiles::new();
    for name in ["AGENTS.md", "SOUL.md", "TEAM.md", "TOOLS.md", "notes/PLAN.md"] {
        files.add(Path::new("/w").join(name), name);
    }
    let mine = own(
        "openclaw@2026.7.1",
        &[
            (
                "files",
                json!([
                    "notes/PLAN.md",
                    "HEARTBEAT.md",
                    "TEAM.md",
                    "AGENTS.md",
                    "BOOTSTRAP.md"
                ]),
            ),
            ("fileHeading", json!("## {path}\n")),
            ("ending", json!("that is all\n")),
        ],
    );
    assert_eq!(
        part(&prompt(&mine, &files), "project-context"),
        "# Project Context\nThe following project context files have been loaded:\n## notes/PLAN.md\nnotes/PLAN.md\n\
         ## HEARTBEAT.md\n[MISSING] Expected at: /w/HEARTBEAT.md\n## TEAM.md\nTEAM.md\n## AGENTS.md\nAGENTS.md\nthat is \
         all\n",
        "what the base does without stays without a word"
    );
    let reads = |path: &str| mine.reads(Path::new(path));
    assert_eq!(reads("notes/PLAN.md"), Some(Role::Instructions));
    assert_eq!(reads("SOUL.md"), None);
    assert_eq!(reads("MEMORY.md"), None);
    assert_eq!(reads("HEARTBEAT.md"), Some(Role::Instructions), "it is named");
    assert_eq!(
        reads("TOOLS.md"),
        Some(Role::Reference),
        "the agent looks into it"
    );
    assert_eq!(reads("memory/day.md"), Some(Role::Memory));
}

#[test]
fn codex_takes_the_first_named_file_of_each_folder() {
    let mut files = MemoryFiles::new();
    files
        .folder("/w/.git")
        .add("/w/TEAM.md", "team")
        .add("/w/AGENTS.md", "agents")
        .add("/w/a/AGENTS.md", "nested\nsecond\n")
        .add("/h/.codex/AGENTS.md", "global");
    let mine = own(
        "codex",
        &[
            ("files", json!(["TEAM.md", "AGENTS.md"])),
            ("totalCap", json!("2 lines")),
            ("fileHeading", json!("<{path}>\n")),
        ],
    );
    let prompt = prompt(&mine, &files);
    assert_eq!(
        part(&prompt, "instructions"),
        "# AGENTS.md instructions for /w/a\n\n<INSTRUCTIONS>\n</h/.codex/AGENTS.md>\nglobal\n\n--- project-doc \
         ---\n\n<TEAM.md>\nteam\n\n<a/AGENTS.md>\nnested\n</INSTRUCTIONS>",
    );
    let lost: Vec<_> = prompt
        .all_losses()
        .map(|loss| (loss.path.to_string_lossy().into_owned(), loss.kind))
        .collect();
    assert_eq!(
        lost,
        [
            ("/w/AGENTS.md".to_owned(), LossKind::Shadowed),
            ("/w/a/AGENTS.md".to_owned(), LossKind::Cut)
        ]
    );
    assert!(
        prompt.log[0].contains("Loaded only 1 of 2 lines"),
        "{:?}",
        prompt.log
    );
    assert!(
        prompt.log[0].ends_with("increase `totalCap`."),
        "{:?}",
        prompt.log
    );
}

#[test]
fn claude_code_reads_the_named_files_alone() {
    let mut files = MemoryFiles::new();
    files
        .folder("/w/.git")
        .add("/w/CLAUDE.md", "claude")
        .add("/w/AGENTS.md", "agents @b.md")
        .add("/w/b.md", "imported")
        .add("/w/a/AGENTS.md", "nested")
        .add("/w/a/CLAUDE.md", "not this one");
    let mine = own(
        "claude-code",
        &[
            ("files", json!(["AGENTS.md"])),
            ("heading", json!("<<")),
            ("fileHeading", json!("[{path}] ")),
            ("ending", json!(">>")),
            ("totalCap", json!("22 chars")),
        ],
    );
    let prompt = prompt(&mine, &files);
    assert_eq!(
        part(&prompt, "instructions"),
        "<<[AGENTS.md] agents @b.md\n\n[b.md] imported>>"
    );
    assert_eq!(
        part(&prompt, "nested"),
        "<system-reminder>\n[a/AGENTS.md] ne\n</system-reminder>",
        "of 22 characters 2 are left"
    );
    assert!(
        prompt
            .caveats
            .iter()
            .any(|caveat| caveat.starts_with("claude-code has no cap"))
    );
    assert_eq!(mine.reads(Path::new("CLAUDE.md")), None);
}

#[test]
fn skills_lie_where_they_are_named_and_the_first_of_a_name_counts() {
    let mut files = MemoryFiles::new();
    files.folder("/w/.git");
    for (path, about) in [
        ("/w/own/s/SKILL.md", "first"),
        ("/w/more/s/SKILL.md", "second"),
        ("/h/users/u/SKILL.md", "third"),
        ("/w/.agents/skills/b/SKILL.md", "base"),
        ("/w/.claude/skills/b/SKILL.md", "base"),
        ("/w/.apc/skills/b/SKILL.md", "base"),
    ] {
        let name = Path::new(path)
            .parent()
            .and_then(Path::file_name)
            .unwrap()
            .to_string_lossy();
        files.add(path, format!("---\nname: {name}\ndescription: {about}\n---\n"));
    }
    for base in ["openclaw", "apx", "claude-code"] {
        let mine = own(base, &[("skills", json!(["own", "more", "~/users"]))]);
        let prompt = prompt(&mine, &files);
        let found = |fate: fn(&agents_prompt::effective::SkillFate) -> bool| {
            let found = prompt.skills.iter().filter(|skill| fate(&skill.fate));
            let mut found: Vec<_> = found.filter_map(|skill| skill.description.clone()).collect();
            found.sort();
            found
        };
        use agents_prompt::effective::SkillFate::{Listed, OnDemand, Shadowed};
        assert_eq!(
            found(|fate| matches!(fate, Listed | OnDemand)),
            ["first", "third"],
            "{base}"
        );
        let shadowed: Vec<_> = prompt
            .skills
            .iter()
            .filter(|skill| matches!(skill.fate, Shadowed { .. }))
            .map(|skill| skill.path.clone())
            .collect();
        assert_eq!(shadowed, [Path::new("/w/more/s/SKILL.md")], "{base}");
        assert_eq!(
            mine.reads(Path::new("own/s/SKILL.md")),
            Some(Role::Skill),
            "{base}"
        );
        assert_eq!(mine.reads(Path::new(".agents/skills/b/SKILL.md")), None, "{base}");
    }
    let mine = own(
        "codex",
        &[
            ("skills", json!(["own", "~/users"])),
            ("skillsCap", json!("90 chars")),
        ],
    );
    let prompt = prompt(&mine, &files);
    let list = part(&prompt, "skills");
    let list = list.split_once("### Skill roots\n").unwrap().1;
    assert_eq!(
        list,
        "- `r0` = `/w/own`\n- `r1` = `/h/users`\n### Available skills\n- s: (file: r0/s/SKILL.md)\n</skills_instructions>",
        "54 characters for the folders leave room for one line of 27"
    );
    assert!(
        prompt
            .budgets
            .iter()
            .any(|budget| budget.setting == Some("skillsCap"))
    );
}
