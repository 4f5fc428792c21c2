//! Amp, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: ampcode.com/manual (2026-03-23, 2026-04-29).
//!
//! * `guidance`: an agent file with the files it mentions.
//! * `patterns`: `*` in what is mentioned, and `globs` of mentioned files.

mod guidance;
mod patterns;
mod skill_fields;

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, SkillField, Version},
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        gather::Gather,
        walk,
    },
};
use agents_workspace::Files;
use guidance::Guidance;
use std::path::{Path, PathBuf};

/// Amp.
pub struct Amp;

const VERSIONS: &[Version] = &[Version {
    name: "2026-04-29",
    basis: Basis::Documented,
    source: "ampcode.com/manual",
    date: "2026-04-29",
}];

const MANUAL: &str = "ampcode.com/manual";

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md of the start folder and of those above it up to the home folder is always there, that of a folder \
                below once a file in it is read.",
        source: MANUAL,
        date: "2026-04-29",
    },
    Fact {
        about: "A folder without AGENTS.md has AGENT.md instead, or else CLAUDE.md.",
        source: MANUAL,
        date: "2026-04-29",
    },
    Fact {
        about: "`~/.config/amp/AGENTS.md` and `~/.config/AGENTS.md` are always there.",
        source: MANUAL,
        date: "2026-04-29",
    },
    Fact {
        about: "`@path` outside code blocks includes a file: relative to the file that mentions it, absolute, below `~/`, or \
                several by a pattern.",
        source: MANUAL,
        date: "2026-04-29",
    },
    Fact {
        about: "A mentioned file with `globs` in its head is included once a file that matches was read. `**/` is put before \
                a pattern, unless it begins with `./` or `../`, which is relative to the mentioned file.",
        source: MANUAL,
        date: "2026-04-29",
    },
    Fact {
        about: "Skills in `~/.config/agents/skills`, `~/.config/amp/skills`, `.agents/skills`, `.claude/skills`, \
                `~/.claude/skills`, the first of a name winning; but the text has the project's win over the user's. Name and \
                description are needed. `amp.skills.path` adds folders.",
        source: MANUAL,
        date: "2026-04-29",
    },
];

/// The files of a folder, of which the first that is there counts.
const NAMES: [&str; 3] = ["AGENTS.md", "AGENT.md", "CLAUDE.md"];

/// Folders of skills of a project.
const SKILLS: [&str; 2] = [".agents/skills", ".claude/skills"];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: false,
    refuses: any_name,
    needs_description: true,
    description: None,
    hidden_by: None,
    last_wins: false,
};

impl Runtime for Amp {
    fn name(&self) -> &'static str {
        "amp"
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
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Home(".config/amp")]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact("Amp is known from its manual: the order of files and the words around them are not.");
        let mut guidance = Guidance::new(situation, files);

        let mut start = Gather::new(&mut prompt, files);
        for name in [".config/amp/AGENTS.md", ".config/AGENTS.md"] {
            if let Some(home) = &situation.home {
                guidance.file(&mut start, &home.join(name), "instructions of the user");
            }
        }
        for folder in folders_above(situation) {
            if guidance.folder(&mut start, &folder, "folder up to the start folder") {
                admit_end(&mut start, situation, &folder);
            }
        }
        start.done("instructions", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        for folder in walk::folders_below(files, &situation.start, &situation.touched) {
            guidance.folder(&mut touch, &folder, "folder of a file in context");
        }
        guidance.scoped(&mut touch);
        touch.done("nested", "-", Layer::Touch);
        skills(&mut prompt, situation, files);
        prompt
    }
}

/// The start folder and those above it up to the home folder, the uppermost first.
fn folders_above(situation: &Situation) -> Vec<PathBuf> {
    let top = situation
        .home
        .as_deref()
        .filter(|home| situation.start.starts_with(home));
    let top = top.unwrap_or(Path::new("/"));
    let folders = walk::chain(top, &situation.start).into_iter();
    folders.map(Path::to_path_buf).collect()
}

/// Says where it is not documented that a folder above counts.
fn admit_end(gather: &mut Gather<'_>, situation: &Situation, folder: &Path) {
    let home = situation.home.as_deref();
    if home == Some(folder) {
        gather
            .prompt
            .inexact("Whether the home folder itself is among those that Amp looks into is not documented.");
    } else if home.is_none_or(|home| !folder.starts_with(home)) && !folder.starts_with(&situation.root) {
        gather.prompt.inexact(
            "How far up Amp looks from a folder outside the home folder is not documented; here to the top.",
        );
    }
}

fn skills(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let (root, home) = (&situation.root, situation.home.as_deref());
    let mut places = agent_skills::places(root, &[], home, &[".config/agents/skills", ".config/amp/skills"]);
    places.extend(agent_skills::places(root, &SKILLS, home, &[".claude/skills"]));
    let listed = agent_skills::load(prompt, files, &places, &LOADER);
    if home.is_some_and(|home| files.is_folder(&home.join(".agents/skills"))) {
        prompt.inexact(
            "Later copies of the manual have the skills in ~/.agents/skills listed too; they are not shown.",
        );
    }
    agent_skills::admit_clash(
        prompt,
        "Amp's manual names an order in which the user's skill wins, and says that the project's does; here the order.",
    );
    agent_skills::list(prompt, &listed);
}
