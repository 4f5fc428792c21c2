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
    steps::loss,
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

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?;
        let folder = path.parent().and_then(Path::file_name);
        if name == "AGENTS.md" {
            // Its own folder holds memory, never instructions.
            (folder != Some(".ai-leash".as_ref())).then_some(Role::Instructions)
        } else if path == Path::new(".ai-leash/memory/MEMORY.md") {
            Some(Role::Memory)
        } else {
            skills::is_meant_as_skill(path).then_some(Role::Skill)
        }
    }

    fn further(&self, situation: &Situation, _: &dyn Files) -> Vec<Further> {
        let own = [("memory/MEMORY.md", Role::Memory), ("skills/*.md", Role::Skill)];
        Further::of_user(global_folder(situation), &own, &situation.root)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
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
        let mut sections = Sections {
            files,
            segments: Vec::new(),
            guided,
        };
        if let Some(global) = &global {
            let path = global.join("AGENTS.md");
            sections.file(
                &mut prompt,
                &path,
                "Global instructions (AGENTS.md)",
                "global file",
            );
        }
        for folder in scope::shallow_first(&situation.root, &scopes) {
            let path = folder.join("AGENTS.md");
            let label = path.strip_prefix(&situation.root).unwrap_or(&path).display();
            let why = if folder == situation.root {
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
        let memory = situation.root.join(".ai-leash/memory/MEMORY.md");
        sections.file(&mut prompt, &memory, "Project memory", "memory of the project");

        let found = skills::find(situation, files, &scopes, global.as_deref());
        found.report(&mut prompt);
        if !found.listed.is_empty() {
            sections.heading(skills::HEADING);
            found.list(&mut sections.segments);
        }
        let segments = sections.segments;
        if !segments.is_empty() {
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
                self.heading(&format!("# {heading}\n\n"));
                let text = file.text();
                self.segments.push(Segment::file(path, text, 0..text.len(), why));
            }
            Err(FileFault::Missing | FileFault::Folder) => {}
            Err(fault) => prompt.losses.push(loss::unreadable(path, fault, Unit::Bytes)),
        }
    }

    fn heading(&mut self, heading: &str) {
        if self.guided || !self.segments.is_empty() {
            self.segments
                .push(Segment::literal(SEPARATOR, "between sections"));
        }
        self.segments
            .push(Segment::literal(heading.to_owned(), "heading"));
    }
}

#[cfg(test)]
mod tests;
