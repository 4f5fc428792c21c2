//! What holds for every runtime on every tree.

use agents_prompt::{
    EffectivePrompt, ImportOutcome, Settings, Situation, Version,
    effective::SegmentText,
    runtime::{Role, Runtime, assemble, set},
    runtimes,
};
use agents_workspace::{Files, MemoryFiles, Question};
use proptest::prelude::*;
use serde_json::json;
use std::path::{Path, PathBuf};

const ROOT: &str = "/top/repo";
const HOME: &str = "/home/me";

/// Names that some runtime looks for, in folders that some runtime walks.
const PLACES: &[&str] = &[
    "AGENTS.md",
    "AGENTS.override.md",
    "CLAUDE.md",
    "SOUL.md",
    "IDENTITY.md",
    "USER.md",
    "MEMORY.md",
    "TOOLS.md",
    "BOOTSTRAP.md",
    "STATUS.md",
    "memory/2026-01-01.md",
    ".ai-leash/memory/MEMORY.md",
    ".skills/s.md",
    ".skills/t.md",
    "skills/s/SKILL.md",
    ".agents/skills/s/SKILL.md",
    ".codex/skills/s/SKILL.md",
    ".apc/skills/s/SKILL.md",
    ".apc/skills/f.md",
    ".codex/config.toml",
    ".git/HEAD",
    "CONTEXT.md",
    "GEMINI.md",
    "QWEN.md",
    "opencode.json",
    ".opencode/skill/s/SKILL.md",
    ".claude/skills/s/SKILL.md",
    ".pi/skills/s/SKILL.md",
    ".pi/skills/f.md",
    ".gemini/skills/s/SKILL.md",
    ".gemini/settings.json",
    ".qwen/skills/s/SKILL.md",
    ".qwen/rules/r.md",
    ".qwen/QWEN.local.md",
    "CLAUDE.local.md",
    ".claude/CLAUDE.md",
    ".claude/AGENTS.md",
    ".claude/rules/r.md",
    ".claude/rules/s/t.md",
    ".claude/skills/s/SKILL.md",
    ".claude/commands/c.md",
    ".claude/settings.json",
    ".github/copilot-instructions.md",
    ".github/instructions/i.instructions.md",
    ".github/skills/s/SKILL.md",
    "GEMINI.md",
    ".vscode/settings.json",
    "WARP.md",
    "agents.md",
    "AGENT.md",
    ".cursorrules",
    ".openhands/microagents/m.md",
    ".openhands/skills/n.md",
    ".openhands/skills/s/SKILL.md",
    ".continue/rules/r.md",
    ".continue/rules/s.md",
    ".kilo/rules/r.md",
    ".kilocode/rules/r.md",
    ".kilocoderules",
    ".kilo/skills/s/SKILL.md",
    "kilo.json",
    "x.md",
    ".goosehints",
    ".gitignore",
    ".rules",
    "AGENT.md",
    "AGENTS.local.md",
    "CRUSH.md",
    "crush.json",
    ".clinerules/r.md",
    ".cline/rules/r.md",
    ".cursor/rules/r.md",
    ".roo/rules/r.md",
    ".roo/rules-code/r.md",
    ".roo/skills/s/SKILL.md",
    ".roorules",
    ".aider.conf.yml",
    ".windsurfrules",
    ".windsurf/rules/r.md",
    ".windsurf/global_rules.md",
    ".devin/rules/r.md",
    ".devin/global_rules.md",
    ".devin/skills/s/SKILL.md",
    ".cursor/rules/r.mdc",
    ".agents/rules/r.md",
    ".kiro/steering/s.md",
    ".kiro/skills/s/SKILL.md",
    "AGENT.md",
    "AGENTS.local.md",
    ".junie/AGENTS.md",
    ".junie/playbook.md",
    ".junie/rules/r.md",
    ".junie/guidelines.md",
    ".junie/guidelines/g.md",
    ".junie/skills/s/SKILL.md",
    ".factory/skills/s/skill.mdx",
];

