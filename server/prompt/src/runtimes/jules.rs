//! Jules, as its documentation describes it; nothing of it was measured.
//!
//! Behaviour: jules.google/docs (September 2026).

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, Version},
    situation::Situation,
    steps::{gather::Gather, walk},
};
use agents_workspace::Files;
use std::path::Path;

/// Jules.
pub struct Jules;

const VERSIONS: &[Version] = &[Version {
    name: "2026-09",
    basis: Basis::Documented,
    source: "jules.google/docs",
    date: "2026-09",
}];

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md in the root of the repository is read; of files in folders below nothing is said.",
        source: "jules.google/docs",
        date: "2026-09",
    },
    Fact {
        about: "README.md may tell it how to set up the environment.",
        source: "jules.google/docs",
        date: "2026-09",
    },
];

impl Runtime for Jules {
    fn name(&self) -> &'static str {
        "jules"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        (path == Path::new("AGENTS.md")).then_some(Role::Instructions)
    }

    fn evidence(&self) -> &'static [Evidence] {
        // It works on a copy on a server and leaves nothing in a repository that is its own.
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact("Jules is known from its documentation: the words around AGENTS.md are not.");
        prompt.inexact("What Jules remembers of a repository lies on its server and is not shown.");
        // It clones the repository, so a folder opened inside of that is no root to it.
        let git = walk::root_by_markers(files, &situation.root, &[".git".to_owned()]);
        let root = git.as_deref().unwrap_or(&situation.root);
        let mut gather = Gather::new(&mut prompt, files);
        gather.whole(&root.join("AGENTS.md"), "root of the repository");
        gather.done("instructions", "-", Layer::Start);
        let readme = root.join("README.md");
        if files.is_file(&readme) {
            prompt.on_demand.push(readme);
        }
        prompt
    }
}
