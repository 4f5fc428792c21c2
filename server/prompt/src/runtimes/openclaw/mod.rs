//! OpenClaw: a gateway whose agent has a workspace of Markdown files, sent with every turn.
//!
//! Behaviour: read in the npm packages `openclaw` 2026.9.6, 2026.7.1 and 2026.5.20
//! (`src/agents/embedded-agent-helpers/bootstrap.ts`, `workspace.ts`, `system-prompt-context-files.ts`,
//! `bootstrap-budget.ts`, `src/skills/loading/*` as bundled there) and in github.com/openclaw/openclaw,
//! `src/agents/pi-embedded-helpers/bootstrap.ts` at fd26e8d; 2026.9.6 was also run on small trees.
//!
//! * `facts`: what is known of it.
//! * `release`: what differs between releases.
//! * `workspace`: reading the files.
//! * `budget`: how much of each is taken.
//! * `truncate`: head, notice and tail of a file that is too long; `digest`: the policy lines of AGENTS.md.
//! * `render`: the text of the Project Context.
//! * `skills`: the list of skills; `skill_fields`: the keys of a head.

pub mod budget;
mod digest;
mod facts;
pub mod pieces;
pub mod release;
pub mod render;
mod skill_fields;
mod skills;
pub mod truncate;
pub mod workspace;

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    runtime::{
        ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Reaction, Role, Runtime, Setting,
        SkillField, Version,
    },
    situation::Situation,
    steps::{
        cap::CONTEXT_WINDOW,
        config::{self, Layers, check},
        limit::{self, Limit},
        loss,
        parameters::{self, Parameters, Reach},
    },
};
use agents_workspace::{
    Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use budget::Caps;
use release::Release;
use serde_json::Value;
use std::path::{Path, PathBuf};
use workspace::Content;

/// OpenClaw.
pub struct OpenClaw;

/// Files of instructions in the workspace, in some release or other.
const INSTRUCTIONS: &[&str] = &["AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "BOOTSTRAP.md"];

const SETTINGS: &[Setting] = &[
    Setting {
        key: "agents.defaults.bootstrapMaxChars",
        about: "UTF-16 units of one workspace file that are sent.",
        check: check::number,
    },
    Setting {
        key: "agents.defaults.bootstrapTotalMaxChars",
        about: "UTF-16 units of all workspace files together.",
        check: check::number,
    },
    Setting {
        key: "agents.defaults.bootstrapPromptTruncationWarning",
        about: "Up to 2026.7: `off`, `once` or `always` (always), whether the prompt says that files are cut.",
        check: warning_mode,
    },
    Setting {
        key: "agents.defaults.contextInjection",
        about: "`always`, `continuation-skip` or `never` (always).",
        check: injection_mode,
    },
    Setting {
        key: "skills.limits.maxSkillsInPrompt",
        about: "Skills that are listed (150).",
        check: check::number,
    },
    Setting {
        key: "skills.limits.maxSkillsPromptChars",
        about: "UTF-16 units of the list of skills (18000).",
        check: check::number,
    },
    Setting {
        key: "bootstrapMaxChars",
        about: "Short for agents.defaults.bootstrapMaxChars.",
        check: check::number,
    },
    Setting {
        key: "bootstrapTotalMaxChars",
        about: "Short for agents.defaults.bootstrapTotalMaxChars.",
        check: check::number,
    },
];

/// `openclaw.json`; the gateway does not start with a file that does not fit its schema
/// (`docs/gateway/configuration.md` of 2026.9.6).
static CONFIG: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::Json5,
        mark: Mark::Skipped,
        blank: Blank::Fault,
        bytes: Bytes::Replaced,
    },
    // Short names are for agents-ls alone.
    holds: |key| key.contains('.'),
    takes_null: false,
    pattern: |_, _| None,
    unreadable: Reaction::Refuses,
    malformed: Reaction::Refuses,
    mistyped: |_| Reaction::Refuses,
};