const HOME_PLACES: &[&str] = &[
    ".codex/AGENTS.md",
    ".codex/AGENTS.override.md",
    ".codex/config.toml",
    ".codex/memories/memory_summary.md",
    ".codex/skills/u/SKILL.md",
    ".agents/skills/u/SKILL.md",
    ".config/ai-leash/AGENTS.md",
    ".config/ai-leash/memory/MEMORY.md",
    ".config/ai-leash/skills/u.md",
    ".apx/config.json",
    ".apx/skills/u/SKILL.md",
    ".openclaw/openclaw.json",
    ".openclaw/skills/u/SKILL.md",
    ".config/opencode/AGENTS.md",
    ".config/opencode/opencode.json",
    ".claude/CLAUDE.md",
    ".pi/agent/AGENTS.md",
    ".pi/agent/skills/f.md",
    ".gemini/GEMINI.md",
    ".gemini/tmp/repo/memory/MEMORY.md",
    ".gemini/settings.json",
    ".qwen/QWEN.md",
    ".qwen/rules/r.md",
    ".claude/CLAUDE.md",
    ".claude/rules/r.md",
    ".claude/skills/u/SKILL.md",
    ".claude/projects/-top-repo/memory/MEMORY.md",
    ".copilot/copilot-instructions.md",
    ".copilot/instructions/i.instructions.md",
    ".copilot/skills/u/SKILL.md",
    ".config/Code/User/settings.json",
    ".openhands/microagents/m.md",
    ".continue/rules/u.md",
    ".config/kilo/AGENTS.md",
    ".config/kilo/kilo.json",
    ".kilocode/rules/r.md",
    "x.md",
    ".config/goose/AGENTS.md",
    ".config/goose/config.yaml",
    ".agents/AGENTS.md",
    ".config/zed/AGENTS.md",
    ".config/crush/CRUSH.md",
    ".cline/rules/r.md",
    ".roo/rules/r.md",
    ".aider.conf.yml",
    ".codeium/windsurf/memories/global_rules.md",
    ".config/devin/AGENTS.md",
    ".config/devin/config.json",
    ".devin/rules/r.md",
    ".config/amp/AGENTS.md",
    ".config/AGENTS.md",
    ".kiro/steering/s.md",
    ".kiro/steering/AGENTS.md",
    ".junie/AGENTS.md",
    ".factory/AGENTS.md",
];

/// Pieces of text that are treated in some special way somewhere.
const WORDS: &[&str] = &[
    "rule\n",
    "- NEVER do it\n",
    "# Heading\n",
    "é",
    "😀",
    "\r\n",
    "\n\n\n\n",
    "  ",
    "\u{feff}",
    "\u{85}",
    "---\n",
    "---\r\n",
    "name: x\n",
    "description: y\n",
    "description: |\n  z\n",
    "```\n",
    "prose without a word for it\n",
    "必須\n",
    "\0",
    "\u{2028}",
    "Default heartbeat prompt:\n`Read HEARTBEAT.md if it exists. HEARTBEAT_OK.`\n",
    "project_doc_max_bytes = 7\n",
    "<!-- note -->\n",
    "<!-- open",
    "@x.md ",
    "@../AGENTS.md\n",
    "@~/x.md",
    "**@a/x.md**",
    "`code ",
    "- item\n",
    "paths: \"**/*.rs\"\n",
    "applyTo: a/**\n",
    "excludeAgent: coding-agent\n",
    "globs: ['**/*.rs', '!a/b/**']\n",
    "alwaysApply: false\n",
    "triggers: [x]\n",
    "[x](x.md)\n",
    "{\"chat.useAgentsMdFile\": false, \"chat.includeReferencedInstructions\": true}",
    "{",
    "\"a: b\n",
    "@AGENTS.md\n",
    "@./a/GEMINI.md ",
    "@../QWEN.md",
    "`",
    "    @X.md\n",
    "<!-- x -->\n",
    "paths: \"**/*.rs\"\n",
    "{\"context\": {\"fileName\": \"AGENTS.md\", \"importFormat\": \"flat\"}, \"instructions\": [\"*.md\", \"X.md\"]}",
    "long line of text that goes on and on and on\n",
    "CONTEXT_FILE_NAMES: [X.md, AGENTS.md]\n",
    "read: [x.md, AGENTS.md]\n",
    "\u{200b}",
    "*.md\n",
    "{\"options\": {\"context_paths\": [\"x.md\", \"a\"]}}",
    "trigger: glob\nglobs: \"a/**\"\n",
    "trigger: manual\n",
    "globs: ['[a', './**']\n",
    "inclusion: fileMatch\nfileMatchPattern: ['**/*.rs']\n",
    "inclusion: auto\n",
    "alwaysApply: true\n",
    "triggers: [user]\n",
    "#[[file:x.md]] #[[file:AGENTS.md]]",
    "@*.md @a/**/*.md\n",
];

