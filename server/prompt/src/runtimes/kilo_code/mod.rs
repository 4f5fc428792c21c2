//! Kilo Code, a fork of opencode, as its source has it; the commits that were read are of different ages.
//!
//! Behaviour: github.com/Kilo-Org/kilocode, `packages/opencode/src/session/instruction.ts`,
//! `kilocode/rules-migrator.ts`, `config/paths.ts`, `skill/index.ts`.
//!
//! * `facts`: what is known, each with its source.
//! * `settings`: `kilo.json` in its layers; what of it opencode's own steps are told.
//! * `rules`: `.kilo/rules` and its older names.
//! * `skills`: which skills there are.

mod facts;
mod rules;
mod settings;
mod skill_fields;
mod skills;

use super::opencode;
use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting,
        SkillField, Version,
    },
    situation::Situation,
    steps::config::check,
};
use agents_workspace::Files;
use std::path::Path;

/// Kilo Code.
pub struct KiloCode;

const VERSIONS: &[Version] = &[Version {
    name: "3827ac49",
    basis: Basis::Source,
    source: "Kilo-Org/kilocode packages/opencode at 3827ac49 and other commits, whose days are not known",
    date: "2026-11-30",
}];

const SETTINGS: &[Setting] = &[
    Setting {
        key: settings::INSTRUCTIONS,
        about: "Further instruction files: paths, patterns or addresses.",
        check: check::strings,
    },
    Setting {
        key: settings::SKILL_PATHS,
        about: "Further folders of skills, relative to the start folder.",
        check: check::strings,
    },
];

/// The names of instruction files, in the order in which they are tried.
const NAMES: [&str; 3] = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"];

impl Runtime for KiloCode {
    fn name(&self) -> &'static str {
        "kilo-code"
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
        let file = |path| ConfigFile {
            path,
            kind: &ConfigKind::JSON_C,
        };
        settings::user_files(situation)
            .into_iter()
            .chain(settings::files_in(&situation.root))
            .map(file)
            .collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        if NAMES.contains(&name) {
            // `.claude/CLAUDE.md` is read in the home folder only.
            let is_in_dot_folder = path.parent().is_some_and(|folder| folder.ends_with(".claude"));
            return (!is_in_dot_folder).then_some(Role::Instructions);
        }
        if rules::is_rule(path) {
            return Some(Role::Instructions);
        }
        (name == "SKILL.md" && skills::is_below_skills(path)).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let folder = situation.home.as_ref().map(|home| home.join(".claude"));
        Further::of_user(folder, &[("CLAUDE.md", Role::Instructions)], &situation.root)
    }

    fn variables(&self) -> &'static [&'static str] {
        &[
            "KILO_CONFIG_DIR",
            "KILO_DISABLE_CLAUDE_CODE",
            "KILO_DISABLE_CLAUDE_CODE_PROMPT",
            "KILO_DISABLE_CLAUDE_CODE_SKILLS",
            "KILO_DISABLE_EXTERNAL_SKILLS",
            "KILO_DISABLE_PROJECT_CONFIG",
        ]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".kilo"),
            Evidence::Project(".kilocode"),
            Evidence::Project("kilo.json"),
            Evidence::Project("kilo.jsonc"),
            Evidence::Project(".kilocoderules"),
            Evidence::Home(".config/kilo"),
            Evidence::Home(".kilocode"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Kilo Code is known from commits of its source whose days are not known. An older one sends the files of the \
             project before the user's, and newer ones put values in for `{env:…}` and `{file:…}`.",
        );
        let rules = rules::find(&mut prompt, situation, files);
        let settings = settings::read(situation, files, &rules);
        let sent = opencode::instructions::add(&mut prompt, &settings, situation, files);
        skills::add(&mut prompt, &settings, situation, files);
        opencode::nested::add(&mut prompt, &settings, situation, files, &sent);
        prompt
    }
}
