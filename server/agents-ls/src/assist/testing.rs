//! Small trees in memory, for the tests here.

use super::{Scope, skills::Skills};
use agents_prompt::{
    Active, EffectivePrompt, Loading, Project, PromptCache, Runtime, Situation, Version,
    runtime::{Basis, Evidence, Imports, Role, Setting, SkillField},
    runtimes,
};
use agents_workspace::{Files, MemoryFiles};
use std::path::{Path, PathBuf};

/// A project in `/w`.
pub(crate) struct Tree {
    pub(crate) files: MemoryFiles,
    runtimes: Vec<&'static str>,
    prompts: PromptCache,
    project: Option<Project>,
}

impl Tree {
    /// A tree with nothing in it but a repository, under these runtimes; with none, as `detect` finds them.
    pub(crate) fn new(runtimes: &[&'static str]) -> Self {
        let mut files = MemoryFiles::new();
        files.add("/w/.git/HEAD", "x");
        let mut tree = Self {
            files,
            runtimes: runtimes.to_vec(),
            prompts: PromptCache::default(),
            project: None,
        };
        tree.settle();
        tree
    }

    /// Adds a file.
    pub(crate) fn file(mut self, path: &str, text: &str) -> Self {
        self.files.add(Path::new("/w").join(path), text);
        self.settle();
        self
    }

    /// Adds a skill.
    pub(crate) fn skill(self, path: &str, name: &str, description: &str) -> Self {
        let text = format!("---\nname: {name}\ndescription: {description}\n---\nDo it.\n");
        self.file(path, &text)
    }

    /// What answers are made from.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope {
            project: self.project.as_ref().expect("settled"),
            files: &self.files,
            prompts: &self.prompts,
        }
    }

    /// The skills that count for a file.
    pub(crate) fn skills(&self, path: &str) -> Skills {
        Skills::of(self.scope(), &Self::path(path))
    }

    /// The path of a file.
    pub(crate) fn path(path: &str) -> PathBuf {
        Path::new("/w").join(path)
    }

    /// The text of a file as it is read.
    pub(crate) fn files_text(&self, path: &Path) -> String {
        self.files.file(path).expect("a file").text().to_string()
    }

    fn settle(&mut self) {
        let base = Situation::at("/w");
        self.project = Some(if self.runtimes.is_empty() {
            Project::detect(base, &self.files)
        } else {
            let active = self.runtimes.iter().map(|name| {
                let (runtime, _) = runtimes::find(name).expect("a runtime");
                Active::new(runtime, Vec::new()).expect("a version")
            });
            Project::with(base, active.collect())
        });
    }
}

/// A runtime that takes every `SKILL.md` for a skill, reads these keys of its head, and sends nothing.
pub(crate) struct Fake {
    pub(crate) name: &'static str,
    pub(crate) fields: &'static [SkillField],
}

impl Fake {
    /// A project in `/w` under some of them.
    pub(crate) fn project(fakes: &[&'static Self]) -> Project {
        let active = fakes.iter().filter_map(|fake| Active::new(*fake, Vec::new()));
        Project::with(Situation::at("/w"), active.collect())
    }
}

impl Runtime for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn versions(&self) -> &'static [Version] {
        &[Version {
            name: "1",
            basis: Basis::Source,
            source: "a test",
            date: "2026-12-01",
        }]
    }

    fn facts(&self) -> &'static [agents_prompt::runtime::Fact] {
        &[]
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        path.ends_with("SKILL.md").then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        self.fields
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, _: &Version, _: &Situation, _: &dyn Files) -> EffectivePrompt {
        EffectivePrompt::empty(self.name, "1")
    }
}
