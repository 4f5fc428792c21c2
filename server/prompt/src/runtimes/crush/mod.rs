//! Crush, as its public source has it; nothing of it was measured.
//!
//! Behaviour: github.com/charmbracelet/crush at 37f36e93: `internal/agent/prompt/prompt.go`,
//! `internal/agent/templates/coder.md.tpl`, `internal/config/{config,load}.go`, `internal/skills/skills.go`.
//!
//! * `settings`: `crush.json` in its layers.
//! * `context`: which files are sent, and what stands around them.
//! * `skills`: which skills there are, and their list.

mod context;
mod settings;
mod skill_fields;
mod skills;
#[cfg(test)]
mod tests;

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

/// Crush.
pub struct Crush;

const VERSIONS: &[Version] = &[Version {
    name: "37f36e93",
    basis: Basis::Source,
    source: "internal/agent, internal/config and internal/skills of github.com/charmbracelet/crush",
    date: "2026-08-21",
}];

const PROMPT: &str = "charmbracelet/crush@37f36e93 internal/agent/prompt/prompt.go";
const LOAD: &str = "charmbracelet/crush@37f36e93 internal/config/load.go";
const SKILLS: &str = "charmbracelet/crush@37f36e93 internal/skills/skills.go";

const FACTS: &[Fact] = &[
    Fact {
        about: "Sixteen names, those of other tools among them, and what `options.context_paths` adds, all in the \
                working folder alone; of a folder every file below it.",
        source: "charmbracelet/crush@37f36e93 internal/config/config.go",
        date: "2026-08-21",
    },
    Fact {
        about: "Names are tried in byte order and without regard to case: where letters of either case are told \
                apart, `agents.md` is never read, with or without an AGENTS.md.",
        source: PROMPT,
        date: "2026-08-21",
    },
    Fact {
        about: "Files are kept in a map without order, so theirs changes from run to run.",
        source: PROMPT,
        date: "2026-08-21",
    },
    Fact {
        about: "The user's files are `CRUSH.md` beside the user's `crush.json` and `AGENTS.md` one folder above, or what \
                `options.global_context_paths` names.",
        source: LOAD,
        date: "2026-08-21",
    },
    Fact {
        about: "Each file whole in `<file path=\"…\">`: those of the project in `<project_context>`, the user's in \
                `<user_preferences>`.",
        source: "charmbracelet/crush@37f36e93 internal/agent/templates/coder.md.tpl",
        date: "2026-08-21",
    },
    Fact {
        about: "Of two skills of a name the last in the order of their paths in small letters wins, wherever it lies; a \
                name is that of its folder, without regard to case; at most 1,024 bytes of description.",
        source: SKILLS,
        date: "2026-08-21",
    },
];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "options.context_paths",
        about: "Further files and folders that are sent, relative to the working folder.",
        check: check::strings,
    },
    Setting {
        key: "options.global_context_paths",
        about: "Files and folders that are sent as the user's, in place of CRUSH.md and AGENTS.md.",
        check: check::strings,
    },
    Setting {
        key: "options.skills_paths",
        about: "Further folders of skills.",
        check: check::strings,
    },
    Setting {
        key: "options.disabled_skills",
        about: "Names of skills that are not listed.",
        check: check::strings,
    },
];

impl Runtime for Crush {
    fn name(&self) -> &'static str {
        "crush"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Start
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let kind = &ConfigKind::JSON;
        let paths = settings::paths(situation, None);
        paths.into_iter().map(|path| ConfigFile { path, kind }).collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        if context::is_named(path) {
            return Some(Role::Instructions);
        }
        let names: Vec<_> = path.iter().collect();
        let is_place = |pair: &[&std::ffi::OsStr]| {
            let pair = Path::new(pair[0]).join(pair[1]);
            skills::PLACES.iter().any(|place| pair == Path::new(place))
        };
        let is_skill = path.ends_with("SKILL.md") && names.windows(2).any(is_place);
        is_skill.then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        let settings = settings::read(situation, files);
        let named = settings.context_paths.iter();
        named
            .filter_map(|name| context::pattern(&settings.expand(name)?, situation, files))
            .map(|files| Further {
                files,
                role: Role::Instructions,
            })
            .collect()
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CRUSH_GLOBAL_CONFIG", "CRUSH_SKILLS_DIR"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".crush"),
            Evidence::Project("crush.json"),
            Evidence::Project(".crush.json"),
            Evidence::Project("CRUSH.md"),
            Evidence::Home(".config/crush"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let settings = settings::read(situation, files);
        if settings.has_variables() {
            prompt.inexact(
                "A path in Crush's settings begins with a variable; what it stands for is not known here.",
            );
        }
        skills::add(&mut prompt, &settings, situation, files);
        context::project(&mut prompt, &settings, situation, files);
        context::users(&mut prompt, &settings, situation, files);
        prompt
    }
}
