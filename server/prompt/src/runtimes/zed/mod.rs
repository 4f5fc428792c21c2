//! Zed's own agent, as its public source has it; nothing of it was measured.
//!
//! Behaviour: github.com/zed-industries/zed: the names of rules files as of v1.21.0 (33c95853) and of 2026-08-19
//! (eb8e1c8b), `crates/agent/src/templates/system_prompt.hbs` at 08cd78c4, `crates/agent_skills/agent_skills.rs`
//! at 007ed5ce.
//!
//! * `rules`: the user's file and the rules of the project.
//! * `skills`: which skills there are, and their list.

mod rules;
mod skill_fields;
mod skills;
#[cfg(test)]
mod tests;

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
    steps::gather::Gather,
};
use agents_workspace::Files;
use std::path::Path;

/// Zed.
pub struct Zed;

const VERSIONS: &[Version] = &[Version {
    name: "1.21.0",
    basis: Basis::Source,
    source: "crates/agent and crates/agent_skills of github.com/zed-industries/zed",
    date: "2026-08-19",
}];

const TEMPLATE: &str = "zed-industries/zed@08cd78c4 crates/agent/src/templates/system_prompt.hbs";
const SKILLS: &str = "zed-industries/zed@007ed5ce crates/agent_skills/agent_skills.rs";

const FACTS: &[Fact] = &[
    Fact {
        about: "Of nine names the first that is a file in the root of the worktree is read, and no other: `.rules`, \
                `.cursorrules`, `.windsurfrules`, `.clinerules`, `.github/copilot-instructions.md`, `AGENT.md`, \
                `AGENTS.md`, `CLAUDE.md`, `GEMINI.md`.",
        source: "zed-industries/zed@33c95853 crates/prompt_store/src/prompts.rs",
        date: "2026-08-19",
    },
    Fact {
        about: "Unsaved text counts; space at the ends does not. No folder above or below is looked into.",
        source: "zed-industries/zed@33c95853 crates/agent/src/agent.rs",
        date: "2026-08-19",
    },
    Fact {
        about: "`~/.config/zed/AGENTS.md` stands before the rules of the project; each text in a fence of six \
                backticks.",
        source: TEMPLATE,
        date: "2026-08-19",
    },
    Fact {
        about: "Skills in `.agents/skills/<name>` of the worktree and of the home folder; those of the project win. \
                A file of more than 100 KiB, a name with other than a-z, 0-9 and hyphens or a description of more \
                than 1,024 bytes is refused.",
        source: SKILLS,
        date: "2026-08-19",
    },
    Fact {
        about: "Names and descriptions of skills share 50 KiB: the first that does not fit and all behind it are left \
                out.",
        source: SKILLS,
        date: "2026-08-19",
    },
];

/// The names of rules files, the first that is there wins.
const NAMES: [&str; 9] = [
    ".rules",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".github/copilot-instructions.md",
    "AGENT.md",
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
];

impl Runtime for Zed {
    fn name(&self) -> &'static str {
        "zed"
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
        if NAMES.iter().any(|name| path == Path::new(name)) {
            return Some(Role::Instructions);
        }
        let place = path.ancestors().nth(2)?;
        let is_skill = path.ends_with("SKILL.md") && place == Path::new(skills::PLACE);
        is_skill.then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".zed"),
            Evidence::Project(".rules"),
            Evidence::Home(".config/zed"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        skills::add(&mut prompt, situation, files);
        let mut gather = Gather::new(&mut prompt, files);
        rules::personal(&mut gather, situation);
        rules::project(&mut gather, &situation.root, files);
        gather.done("instructions", "system", Layer::Start);
        prompt
    }
}
