//! ai-leash, a desktop agent that rebuilds one system message before every call of the model.
//!
//! Behaviour: github.com/patheticGeek/ai-leash, `src-tauri/src/context.rs` at d4680535 (the version its
//! documentation describes) and at 2803eec (run on small trees), `src-tauri/src/tools.rs` at 0a57eae,
//! `commands.rs` at 222b47a (`resolve_within_root`, `set_project_root`), `paths.rs` at f9f3fdb.
//!
//! * `facts`: what is known of it.
//! * `scope`: the folders a session has touched, and those above them.
//! * `skill`: one skill file: its fence, its head, its body.
//! * `skills`: which skills there are, their list, and what `load_skill` answers; `skill_fields`: the keys of a head.

mod facts;
mod scope;
pub mod skill;
mod skill_fields;
mod skills;

pub use skills::load_skill;

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    runtime::{
        Basis, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        cap::CONTEXT_WINDOW,
        frame::Frame,
        keep::Keeper,
        loss,
        parameters::{self, Parameters, Reach},
    },
};
use agents_workspace::{FileFault, Files};
use std::path::{Path, PathBuf};

/// ai-leash.
pub struct AiLeash;

const VERSIONS: &[Version] = &[
    Version {
        name: "2803eec",
        basis: Basis::Measured,
        source: "context.rs of commit 2803eec run on small trees; guidance on tools comes first",
        date: "2026-11-30",
    },
    Version {
        name: "seed",
        basis: Basis::Source,
        source: "its documentation, and context.rs of commit d4680535: no guidance on tools",
        date: "2026-11-30",
    },
];

/// The instructions of a folder.
const NAME: &str = "AGENTS.md";

/// The tools that it gives an agent.
const TOOLS: &[&str] = &[
    "edit_file",
    "grep",
    "list_dir",
    "load_skill",
    "read_file",
    "shell",
    "spawn_sub_agent",
    "update_memory",
    "write_file",
];

/// What it noted for itself in a project.
const MEMORY: &str = ".ai-leash/memory/MEMORY.md";

/// Between two sections.
const SEPARATOR: &str = "\n\n---\n\n";

impl Runtime for AiLeash {
    fn name(&self) -> &'static str {
        "ai-leash"
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

    fn parameters(&self) -> &'static [Setting] {
        &[
            parameters::FILES,
            parameters::FILE_CAP,
            parameters::TOTAL_CAP,
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
        let folder = path.parent().and_then(Path::file_name);
        let is_named = parameters.names(path, Reach::Folders);
        if is_named.unwrap_or_else(|| path.ends_with(NAME)) {
            // Its own folder holds memory, never instructions.
            return (folder != Some(".ai-leash".as_ref())).then_some(Role::Instructions);
        }
        if path == Path::new(MEMORY) {
            return Some(Role::Memory);
        }
        skills::is_meant_as_skill(path, parameters).then_some(Role::Skill)
    }

    fn memory_file(&self) -> Option<&'static str> {
        Some(MEMORY)
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let own = [("memory/MEMORY.md", Role::Memory), ("skills/*.md", Role::Skill)];
        Further::of_user(global_folder(situation), &own, &situation.root)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn brings_skills(&self) -> bool {
        false
    }

    fn tools(&self) -> &'static [&'static str] {
        TOOLS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".ai-leash"),
            Evidence::Project(".skills"),
            Evidence::Home(".config/ai-leash"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let guided = version.name != "seed";
        let mut prompt = EffectivePrompt::empty("ai-leash", version.name);
        let scopes = scope::scopes(situation, files);
        let global = global_folder(situation);
        let parameters = Parameters::of(situation);
        let mut sections = Sections {
            files,
            frame: Frame::new(&parameters, &situation.root),
            keeper: Keeper::new(&parameters, CONTEXT_WINDOW),
            segments: Vec::new(),
            guided,
        };
        if let Some(global) = &global {
            let path = global.join(NAME);
            sections.file(
                &mut prompt,
                &path,
                "Global instructions (AGENTS.md)",
                "global file",
            );
        }
        let names = parameters.files.clone().unwrap_or_else(|| vec![NAME.to_owned()]);
        let folders = scope::shallow_first(&situation.root, &scopes);
        let places = folders
            .iter()
            .flat_map(|folder| names.iter().map(move |name| (folder, folder.join(name))));
        for (folder, path) in places {
            let label = path.strip_prefix(&situation.root).unwrap_or(&path).display();
            let why = if *folder == situation.root {
                "root of the project"
            } else {
                "folder that was touched"
            };
            sections.file(
                &mut prompt,
                &path,
                &format!("Project instructions ({label})"),
                why,
            );
        }
        if let Some(global) = &global {
            sections.file(
                &mut prompt,
                &global.join("memory/MEMORY.md"),
                "Global memory",
                "global memory",
            );
        }
        let memory = situation.root.join(MEMORY);
        sections.file(&mut prompt, &memory, "Project memory", "memory of the project");

        let found = skills::find(situation, files, &scopes, global.as_deref(), &parameters);
        found.report(&mut prompt);
        if !found.listed.is_empty() {
            sections.begin();
            sections
                .segments
                .push(Segment::literal(skills::HEADING, "heading"));
            found.list(&mut sections.segments);
        }
        sections.keeper.finish(&mut prompt, self.name());
        let mut segments = sections.segments;
        if !segments.is_empty() {
            segments.extend(sections.frame.after_all(""));
            prompt.parts.push(Part {
                // The guidance that newer builds begin with holds nothing of the user's: the rest is shown.
                name: if guided { "prompt-tail" } else { "prompt" },
                role: "-",
                layer: Layer::Start,
                segments,
                losses: Vec::new(),
            });
        }
        prompt
    }
}

/// The user's folder. (`dirs::config_dir` on Linux.)
fn global_folder(situation: &Situation) -> Option<PathBuf> {
    let config = situation.user_folder("XDG_CONFIG_HOME", ".config")?;
    Some(config.join("ai-leash"))
}

struct Sections<'a> {
    files: &'a dyn Files,
    frame: Frame<'a>,
    keeper: Keeper,
    segments: Vec<Segment>,
    /// Whether guidance on tools stands before the first section.
    guided: bool,
}

impl Sections<'_> {
    /// A file under its heading, as it is. A file that is empty still has its heading.
    fn file(&mut self, prompt: &mut EffectivePrompt, path: &Path, heading: &str, why: &'static str) {
        match self.files.file(path) {
            Ok(file) if file.raw().is_some() => {
                let kind = LossKind::Skipped;
                prompt
                    .losses
                    .push(loss::whole(kind, path, file.text(), Cause::NotUtf8, Unit::Bytes));
            }
            Ok(file) => {
                let text = file.text();
                let Some(kept) = self.keeper.take_all(path, text) else {
                    return;
                };
                self.begin();
                self.segments
                    .extend(self.frame.before(path, format!("# {heading}\n\n")));
                self.segments.push(Segment::file(path, text, kept, why));
                self.segments.extend(self.frame.after(path, ""));
            }
            Err(FileFault::Missing | FileFault::Folder) => {}
            Err(fault) => prompt.losses.push(loss::unreadable(path, fault, Unit::Bytes)),
        }
    }

    /// What stands before a section.
    fn begin(&mut self) {
        let is_first = self.segments.is_empty();
        if self.guided || !is_first {
            let words = self.frame.between(SEPARATOR);
            self.segments.extend(words);
        }
        if is_first {
            self.segments.extend(self.frame.before_all(""));
        }
    }
}

#[cfg(test)]
mod tests;
