//! Antigravity, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: antigravity.google/docs/{rules-workflows,skills} (November 2025 to September 2026). The pages name the
//! modes of rules and not the keys by which a file has them; those are the ones that the editor writes.

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{
        Basis, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    runtimes::skill_keys,
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, any_name},
        gather::Gather,
        references,
        rule::Rule,
        rule::lies_below,
        walk,
        when::{self, Timed},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Antigravity.
pub struct Antigravity;

const VERSIONS: &[Version] = &[Version {
    name: "2026-09",
    basis: Basis::Documented,
    source: "antigravity.google/docs/rules-workflows, antigravity.google/docs/skills",
    date: "2026-09",
}];

const PAGE: &str = "antigravity.google/docs/rules-workflows";

const FACTS: &[Fact] = &[
    Fact {
        about: "The user's rules are `~/.gemini/GEMINI.md`; those of a project are the `.md` files in `.agents/rules`, and \
                in the older `.agent/rules`, of the workspace or the root of its repository.",
        source: PAGE,
        date: "2026-09",
    },
    Fact {
        about: "A rule is always on, for files of a pattern, offered to the model with a description, or used when it is \
                mentioned.",
        source: PAGE,
        date: "2026-09",
    },
    Fact {
        about: "A rule has at most 12,000 characters.",
        source: PAGE,
        date: "2026-09",
    },
    Fact {
        about: "`@path` in a rule refers to a file, relative to the rule; an absolute path that leads nowhere is relative \
                to the repository.",
        source: PAGE,
        date: "2026-09",
    },
    Fact {
        about: "AGENTS.md and GEMINI.md in the root of a workspace are read; known from what others quote.",
        source: "antigravity.google/docs/cli/best-practices",
        date: "2026-09",
    },
    Fact {
        about: "Skills in `.agents/skills`, in the older `.agent/skills` and, by one page, in `~/.gemini/config/skills`, by \
                another in `~/.gemini/antigravity/skills`. A description is needed; the name is by default the folder's.",
        source: "antigravity.google/docs/skills",
        date: "2026-09",
    },
];

const RULES: [&str; 2] = [".agents/rules", ".agent/rules"];

const SKILLS: [&str; 2] = [".agents/skills", ".agent/skills"];

/// The user's, of which each page knows one.
const HOME_SKILLS: [&str; 2] = [".gemini/config/skills", ".gemini/antigravity/skills"];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: true,
    name_is_folder: false,
    refuses: any_name,
    needs_description: true,
    description: None,
    hidden_by: None,
    last_wins: false,
};

/// Characters of a rule.
const RULE_CAP: usize = 12_000;

/// What is read in the root of a workspace besides rules.
const ROOT_FILES: [&str; 2] = ["AGENTS.md", "GEMINI.md"];

/// The keys of a skill's head: antigravity.google/docs/skills.
const SKILL_FIELDS: &[SkillField] = &[skill_keys::NAME_OR_FOLDER, skill_keys::DESCRIPTION.required()];

