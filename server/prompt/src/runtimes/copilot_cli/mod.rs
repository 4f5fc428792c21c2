//! GitHub Copilot CLI, as released in `@github/copilot` 1.0.102.
//!
//! Behaviour: observed in the requests of the released program on small trees; the public word for it is
//! docs.github.com/en/copilot/how-tos/copilot-cli and `changelog.md` of github.com/github/copilot-cli.
//!
//! * `facts`: what is known of it.
//! * `places`: the repository's root, and files whose names are found in any case.
//! * `expand`: one file with what it mentions.
//! * `rules`: files with patterns: `*.instructions.md` and `.claude/rules`.
//! * `start`: what the first message holds; `touch`: what the reading of a file adds.
//! * `skills`: which skills there are; `skill_list`: their list; `skill_fields`: the keys of a head.

mod expand;
mod facts;
mod places;
mod rules;
mod skill_fields;
mod skill_list;
mod skills;
mod start;
mod touch;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    situation::Situation,
    steps::rule::lies_below,
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Copilot CLI.
pub struct CopilotCli;

const VERSIONS: &[Version] = &[Version {
    name: "1.0.102",
    basis: Basis::Measured,
    source: "requests of the released program, npm @github/copilot 1.0.102",
    date: "2026-11-30",
}];

impl Runtime for CopilotCli {
    fn name(&self) -> &'static str {
        "copilot-cli"
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
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let names: Vec<_> = path.iter().filter_map(|name| name.to_str()).collect();
        let below = |outer: &str, inner: &str| names.windows(2).any(|pair| pair == [outer, inner]);
        let is_skill = name == "SKILL.md" && skills::KINDS.iter().any(|kind| below(kind, "skills"));
        let is_file = start::AGENT_FILES
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
            || (name.eq_ignore_ascii_case("copilot-instructions.md") && path.parent()?.ends_with(".github"));
        let is_rule = (below(".github", "instructions") && name.ends_with(rules::INSTRUCTIONS))
            || (below(".claude", "rules") && name.ends_with(".md"));
        let is_command = below(".claude", "commands") && name.ends_with(".md");
        if is_skill || is_command {
            Some(Role::Skill)
        } else {
            (is_file || is_rule).then_some(Role::Instructions)
        }
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let own = [
            ("copilot-instructions.md", Role::Instructions),
            ("skills/*/SKILL.md", Role::Skill),
        ];
        Further::of_user(places::home(situation), &own, &situation.root)
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if lies_below(path, ".claude/rules") {
            &["paths"]
        } else if path.to_string_lossy().ends_with(rules::INSTRUCTIONS) {
            &["applyTo"]
        } else {
            &[]
        }
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["COPILOT_HOME"]
    }

    fn root(&self, situation: &Situation, files: &dyn Files) -> Option<PathBuf> {
        Some(places::Places::new(situation, files).root)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".github/copilot-instructions.md"),
            Evidence::Project(".github/instructions"),
            Evidence::Project(".github/skills"),
            Evidence::Home(".copilot"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let places = places::Places::new(situation, files);
        let rules = rules::at_start(&places);
        start::add(&mut prompt, &places, &rules);
        skills::add(&mut prompt, &places);
        touch::add(&mut prompt, &places, &rules);
        prompt
    }
}

/// Text as it stands between tags.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            _ => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests;
