//! Gemini CLI, as released in `@google/gemini-cli` 0.61.0.
//!
//! Behaviour: requests of the released program, and its source, github.com/google-gemini/gemini-cli,
//! `packages/core/src/`: `utils/memoryDiscovery.ts`, `utils/memoryImportProcessor.ts`, `tools/memoryTool.ts`,
//! `context/memoryContextManager.ts`, `skills/skillLoader.ts`, `skills/skillManager.ts`, `prompts/snippets.ts`.
//!
//! * `facts`: what is known of it.
//! * `settings`: `settings.json` in its layers.
//! * `memory`: which files there are; at the start and on a touch.
//! * `block`: one file with its imports, between two lines that name it.
//! * `skills`: which skills there are, and their list; `skill_fields`: the keys of a head.

mod block;
mod facts;
mod memory;
mod settings;
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
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Gemini CLI.
pub struct GeminiCli;

const VERSIONS: &[Version] = &[Version {
    name: "0.61.0",
    basis: Basis::Measured,
    source: "requests of the released program, npm @google/gemini-cli 0.61.0",
    date: "2026-11-30",
}];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "context.fileName",
        about: "File names that are read before GEMINI.md, which is always read: one or a list.",
        check: names,
    },
    Setting {
        key: "context.importFormat",
        about: "Where imported files stand: `tree`, in their places, or `flat`, one after the other (tree).",
        check: import_format,
    },
    Setting {
        key: "context.memoryBoundaryMarkers",
        about: "Names whose presence ends the way up ([\".git\"]); an empty list: the start folder.",
        check: check::strings,
    },
    Setting {
        key: "context.includeDirectories",
        about: "Further folders of the workspace.",
        check: check::strings,
    },
    Setting {
        key: "skills.enabled",
        about: "Whether skills are listed (true).",
        check: check::flag,
    },
    Setting {
        key: "skills.disabled",
        about: "Names of skills that are not listed.",
        check: check::strings,
    },
    Setting {
        key: "model",
        about: "The model; the heading above the user's file differs between families (gemini-2.5-flash).",
        check: check::any,
    },
    Setting {
        key: "experimental.jitContext",
        about: "Of no effect any more: files are always read on a touch.",
        check: check::flag,
    },
];

impl Runtime for GeminiCli {
    fn name(&self) -> &'static str {
        "gemini-cli"
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
        settings::config_files(situation)
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?;
        if name == settings::FILE_NAME {
            return Some(Role::Instructions);
        }
        (name == "SKILL.md" && skills::is_below_skills(path)).then_some(Role::Skill)
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        settings::further(situation, files)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["GEMINI_CLI_HOME"]
    }

    fn root(&self, situation: &Situation, files: &dyn Files) -> Option<PathBuf> {
        Some(settings::read(situation, files).root(files, &situation.start))
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".gemini"),
            Evidence::Project("GEMINI.md"),
            Evidence::Home(".gemini"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files);
        let extensions = settings.home.as_ref().map(|home| home.join("extensions"));
        if extensions.is_some_and(|folder| !files.list(&folder).is_empty()) {
            prompt.inexact("Extensions can bring files and skills of their own; they are not shown.");
        }
        // The order in which the model sees them: the system instruction, then the first message.
        skills::add(&mut prompt, &settings, situation, files);
        let loaded = memory::start(&mut prompt, &settings, situation, files);
        memory::touch(&mut prompt, &settings, situation, files, loaded);
        prompt
    }
}

fn names(value: &Value) -> Result<(), &'static str> {
    settings::names(value)
        .map(drop)
        .ok_or("a file name or a list of them")
}

fn import_format(value: &Value) -> Result<(), &'static str> {
    let known = matches!(value.as_str(), Some("tree" | "flat"));
    known.then_some(()).ok_or("\"tree\" or \"flat\"")
}

#[cfg(test)]
mod tests;
