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
    effective::{Budget, Cause, EffectivePrompt, Layer, Loss, LossKind, Part, Scope, Segment, Unit},
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Reaction, Role, Runtime,
        Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        cap::CONTEXT_WINDOW,
        config::{self, Layers, check},
        cut,
        frame::Frame,
        limit, loss,
        parameters::{self, Parameters, Reach},
        space, walk,
    },
};
use agents_workspace::{
    File, FileFault, Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use cap::Cap;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

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

/// The project's file.
const NAME: &str = "AGENTS.md";

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

    fn parameters(&self) -> &'static [Setting] {
        &[
            parameters::FILES,
            parameters::FILE_CAP,
            parameters::CONTEXT_WINDOW,
            parameters::HEADING,
            parameters::FILE_HEADING,
            parameters::FILE_END,
            parameters::SEPARATOR,
            parameters::ENDING,
            parameters::SKILLS,
        ]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        self.reads_with(path, &Parameters::default())
    }

    fn reads_with(&self, path: &Path, parameters: &Parameters) -> Option<Role> {
        let is_named = parameters.names(path, Reach::Root);
        if is_named.unwrap_or_else(|| path == Path::new(NAME)) {
            return Some(Role::Instructions);
        }
        let is_markdown = |rest: &&Path| rest.extension().is_some_and(|ending| ending == "md");
        let below = parameters.in_skills(path, Reach::Root, &[skills::FOLDER]);
        if let Some(rest) = below.filter(is_markdown) {
            let parts = rest.components().count();
            let is_skill =
                parts == 1 && rest != Path::new("README.md") || parts == 2 && rest.ends_with("SKILL.md");
            return is_skill.then_some(Role::Skill);
        }
        let agent = path.strip_prefix(".apc/agents").ok().filter(is_markdown);
        agent
            .is_some_and(|rest| rest.components().count() == 1)
            .then_some(Role::Agent)
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

    fn variables(&self) -> &'static [&'static str] {
        &["APX_HOME"]
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
        let parameters = Parameters::of(situation);
        let limit = parameters.file_limit(CONTEXT_WINDOW);
        let block = Block {
            parameters: &parameters,
            frame: Frame::new(&parameters, &situation.root),
            name: if own { "own_block" } else { "foreign_block" },
            setting: match limit {
                Some(_) => Some(parameters::FILE_CAP.key),
                None => (!own).then_some(SETTING),
            },
            cap: match limit {
                Some(limit) => Cap::Own(limit),
                None if own => Cap::None,
                None => Cap::of(set.as_ref()),
            },
        };
        block.add(&mut prompt, &situation.root, files);
        limit::admit_tokens(&mut prompt, &[limit]);
        let skills = match parameters.all_skills(&situation.root, situation.home.as_deref()) {
            Some(folders) => skills::find_in(&situation.root, &folders, files),
            None => skills::find(&situation.root, home.as_deref(), files),
        };
        skills::add(&mut prompt, &skills);
        prompt
    }
}

/// `$APX_HOME`.
fn home(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("APX_HOME", ".apx")
}

/// The block with the project's AGENTS.md; none when there is no text in it.
struct Block<'a> {
    parameters: &'a Parameters,
    frame: Frame<'a>,
    name: &'static str,
    cap: Cap,
    /// The setting that holds the cap.
    setting: Option<&'static str>,
}

