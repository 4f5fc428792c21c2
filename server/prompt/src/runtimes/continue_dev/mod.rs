//! Continue, as its source has it: the extension for editors, and the program `cn` for the terminal. They read
//! different files; each is a version here.
//!
//! Behaviour: github.com/continuedev/continue at d0a3c0b6, `core/config/markdown/loadMarkdownRules.ts`,
//! `core/llm/rules/getSystemMessageWithRules.ts`, `extensions/cli/src/systemMessage.ts`.
//!
//! * `facts`: what is known, each with its source.
//! * `note`: a file as Continue reads it: its head, and which files it is for.
//! * `editor`: what the extension sends; `terminal`: what `cn` sends.

mod editor;
mod facts;
mod note;
mod terminal;

use crate::{
    effective::EffectivePrompt,
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, Version},
    situation::Situation,
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Continue.
pub struct Continue;

const VERSIONS: &[Version] = &[
    Version {
        name: "ide",
        basis: Basis::Source,
        source: "continuedev/continue core at d0a3c0b6",
        date: "2026-06-18",
    },
    Version {
        name: "cli",
        basis: Basis::Source,
        source: "continuedev/continue extensions/cli at d0a3c0b6",
        date: "2026-06-18",
    },
];

/// What `cn` reads in the start folder: the first that is there. The extension reads the first alone.
const AGENT_FILES: [&str; 4] = ["AGENTS.md", "AGENT.md", "CLAUDE.md", "CODEX.md"];

const RULES: &str = ".continue/rules";

impl Runtime for Continue {
    fn name(&self) -> &'static str {
        "continue"
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
        let is_rule = path.starts_with(RULES) && path.extension().is_some_and(|end| end == "md");
        // The terminal's program may be started in any folder.
        let is_file = path
            .file_name()
            .is_some_and(|name| AGENT_FILES.iter().any(|known| name == *known));
        (is_rule || is_file).then_some(Role::Instructions)
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CONTINUE_GLOBAL_DIR"]
    }

    fn head_keys(&self, path: &Path) -> &'static [&'static str] {
        if path.starts_with(RULES) {
            &["globs", "regex", "alwaysApply", "invokable"]
        } else {
            &[]
        }
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(".continue"), Evidence::Home(".continue")]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact("Rules of `config.yaml`, of Continue's hub and of the command line are not shown.");
        if version.name == "cli" {
            terminal::add(&mut prompt, situation, files);
        } else {
            editor::add(&mut prompt, situation, files);
        }
        prompt
    }
}

/// Folders of rules: the one in `folder`, then the user's.
fn rule_folders(situation: &Situation, folder: &Path) -> Vec<PathBuf> {
    let user = situation.user_folder("CONTINUE_GLOBAL_DIR", ".continue");
    let user = user.map(|folder| folder.join("rules"));
    std::iter::once(folder.join(RULES)).chain(user).collect()
}
