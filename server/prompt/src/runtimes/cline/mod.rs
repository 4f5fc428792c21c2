//! Cline, as the public source of its core has it; nothing of it was measured.
//!
//! Behaviour: github.com/cline/cline at 21cb8d25: `sdk/packages/shared/src/storage/paths.ts`,
//! `sdk/packages/core/src/extensions/config/user-instruction-config-loader.ts` and `user-instruction-plugin.ts`,
//! `sdk/packages/core/src/runtime/safety/rules.ts`.
//!
//! * `head`: the head of a rule or a skill.
//! * `rules`: which rules there are, and how they are sent.
//! * `skills`: which skills there are, and their names in the description of a tool.

mod head;
mod rules;
mod skill_fields;
mod skills;

use crate::{
    effective::EffectivePrompt,
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Cline.
pub struct Cline;

const VERSIONS: &[Version] = &[Version {
    name: "21cb8d25",
    basis: Basis::Source,
    source: "sdk/packages/core and sdk/packages/shared of github.com/cline/cline",
    date: "2026-08-22",
}];

const PATHS: &str = "cline/cline@21cb8d25 sdk/packages/shared/src/storage/paths.ts";
const LOADER: &str =
    "cline/cline@21cb8d25 sdk/packages/core/src/extensions/config/user-instruction-config-loader.ts";
const RULES: &str = "cline/cline@21cb8d25 sdk/packages/core/src/runtime/safety/rules.ts";

const FACTS: &[Fact] = &[
    Fact {
        about: "Rules are AGENTS.md in the root, `.clinerules`, a file or a folder, `.cline/rules`, and of the user \
                `~/.agents/AGENTS.md`, `~/.cline/rules` and `~/Documents/Cline/Rules`; no folder below.",
        source: PATHS,
        date: "2026-08-22",
    },
    Fact {
        about: "Of a folder the files that end in `.md`, `.markdown` or `.txt`, one level deep, links left out.",
        source: LOADER,
        date: "2026-08-22",
    },
    Fact {
        about: "A head between `---` is taken off; it may say `name`, `disabled` and `enabled`. Without a name a rule \
                has that of its file, AGENTS.md those of `Workspace AGENTS.md` and `Global AGENTS.md`. A rule without \
                text is refused.",
        source: LOADER,
        date: "2026-08-22",
    },
    Fact {
        about: "Of rules whose names are the same but for case the last one read is kept, so the user's wins over the \
                project's.",
        source: LOADER,
        date: "2026-08-22",
    },
    Fact {
        about: "Rules are sent sorted by name, each under `## <name>`, all under `# Rules`.",
        source: RULES,
        date: "2026-08-22",
    },
    Fact {
        about: "Skills one level below `.clinerules/skills`, `.cline/skills`, `.agents/skills`, `~/.cline/skills` and \
                `~/.agents/skills`; the model is told their names, not their descriptions.",
        source: PATHS,
        date: "2026-08-22",
    },
];

impl Runtime for Cline {
    fn name(&self) -> &'static str {
        "cline"
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
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        if rules::is_rule(path) {
            return Some(Role::Instructions);
        }
        skills::is_skill(path).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if rules::is_rule(path) {
            &["disabled", "enabled"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CLINE_DIR"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".clinerules"),
            Evidence::Project(".cline"),
            Evidence::Home(".cline"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let managed = situation.root.join(".cline");
        let is_managed = |name: &String| files.is_file(&managed.join(name).join("managed.json"));
        if files.list(&managed).iter().any(is_managed) {
            prompt.inexact("Rules and skills of plugins that are managed for the user are not shown.");
        }
        rules::add(&mut prompt, situation, files);
        skills::add(&mut prompt, situation, files);
        prompt
    }
}

/// `~/.cline`.
fn users_folder(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("CLINE_DIR", ".cline")
}
