//! Devin's CLI, which is also the local agent of Devin Desktop, as its documentation describes it; nothing of it was
//! measured.
//!
//! Behaviour: docs.devin.ai/cli/extensibility/rules and, for skills, docs.devin.ai/cli/extensibility/skills/overview
//! and docs.devin.ai/product-guides/skills, which is about Devin's cloud (July to September 2026).
//!
//! * `folder`: what a folder adds.
//! * `skills`: its skills.
//! * `sources`: which other tools' files are read.

mod folder;
mod skill_fields;
mod skills;
mod sources;

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting,
        SkillField, Version,
    },
    situation::Situation,
    steps::{config::check, gather::Gather, rule::lies_below, walk, when},
};
use agents_workspace::Files;
use folder::{Folder, Reader};
use sources::Sources;
use std::path::Path;

/// Devin's CLI.
pub struct Devin;

const VERSIONS: &[Version] = &[Version {
    name: "2026-09",
    basis: Basis::Documented,
    source: "docs.devin.ai/cli/extensibility/rules, docs.devin.ai/product-guides/skills",
    date: "2026-09",
}];

const RULES_PAGE: &str = "docs.devin.ai/cli/extensibility/rules";

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md, AGENTS.local.md, AGENT.md, CLAUDE.md and `.windsurfrules` are always on: those of the root from \
                the start, those of a folder below once the agent goes there.",
        source: RULES_PAGE,
        date: "2026-09",
    },
    Fact {
        about: "The user's: the same names but CLAUDE.md in `~/.config/devin`, `~/.claude/CLAUDE.md`, `~/.devin/rules/*.md` \
                and `~/.devin/global_rules.md`.",
        source: RULES_PAGE,
        date: "2026-09",
    },
    Fact {
        about: "Rules are the `.md` files in `.devin/rules` and `.windsurf/rules`, with `trigger` as Windsurf has it, and \
                the `.md` and `.mdc` files in `.cursor/rules`, with the keys of Cursor; of the root, of folders down to the \
                start folder, and of folders the agent goes to.",
        source: RULES_PAGE,
        date: "2026-09",
    },
    Fact {
        about: "`.devin/global_rules.md` stands in for `.windsurf/global_rules.md`; rules of both folders are read.",
        source: RULES_PAGE,
        date: "2026-09",
    },
    Fact {
        about: "`read_config_from` switches off what stems from other tools, each by its name.",
        source: RULES_PAGE,
        date: "2026-09",
    },
    Fact {
        about: "Skills of the cloud lie in `skills` of `.agents`, `.devin`, `.github`, `.claude`, `.cursor`, `.codex`, \
                `.cognition` and `.windsurf`, one level deep, links not followed; the name is by default the folder's, and \
                `triggers` without `model` keeps the model from calling one.",
        source: "docs.devin.ai/product-guides/skills",
        date: "2026-09",
    },
    Fact {
        about: "The CLI's skills lie in `.devin`, `.windsurf`, `.claude` and `.github`, and for the user in \
                `~/.config/devin/skills`, `~/.codeium/windsurf/skills` and `~/.copilot/skills`.",
        source: "docs.devin.ai/cli/extensibility/skills/overview",
        date: "2026-09",
    },
];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "read_config_from.agents_standard",
        about: "Whether AGENTS.md, AGENTS.local.md, AGENT.md and .windsurfrules are read",
        check: check::flag,
    },
    Setting {
        key: "read_config_from.cursor",
        about: "Whether Cursor's rules are read",
        check: check::flag,
    },
    Setting {
        key: "read_config_from.windsurf",
        about: "Whether Windsurf's rules and skills are read",
        check: check::flag,
    },
    Setting {
        key: "read_config_from.claude",
        about: "Whether CLAUDE.md and Claude Code's skills are read",
        check: check::flag,
    },
    Setting {
        key: "read_config_from.copilot",
        about: "Whether Copilot's skills are read",
        check: check::flag,
    },
];

impl Runtime for Devin {
    fn name(&self) -> &'static str {
        "devin"
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
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let file = |path| ConfigFile {
            path,
            kind: &ConfigKind::JSON_C,
        };
        sources::paths(situation).into_iter().map(file).collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        if folder::is_instructions(path) {
            return Some(Role::Instructions);
        }
        skills::is_skill(path).then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if lies_below(path, ".cursor/rules") {
            &["globs", "alwaysApply", "description"]
        } else if folder::is_rule(path) {
            &["trigger", "globs"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let folder = situation.home.as_ref().map(|home| home.join(".copilot"));
        Further::of_user(folder, &[("skills/*/SKILL.md", Role::Skill)], &situation.root)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".devin"),
            Evidence::Home(".config/devin"),
            Evidence::Home(".devin"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Devin is known from its documentation: the order of rules and the words around them are not.",
        );
        prompt
            .inexact("Rules of plug-ins and what Devin's cloud knows besides the repository are not shown.");
        let sources = Sources::read(&mut prompt, situation, files);
        let root = &situation.root;
        let inside = situation.start.starts_with(root);
        let start = if inside { &situation.start } else { root };
        let above = walk::chain(root, start);
        let mut below = walk::folders_below(files, root, &situation.touched);
        below.retain(|folder| !above.contains(&folder.as_path()));
        let reader = Reader {
            files,
            sources: &sources,
            root,
        };
        let mut first = Vec::new();
        first.extend(situation.home.iter().map(|home| reader.users(&mut prompt, home)));
        first.extend(above.iter().map(|folder| reader.project(&mut prompt, folder)));
        let later: Vec<Folder> = below
            .iter()
            .map(|folder| reader.project(&mut prompt, folder))
            .collect();

        let mut start = Gather::new(&mut prompt, files);
        for folder in &first {
            folder.add(&mut start, "always on");
        }
        start.done("instructions", "-", Layer::Start);

        let mut offered = Gather::new(&mut prompt, files);
        for folder in &first {
            when::offered(&mut offered, &folder.rules);
        }
        offered.done("rules-offered", "-", Layer::Start);

        let mut touch = Gather::new(&mut prompt, files);
        for folder in &later {
            folder.add(&mut touch, "folder of a file in context");
            when::offered(&mut touch, &folder.rules);
        }
        for folder in first.iter().chain(&later) {
            when::matching(&mut touch, &folder.rules, &situation.touched);
        }
        touch.done("nested", "-", Layer::Touch);
        skills::add(&mut prompt, situation, files, &sources);
        prompt
    }
}
