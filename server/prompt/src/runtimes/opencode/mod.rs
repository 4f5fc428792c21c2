//! opencode, as released in `opencode-ai` 1.18.33.
//!
//! Behaviour: requests of the released binary, and the JavaScript in it (`packages/opencode/src/session/
//! instruction.ts`, `skill/`, `config/` of github.com/sst/opencode).
//!
//! * `facts`: what is known of it.
//! * `settings`: `opencode.json` in its layers.
//! * `instructions`: AGENTS.md, from the start folder up; further files that settings name.
//! * `glob`: the files a pattern of the settings stands for.
//! * `further`: the files in the opened folder that settings name.
//! * `nested`: what reading a file adds.
//! * `skills`: which skills there are, and their list; `skill_fields`: the keys of a head.

mod facts;
mod further;
mod glob;
pub(super) mod instructions;
pub(super) mod nested;
pub(super) mod settings;
mod skill_fields;
mod skills;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField,
        Version,
    },
    situation::Situation,
    steps::config::check,
};
use agents_workspace::Files;
use std::path::Path;

/// opencode.
pub struct Opencode;

const VERSIONS: &[Version] = &[Version {
    name: "1.18.33",
    basis: Basis::Measured,
    source: "requests of the released binary, npm opencode-ai 1.18.33",
    date: "2026-11-30",
}];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "instructions",
        about: "Further instruction files: paths, patterns or addresses.",
        check: check::strings,
    },
    Setting {
        key: "skills.paths",
        about: "Further folders of skills, relative to the start folder.",
        check: check::strings,
    },
];

/// The names of instruction files, in the order in which they are tried.
const NAMES: [&str; 3] = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"];

impl Runtime for Opencode {
    fn name(&self) -> &'static str {
        "opencode"
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

    fn config_files(&self, situation: &Situation, files: &dyn Files) -> Vec<ConfigFile> {
        settings::config_files(situation, files)
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        if NAMES.contains(&name) {
            // `.claude/CLAUDE.md` is read in the home folder only.
            let is_in_dot_folder = path.parent().is_some_and(|folder| folder.ends_with(".claude"));
            return (!is_in_dot_folder).then_some(Role::Instructions);
        }
        (name == "SKILL.md" && skills::is_below_skills(path)).then_some(Role::Skill)
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        further::find(situation, files)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &[
            "OPENCODE_CONFIG_DIR",
            "OPENCODE_DISABLE_CLAUDE_CODE",
            "OPENCODE_DISABLE_CLAUDE_CODE_PROMPT",
            "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS",
            "OPENCODE_DISABLE_EXTERNAL_SKILLS",
            "OPENCODE_DISABLE_PROJECT_CONFIG",
        ]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project("opencode.json"),
            Evidence::Project("opencode.jsonc"),
            Evidence::Project(".opencode"),
            Evidence::Home(".config/opencode"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files);
        let sent = instructions::add(&mut prompt, &settings, situation, files);
        skills::add(&mut prompt, &settings, situation, files);
        nested::add(&mut prompt, &settings, situation, files, &sent);
        prompt
    }
}

#[cfg(test)]
mod tests;
