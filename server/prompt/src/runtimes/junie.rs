//! Junie, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: junie.jetbrains.com/docs/{guidelines-and-memory,agent-skills}.html (build of 2026-10-01); the help of
//! the plug-in for IDEs of November 2025 knows less.

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind},
    runtime::{
        Basis, Evidence, Fact, FieldKind, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    runtimes::skill_keys,
    situation::Situation,
    steps::{
        agent_skills::{self, Extras, Loader, any_name},
        gather::Gather,
        rule,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Junie.
pub struct Junie;

const VERSIONS: &[Version] = &[Version {
    name: "2026-10-01",
    basis: Basis::Documented,
    source: "junie.jetbrains.com/docs/guidelines-and-memory.html, agent-skills.html",
    date: "2026-10-01",
}];

const GUIDELINES: &str = "junie.jetbrains.com/docs/guidelines-and-memory.html";

const FACTS: &[Fact] = &[
    Fact {
        about: "The first of these that is there counts alone: the file in `.junie` that `JUNIE_GUIDELINES_FILENAME` \
                names; `.junie/AGENTS.md`; AGENTS.md of the root with `.junie/playbook.md` and `.junie/rules/*.md`; \
                `.junie/guidelines.md` or the folder `.junie/guidelines`.",
        source: GUIDELINES,
        date: "2026-10-01",
    },
    Fact {
        about: "`~/.junie/AGENTS.md` is sent besides, the project's guidelines win where the two differ, and of two that \
                are the same one is sent.",
        source: GUIDELINES,
        date: "2026-10-01",
    },
    Fact {
        about: "The plug-in for IDEs reads `.junie/guidelines.md` or what its settings name.",
        source: "jetbrains.com/help/junie/customize-guidelines.html",
        date: "2025-11-24",
    },
    Fact {
        about: "Skills in `.junie/skills`, which win over those in `~/.junie/skills`, and in a trusted project in \
                `.agents/skills`. The name is needed; the first paragraph stands in for a description, and with neither \
                the skill is not loaded.",
        source: "junie.jetbrains.com/docs/agent-skills.html",
        date: "2026-10-01",
    },
];

/// Folders of skills of a project; the second counts when the project is trusted.
const SKILLS: [&str; 2] = [".junie/skills", ".agents/skills"];

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

/// The keys of a skill's head: junie.jetbrains.com/docs/agent-skills.html.
const SKILL_FIELDS: &[SkillField] = &[
    skill_keys::NAME.required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; the first paragraph when there is none.",
    ),
];

impl Runtime for Junie {
    fn name(&self) -> &'static str {
        "junie"
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
        let fixed = [
            "AGENTS.md",
            ".junie/AGENTS.md",
            ".junie/playbook.md",
            ".junie/guidelines.md",
        ];
        let folders = [".junie/rules", ".junie/guidelines"];
        let is_rule = path.extension().is_some_and(|ending| ending == "md")
            && folders
                .iter()
                .any(|folder| path.parent() == Some(Path::new(folder)));
        if is_rule || fixed.iter().any(|name| path == Path::new(name)) {
            return Some(Role::Instructions);
        }
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        SKILL_FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["JUNIE_GUIDELINES_FILENAME"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(".junie"), Evidence::Home(".junie")]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Junie is known from its documentation: the words around guidelines are not, nor a path that is set in an IDE.",
        );
        let mut guidelines: Vec<Vec<PathBuf>> = candidates(situation, files);
        guidelines.retain(|group| !group.is_empty());
        let (ours, others) = match guidelines.split_first() {
            Some((ours, others)) => (ours.as_slice(), others),
            None => (&[][..], &[][..]),
        };
        let mut gather = Gather::new(&mut prompt, files);
        users_guidelines(&mut gather, situation, files, ours);
        for path in ours {
            gather.whole(path, "guidelines of the project");
        }
        for path in others.iter().flatten() {
            // There are others, so there are ours.
            if let Some(winner) = ours.first() {
                gather.shadowed(path, winner);
            }
        }
        gather.done("guidelines", "-", Layer::Start);
        let legacy = situation.root.join(".junie/guidelines.md");
        if ours == [legacy.clone()] && !others.is_empty() {
            prompt.inexact(
                "Whether .junie/guidelines counts beside .junie/guidelines.md is not documented; it is not shown.",
            );
        }
        if others.iter().flatten().any(|path| *path == legacy) {
            prompt.inexact(
                "Older help of the plug-in for IDEs has .junie/guidelines.md read before all others.",
            );
        }
        skills(&mut prompt, situation, files);
        prompt
    }
}

/// The files that may be the project's guidelines, in groups of which the first that is there counts.
fn candidates(situation: &Situation, files: &dyn Files) -> Vec<Vec<PathBuf>> {
    let root = &situation.root;
    let dot = root.join(".junie");
    let there = |path: PathBuf| files.is_file(&path).then_some(path);
    let below = |folder: &str| rule::below(files, &dot.join(folder), &[".md"], 1);
    let set = situation.environment.get("JUNIE_GUIDELINES_FILENAME");
    let mut combined: Vec<PathBuf> = there(root.join("AGENTS.md")).into_iter().collect();
    combined.extend(there(dot.join("playbook.md")));
    combined.extend(below("rules"));
    let mut groups = vec![
        set.and_then(|name| there(dot.join(name))).into_iter().collect(),
        there(dot.join("AGENTS.md")).into_iter().collect(),
        combined,
        there(dot.join("guidelines.md")).into_iter().collect(),
        below("guidelines"),
    ];
    // The variable may name a file that is a candidate anyway.
    let chosen: Vec<PathBuf> = groups[0].clone();
    for group in groups.iter_mut().skip(1) {
        group.retain(|path| !chosen.contains(path));
    }
    groups
}

/// The user's guidelines, unless they are the project's to the letter.
fn users_guidelines(gather: &mut Gather<'_>, situation: &Situation, files: &dyn Files, ours: &[PathBuf]) {
    let Some(path) = situation.home.as_ref().map(|home| home.join(".junie/AGENTS.md")) else {
        return;
    };
    let Some(file) = gather.read(&path) else {
        return;
    };
    if let [single] = ours
        && files
            .file(single)
            .is_ok_and(|other| other.text().rope() == file.text().rope())
    {
        let by = single.clone();
        gather.lose(&path, &file, LossKind::Shadowed, Cause::Replaced { by });
        return;
    }
    gather.whole(&path, "guidelines of the user");
}

fn skills(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let home = situation.home.as_deref();
    let ours = if situation.trusted {
        &SKILLS[..]
    } else {
        &SKILLS[..1]
    };
    let places = agent_skills::places(&situation.root, ours, home, &[".junie/skills"]);
    let extras = Extras {
        first_paragraph: true,
        ..Extras::default()
    };
    let listed = agent_skills::load_with(prompt, files, &places, &LOADER, extras);
    if home.is_some_and(|home| files.is_folder(&home.join(".agents/skills"))) {
        prompt.inexact(
            "Sources differ on whether the skills in ~/.agents/skills are listed; they are not shown.",
        );
    }
    let root = &situation.root;
    if agent_skills::clashes(prompt).any(|(loser, by)| loser.starts_with(root) && by.starts_with(root)) {
        prompt.inexact(
            "Which of two skills of a name in a project Junie takes is not documented; here that in .junie/skills.",
        );
    }
    agent_skills::list(prompt, &listed);
}