impl Runtime for Antigravity {
    fn name(&self) -> &'static str {
        "antigravity"
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
        let folder = path.parent()?;
        let is_rule = RULES.iter().any(|rules| folder == Path::new(rules))
            && path.extension().is_some_and(|ending| ending == "md");
        if is_rule || ROOT_FILES.iter().any(|name| path == Path::new(name)) {
            return Some(Role::Instructions);
        }
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if RULES.iter().any(|folder| lies_below(path, folder)) {
            &["trigger", "globs"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        SKILL_FIELDS
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let folder = situation.home.as_ref().map(|home| home.join(".gemini"));
        Further::of_user(folder, &[("GEMINI.md", Role::Instructions)], &situation.root)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".agents/rules"),
            Evidence::Project(".agents/workflows"),
            Evidence::Home(".gemini/antigravity"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Antigravity is known from its documentation: the order of rules and the words around them are not.",
        );
        let rules = rules(&mut prompt, situation, files);
        let mut follow = Follow {
            situation,
            files,
            seen: Vec::new(),
        };

        let mut start = Gather::new(&mut prompt, files);
        when::budgets(&mut start, &rules, RULE_CAP);
        if let Some(home) = &situation.home {
            start.whole(&home.join(".gemini/GEMINI.md"), "rules of the user");
        }
        let sent = when::always(&mut start, &rules);
        follow.all(&mut start, &sent);
        root_files(&mut start, situation);
        start.done("instructions", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        when::offered(&mut offered, &rules);
        offered.done("rules-offered", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        let sent = when::matching(&mut touch, &rules, &situation.touched);
        follow.all(&mut touch, &sent);
        touch.done("nested", "-", Layer::Touch);
        admit_nested(&mut prompt, situation, files);
        skills(&mut prompt, situation, files);
        prompt
    }
}

/// The rules of the repository's root and of the opened folder.
fn rules(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) -> Vec<Timed> {
    let root = &situation.root;
    let git = walk::root_by_markers(files, root, &[".git".to_owned()]);
    let mut out = Vec::new();
    for folder in git.iter().filter(|git| *git != root).chain([root]) {
        for rules in RULES {
            let place = folder.join(rules);
            out.extend(when::read_folder(
                prompt,
                files,
                &place,
                &[".md"],
                root,
                when::of_trigger_or_always,
            ));
        }
    }
    if out.iter().any(|timed| timed.rule.has_head()) {
        prompt.inexact(
            "Which keys of a head say when a rule counts is not documented; here those the editor writes.",
        );
    }
    out
}

fn root_files(gather: &mut Gather<'_>, situation: &Situation) {
    for name in ROOT_FILES {
        if gather.whole(&situation.root.join(name), "root of the workspace") {
            gather.prompt.inexact(
                "That Antigravity reads AGENTS.md and GEMINI.md of a workspace is known from what others quote alone, \
                 and which of the two wins is not documented.",
            );
        }
    }
}

/// Says that AGENTS.md of folders below may be read.
fn admit_nested(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let below = walk::folders_below(files, &situation.root, &situation.touched);
    if below
        .iter()
        .any(|folder| files.is_file(&folder.join("AGENTS.md")))
    {
        prompt.inexact(
            "Others say that a setting has Antigravity read AGENTS.md in folders below the root; they are not shown.",
        );
    }
}

/// Adds the files that rules refer to.
struct Follow<'a> {
    situation: &'a Situation,
    files: &'a dyn Files,
    seen: Vec<PathBuf>,
}

impl Follow<'_> {
    fn all(&mut self, gather: &mut Gather<'_>, rules: &[&Rule]) {
        for rule in rules {
            for reference in references::mentioned(&rule.file) {
                let home = self.situation.home.as_deref();
                let folder = rule.path.parent().unwrap_or(&self.situation.root);
                let beside = references::target(&reference.path, folder, home);
                let below = reference.path.strip_prefix('/');
                let in_root = below.map(|below| walk::lexical(&self.situation.root.join(below)));
                let mut targets = beside.into_iter().chain(in_root);
                if targets.any(|path| references::add(gather, self.files, &path, &mut self.seen)) {
                    gather.prompt.inexact(
                        "How a file that a rule refers to with @ reaches the model is not documented; it is shown behind \
                         the rules.",
                    );
                }
            }
        }
    }
}

fn skills(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let home = situation.home.as_deref();
    let places = agent_skills::places(&situation.root, &SKILLS, home, &HOME_SKILLS);
    let listed = agent_skills::load(prompt, files, &places, &LOADER);
    let is_users = |path: &Path| home.is_some_and(|home| path.starts_with(home.join(".gemini")));
    if listed.iter().any(|entry| is_users(&entry.path)) {
        prompt.inexact(
            "Antigravity's pages differ on where the user's skills lie; those of both places are shown.",
        );
    }
    agent_skills::admit_clash(
        prompt,
        "Which of two skills of a name Antigravity takes is not documented; here the first of its list of places.",
    );
    agent_skills::list(prompt, &listed);
}
