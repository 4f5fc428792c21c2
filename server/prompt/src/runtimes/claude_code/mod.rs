//! Claude Code, as released in `@anthropic-ai/claude-code` 2.1.332, and as it was in 2.1.197.
//!
//! Behaviour: observed in the requests of the released binaries on small trees; where that agrees, the
//! documentation at code.claude.com/docs/en/{memory,skills,settings} is the public word for it.
//!
//! * `facts`: what is known of it.
//! * `files`: which settings files it reads; `settings`: the user's, the project's and the local `settings.json`.
//! * `load`: one file: what is taken out of it, and what it mentions; `import`: where that leads.
//! * `rules`: files for files of some patterns.
//! * `start`: the files of the start, root first; `memory`: what it noted for itself.
//! * `touch`: what a read below the start folder adds.
//! * `skills`: which skills there are; `skill_list`: their list; `skill_fields` and `agent_fields`:
//!   the keys of heads.

mod agent_fields;
mod facts;
mod files;
mod import;
mod load;
mod memory;
mod rules;
mod settings;
mod skill_fields;
mod skill_list;
mod skills;
mod start;
mod touch;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField,
        Version,
    },
    situation::Situation,
    steps::{
        config::{self, check},
        parameters::{self, Parameters, Reach},
        rule::lies_below,
    },
};
use agents_workspace::Files;
use serde_json::Value;
use std::path::Path;

/// Claude Code.
pub struct ClaudeCode;

const VERSIONS: &[Version] = &[
    Version {
        name: "2.1.332",
        basis: Basis::Measured,
        source: "requests of the released binary, npm @anthropic-ai/claude-code 2.1.332",
        date: "2026-11-30",
    },
    Version {
        name: BEFORE_AGENTS,
        basis: Basis::Measured,
        source: "requests of the released binary, npm @anthropic-ai/claude-code 2.1.197; no AGENTS.md yet",
        date: "2026-11-30",
    },
];

/// A release that does not read AGENTS.md.
const BEFORE_AGENTS: &str = "2.1.197";

/// Files of instructions, in any folder.
const NAMES: &[&str] = &["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "instructionFiles",
        about: "Which files are read: claude-md, claude-md-or-agents-md (default), claude-md-and-agents-md or \
                managed-only.",
        check: instruction_files,
    },
    Setting {
        key: "claudeMdExcludes",
        about: "Patterns for absolute paths of instruction files and rules that are left out.",
        check: check::strings,
    },
    Setting {
        key: "hasClaudeMdExternalIncludesApproved",
        about: "Whether mentions may lead out of the start folder (false).",
        check: check::flag,
    },
    Setting {
        key: "autoMemoryEnabled",
        about: "Whether MEMORY.md is sent (true).",
        check: check::flag,
    },
    Setting {
        key: "autoMemoryDirectory",
        about: "Where MEMORY.md lies: an absolute path, or one below `~/`; set here it may be relative to the opened \
                folder.",
        check: text,
    },
    Setting {
        key: "model",
        about: "The model, on which the layout of the first message depends.",
        check: text,
    },
    Setting {
        key: "contextWindowTokens",
        about: "Tokens of the model's context window, of which the list of skills has its share at four characters \
                each. A name of agents-ls: Claude Code knows the window of its model.",
        check: check::tokens,
    },
    Setting {
        key: "skillListingBudgetFraction",
        about: "Share of the context window for the list of skills, at most 1 (0.01).",
        check: share,
    },
    Setting {
        key: "skillListingMaxDescChars",
        about: "Characters of one skill's description in the list (1536).",
        check: characters,
    },
    Setting {
        key: "disableBundledSkills",
        about: "Whether the skills that Claude Code brings are left out (false).",
        check: check::flag,
    },
];

impl Runtime for ClaudeCode {
    fn name(&self) -> &'static str {
        "claude-code"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        files::config_files(situation)
    }

    fn parameters(&self) -> &'static [Setting] {
        parameters::ALL
    }

    fn window_setting(&self) -> Option<&'static str> {
        Some("contextWindowTokens")
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        self.reads_with(path, &Parameters::default())
    }

    fn reads_with(&self, path: &Path, parameters: &Parameters) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let names: Vec<_> = path.iter().filter_map(|name| name.to_str()).collect();
        let below = |inner: &str| names.windows(2).any(|pair| pair == [".claude", inner]);
        let is_named = parameters.names(path, Reach::Folders);
        if is_named.unwrap_or_else(|| NAMES.contains(&name)) {
            return Some(Role::Instructions);
        }
        let in_skills = parameters.in_skills(path, Reach::Folders, &[".claude/skills"]);
        match name {
            "SKILL.md" if in_skills.is_some() => Some(Role::Skill),
            _ if !name.ends_with(".md") => None,
            _ if below("rules") => Some(Role::Instructions),
            // Commands are listed like skills.
            _ if below("commands") => Some(Role::Skill),
            _ if below("agents") => Some(Role::Agent),
            _ => None,
        }
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        settings::further(situation, files)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if lies_below(path, ".claude/rules") {
            &["paths"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn agent_fields(&self) -> &'static [SkillField] {
        agent_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CLAUDE_CONFIG_DIR"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".claude"),
            Evidence::Project("CLAUDE.md"),
            Evidence::Project("CLAUDE.local.md"),
            Evidence::Home(".claude"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files, version.name == BEFORE_AGENTS);
        let mut loader = load::Loader::new(situation, &settings, files);
        let instructions = start::part(&mut loader, &mut prompt);
        let (skills, nested_skills) = skills::parts(&mut prompt, situation, &settings, files);
        // The older layout has the list of skills in a block before the instructions.
        if settings.layout.is_older() {
            prompt.parts.extend(skills);
            prompt.parts.extend(instructions);
        } else {
            prompt.parts.extend(instructions);
            prompt.parts.extend(skills);
        }
        touch::add(&mut loader, &mut prompt);
        prompt.parts.extend(nested_skills);
        loader.finish(&mut prompt);
        prompt
    }
}

fn instruction_files(value: &Value) -> Result<(), &'static str> {
    let known = value.as_str().and_then(settings::Reads::of);
    known
        .map(drop)
        .ok_or("claude-md, claude-md-or-agents-md, claude-md-and-agents-md or managed-only")
}

fn share(value: &Value) -> Result<(), &'static str> {
    let share = value.as_f64().filter(|share| (0.0..=1.0).contains(share));
    share.map(drop).ok_or("a share between 0 and 1")
}

fn characters(value: &Value) -> Result<(), &'static str> {
    config::count(value).map(drop).ok_or("a number of characters")
}

fn text(value: &Value) -> Result<(), &'static str> {
    value.is_string().then_some(()).ok_or("a text")
}

#[cfg(test)]
mod tests;
