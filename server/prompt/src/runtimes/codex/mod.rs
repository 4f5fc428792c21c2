//! Codex CLI, as released in `@openai/codex` 0.171.0.
//!
//! Behaviour: observed in the released binary (its requests, and `codex debug prompt-input`), and read in
//! github.com/openai/codex: `codex-rs/core/src/agents_md.rs` at 0cf644af, `codex-rs/core-skills/src/loader.rs`
//! at 033d1d07, `codex-rs/ext/skills/src/render.rs`, `codex-rs/ext/memories/src/prompts.rs`.
//!
//! * `facts`: what is known of it.
//! * `settings`: `config.toml` in its layers.
//! * `instructions`: AGENTS.md from the project's root to the start folder.
//! * `skills`: which skills there are; `skill_list`: their list; `skill_fields`: the keys of a head.
//! * `memory`: the summary of what it noted for itself.

mod facts;
mod found;
mod instructions;
mod memory;
mod settings;
mod skill_fields;
mod skill_list;
mod skills;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField,
        Version,
    },
    situation::Situation,
    steps::{
        config::check,
        parameters::{self, Parameters, Reach},
    },
};
use agents_workspace::Files;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Codex CLI.
pub struct Codex;

const VERSIONS: &[Version] = &[Version {
    name: "0.171.0",
    basis: Basis::Measured,
    source: "requests of the released binary, npm @openai/codex 0.171.0",
    date: "2026-11-30",
}];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "project_doc_max_bytes",
        about: "Bytes of project instructions that are sent, all files together; 0 sends none (32768).",
        check: check::bytes,
    },
    Setting {
        key: "project_doc_fallback_filenames",
        about: "File names that stand in for AGENTS.md in a folder that has none.",
        check: check::strings,
    },
    Setting {
        key: "project_root_markers",
        about: "Names whose presence marks the project's root ([\".git\"]); an empty list: the start folder.",
        check: check::strings,
    },
    Setting {
        key: "trusted",
        about: "Whether the user trusts the project, so that its .codex/config.toml counts; Codex asks, and here the \
                answer is taken to be yes (true).",
        check: check::flag,
    },
    Setting {
        key: "projects.*.trust_level",
        about: "`untrusted` under a project's path leaves its instruction files out.",
        check: trust_level,
    },
    Setting {
        key: "features.memories",
        about: "Whether the summary of its memories is sent (false).",
        check: check::flag,
    },
    Setting {
        key: "skills.max_context_tokens",
        about: "Tokens for the list of skills, at most 10000 (2 % of the context window).",
        check: check::tokens,
    },
    Setting {
        key: "skills.include_instructions",
        about: "Whether skills are listed at all (true).",
        check: check::flag,
    },
    Setting {
        key: "model_context_window",
        about: "Tokens of the model's context window (272000).",
        check: check::tokens,
    },
];

impl Runtime for Codex {
    fn name(&self) -> &'static str {
        "codex"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Start
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, files: &dyn Files) -> Vec<ConfigFile> {
        settings::config_files(situation, files)
    }

    fn parameters(&self) -> &'static [Setting] {
        &[
            parameters::FILES,
            parameters::FILE_CAP,
            parameters::TOTAL_CAP,
            parameters::CONTEXT_WINDOW,
            parameters::HEADING,
            parameters::FILE_HEADING,
            parameters::FILE_END,
            parameters::SEPARATOR,
            parameters::ENDING,
            parameters::SKILLS,
            parameters::SKILLS_CAP,
        ]
    }

    fn window_setting(&self) -> Option<&'static str> {
        Some("model_context_window")
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        self.reads_with(path, &Parameters::default())
    }

    fn reads_with(&self, path: &Path, parameters: &Parameters) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let is_named = parameters.names(path, Reach::Folders);
        if is_named.unwrap_or_else(|| instructions::NAMES.contains(&name)) {
            return Some(Role::Instructions);
        }
        let below = parameters.in_skills(path, Reach::Folders, &[".agents/skills", ".codex/skills"]);
        (name == "SKILL.md" && below.is_some()).then_some(Role::Skill)
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        settings::further(situation, files)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CODEX_HOME"]
    }

    fn root(&self, situation: &Situation, files: &dyn Files) -> Option<PathBuf> {
        Some(settings::root(situation, files))
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".codex"),
            Evidence::Project("AGENTS.override.md"),
            Evidence::Home(".codex"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files);
        // The order of the developer's texts and the user's: memory, skills, instructions.
        memory::add(&mut prompt, &settings, files);
        skills::add(&mut prompt, &settings, situation, files);
        instructions::add(&mut prompt, &settings, situation, files);
        prompt
    }
}

fn trust_level(value: &Value) -> Result<(), &'static str> {
    let known = value
        .as_str()
        .is_some_and(|level| matches!(level, "trusted" | "untrusted"));
    known.then_some(()).ok_or("\"trusted\" or \"untrusted\"")
}

#[cfg(test)]
mod tests;
