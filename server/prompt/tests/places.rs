//! Where runtimes look: their settings files, the files that settings name, and what the project says of them.

use agents_prompt::{
    Active, EffectivePrompt, Layer, Loading, Project, Settings, Situation,
    runtime::{Role, assemble, inspect, set},
    runtimes,
};
use agents_workspace::MemoryFiles;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

const ROOT: &str = "/home/u/w";
const HOME: &str = "/home/u";

/// Files by their paths, relative to the opened folder or with `~/` to the home folder.
fn tree(files: &[(&str, &str)]) -> MemoryFiles {
    let mut tree = MemoryFiles::new();
    tree.folder("/home/u/w/.git");
    for (path, text) in files {
        tree.add(absolute(path), text);
    }
    tree
}

fn absolute(path: &str) -> PathBuf {
    match path.strip_prefix("~/") {
        Some(below) => Path::new(HOME).join(below),
        None => Path::new(ROOT).join(path),
    }
}

fn situation() -> Situation {
    let mut situation = Situation::at(ROOT);
    situation.home = Some(PathBuf::from(HOME));
    situation
}

fn active(name: &str, settings: &[(&str, Value)]) -> Active {
    let (runtime, version) = runtimes::find(name).expect("a runtime");
    let mut laid = Settings::default();
    for (key, value) in settings {
        set(runtime, &mut laid, key, value).expect("a setting");
    }
    Active {
        version,
        settings: laid,
        ..Active::new(runtime, Vec::new()).expect("a version")
    }
}

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

/// Files of which some runtime sends something, in every place where one looks.
const EVERYTHING: &[&str] = &[
    "AGENTS.md",
    "AGENTS.override.md",
    "AGENTS.MD",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "CONTEXT.md",
    "GEMINI.md",
    "QWEN.md",
    ".claude/AGENTS.md",
    ".claude/CLAUDE.md",
    ".claude/CLAUDE.local.md",
    ".claude/agents/a.md",
    ".claude/commands/a.md",
    ".claude/rules/a.md",
    ".claude/rules/b/c.md",
    ".claude/skills/a/SKILL.md",
    ".cursor/rules/a.mdc",
    ".cursorrules",
    ".gemini/GEMINI.md",
    ".gemini/skills/a/SKILL.md",
    ".github/copilot-instructions.md",
    ".github/instructions/a.instructions.md",
    ".github/agents/a.md",
    ".github/skills/a/SKILL.md",
    ".agents/skills/a/SKILL.md",
    ".agents/skills/b.md",
    ".agents/AGENTS.md",
    ".ai-leash/AGENTS.md",
    ".ai-leash/memory/MEMORY.md",
    ".apc/agents/a.md",
    ".apc/skills/a.md",
    ".apc/skills/b/SKILL.md",
    ".codex/AGENTS.md",
    ".codex/skills/a/SKILL.md",
    ".codex/memories/memory_summary.md",
    ".opencode/skill/a/SKILL.md",
    ".opencode/skills/b/SKILL.md",
    ".opencode/AGENTS.md",
    ".pi/AGENTS.md",
    ".pi/SYSTEM.md",
    ".pi/skills/a/SKILL.md",
    ".pi/skills/b.md",
    ".qwen/QWEN.md",
    ".qwen/QWEN.local.md",
    ".qwen/rules/a.md",
    ".qwen/rules/b/c.md",
    ".qwen/skills/a/SKILL.md",
    ".skills/a.md",
    "skills/a/SKILL.md",
    "BOOTSTRAP.md",
    "HEARTBEAT.md",
    "IDENTITY.md",
    "MEMORY.md",
    "PLATFORM.md",
    "SOUL.md",
    "STATUS.md",
    "TOOLS.md",
    "USER.md",
    "agents.md",
    "claude.md",
    "memory/2026-01-31.md",
    "memory/a.md",
];