impl Block<'_> {
    fn add(&self, prompt: &mut EffectivePrompt, root: &Path, files: &dyn Files) {
        let mut segments = Vec::new();
        let mut losses = Vec::new();
        let own = self.parameters.files.clone();
        for name in own.unwrap_or_else(|| vec![NAME.to_owned()]) {
            let path = root.join(&name);
            let file = match files.file(&path) {
                Ok(file) => file,
                Err(FileFault::Missing | FileFault::Folder) => continue,
                Err(fault) => {
                    prompt.losses.push(loss::unreadable(&path, fault, self.unit()));
                    continue;
                }
            };
            let sent = self.file(prompt, &path, &file, &mut losses);
            if sent.is_empty() {
                continue;
            }
            if segments.is_empty() {
                segments.extend(self.frame.before_all(HEADING));
            } else {
                segments.extend(self.frame.between("\n\n"));
                if self.parameters.separator.is_none() {
                    prompt.inexact("APX sends one file; several are joined by a blank line here.");
                }
            }
            segments.extend(self.frame.before(&path, ""));
            segments.extend(sent);
            segments.extend(self.frame.after(&path, ""));
        }
        if segments.is_empty() {
            return;
        }
        segments.extend(self.frame.after_all(""));
        prompt.parts.push(Part {
            name: self.name,
            role: "-",
            layer: Layer::Start,
            segments,
            losses,
        });
    }

    fn unit(&self) -> Unit {
        self.cap.gauge().unit()
    }

    /// What is sent of one file; nothing when there is no text in it.
    fn file(
        &self,
        prompt: &mut EffectivePrompt,
        path: &Path,
        file: &File,
        losses: &mut Vec<Loss>,
    ) -> Vec<Segment> {
        let text = file.text();
        let (gauge, unit) = (self.cap.gauge(), self.unit());
        let trimmed = space::trimmed(text, space::javascript);
        let total = gauge.whole(text, &trimmed);
        prompt.budgets.push(Budget {
            scope: Scope::File(path.to_path_buf()),
            used: gauge.amount(total),
            cap: self.cap.units(),
            unit,
            setting: self.setting,
        });
        if trimmed.is_empty() {
            let (kind, cause) = (LossKind::Skipped, Cause::Blank);
            prompt.losses.push(loss::whole(kind, path, text, cause, unit));
            return Vec::new();
        }
        let mut strip = |range: Range<usize>| {
            if !range.is_empty() {
                let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
                losses.push(loss::of(kind, path, text, range, cause, unit));
            }
        };
        strip(0..trimmed.start);
        strip(trimmed.end..text.len());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(cut) = self.cap.cut(text, &trimmed, total) else {
            let why = format!("{name} of the project");
            return vec![Segment::file(path, text, trimmed, why)];
        };
        let kept = space::trimmed_end_of(text, cut.end, space::javascript).max(trimmed.start);
        // Half a letter is no space: nothing is trimmed before it.
        let kept = if cut.broken { cut.end } else { kept };
        strip(kept..cut.end);
        let why = format!("{name} of the project, cut");
        let mut segments = vec![Segment::file(path, text, trimmed.start..kept, why)];
        if cut.broken {
            let letter = cut.end..text.ceil_char(cut.end + 1);
            let why = "letter cut in two";
            segments.push(Segment::rewritten(path, letter, cut::REPLACEMENT, why));
        }
        let (dropped, total) = (gauge.amount(cut.dropped), gauge.amount(total));
        segments.push(Segment::literal(notice(&name, dropped, total, unit), "notice"));
        if matches!(unit, Unit::Bytes | Unit::Lines | Unit::Tokens) {
            prompt.inexact(format!(
                "APX's notice counts characters; here it is shown with {unit}."
            ));
        }
        let cause = Cause::FileCap {
            cap: self.cap.units().unwrap_or_default(),
        };
        let mut cut_loss = limit::lost(LossKind::Cut, path, text, cut.end..trimmed.end, cause, unit);
        cut_loss.amount = dropped;
        losses.push(cut_loss);
        segments
    }
}

fn notice(name: &str, dropped: usize, total: usize, unit: Unit) -> String {
    let what = match unit {
        Unit::Utf16 | Unit::Characters => "characters".to_owned(),
        Unit::Bytes | Unit::Lines | Unit::Tokens => unit.to_string(),
    };
    format!(
        "\n\n…({name} truncated: {dropped} of {total} {what} omitted. Read the file directly before relying on rules \
         not shown above.)"
    )
}

#[cfg(test)]
mod tests;
