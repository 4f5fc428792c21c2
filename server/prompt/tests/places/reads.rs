//! Every file in a prompt is one that the runtime is said to read.

use crate::*;
use agents_prompt::{Layer, Loading, Project, runtime::assemble};
use std::collections::BTreeSet;

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
    let mut all = Vec::new();
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
            if !unsaid.is_empty() {
                all.push(format!("{} {}: {unsaid:?}", runtime.name(), version.name));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
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
