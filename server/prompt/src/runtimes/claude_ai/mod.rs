//! claude.ai, as far as `quick_validate.py` decides what can be uploaded: the check that packages a skill.
//!
//! A profile: it runs no agent here, and it is at work only where it is named. What claude.ai makes of a skill that
//! it takes is not known.
//!
//! Behaviour: `skills/skill-creator/scripts/quick_validate.py` of github.com/anthropics/skills at 9d2f1ae, run on
//! small skills (Python 3.11, PyYAML 6.0.4); the rules of an upload are those of platform.claude.com.
//!
//! * `verdict`: what the script says.

mod verdict;

use crate::{
    effective::{EffectivePrompt, SkillFate, SkillFault},
    runtime::{
        Basis, Evidence, Fact, FieldKind, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        agent_skills,
        catalog::{self, Entry},
        skill_folders,
    },
};
use agents_workspace::Files;
use std::path::Path;

/// claude.ai.
pub struct ClaudeAi;

const VERSIONS: &[Version] = &[Version {
    name: "2026-07-01",
    basis: Basis::Measured,
    source: "quick_validate.py of github.com/anthropics/skills at 9d2f1ae executed on 55 small skills",
    date: "2026-07-01",
}];

const SCRIPT: &str = "quick_validate.py at 9d2f1ae, executed";

const UPLOAD: &str = "platform.claude.com, Agent Skills";

const FACTS: &[Fact] = &[
    Fact {
        about: "It is the check of a package, and a profile here: it is at work only where it is named, and neither \
                `auto` nor `all` names it.",
        source: "server/prompt/src/project.rs",
        date: "2026-11-30",
    },
    Fact {
        about: "The first line is `---` alone; the head ends before the next line that begins with `---`. PyYAML \
                reads it: `name: 123` is no text. The first cause ends the check.",
        source: SCRIPT,
        date: "2026-07-01",
    },
    Fact {
        about: "The name may hold a-z, 0-9 and single hyphens; whether it is that of the folder is not looked at.",
        source: SCRIPT,
        date: "2026-07-01",
    },
    Fact {
        about: "There must be no `<` and no `>` in the description. An empty name or description passes.",
        source: SCRIPT,
        date: "2026-07-01",
    },
    Fact {
        about: "An upload with `anthropic` or `claude` in the name is refused, and one of more than 30 MB.",
        source: UPLOAD,
        date: "2026-08-22",
    },
];

const NAMES: [&str; 1] = ["SKILL.md"];

const NAME: usize = 64;
const DESCRIPTION: usize = 1_024;
const COMPATIBILITY: usize = 500;

const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: a-z, 0-9 and single hyphens, without `anthropic` or `claude` in it.",
    )
    .required()
    .most(NAME),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the skill does and when to use it, without `<` and `>`.",
    )
    .required()
    .most(DESCRIPTION),
    SkillField::new("license", FieldKind::Text, "The license. Not looked at."),
    SkillField::new(
        "allowed-tools",
        FieldKind::Any,
        "Tools that may be used without asking. Not looked at.",
    ),
    SkillField::new("metadata", FieldKind::Any, "Anything else. Not looked at."),
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it.",
    )
    .most(COMPATIBILITY),
];

/// What a name must not hold.
const RESERVED: [&str; 2] = ["anthropic", "claude"];

impl Runtime for ClaudeAi {
    fn name(&self) -> &'static str {
        "claude-ai"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn is_profile(&self) -> bool {
        true
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        skill_folders::reads(path, &NAMES).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let mut valid: Vec<Entry> = Vec::new();
        for candidate in skill_folders::find(files, situation, &NAMES) {
            let Some(path) = candidate.file else {
                let folder = candidate.folder.display();
                prompt.log.push(format!("{folder}: SKILL.md not found"));
                continue;
            };
            let Some(file) = skill_folders::read(&mut prompt, files, &path) else {
                continue;
            };
            match verdict::of(&file.text().to_string()) {
                Ok((name, description)) => valid.push(Entry {
                    path,
                    text: file.text().clone(),
                    name,
                    description,
                    passed: None,
                }),
                Err(objection) => {
                    let folder = candidate.folder.display();
                    prompt.log.push(format!("{folder}: {}", objection.message));
                    let fault = SkillFault::Refused(vec![objection]);
                    catalog::refuse(&mut prompt, &path, file.text(), fault, None);
                }
            }
        }
        for entry in &valid {
            prompt.skills.push(entry.skill(SkillFate::Listed));
        }
        agent_skills::list(&mut prompt, &valid);
        prompt
    }
}

#[cfg(test)]
mod tests;
