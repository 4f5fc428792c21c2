//! GitHub Copilot in VS Code, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: code.visualstudio.com/docs/agent-customization (July 2026), and for what the documentation leaves
//! open the source of November 2025, which is older: `src/vs/workbench/contrib/chat/common/promptSyntax` of
//! github.com/microsoft/vscode.
//!
//! * `facts`: what is known, each with its source.
//! * `settings`: what can be set, and `settings.json` in its layers.
//! * `places`: the folders that are looked into.
//! * `rules`: `*.instructions.md` and `.claude/rules`, and which files they are for.
//! * `start`: what every request holds; `links`: files that instructions link to; `index`: what is only named.
//! * `skills`: which skills there are.

mod facts;
mod index;
mod links;
mod places;
mod rules;
mod settings;
mod skill_fields;
mod skills;
mod start;

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting,
        SkillField, Version,
    },
    situation::Situation,
    steps::{gather::Gather, rule::lies_below},
};
use agents_workspace::Files;
use std::path::Path;

/// Copilot in VS Code.
pub struct VsCodeCopilot;

const VERSIONS: &[Version] = &[Version {
    name: "2026-07-29",
    basis: Basis::Documented,
    source: "code.visualstudio.com/docs/agent-customization; order and patterns: source of November 2025",
    date: "2026-07-29",
}];

impl Runtime for VsCodeCopilot {
    fn name(&self) -> &'static str {
        "vscode-copilot"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        settings::SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let file = |path| ConfigFile {
            path,
            kind: &ConfigKind::JSON_C,
        };
        settings::paths(situation).into_iter().map(file).collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let is_rule = (path.starts_with(places::INSTRUCTIONS) && name.ends_with(rules::ENDING))
            || (path.starts_with(places::RULES) && name.ends_with(".md"));
        if is_rule || start::is_always_on(path) {
            return Some(Role::Instructions);
        }
        if name == "AGENTS.md" {
            // That of a folder is named at most.
            return Some(Role::Reference);
        }
        let place = path.ancestors().nth(2)?;
        let is_skill = name == "SKILL.md" && places::SKILLS.iter().any(|known| place == Path::new(known));
        is_skill.then_some(Role::Skill)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if lies_below(path, ".claude/rules") {
            &["paths"]
        } else if path.to_string_lossy().ends_with(rules::ENDING) {
            &["applyTo"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        let mut further = places::further(&settings::Settings::read(situation, files));
        let users = [("skills/*/SKILL.md", Role::Skill)];
        let folder = situation.home.as_ref().map(|home| home.join(".copilot"));
        further.extend(Further::of_user(folder, &users, &situation.root));
        further
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".github/copilot-instructions.md"),
            Evidence::Project(".github/instructions"),
            Evidence::Project(".github/prompts"),
            Evidence::Project(".github/agents"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Copilot in VS Code is known from its documentation, which promises no order of files and does not \
             say what stands around them; shown is the order of the source of November 2025.",
        );
        let settings = settings::Settings::read(situation, files);
        if settings.is_on(settings::ORGANIZATION) {
            prompt.inexact("Instructions of the organization are kept at GitHub and are not shown.");
        }
        prompt.inexact("Instruction files of VS Code's profile, which some agents get, are not shown.");
        let places = places::Places::new(situation, files, &settings);
        if places.has_patterns {
            prompt.inexact("Places of instruction files that are written as patterns are not looked into.");
        }
        let rules = rules::read(&places, files);
        start::add(&mut prompt, &places, &settings, files, &rules);
        touch(&mut prompt, situation, &settings, files, &rules);
        index::add(&mut prompt, &places, &settings, files, &rules);
        skills::add(&mut prompt, &places, &settings, files);
        prompt
    }
}

/// Rules whose patterns are for files in the conversation.
fn touch(
    prompt: &mut EffectivePrompt,
    situation: &Situation,
    settings: &settings::Settings,
    files: &dyn Files,
    rules: &[rules::Scoped],
) {
    if !settings.is_on(settings::APPLYING) {
        return;
    }
    let mut gather = Gather::new(prompt, files);
    for rule in rules {
        match rule.is_for(&situation.touched) {
            Ok(true) => gather.body(&rule.rule, "instructions whose patterns match"),
            Ok(false) => {}
            Err(pattern) => gather.unreadable_pattern(&rule.rule, pattern),
        }
    }
    gather.done("nested", "-", Layer::Touch);
}