impl Runtime for OpenClaw {
    fn name(&self) -> &'static str {
        "openclaw"
    }

    fn versions(&self) -> &'static [Version] {
        release::VERSIONS
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
        let file = |state: PathBuf| ConfigFile {
            path: state.join("openclaw.json"),
            kind: &CONFIG,
        };
        state(situation).map(file).into_iter().collect()
    }

    fn parameters(&self) -> &'static [Setting] {
        parameters::ALL
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        self.reads_with(path, &Parameters::default())
    }

    fn reads_with(&self, path: &Path, parameters: &Parameters) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let in_root = path.parent() == Some(Path::new(""));
        let is_named = parameters.names(path, Reach::Root);
        let is_sent = |base| is_named.unwrap_or(base);
        match name {
            "MEMORY.md" if is_sent(in_root) => Some(Role::Memory),
            _ if is_sent(in_root && INSTRUCTIONS.contains(&name)) => Some(Role::Instructions),
            // What the agent reads when it needs it is no matter of the names.
            "TOOLS.md" | "HEARTBEAT.md" if in_root => Some(Role::Reference),
            "SKILL.md" => {
                let below = parameters.in_skills(path, Reach::Root, &["skills", ".agents/skills"]);
                below.is_some().then_some(Role::Skill)
            }
            _ if path.parent() == Some(Path::new("memory")) && name.ends_with(".md") => Some(Role::Memory),
            _ => None,
        }
    }

    fn memory_file(&self) -> Option<&'static str> {
        Some("MEMORY.md")
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        Further::of_user(
            state(situation),
            &[("skills/**/SKILL.md", Role::Skill)],
            &situation.root,
        )
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["OPENCLAW_STATE_DIR"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project("openclaw-workspace-state.json"),
            Evidence::Project(".openclaw"),
            Evidence::Project("SOUL.md"),
            Evidence::Home(".openclaw"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let release = release::of(version);
        let mut prompt = EffectivePrompt::empty("openclaw", version.name);
        let mut layers = Layers::over(&situation.settings);
        for file in self.config_files(situation, files) {
            layers.add(config::read(files, &file, SETTINGS));
        }
        let is_set_up = !layers.files().is_empty();

        let root = &situation.start;
        skills::add(
            &mut prompt,
            &layers,
            root,
            situation.home.as_deref().filter(|_| is_set_up),
            situation,
            files,
        );
        let parameters = Parameters::of(situation);
        let own = parameters.files.as_ref();
        let names: Vec<&str> = match own {
            Some(own) => own.iter().map(String::as_str).collect(),
            None => release.names.to_vec(),
        };
        let bootstrap = workspace::load(root, release, &names, files);
        let injection = layers.get("agents.defaults.contextInjection", |mode| {
            mode.as_str().map(str::to_owned)
        });
        if injection.as_deref() == Some("never") {
            for one in &bootstrap {
                if let Content::Text(file) = &one.content {
                    let by = "agents.defaults.contextInjection = \"never\"".to_owned();
                    let (kind, cause) = (LossKind::Dropped, Cause::Disabled { by });
                    prompt
                        .losses
                        .push(loss::whole(kind, &one.path, file.text(), cause, Unit::Utf16));
                }
            }
            return prompt;
        }
        let caps = caps(&layers, &parameters, release);
        let built = budget::build(&bootstrap, caps, release);
        prompt.log.extend(built.log.iter().cloned());
        prompt.budgets.extend(built.budgets(&bootstrap, caps, release));
        let mode = layers.get("agents.defaults.bootstrapPromptTruncationWarning", |mode| {
            mode.as_str().map(str::to_owned)
        });
        if built.truncated && release.warns(mode.as_deref()) {
            prompt.parts.push(Part {
                name: "warning",
                role: "system",
                layer: Layer::Start,
                segments: vec![
                    Segment::literal("## Bootstrap Context Notice\n", "heading"),
                    Segment::literal("⟪openclaw: truncation warning⟫\n", "fixed text"),
                ],
                losses: Vec::new(),
            });
        }
        prompt
            .parts
            .extend(render::parts(&built, release, &parameters, root));
        admit(&mut prompt, caps, &built.units);
        prompt.losses.extend(built.losses);
        prompt.on_demand.extend(workspace::on_demand(root, &names, files));
        if let Some(caveat) = release.caveat {
            prompt.inexact(caveat);
        }
        prompt
    }
}

/// The folder in which OpenClaw keeps what belongs to no workspace.
fn state(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("OPENCLAW_STATE_DIR", ".openclaw")
}

/// The caps of a workspace: a positive number is taken without its fraction, everything else is ignored. Those of a
/// runtime that extends this one win.
fn caps(layers: &Layers<'_>, parameters: &Parameters, release: &Release) -> Caps {
    let positive = |value: &Value| {
        let number = value
            .as_f64()
            .filter(|number| number.is_finite() && *number > 0.0)?;
        // `as` saturates, and the fraction is cut as by Math.floor.
        Some(number.floor() as usize)
    };
    let get = |short: &str| {
        let full = layers.get(&format!("agents.defaults.{short}"), positive);
        full.or_else(|| layers.get(short, positive))
    };
    let own = (
        parameters.file_limit(CONTEXT_WINDOW),
        parameters.total_limit(CONTEXT_WINDOW),
    );
    let units = |units| Limit::new(units, Unit::Utf16);
    let file = get("bootstrapMaxChars").unwrap_or(release.file_cap);
    let total = get("bootstrapTotalMaxChars").unwrap_or(release.total_cap).max(1);
    Caps {
        file: own.0.unwrap_or(units(file)),
        total: own.1.unwrap_or(units(total)),
        own: (own.0.is_some(), own.1.is_some()),
    }
}

/// Says what is not known where caps are in units that OpenClaw does not count; files were cut in some `units`.
fn admit(prompt: &mut EffectivePrompt, caps: Caps, units: &[Unit]) {
    limit::admit_tokens(prompt, &[Some(caps.file), Some(caps.total)]);
    for unit in units
        .iter()
        .filter(|unit| matches!(unit, Unit::Bytes | Unit::Lines | Unit::Tokens))
    {
        prompt.inexact(format!(
            "OpenClaw's notices count UTF-16 units; how they put it in {unit} is not known."
        ));
    }
}

fn warning_mode(value: &Value) -> Result<(), &'static str> {
    one_of(
        value,
        &["off", "once", "always"],
        "\"off\", \"once\" or \"always\"",
    )
}

fn injection_mode(value: &Value) -> Result<(), &'static str> {
    let wanted = "\"always\", \"continuation-skip\" or \"never\"";
    one_of(value, &["always", "continuation-skip", "never"], wanted)
}

fn one_of(value: &Value, known: &[&str], wanted: &'static str) -> Result<(), &'static str> {
    let fits = value.as_str().is_some_and(|value| known.contains(&value));
    fits.then_some(()).ok_or(wanted)
}

#[cfg(test)]
mod tests;
