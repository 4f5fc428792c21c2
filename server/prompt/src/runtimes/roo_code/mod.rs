//! Roo Code, as its public source has it; nothing of it was measured.
//!
//! Behaviour: github.com/RooCodeInc/Roo-Code at cb836567: `src/core/prompts/sections/custom-instructions.ts` and
//! `skills.ts`, `src/services/roo-config/index.ts`, `src/services/skills/SkillsManager.ts`.
//!
//! * `folders`: the `.roo` folders that count, and the files in one of their folders of rules.
//! * `rules`: rules of a mode, AGENTS.md, rules for all modes, in the order in which they are sent.
//! * `skills`: which skills there are, and their list.

mod folders;
mod rules;
mod skill_fields;
mod skills;

use crate::{
    effective::EffectivePrompt,
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
    steps::config::check,
};
use agents_workspace::Files;
use serde_json::Value;
use std::path::Path;

/// Roo Code.
pub struct RooCode;

const VERSIONS: &[Version] = &[Version {
    name: "cb836567",
    basis: Basis::Source,
    source: "src/core/prompts, src/services/roo-config and src/services/skills of github.com/RooCodeInc/Roo-Code",
    date: "2026-04-14",
}];

const INSTRUCTIONS: &str = "RooCodeInc/Roo-Code@cb836567 src/core/prompts/sections/custom-instructions.ts";
const CONFIG: &str = "RooCodeInc/Roo-Code@cb836567 src/services/roo-config/index.ts";
const SKILLS: &str = "RooCodeInc/Roo-Code@cb836567 src/services/skills/SkillsManager.ts";

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md in the root, or AGENT.md where it has no text; AGENTS.local.md besides, with or without them. \
                `useAgentRules` switches them off.",
        source: INSTRUCTIONS,
        date: "2026-04-14",
    },
    Fact {
        about: "The order: rules of the mode, a note on `.rooignore`, AGENTS.md, rules for all modes.",
        source: INSTRUCTIONS,
        date: "2026-04-14",
    },
    Fact {
        about: "Rules for all modes are all files below `~/.roo/rules`, then below `.roo/rules`, each folder sorted by \
                the names of files; without any, `.roorules`, else `.clinerules`.",
        source: INSTRUCTIONS,
        date: "2026-04-14",
    },
    Fact {
        about: "Rules of a mode are those below `.roo/rules-<mode>`; without any, `.roorules-<mode>`, else \
                `.clinerules-<mode>`.",
        source: INSTRUCTIONS,
        date: "2026-04-14",
    },
    Fact {
        about: "`enableSubfolderRules`, off by default, adds the folders below that hold a `.roo`: their rules and their \
                AGENTS.md.",
        source: CONFIG,
        date: "2026-04-14",
    },
    Fact {
        about: "Space at the ends of a file is taken off; there is no cap.",
        source: INSTRUCTIONS,
        date: "2026-04-14",
    },
    Fact {
        about: "A skill whose name is not that of its folder, or whose description has more than 1,024 characters, is \
                refused; one of the project wins over the user's, one for the mode over one for all.",
        source: SKILLS,
        date: "2026-04-14",
    },
];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "enableSubfolderRules",
        about: "Whether `.roo` folders below the root count (false).",
        check: check::flag,
    },
    Setting {
        key: "useAgentRules",
        about: "Whether AGENTS.md is sent (true).",
        check: check::flag,
    },
    Setting {
        key: "mode",
        about: "The mode Roo Code is in, by its short name (\"code\").",
        check: mode,
    },
];

/// The mode that is shown where none is set; the user chooses it in Roo Code itself.
const MODE: &str = "code";

/// Files with agent rules, beside AGENTS.local.md: the first with text counts.
const AGENTS: [&str; 2] = ["AGENTS.md", "AGENT.md"];

const LOCAL: &str = "AGENTS.local.md";

impl Runtime for RooCode {
    fn name(&self) -> &'static str {
        "roo-code"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let first = path.iter().next()?.to_str()?;
        let is_alone = path.iter().count() == 1;
        let is_old = |name: &str| {
            first
                .strip_prefix(name)
                .is_some_and(|mode| mode.is_empty() || mode.starts_with('-'))
        };
        let is_named =
            AGENTS.contains(&first) || first == LOCAL || is_old(".roorules") || is_old(".clinerules");
        if is_alone && is_named || folders::is_rule(path) {
            return Some(Role::Instructions);
        }
        skills::is_skill(path).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".roo"),
            Evidence::Project(".roorules"),
            Evidence::Project(".roomodes"),
            Evidence::Home(".roo"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let set = situation.settings.get("mode");
        let mode = set.as_ref().and_then(Value::as_str).unwrap_or(MODE);
        skills::add(&mut prompt, mode, situation, files);
        rules::add(&mut prompt, mode, situation, files);
        if set.is_none() && folders::has_modes(files, &situation.root, situation.home.as_deref()) {
            prompt.inexact(
                "Which mode Roo Code is in is not known here: what is for the mode `code` is shown.",
            );
        }
        prompt
    }
}

/// Whether a setting that is on or off is on.
fn is_on(situation: &Situation, key: &str, usually: bool) -> bool {
    let value = situation.settings.get(key);
    value.as_ref().and_then(Value::as_bool).unwrap_or(usually)
}

fn mode(value: &Value) -> Result<(), &'static str> {
    // It becomes part of a name of files.
    let is_name = |mode: &str| !mode.is_empty() && !mode.contains(['/', '\\']);
    let is_mode = value.as_str().is_some_and(is_name);
    is_mode.then_some(()).ok_or("the short name of a mode")
}
