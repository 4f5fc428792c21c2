//! pi, as released in `@mariozechner/pi-coding-agent` 0.73.1 and `@earendil-works/pi-coding-agent` 1.6.0.
//!
//! Behaviour: requests of the released programs, and their published JavaScript (`dist/core/`:
//! `resource-loader.js`, `skills.js`, `package-manager.js`, `system-prompt.js`), built from
//! github.com/badlogic/pi-mono, `packages/coding-agent`.
//!
//! * `facts`: what is known of it.
//! * `settings`: `settings.json` in its layers.
//! * `skills`: which skills there are, and their list; `skill_fields`: the keys of a head.

mod facts;
mod settings;
mod skill_fields;
mod skills;

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    runtime::{
        Basis, ConfigFile, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField,
        Version,
    },
    situation::Situation,
    steps::{config::check, loss},
};
use agents_workspace::{File, Files};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// pi.
pub struct Pi;

const VERSIONS: &[Version] = &[
    Version {
        name: "0.73.1",
        basis: Basis::Measured,
        source: "requests of the released program, npm @mariozechner/pi-coding-agent 0.73.1",
        date: "2026-11-30",
    },
    Version {
        name: "1.6.0",
        basis: Basis::Measured,
        source: "requests of the released program, npm @earendil-works/pi-coding-agent 1.6.0",
        date: "2026-11-30",
    },
];

const SETTINGS: &[Setting] = &[
    Setting {
        key: settings::SKILLS,
        about: "Further skills: files or folders, relative to the folder of the settings file.",
        check: places,
    },
    Setting {
        key: "noContextFiles",
        about: "Whether instruction files are left out, as `--no-context-files` does (false).",
        check: check::flag,
    },
    Setting {
        key: "noSkills",
        about: "Whether skills are left out, as `--no-skills` does (false).",
        check: check::flag,
    },
];

impl Runtime for Pi {
    fn name(&self) -> &'static str {
        "pi"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        facts::FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Start
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        settings::config_files(situation)
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        match name {
            "AGENTS.md" | "AGENTS.MD" | "CLAUDE.md" | "CLAUDE.MD" => Some(Role::Instructions),
            // Since 1.0; of no meaning to the older release.
            "AGENTS.override.md" => Some(Role::Instructions),
            _ => skills::is_skill(path).then_some(Role::Skill),
        }
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        settings::further(situation, files)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn variables(&self) -> &'static [&'static str] {
        &["PI_CODING_AGENT_DIR"]
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(".pi"), Evidence::Home(".pi")]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let release = Release::of(version);
        let agent = settings::agent_folder(situation);
        let is_set = |key| situation.settings.get(key) == Some(Value::Bool(true));
        if !is_set("noContextFiles") {
            let found = find(&mut prompt, release, situation, files, agent.as_deref());
            add(&mut prompt, release, &found);
        }
        if let Some(agent) = &agent {
            let folders = [situation.start.join(".pi"), agent.clone()];
            let names = ["SYSTEM.md", "APPEND_SYSTEM.md"];
            let mut own = folders
                .iter()
                .flat_map(|folder| names.map(|name| folder.join(name)));
            if own.any(|path| files.is_file(&path)) {
                prompt.inexact(
                    "SYSTEM.md and APPEND_SYSTEM.md change the text before this; they are not shown.",
                );
            }
        }
        if !is_set("noSkills") {
            skills::add(&mut prompt, release, situation, files, agent.as_deref());
        }
        prompt
    }
}

fn places(value: &Value) -> Result<(), &'static str> {
    settings::listed(value)
        .map(drop)
        .ok_or("a list of files and folders")
}

/// What changed between the releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Release {
    /// A Markdown section with a heading per file.
    Headings,
    /// Tags around each file; overrides, and the byte order mark taken off.
    Tags,
}

impl Release {
    fn of(version: &Version) -> Self {
        if version.name.starts_with("0.") {
            Self::Headings
        } else {
            Self::Tags
        }
    }

    /// The names of a folder's file, the first that can be read wins (`loadContextFileFromDir`).
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Headings => &["AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"],
            Self::Tags => &[
                "AGENTS.override.md",
                "AGENTS.md",
                "AGENTS.MD",
                "CLAUDE.md",
                "CLAUDE.MD",
            ],
        }
    }
}