fn content() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..40);
    (words, any::<bool>(), 0..8_u8).prop_map(|(words, head, broken)| {
        let mut bytes = if head {
            b"---\nname: n\ndescription: d\n---\n".to_vec()
        } else {
            Vec::new()
        };
        bytes.extend(words.concat().into_bytes());
        if broken == 0 {
            // A letter without its end, and bytes that are none.
            bytes.extend(b"\xe2\x82 a \xff");
        }
        bytes
    })
}

fn tree() -> impl Strategy<Value = MemoryFiles> {
    let place = (
        prop::sample::select(&["", "a", "a/b"][..]),
        prop::sample::select(PLACES),
    );
    let ours = prop::collection::vec((place, content()), 0..20);
    let users = prop::collection::vec((prop::sample::select(HOME_PLACES), content()), 0..8);
    let link = prop::option::of(prop::sample::select(
        &["a/AGENTS.md", "SOUL.md", "a/b", ".skills/l.md"][..],
    ));
    (ours, users, link).prop_map(|(ours, users, link)| {
        let mut files = MemoryFiles::new();
        files
            .folder(ROOT)
            .folder(Path::new(ROOT).join("a/b"))
            .folder(HOME);
        for ((folder, name), bytes) in ours {
            files.add(Path::new(ROOT).join(folder).join(name), bytes);
        }
        for (name, bytes) in users {
            files.add(Path::new(HOME).join(name), bytes);
        }
        if let Some(link) = link {
            files.link(Path::new(ROOT).join(link), "AGENTS.md");
        }
        files
    })
}

fn settings(runtime: &dyn Runtime, cap: u32, switch: bool) -> Settings {
    let mut settings = Settings::default();
    for setting in runtime.settings() {
        for value in [json!(cap), json!(switch), json!(["X.md"])] {
            let key = setting.key.replace('*', "/top/repo");
            // Whether a value fits is the setting's own affair.
            if set(runtime, &mut settings, &key, &value).is_ok() {
                break;
            }
        }
    }
    settings
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(0), ..ProptestConfig::default() })]

    #[test]
    fn a_prompt_accounts_for_every_byte(
        files in tree(),
        start in prop::sample::select(&["", "a", "a/b", "none"][..]),
        touched in prop::sample::select(&["", "a", "a/b/x.rs", "AGENTS.md", "../out"][..]),
        cap in prop_oneof![0..80_u32, 0..2_000_u32],
        set_up in any::<bool>(),
        switch in any::<bool>(),
    ) {
        for runtime in runtimes::all() {
            for version in runtime.versions() {
                let mut situation = Situation::at(ROOT);
                situation.start = Path::new(ROOT).join(start);
                situation.home = Some(PathBuf::from(HOME));
                situation.touched = vec![Path::new(ROOT).join(touched)];
                if set_up {
                    situation.settings = settings(*runtime, cap, switch);
                }
                let prompt = assemble(*runtime, version, &situation, &files);
                check(*runtime, version, &prompt, &files)?;
            }
        }
    }
}

