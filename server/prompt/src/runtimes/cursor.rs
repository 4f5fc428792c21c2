//! Cursor, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: cursor.com/docs/rules (2026-08-16), cursor.com/docs/skills (September 2026).

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{
        Basis, Evidence, Fact, FieldKind, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        agent_skills::{self, Loader, standard_name},
        gather::Gather,
        nested, rule, when,
    },
};
use agents_workspace::Files;
use std::path::Path;

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

/// The keys of a skill's head; there is no word on the length of any value.
const SKILL_FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: small letters, digits and hyphens, that of the folder.",
    )
    .required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill.",
    )
    .required(),
    SkillField::new(
        "paths",
        FieldKind::Texts,
        "Patterns of the files the skill is for.",
    ),
    SkillField::new("globs", FieldKind::Texts, "The same, in older releases."),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether only people can call the skill (false).",
    ),
    SkillField::new("icon", FieldKind::Text, "The icon that people are shown."),
    SkillField::new("color", FieldKind::Text, "The color that people are shown."),
    SkillField::new("metadata", FieldKind::Map, "Anything else, by key."),
];

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
        agent_skills::lies_in(path, &SKILLS).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if rule::lies_below(path, ".cursor/rules") {
            &["globs", "alwaysApply", "description"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        SKILL_FIELDS
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
        let paths = rule::below(files, &root.join(".cursor/rules"), &[".mdc"], DEPTH);
        let rules = when::read(&mut prompt, files, &paths, root, |_, rule| when::of_flags(rule));

        let mut start = Gather::new(&mut prompt, files);
        when::always(&mut start, &rules);
        start.whole(&root.join("AGENTS.md"), "root of the project");
        start.done("instructions", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        when::offered(&mut offered, &rules);
        offered.done("rules-offered", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        when::matching(&mut touch, &rules, &situation.touched);
        nested::add(&mut touch, files, root, &situation.touched, &["AGENTS.md"]);
        touch.done("nested", "-", Layer::Touch);

        let places = agent_skills::places(root, &SKILLS, situation.home.as_deref(), &SKILLS);
        let skills = agent_skills::load(&mut prompt, files, &places, &LOADER);
        agent_skills::admit_clash(
            &mut prompt,
            "Which of two skills of a name Cursor takes is not documented; here the first of its list of places.",
        );
        agent_skills::list(&mut prompt, &skills);
        prompt
    }
}
