//! Factory's Droid, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: github.com/Factory-AI/factory, `docs/cli/configuration/{agents-md,skills}.mdx` at a80aa7c (2026-07-24).

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{
        Basis, Evidence, Fact, FieldKind, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    runtimes::skill_keys,
    situation::Situation,
    steps::{
        agent_skills::{self, Extras, Loader, plain_name},
        gather::Gather,
        walk,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Factory's Droid.
pub struct Factory;

const VERSIONS: &[Version] = &[Version {
    name: "2026-07-24",
    basis: Basis::Documented,
    source: "github.com/Factory-AI/factory, docs/cli/configuration at a80aa7c",
    date: "2026-07-24",
}];

const AGENTS: &str = "github.com/Factory-AI/factory, docs/cli/configuration/agents-md.mdx";

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md is looked for in the start folder, in the folders above it up to the root of the repository, in \
                folders below in which is worked, and in `~/.factory`.",
        source: AGENTS,
        date: "2026-07-24",
    },
    Fact {
        about: "The page calls that an order in which the first match wins, and says as well that several stand beside \
                each other, the one closest to the edited file before the others.",
        source: AGENTS,
        date: "2026-07-24",
    },
    Fact {
        about: "CLAUDE.md is collected like AGENTS.md; said in release notes alone.",
        source: "github.com/Factory-AI/factory, release notes",
        date: "2026-07-24",
    },
    Fact {
        about: "Files in `.factory/rules` count where AGENTS.md sends the agent to them.",
        source: AGENTS,
        date: "2026-07-24",
    },
    Fact {
        about: "Skills are `SKILL.md` or `skill.mdx` in `.factory/skills`, also of folders below, in `~/.factory/skills` \
                and for other tools' sake in `.agent/skills`. A name is of a-z, 0-9 and hyphens, by default that of the \
                folder; `disable-model-invocation` hides a skill from the model.",
        source: "github.com/Factory-AI/factory, docs/cli/configuration/skills.mdx",
        date: "2026-07-24",
    },
];

/// The files of a folder; the second is known from release notes.
const NAMES: [&str; 2] = ["AGENTS.md", "CLAUDE.md"];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: true,
    name_is_folder: false,
    refuses: plain_name,
    needs_description: false,
    description: None,
    hidden_by: Some("disable-model-invocation"),
    last_wins: false,
};

const SKILL_FILES: &[&str] = &["SKILL.md", "skill.mdx"];

/// The keys of a skill's head: docs/cli/configuration/skills.mdx of github.com/Factory-AI/factory.
const SKILL_FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: of `a-z`, `0-9` and hyphens; that of the folder when there is none.",
    ),
    skill_keys::DESCRIPTION,
    skill_keys::USER_INVOCABLE,
    skill_keys::DISABLE_MODEL_INVOCATION,
];

impl Runtime for Factory {
    fn name(&self) -> &'static str {
        "factory"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        if NAMES.iter().any(|name| path.ends_with(name)) {
            return Some(Role::Instructions);
        }
        let place = path.ancestors().nth(2)?;
        let is_skill = SKILL_FILES.iter().any(|name| path.ends_with(name))
            && (place.ends_with(".factory/skills") || place == Path::new(".agent/skills"));
        is_skill.then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        SKILL_FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(".factory"), Evidence::Home(".factory")]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Factory's Droid is known from its documentation: the order of files and the words around them are not.",
        );
        let start = &situation.start;
        let root = root(situation, files);
        let above: Vec<PathBuf> = walk::chain(&root, start)
            .into_iter()
            .map(Path::to_path_buf)
            .collect();
        let below = walk::folders_below(files, start, &situation.touched);

        let mut count = 0;
        let mut gather = Gather::new(&mut prompt, files);
        if let Some(home) = &situation.home {
            count += usize::from(gather.whole(&home.join(".factory/AGENTS.md"), "instructions of the user"));
        }
        count += folders(&mut gather, &above, "folder up to the start folder");
        gather.done("instructions", "-", Layer::Start);
        let mut gather = Gather::new(&mut prompt, files);
        count += folders(&mut gather, &below, "folder of a file in context");
        gather.done("nested", "-", Layer::Touch);
        if count > 1 {
            prompt.inexact(
                "Factory's page says of several AGENTS.md both that the first one found wins and that all count, the \
                 closest before the others; all are shown.",
            );
        }

        let of_skills = |folder: &PathBuf| folder.join(".factory/skills");
        let mut places: Vec<PathBuf> = above.iter().chain(&below).rev().map(of_skills).collect();
        places.extend(situation.home.iter().map(of_skills));
        places.push(root.join(".agent/skills"));
        let extras = Extras {
            names: SKILL_FILES,
            ..Extras::default()
        };
        let skills = agent_skills::load_with(&mut prompt, files, &places, &LOADER, extras);
        agent_skills::admit_clash(
            &mut prompt,
            "Which of two skills of a name Factory takes is not documented; here the closest, then the user's.",
        );
        agent_skills::list(&mut prompt, &skills);
        prompt
    }
}

/// The root of the repository, or the opened folder.
fn root(situation: &Situation, files: &dyn Files) -> PathBuf {
    walk::root_by_markers(files, &situation.start, &[".git".to_owned()])
        .unwrap_or_else(|| situation.root.clone())
}

/// Adds the files of some folders. How many have text.
fn folders(gather: &mut Gather<'_>, folders: &[PathBuf], why: &'static str) -> usize {
    let mut count = 0;
    for folder in folders {
        for name in NAMES {
            if gather.whole(&folder.join(name), why) {
                count += 1;
                if name == "CLAUDE.md" {
                    gather
                        .prompt
                        .inexact("That CLAUDE.md is read stands in Factory's release notes alone.");
                }
            }
        }
    }
    count
}
