//! APX: a daemon whose super-agent reads the AGENTS.md of the project a turn belongs to.
//!
//! Behaviour: npm `@agentprojectcontext/apx` 1.116.0, `src/core/agent/prompt-builder.js`,
//! `src/core/agent/skills/loader.js` and `catalog.js`, `src/core/apc/frontmatter.js`; its functions were also
//! run on small trees.
//!
//! * `facts`: what is known of it.
//! * `cap`: how many UTF-16 units of a foreign project's file are taken.
//! * `skills`: finding skills, the hint about them, their descriptions; `skill_fields`: the keys of heads.
//! * `frontmatter`: its reader of heads.

pub mod cap;
mod facts;
pub mod frontmatter;
mod skill_fields;
pub mod skills;

use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Reaction, Role, Runtime,
        Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        config::{self, Layers, check},
        cut, loss, space, walk,
    },
};
use agents_workspace::{
    FileFault, Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use cap::Cap;
use std::path::{Path, PathBuf};

/// APX.
pub struct Apx;

const VERSIONS: &[Version] = &[Version {
    name: "1.116.0",
    basis: Basis::Measured,
    source: "functions of npm @agentprojectcontext/apx 1.116.0 run on small trees",
    date: "2026-11-30",
}];

const SETTING: &str = "super_agent.project_agents_max_chars";

const SETTINGS: &[Setting] = &[Setting {
    key: SETTING,
    about: "UTF-16 units of another project's AGENTS.md (24000); 0 takes all of it.",
    check: check::any,
}];

/// `config.json`, without which APX does not start when it is no JSON (`readConfig`).
static CONFIG: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::Json,
        mark: Mark::Fault,
        blank: Blank::Fault,
        bytes: Bytes::Replaced,
    },
    holds: |_| true,
    takes_null: true,
    pattern: |_, _| None,
    unreadable: Reaction::Refuses,
    malformed: Reaction::Refuses,
    mistyped: |_| Reaction::Unknown,
};

const HEADING: &str = "# Project guidance (AGENTS.md)\n\nStartup rules for THIS project — follow them:\n\n";

impl Runtime for Apx {
    fn name(&self) -> &'static str {
        "apx"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let file = |home: PathBuf| ConfigFile {
            path: home.join("config.json"),
            kind: &CONFIG,
        };
        home(situation).map(file).into_iter().collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        if path == Path::new("AGENTS.md") {
            return Some(Role::Instructions);
        }
        let below = |folder: &str| {
            path.strip_prefix(folder)
                .ok()
                .filter(|rest| rest.extension().is_some_and(|e| e == "md"))
        };
        if let Some(rest) = below(".apc/skills") {
            let parts = rest.components().count();
            let is_skill =
                parts == 1 && rest != Path::new("README.md") || parts == 2 && rest.ends_with("SKILL.md");
            return is_skill.then_some(Role::Skill);
        }
        let agent = below(".apc/agents").is_some_and(|rest| rest.components().count() == 1);
        agent.then_some(Role::Agent)
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        Further::of_user(
            home(situation),
            &[("skills/*/SKILL.md", Role::Skill)],
            &situation.root,
        )
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn agent_fields(&self) -> &'static [SkillField] {
        skill_fields::AGENT_FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".apc/project.json"),
            Evidence::Project(".apc"),
            Evidence::Home(".apx"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty("apx", version.name);
        let home = home(situation);
        let mut layers = Layers::over(&situation.settings);
        for file in self.config_files(situation, files) {
            layers.add(config::read(files, &file, SETTINGS));
        }
        // The project is the daemon's own when both paths are the same by their letters.
        let own = walk::lexical(&situation.root) == walk::lexical(&situation.start);
        let set = layers.get(SETTING, |value| Some(value.clone()));
        let cap = if own { Cap::None } else { Cap::of(set.as_ref()) };
        block(&mut prompt, own, cap, &situation.root.join("AGENTS.md"), files);
        skills::add(
            &mut prompt,
            &skills::find(&situation.root, home.as_deref(), files),
        );
        prompt
    }
}

/// `$APX_HOME`.
fn home(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("APX_HOME", ".apx")
}

/// The block with the project's AGENTS.md; none when there is no text in it.
fn block(prompt: &mut EffectivePrompt, own: bool, cap: Cap, path: &Path, files: &dyn Files) {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(FileFault::Missing | FileFault::Folder) => return,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return;
        }
    };
    let text = file.text();
    let trimmed = space::trimmed(text, space::javascript);
    let total = loss::measure(text, &trimmed, Unit::Utf16);
    prompt.budgets.push(Budget {
        scope: Scope::File(path.to_path_buf()),
        used: total,
        cap: cap.units(),
        unit: Unit::Utf16,
        setting: (!own).then_some(SETTING),
    });
    if trimmed.is_empty() {
        prompt.losses.push(loss::whole(
            LossKind::Skipped,
            path,
            text,
            Cause::Blank,
            Unit::Utf16,
        ));
        return;
    }
    let mut losses = Vec::new();
    let mut strip = |range: std::ops::Range<usize>| {
        if !range.is_empty() {
            losses.push(loss::of(
                LossKind::Stripped,
                path,
                text,
                range,
                Cause::Trimmed,
                Unit::Utf16,
            ));
        }
    };
    strip(0..trimmed.start);
    strip(trimmed.end..text.len());
    let mut segments = vec![Segment::literal(HEADING, "heading")];
    match cap.cut(text, &trimmed, total) {
        None => segments.push(Segment::file(path, text, trimmed, "AGENTS.md of the project")),
        Some(cut) => {
            let kept = space::trimmed_end_of(text, cut.end, space::javascript).max(trimmed.start);
            // Half a letter is no space: nothing is trimmed before it.
            let kept = if cut.broken { cut.end } else { kept };
            strip(kept..cut.end);
            segments.push(Segment::file(
                path,
                text,
                trimmed.start..kept,
                "AGENTS.md of the project, cut",
            ));
            if cut.broken {
                let letter = cut.end..text.ceil_char(cut.end + 1);
                segments.push(Segment::rewritten(
                    path,
                    letter,
                    cut::REPLACEMENT,
                    "letter cut in two",
                ));
            }
            segments.push(Segment::literal(notice(cut.dropped, total), "notice"));
            let cause = Cause::FileCap {
                cap: cap.units().unwrap_or_default(),
            };
            let mut cut_loss = loss::of(
                LossKind::Cut,
                path,
                text,
                cut.end..trimmed.end,
                cause,
                Unit::Utf16,
            );
            cut_loss.amount = cut.dropped;
            losses.push(cut_loss);
        }
    }
    prompt.parts.push(Part {
        name: if own { "own_block" } else { "foreign_block" },
        role: "-",
        layer: Layer::Start,
        segments,
        losses,
    });
}

fn notice(dropped: usize, total: usize) -> String {
    format!(
        "\n\n…(AGENTS.md truncated: {dropped} of {total} characters omitted. Read the file directly before \
         relying on rules not shown above.)"
    )
}

#[cfg(test)]
mod tests;