/// A file as large as one may be is no trouble to any runtime.
#[test]
fn a_huge_file_is_no_trouble() {
    let mut files = MemoryFiles::new();
    let line = "- NEVER do it 😀\n";
    let huge = line.repeat(16 * 1024 * 1024 / line.len());
    for name in ["AGENTS.md", "GEMINI.md", "QWEN.md"] {
        files.add(Path::new(ROOT).join(name), &huge);
    }
    files.add(Path::new(HOME).join(".codex/AGENTS.md"), &huge);
    let mut situation = Situation::at(ROOT);
    situation.start = PathBuf::from(ROOT).join("a");
    situation.home = Some(PathBuf::from(HOME));
    for runtime in runtimes::all() {
        for version in runtime.versions() {
            let prompt = assemble(*runtime, version, &situation, &files);
            assert!(prompt.parts.len() < 10);
        }
    }
}

fn check(
    runtime: &dyn Runtime,
    version: &Version,
    prompt: &EffectivePrompt,
    files: &MemoryFiles,
) -> Result<(), TestCaseError> {
    let who = format!("{}@{}", runtime.name(), version.name);
    prop_assert!(
        prompt.reads.hold(files),
        "{who}: the same tree gives the same answers"
    );
    for part in &prompt.parts {
        prop_assert_eq!(part.len(), part.text().len(), "{}: {}", who, part.name);
        prop_assert!(!part.is_empty(), "{who}: {} is empty", part.name);
        for segment in &part.segments {
            let Some(source) = &segment.source else {
                continue;
            };
            let file = files.file(&source.path).expect("a source is a file");
            prop_assert!(source.range.start <= source.range.end && source.range.end <= file.text().len());
            if let SegmentText::Same(_) = segment.text {
                let mut text = String::new();
                segment.write(&mut text);
                prop_assert_eq!(text, file.text().substring(source.range.clone()), "{}", who);
            }
        }
    }
    for import in &prompt.imports {
        let file = files.file(&import.path).expect("an import stands in a file");
        let written = file.text().substring(import.range.clone());
        let is_whole = import.range.end <= file.text().len() && written.starts_with('@');
        prop_assert!(is_whole, "{who}: {import:?}");
        let target = files.file(&import.target);
        let is_followed = matches!(import.outcome, ImportOutcome::Followed | ImportOutcome::Repeated);
        prop_assert!(target.is_ok() || !is_followed, "{who}: {import:?}");
        let is_missing = import.outcome == ImportOutcome::Missing;
        prop_assert!(target.is_err() || !is_missing, "{who}: {import:?}");
    }
    for loss in prompt.all_losses() {
        let length = files
            .file(&loss.path)
            .map(|file| file.text().len())
            .unwrap_or_default();
        prop_assert!(
            loss.range.start <= loss.range.end && loss.range.end <= length,
            "{who}: {loss:?}"
        );
    }
    for question in prompt.reads.questions() {
        let Question::File(path) = question else {
            continue;
        };
        let relative = path.strip_prefix(ROOT).unwrap_or(path);
        let absent = prompt.on_demand.contains(path) || prompt.waiting.contains(path);
        let sent = runtime.reads(relative) == Some(Role::Instructions) && !absent;
        if sent && files.file(path).is_ok() {
            accounted(&who, prompt, files, path)?;
        }
    }
    Ok(())
}

/// Nothing but space may be neither sent nor lost.
fn accounted(
    who: &str,
    prompt: &EffectivePrompt,
    files: &MemoryFiles,
    path: &Path,
) -> Result<(), TestCaseError> {
    let file = files.file(path).expect("it was read");
    let length = file.text().len();
    let mut seen = vec![false; length];
    let lost = prompt
        .all_losses()
        .filter(|loss| loss.path == path)
        .map(|loss| &loss.range);
    for range in prompt.loaded(path).chain(lost) {
        seen[range.clone()].fill(true);
    }
    let text = file.text().to_string();
    for (at, char) in text.char_indices() {
        let known = seen[at] || char.is_whitespace() || char == '\u{feff}';
        prop_assert!(known, "{who}: byte {at} of {} vanished: {text:?}", path.display());
    }
    Ok(())
}
