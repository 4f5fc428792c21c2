//! Qwen Code, as released in `@qwen-code/qwen-code` 0.24.4.
//!
//! Behaviour: requests of the released program, and its published JavaScript, built from
//! github.com/QwenLM/qwen-code, `packages/core/src/`: `utils/memoryDiscovery.ts`,
//! `utils/memoryImportProcessor.ts`, `config/rulesDiscovery.ts`, `skills/skill-manager.ts`,
//! `core/environmentContext.ts`, `core/coreToolScheduler.ts`.
//!
//! * `facts`: what is known of it.
//! * `settings`: `settings.json` in its layers.
//! * `context`: QWEN.md and AGENTS.md, and rules.
//! * `code`: what it takes for code.
//! * `rules`: `.qwen/rules`; `paths`: the patterns that rules and skills wait for.
//! * `skills`: which skills there are; `skill_list`: their list; `skill_fields`: the keys of a head.
//! * `touch`: what reading a file adds.

mod code;
mod context;
mod facts;
mod paths;
mod rules;
mod settings;
mod skill_fields;
mod skill_list;
mod skills;
mod touch;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField,
        Version,
    },
    situation::Situation,
    steps::{config::check, rule::lies_below},
};
use agents_workspace::Files;
use serde_json::Value;
use std::path::Path;

/// Qwen Code.
pub struct QwenCode;

const VERSIONS: &[Version] = &[Version {
    name: "0.24.4",
    basis: Basis::Measured,
    source: "requests of the released program, npm @qwen-code/qwen-code 0.24.4",
    date: "2026-11-30",
}];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "context.fileName",
        about: "File names that are read instead of QWEN.md and AGENTS.md: one or a list.",
        check: names,
    },
    Setting {
        key: "context.importFormat",
        about: "Where imported files stand: `tree`, in their places, or `flat`, one after the other (tree).",
        check: import_format,
    },
    Setting {
        key: "context.includeDirectories",
        about: "Further folders of the workspace.",
        check: check::strings,
    },
    Setting {
        key: "context.loadFromIncludeDirectories",
        about: "Whether files are read from them as well (false).",
        check: check::flag,
    },
    Setting {
        key: "skills.disabled",
        about: "Names of skills that are not listed.",
        check: check::strings,
    },
];

impl Runtime for QwenCode {
    fn name(&self) -> &'static str {
        "qwen-code"
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

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        settings::config_files(situation)
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let names: Vec<_> = path.iter().collect();
        let below = |outer: &str, inner: &str| {
            let mut pairs = names.windows(2);
            pairs.any(|pair| pair[0] == outer && pair[1] == inner)
        };
        match name {
            "QWEN.md" | "AGENTS.md" => Some(Role::Instructions),
            "QWEN.local.md" if path.parent().is_some_and(|folder| folder.ends_with(".qwen")) => {
                Some(Role::Instructions)
            }
            "SKILL.md" if below(".qwen", "skills") || below(".agents", "skills") => Some(Role::Skill),
            _ if name.ends_with(".md") && below(".qwen", "rules") => Some(Role::Instructions),
            _ => None,
        }
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        settings::further(situation, files)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if lies_below(path, ".qwen/rules") {
            &["paths"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["QWEN_HOME"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".qwen"),
            Evidence::Project("QWEN.md"),
            Evidence::Home(".qwen"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files);
        note_what_is_not_shown(&mut prompt, &settings, files);
        let rules = rules::find(&mut prompt, &settings, files);
        context::add(&mut prompt, &settings, situation, files, &rules);
        let waiting = skills::add(&mut prompt, &settings, situation, files);
        touch::add(&mut prompt, &settings, situation, files, &rules, waiting);
        prompt
    }
}

/// Extensions, and the memory that the program keeps for a project (`getAutoMemoryRoot`).
fn note_what_is_not_shown(prompt: &mut EffectivePrompt, settings: &settings::Settings, files: &dyn Files) {
    let Some(home) = &settings.home else {
        return;
    };
    if !files.list(&home.join("extensions")).is_empty() {
        prompt.inexact("Extensions can bring files and skills of their own; they are not shown.");
    }
    let hyphen = |char: char| if char.is_ascii_alphanumeric() { char } else { '-' };
    let project: String = settings.root.to_string_lossy().chars().map(hyphen).collect();
    let memory = home.join("projects").join(project).join("memory");
    if !files.list(&memory).is_empty() {
        prompt.inexact("The memory that Qwen Code keeps for the project follows; it is not shown.");
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
