//! skills-ref, the reference validator of Agent Skills, as released in `skills-ref` 0.1.0.
//!
//! A profile: it runs no agent, and what is shown of it is what it says about a skill, not what any model is sent.
//! It is at work only where it is named.
//!
//! Behaviour: the released package run on small skills (Python 3.11, strictyaml 1.7.3); its source is
//! github.com/agentskills/agentskills, `skills-ref/`. What it checks is described at agentskills.io/specification.
//!
//! * `yaml`: the head as strictyaml has it.
//! * `verdict`: what `skills-ref validate` says.
//! * `list`: what `skills-ref to-prompt` prints.
//! * `skill_fields`: the keys.

mod list;
mod skill_fields;
mod verdict;
mod yaml;

use crate::{
    effective::{Cause, EffectivePrompt, LossKind, SkillFate, SkillFault, Unit},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
    steps::{catalog, loss, skill_folders},
};
use agents_workspace::Files;
use std::path::Path;

/// The reference validator.
pub struct SkillsRef;

const VERSIONS: &[Version] = &[Version {
    name: "0.1.0",
    basis: Basis::Measured,
    source: "skills-ref 0.1.0 executed on 55 small skills",
    date: "2026-08-09",
}];

const SOURCE: &str = "skills-ref 0.1.0, executed";

const DATE: &str = "2026-08-09";

const FACTS: &[Fact] = &[
    Fact {
        about: "It is a validator, and a profile here: it is at work only where it is named, and neither `auto` nor \
                `all` names it.",
        source: "server/prompt/src/project.rs",
        date: "2026-11-30",
    },
    Fact {
        about: "A folder is a skill with a `SKILL.md`, or else a `skill.md`. Here those are looked at that lie in \
                `skills` or in `skills` of a dot folder, in the opened folder and the folders of the file, and any \
                other one when it is the file itself.",
        source: SOURCE,
        date: DATE,
    },
    Fact {
        about: "The head is what stands between the first `---`, which must begin the file, and the next three \
                hyphens, wherever they are.",
        source: SOURCE,
        date: DATE,
    },
    Fact {
        about: "strictyaml reads the head: every scalar is a text; collections in brackets, anchors, tags and keys \
                that are there twice are refused.",
        source: SOURCE,
        date: DATE,
    },
    Fact {
        about: "A name is compared in NFKC, and may hold letters and digits of any script, in lower case, and single \
                hyphens; it must be that of the folder.",
        source: SOURCE,
        date: DATE,
    },
    Fact {
        about: "Lengths are counted in code points; the description's is that before trimming. What `license`, \
                `metadata` and `allowed-tools` hold is not looked at.",
        source: SOURCE,
        date: DATE,
    },
];

/// The names of a skill's file, the one that is preferred first.
const NAMES: [&str; 2] = ["SKILL.md", "skill.md"];

impl Runtime for SkillsRef {
    fn name(&self) -> &'static str {
        "skills-ref"
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
        skill_fields::FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let mut valid = Vec::new();
        for candidate in skill_folders::find(files, situation, &NAMES) {
            let Some(path) = candidate.file else {
                let message = "Missing required file: SKILL.md".to_owned();
                failed(&mut prompt, &candidate.folder, &[message]);
                continue;
            };
            replaced(&mut prompt, files, &path);
            let Some(file) = skill_folders::read(&mut prompt, files, &path) else {
                continue;
            };
            match verdict::of(&file.text().to_string(), &candidate.folder) {
                Ok(skill) => valid.push(list::Valid {
                    entry: skill.entry(&path, file.text()),
                    folder: candidate.folder,
                }),
                Err(objections) => {
                    let messages: Vec<String> = objections
                        .iter()
                        .map(|objection| objection.message.clone())
                        .collect();
                    failed(&mut prompt, &candidate.folder, &messages);
                    let fault = SkillFault::Refused(objections);
                    catalog::refuse(&mut prompt, &path, file.text(), fault, None);
                }
            }
        }
        for skill in &valid {
            prompt.skills.push(skill.entry.skill(SkillFate::Listed));
        }
        list::add(&mut prompt, files, &valid);
        prompt
    }
}

/// What `skills-ref validate` prints of a folder that it refuses.
fn failed(prompt: &mut EffectivePrompt, folder: &Path, messages: &[String]) {
    prompt
        .log
        .push(format!("Validation failed for {}:", folder.display()));
    prompt
        .log
        .extend(messages.iter().map(|message| format!("  - {message}")));
}

/// A file of the name that is not preferred beside one of the name that is.
fn replaced(prompt: &mut EffectivePrompt, files: &dyn Files, by: &Path) {
    let other = by.with_file_name(NAMES[1]);
    if by.ends_with(NAMES[1]) || files.canonical(&other) == files.canonical(by) {
        return;
    }
    if let Ok(file) = files.file(&other) {
        let cause = Cause::Replaced { by: by.to_path_buf() };
        let (kind, unit) = (LossKind::Shadowed, Unit::Characters);
        prompt
            .losses
            .push(loss::whole(kind, &other, file.text(), cause, unit));
    }
}

#[cfg(test)]
mod tests;