/// Files of the user, in the home folder.
const USERS: &[&str] = &[
    ".claude/CLAUDE.md",
    ".claude/rules/a.md",
    ".claude/skills/a/SKILL.md",
    ".claude/commands/a.md",
    ".claude/projects/-home-u/memory/MEMORY.md",
    ".codex/AGENTS.md",
    ".codex/skills/a/SKILL.md",
    ".codex/memories/memory_summary.md",
    ".agents/skills/a/SKILL.md",
    ".apx/skills/a/SKILL.md",
    ".config/ai-leash/AGENTS.md",
    ".config/ai-leash/memory/MEMORY.md",
    ".config/ai-leash/skills/a.md",
    ".config/opencode/AGENTS.md",
    ".config/opencode/skills/a/SKILL.md",
    ".copilot/copilot-instructions.md",
    ".copilot/skills/a/SKILL.md",
    ".gemini/GEMINI.md",
    ".gemini/skills/a/SKILL.md",
    ".gemini/tmp/u/memory/MEMORY.md",
    ".openclaw/skills/a/SKILL.md",
    ".pi/agent/AGENTS.md",
    ".pi/agent/skills/a/SKILL.md",
    ".pi/agent/skills/b.md",
    ".qwen/QWEN.md",
    ".qwen/rules/a.md",
    ".qwen/skills/a/SKILL.md",
];

/// Text that is a skill, a rule and an instruction.
const TEXT: &str = "---\nname: a\ndescription: About a\n---\n\nText\n";

#[test]
fn every_file_in_a_prompt_is_one_that_the_runtime_is_said_to_read() {
    let mut files = tree(&[]);
    for folder in ["", "sub/", "sub/deep/"] {
        for path in EVERYTHING {
            // One skill of a name is listed; each has its own.
            let text = TEXT.replace("name: a", &format!("name: a{}", path.len() + folder.len()));
            files.add(absolute(&format!("{folder}{path}")), text);
        }
    }
    for runtime in runtimes::all() {
        for version in runtime.versions() {
            let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
            // For some the opened folder is all there is.
            let starts: &[&str] = match runtime.loading() {
                Loading::Folder => &[""],
                Loading::Start | Loading::Touch => &["", "sub"],
            };
            for start in starts {
                let mut situation = situation();
                situation.start = absolute(start);
                situation.touched = vec![absolute("sub/deep/x.rs")];
                seen.extend(named(&assemble(*runtime, version, &situation, &files)));
            }
            let unsaid: Vec<_> = seen
                .iter()
                .filter_map(|path| path.strip_prefix(ROOT).ok())
                .filter(|below| runtime.reads(below).is_none())
                .collect();
            assert!(
                unsaid.is_empty(),
                "{} {}: {unsaid:?}",
                runtime.name(),
                version.name
            );
        }
    }
}