struct Found {
    path: PathBuf,
    file: Arc<File>,
    why: &'static str,
}

/// The user's file, then one per folder from the root of the file system to the start folder: a git root is
/// no limit.
fn find(
    prompt: &mut EffectivePrompt,
    release: Release,
    situation: &Situation,
    files: &dyn Files,
    agent: Option<&Path>,
) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    out.extend(agent.and_then(|folder| first(prompt, release, files, folder, "global file")));
    let mut folders: Vec<&Path> = situation.start.ancestors().collect();
    folders.reverse();
    for folder in folders {
        let why = if folder == situation.start {
            "start folder"
        } else {
            "folder above the start"
        };
        let file = first(prompt, release, files, folder, why);
        out.extend(file.filter(|file| out.iter().all(|known| known.path != file.path)));
    }
    if release == Release::Tags && is_worktree(situation, files) {
        prompt.inexact(
            "In a linked worktree inside its main repository the main root's file of the same name is left \
             out; whether that is so here is not looked into.",
        );
    }
    out
}

/// Whether the nearest `.git` is a file.
fn is_worktree(situation: &Situation, files: &dyn Files) -> bool {
    let mut above = situation.start.ancestors().map(|folder| folder.join(".git"));
    above
        .find(|git| crate::steps::walk::exists(files, git))
        .is_some_and(|git| files.is_file(&git))
}

fn first(
    prompt: &mut EffectivePrompt,
    release: Release,
    files: &dyn Files,
    folder: &Path,
    why: &'static str,
) -> Option<Found> {
    let mut winner: Option<Found> = None;
    for path in release.names().iter().map(|name| folder.join(name)) {
        if !files.is_file(&path) {
            continue;
        }
        match (files.file(&path), &winner) {
            (Ok(file), None) => winner = Some(Found { path, file, why }),
            (Ok(file), Some(winner)) => {
                // Two names of one file: its text is sent, under the other name.
                if files.canonical(&path) != files.canonical(&winner.path) {
                    let by = winner.path.clone();
                    let cause = Cause::Replaced { by };
                    let kind = LossKind::Shadowed;
                    prompt
                        .losses
                        .push(loss::whole(kind, &path, file.text(), cause, Unit::Bytes));
                }
            }
            (Err(fault), _) => prompt.losses.push(loss::unreadable(&path, fault, Unit::Bytes)),
        }
    }
    winner
}

/// The files as they are, empty ones included.
fn add(prompt: &mut EffectivePrompt, release: Release, found: &[Found]) {
    const MARK: char = '\u{feff}';
    if found.is_empty() {
        return;
    }
    let heading = match release {
        Release::Headings => "\n\n# Project Context\n\nProject-specific instructions and guidelines:\n\n",
        Release::Tags => "<project_context>\nProject-specific instructions and guidelines:",
    };
    let mut segments = vec![Segment::literal(heading, "heading")];
    for one in found {
        let path = one.path.display();
        let text = one.file.text();
        let has_mark = text.rope().chars().next() == Some(MARK);
        let before = match release {
            Release::Headings => format!("## {path}\n\n"),
            Release::Tags => format!("\n\n<project_instructions path=\"{path}\">\n"),
        };
        segments.push(Segment::literal(before, "heading of a file"));
        let start = if release == Release::Tags && has_mark {
            MARK.len_utf8()
        } else {
            0
        };
        if one.file.disk_bom() && release == Release::Headings {
            segments.push(Segment::literal(MARK.to_string(), "byte order mark of the file"));
        }
        if start > 0 {
            let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
            prompt
                .losses
                .push(loss::of(kind, &one.path, text, 0..start, cause, Unit::Bytes));
        }
        segments.push(Segment::file(&one.path, text, start..text.len(), one.why));
        let after = match release {
            Release::Headings => "\n\n",
            Release::Tags => "\n</project_instructions>",
        };
        segments.push(Segment::literal(after, "end of a file"));
    }
    if release == Release::Tags {
        segments.push(Segment::literal("\n</project_context>", "end"));
    }
    prompt.parts.push(Part {
        name: "instructions",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

#[cfg(test)]
mod tests;
