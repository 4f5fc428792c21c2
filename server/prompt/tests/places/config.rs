//! Which settings files there are, and how each is taken.

use crate::*;
use agents_prompt::runtime::{Basis, Runtime, assemble};
use std::collections::BTreeSet;

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

pub(crate) fn config_files(name: &str) -> &'static [&'static str] {
    let known = CONFIG_FILES.iter().find(|(known, _)| *known == name);
    known.map_or(&[], |(_, paths)| paths)
}

#[test]
fn the_settings_files_are_those_that_are_read() {
    let files = tree(&[]);
    let is_measured = |runtime: &&&dyn Runtime| runtime.versions()[0].basis == Basis::Measured;
    for runtime in runtimes::all().iter().filter(is_measured) {
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

/// Of a runtime that was not measured it is enough that it asks for every file it names.
#[test]
fn settings_files_that_are_named_are_asked_for() {
    let files = tree(&[]);
    for runtime in runtimes::all() {
        let prompt = assemble(*runtime, &runtime.versions()[0], &situation(), &files);
        for file in runtime.config_files(&situation(), &files) {
            let mut asked = prompt.reads.questions().map(agents_workspace::Question::path);
            assert!(
                asked.any(|path| path == file.path),
                "{} does not ask for {}",
                runtime.name(),
                file.path.display()
            );
        }
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