#[test]
fn the_users_own_files_are_read_where_the_home_folder_is_opened() {
    let mut files = MemoryFiles::new();
    for path in USERS {
        let text = TEXT.replace("name: a", &format!("name: a{}", path.len()));
        files.add(Path::new(HOME).join(path), text);
    }
    files.add("/home/u/.codex/config.toml", "features.memories = true\n");
    let mut situation = situation();
    situation.root = PathBuf::from(HOME);
    situation.start = PathBuf::from(HOME);
    let mut all = Vec::new();
    for runtime in runtimes::all() {
        let version = &runtime.versions()[0];
        let seen = named(&assemble(*runtime, version, &situation, &files));
        let mut project = Project::with(situation.clone(), vec![active(runtime.name(), &[])]);
        project.look_at_settings(&files);
        let role = |path: &PathBuf| project.role(&project.active[0], path);
        let unsaid: BTreeSet<_> = seen
            .iter()
            .filter(|path| path.starts_with(HOME) && role(path).is_none())
            .collect();
        if !unsaid.is_empty() {
            all.push(format!("{}: {unsaid:?}", runtime.name()));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

/// Every file a prompt holds something of, or says something about.
fn named(prompt: &EffectivePrompt) -> Vec<PathBuf> {
    let segments = prompt
        .parts
        .iter()
        .filter(|part| matches!(part.layer, Layer::Start | Layer::Touch))
        .flat_map(|part| &part.segments)
        .filter_map(|segment| segment.source.as_ref());
    let segments = segments.map(|source| source.path.clone());
    let losses = prompt.all_losses().map(|loss| loss.path.clone());
    let skills = prompt.skills.iter().map(|skill| skill.path.clone());
    let others = prompt.on_demand.iter().cloned();
    segments.chain(losses).chain(skills).chain(others).collect()
}

#[test]
fn every_fact_has_a_source_and_a_day() {
    for runtime in runtimes::all() {
        let facts = runtime.facts();
        assert!(facts.len() >= 5, "{} has {} facts", runtime.name(), facts.len());
        for fact in facts {
            let place = format!("{}: {}", runtime.name(), fact.about);
            assert!(fact.about.ends_with('.') && !fact.about.contains("  "), "{place}");
            assert!(!fact.source.is_empty(), "{place}");
            let day = fact.date.split('-').collect::<Vec<_>>();
            assert!(
                fact.date.starts_with("202") && matches!(day.len(), 2 | 3),
                "{place}"
            );
        }
    }
}

/// The settings files of each runtime, the strongest first; the others have none.
const CONFIG_FILES: &[(&str, &[&str])] = &[
    ("apx", &["~/.apx/config.json"]),
    (
        "claude-code",
        &[
            ".claude/settings.local.json",
            ".claude/settings.json",
            "~/.claude/settings.json",
            "~/.claude.json",
        ],
    ),
    ("codex", &[".codex/config.toml", "~/.codex/config.toml"]),
    (
        "gemini-cli",
        &[".gemini/settings.json", "~/.gemini/settings.json"],
    ),
    ("openclaw", &["~/.openclaw/openclaw.json"]),
    (
        "opencode",
        &[
            "opencode.jsonc",
            "opencode.json",
            "~/.config/opencode/opencode.jsonc",
            "~/.config/opencode/opencode.json",
            "~/.config/opencode/config.json",
        ],
    ),
    ("pi", &[".pi/settings.json", "~/.pi/agent/settings.json"]),
    ("qwen-code", &[".qwen/settings.json", "~/.qwen/settings.json"]),
];

fn config_files(name: &str) -> &'static [&'static str] {
    let known = CONFIG_FILES.iter().find(|(known, _)| *known == name);
    known.map_or(&[], |(_, paths)| paths)
}

#[test]
fn the_settings_files_are_those_that_are_read() {
    let files = tree(&[]);
    for runtime in runtimes::all() {
        let found = runtime.config_files(&situation(), &files);
        let found: Vec<_> = found.into_iter().map(|file| file.path).collect();
        let expected: Vec<_> = config_files(runtime.name())
            .iter()
            .map(|path| absolute(path))
            .collect();
        assert_eq!(found, expected, "{}", runtime.name());
        // What a prompt rests on, and nothing of a settings file's name beside it.
        let version = &runtime.versions()[0];
        let prompt = assemble(*runtime, version, &situation(), &files);
        let is_settings = |path: &&Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            ["json", "jsonc", "toml"]
                .iter()
                .any(|ending| name.ends_with(ending))
        };
        let asked = prompt.reads.questions().map(agents_workspace::Question::path);
        let asked: BTreeSet<_> = asked.filter(is_settings).map(Path::to_path_buf).collect();
        let state = ["projects.json", "openclaw-workspace-state.json"];
        let asked: BTreeSet<_> = asked
            .into_iter()
            .filter(|path| !state.iter().any(|name| path.ends_with(name)))
            .collect();
        let expected: BTreeSet<_> = expected.into_iter().collect();
        assert!(
            asked.is_subset(&expected),
            "{} asks for {asked:?}",
            runtime.name()
        );
        assert!(
            expected.is_subset(&asked),
            "{} does not ask for all of {expected:?}: {asked:?}",
            runtime.name()
        );
    }
}

#[test]
fn an_untrusted_folder_has_no_settings() {
    let files = tree(&[]);
    let mut untrusted = situation();
    untrusted.trusted = false;
    for name in ["codex", "gemini-cli", "qwen-code", "pi"] {
        let (runtime, _) = runtimes::find(name).expect("a runtime");
        let found = runtime.config_files(&untrusted, &files);
        assert_eq!(found.len(), 1, "{name}");
        assert!(!found[0].path.starts_with(ROOT), "{name}");
    }
}

/// Whether a settings file changes anything.
fn counts(name: &str, path: &str, text: &str) -> bool {
    let (runtime, version) = runtimes::find(name).expect("a runtime");
    let mut files = tree(&[
        ("CLAUDE.md", "usual\n"),
        ("AGENTS.md", "usual\n"),
        ("more.md", "added\n"),
    ]);
    let before = text_of(&assemble(runtime, version, &situation(), &files));
    files.add(absolute(path), text);
    before != text_of(&assemble(runtime, version, &situation(), &files))
}

/// What the released programs made of such files.
#[test]
fn a_settings_file_counts_as_its_program_takes_it() {
    const CLAUDE: (&str, &str) = ("claude-code", ".claude/settings.json");
    const CODEX: (&str, &str) = ("codex", ".codex/config.toml");
    const GEMINI: (&str, &str) = ("gemini-cli", ".gemini/settings.json");
    const QWEN: (&str, &str) = ("qwen-code", ".qwen/settings.json");
    const OPENCODE: (&str, &str) = ("opencode", "opencode.json");
    let cases: &[((&str, &str), &str, bool)] = &[
        (CLAUDE, "{\"claudeMdExcludes\": [\"**/*.md\"]}", true),
        (CLAUDE, "\u{feff}{\"claudeMdExcludes\": [\"**/*.md\"]}", true),
        (CLAUDE, "{\"claudeMdExcludes\": [\"**/*.md\", \"[\"]}", true),
        (
            CLAUDE,
            "{\"claudeMdExcludes\": [\"**/*.md\"], \"trusted\": 3}",
            true,
        ),
        (CLAUDE, "{\"claudeMdExcludes\": [\"**/*.md\"],}", false),
        (CLAUDE, "{\"claudeMdExcludes\": [\"**/*.md\"] /* x */}", false),
        (CLAUDE, "{\"claudeMdExcludes\": \"**/*.md\"}", false),
        (CLAUDE, "{\"claudeMdExcludes\": [\"**/*.md\", 3]}", false),
        (
            CLAUDE,
            "{\"claudeMdExcludes\": [\"**/*.md\"], \"autoMemoryEnabled\": 3}",
            false,
        ),
        (
            CLAUDE,
            "{\"claudeMdExcludes\": [\"**/*.md\"], \"autoMemoryEnabled\": null}",
            false,
        ),
        (
            CLAUDE,
            "{\"claudeMdExcludes\": [\"**/*.md\"], \"skillListingBudgetFraction\": 3}",
            false,
        ),
        (
            CLAUDE,
            "{\"claudeMdExcludes\": [\"**/*.md\"], \"skillListingMaxDescChars\": 1.5}",
            false,
        ),
        (CODEX, "project_doc_max_bytes = 0\n", true),
        (CODEX, "\u{feff}project_doc_max_bytes = 0\nother = 1\n", true),
        (CODEX, "project_doc_max_bytes = \"0\"\n", false),
        (
            GEMINI,
            "{ /* names */ \"context\": {\"fileName\": \"more.md\"}}",
            true,
        ),
        (GEMINI, "{\"context\": {\"fileName\": \"more.md\",}}", false),
        (
            GEMINI,
            "\u{feff}{\"context\": {\"fileName\": \"more.md\"}}",
            false,
        ),
        (
            QWEN,
            "{\"context\": {\"fileName\": \"more.md\"} // names\n}",
            true,
        ),
        (QWEN, "\u{feff}{\"context\": {\"fileName\": \"more.md\"}}", true),
        (QWEN, "{\"context\": {\"fileName\": \"more.md\"},}", false),
        (OPENCODE, "{\"instructions\": [\"more.md\",], // names\n}", true),
        (OPENCODE, "\u{feff}{\"instructions\": [\"more.md\"]}", true),
        (OPENCODE, "{\"instructions\": \"more.md\"}", false),
    ];
    for ((name, path), text, expected) in cases {
        assert_eq!(counts(name, path, text), *expected, "{name}: {text}");
    }
}

/// Contents no settings file should have.
fn bad_contents() -> Vec<(&'static str, Vec<u8>)> {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(50_000), close.repeat(50_000));
    vec![
        ("nothing", Vec::new()),
        ("blanks", b" \n\t\n".to_vec()),
        ("a byte order mark", "\u{feff}".into()),
        ("a byte order mark and a value", "\u{feff}{}".into()),
        ("not UTF-8", b"{\"a\": \"\xff\xfe\"}".to_vec()),
        ("UTF-16", "{}".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("NUL", b"\0\0\0".to_vec()),
        ("a list", b"[]".to_vec()),
        ("null", b"null".to_vec()),
        ("half", b"{\"context\": {".to_vec()),
        ("deep", deep("[", "]").into()),
        (
            "deep objects",
            format!("{{\"a\":{}}}", deep("{\"a\":", "}")).into(),
        ),
        ("deep TOML", format!("a = {}", deep("[", "]")).into()),
        ("long TOML keys", format!("{}a = 1\n", "a.".repeat(50_000)).into()),
        ("comments", b"/* */ // x\n".to_vec()),
        ("an open comment", b"/*".to_vec()),
        ("20 megabytes", {
            let mut text = b"{\"a\": \"".to_vec();
            text.resize(20 * 1024 * 1024, b'x');
            text.extend(b"\"}");
            text
        }),
    ]
}

#[test]
fn whatever_a_settings_file_holds_the_prompt_is_made() {
    let contents = bad_contents();
    for runtime in runtimes::all() {
        let version = &runtime.versions()[0];
        let mut clean = tree(&[("AGENTS.md", "A\n"), ("CLAUDE.md", "C\n"), ("GEMINI.md", "G\n")]);
        clean.add(absolute("opencode.json"), "{}");
        let default = text_of(&assemble(*runtime, version, &situation(), &clean));
        for path in config_files(runtime.name()) {
            for (what, bytes) in &contents {
                let mut files = clean.clone();
                files.add(absolute(path), bytes);
                let prompt = assemble(*runtime, version, &situation(), &files);
                assert_eq!(text_of(&prompt), default, "{}: {what} in {path}", runtime.name());
                for file in runtime.config_files(&situation(), &files) {
                    let _ = inspect(&files, &file, runtime.settings());
                }
            }
        }
    }
}

#[test]
fn whatever_lies_where_settings_are_kept_the_prompt_is_made() {
    for runtime in runtimes::all() {
        let version = &runtime.versions()[0];
        let clean = tree(&[("AGENTS.md", "A\n"), ("CLAUDE.md", "C\n"), ("GEMINI.md", "G\n")]);
        let default = text_of(&assemble(*runtime, version, &situation(), &clean));
        let check = |files: &MemoryFiles, what: &str| {
            let prompt = assemble(*runtime, version, &situation(), files);
            assert_eq!(text_of(&prompt), default, "{}: {what}", runtime.name());
        };
        for path in config_files(runtime.name()) {
            let mut folder = clean.clone();
            folder.folder(absolute(path));
            check(&folder, &format!("a folder at {path}"));
            let mut nowhere = clean.clone();
            nowhere.link(absolute(path), "nowhere");
            check(&nowhere, &format!("a link to nothing at {path}"));
            let mut circle = clean.clone();
            circle.link(absolute(path), absolute(path));
            check(&circle, &format!("a link to itself at {path}"));
            // A file in place of the folder that would hold it.
            let above = absolute(path);
            let above = above.parent().expect("a folder");
            if above != Path::new(ROOT) && above != Path::new(HOME) {
                let mut file = clean.clone();
                file.add(above, "x");
                check(&file, &format!("a file in place of the folder of {path}"));
            }
        }
        let mut homeless = situation();
        homeless.home = None;
        let _ = assemble(*runtime, version, &homeless, &clean);
        homeless.home = Some(absolute("AGENTS.md"));
        let prompt = assemble(*runtime, version, &homeless, &clean);
        assert_eq!(
            text_of(&prompt),
            default,
            "{}: a file as the home folder",
            runtime.name()
        );
    }
}

fn text_of(prompt: &EffectivePrompt) -> String {
    let parts = prompt.parts.iter();
    parts
        .map(|part| format!("{}: {}\n", part.name, part.text()))
        .collect()
}
