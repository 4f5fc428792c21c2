//! Cursor, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: cursor.com/docs/rules (2026-08-16), cursor.com/docs/skills (September 2026).

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, Version},
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, standard_name},
        gather::Gather,
        globs,
        rule::{self, Rule},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Cursor.
pub struct Cursor;

const VERSIONS: &[Version] = &[Version {
    name: "2026-08-16",
    basis: Basis::Documented,
    source: "cursor.com/docs/rules, cursor.com/docs/skills",
    date: "2026-08-16",
}];

const RULES: &str = "cursor.com/docs/rules";

const FACTS: &[Fact] = &[
    Fact {
        about: "Rules are the `.mdc` files below `.cursor/rules`; a plain `.md` there is ignored.",
        source: RULES,
        date: "2026-08-16",
    },
    Fact {
        about: "`alwaysApply: true`: always in context, whatever `globs` and `description` say.",
        source: RULES,
        date: "2026-08-16",
    },
    Fact {
        about: "`globs`, patterns with commas between them: added when a file that matches is in context; `*.ts` is \
                for the root alone.",
        source: RULES,
        date: "2026-08-16",
    },
    Fact {
        about: "Neither, but a `description`: the model is told of the rule and decides. Nothing at all: only when \
                the user mentions it.",
        source: RULES,
        date: "2026-08-16",
    },
    Fact {
        about: "AGENTS.md in the root and in any folder; that of a folder is for files in it and below, joined with \
                those above.",
        source: RULES,
        date: "2026-08-16",
    },
    Fact {
        about: "Skills in `.agents/skills` and `.cursor/skills`, for other tools' sake in `.claude/skills` and \
                `.codex/skills`, and the same in the home folder; the name must be that of the folder.",
        source: "cursor.com/docs/skills",
        date: "2026-09",
    },
];

/// Folders of skills; which of two wins is not documented.
const SKILLS: [&str; 4] = [
    ".agents/skills",
    ".cursor/skills",
    ".claude/skills",
    ".codex/skills",
];

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: false,
    name_is_folder: true,
    refuses: standard_name,
    needs_description: true,
    description: None,
    hidden_by: Some("disable-model-invocation"),
    last_wins: false,
};

/// Levels of folders below `.cursor/rules`; no page names a limit.
const DEPTH: usize = 16;

impl Runtime for Cursor {
    fn name(&self) -> &'static str {
        "cursor"
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
        let is_rule = path.starts_with(".cursor/rules") && path.extension().is_some_and(|end| end == "mdc");
        if is_rule || path.ends_with("AGENTS.md") {
            return Some(Role::Instructions);
        }
        let place = path.ancestors().nth(2)?;
        let is_skill = path.ends_with("SKILL.md") && SKILLS.iter().any(|skills| place == Path::new(skills));
        is_skill.then_some(Role::Skill)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".cursor"),
            Evidence::Project(".cursorrules"),
            Evidence::Home(".cursor"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Cursor is known from its documentation: the order of rules and the words around them are not.",
        );
        prompt.inexact("Team rules and the user's rules lie in Cursor's account and are not shown.");
        let root = &situation.root;
        let rules = rule::below(files, &root.join(".cursor/rules"), &[".mdc"], DEPTH);
        let rules: Vec<Rule> = rules
            .iter()
            .filter_map(|path| Rule::read(files, path).ok())
            .collect();

        let mut start = Gather::new(&mut prompt, files);
        for rule in rules.iter().filter(|rule| when(rule) == When::Always) {
            start.body(rule, "rule that always applies");
        }
        start.whole(&root.join("AGENTS.md"), "root of the project");
        start.done("instructions", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        for rule in rules.iter().filter(|rule| when(rule) == When::Offered) {
            offered.listed(&rule.path, rule.text("description"));
        }
        offered.done("rules-offered", "-", Layer::Start);

        touch(&mut prompt, situation, files, &rules);
        let places: Vec<PathBuf> = std::iter::once(root)
            .chain(&situation.home)
            .flat_map(|folder| SKILLS.map(|skills| folder.join(skills)))
            .collect();
        let skills = agent_skills::load(&mut prompt, files, &places, &LOADER);
        agent_skills::list(&mut prompt, &skills);
        prompt
    }
}

/// What files in context add: rules whose patterns match, and AGENTS.md of their folders.
fn touch(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files, rules: &[Rule]) {
    let mut gather = Gather::new(prompt, files);
    for rule in rules.iter().filter(|rule| when(rule) == When::Matching) {
        let patterns = rule.patterns("globs");
        match globs::any_match(&patterns, &situation.root, &situation.touched) {
            Ok(true) => gather.body(rule, "rule whose patterns match"),
            Ok(false) => {}
            Err(pattern) => {
                let cause = Cause::BadPattern(pattern);
                gather.lose(&rule.path, &rule.file, LossKind::Skipped, cause);
            }
        }
    }
    let mut known = Vec::new();
    for folder in crate::steps::walk::folders_below(files, &situation.root, &situation.touched) {
        let path = folder.join("AGENTS.md");
        if !known.contains(&path) {
            gather.whole(&path, "folder of a file in context");
            known.push(path);
        }
    }
    gather.done("nested", "-", Layer::Touch);
}

/// When a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    Matching,
    Offered,
    /// Only when the user mentions it.
    Asked,
}

fn when(rule: &Rule) -> When {
    if rule.flag("alwaysApply") == Some(true) {
        When::Always
    } else if !rule.patterns("globs").is_empty() {
        When::Matching
    } else if rule.text("description").is_some() {
        When::Offered
    } else {
        When::Asked
    }
}
