//! What a runtime is, to everything outside its own file.

use crate::{
    effective::EffectivePrompt,
    situation::{Settings, Situation},
};
use agents_workspace::{Files, Recorder};
use serde_json::Value;
use std::path::Path;

/// A program that builds prompts from files. One value per program, in its own file under `runtimes/`.
pub trait Runtime: Sync {
    /// The name used in settings, messages and the command line.
    fn name(&self) -> &'static str;

    /// The versions whose behaviour is known, the default first.
    fn versions(&self) -> &'static [Version];

    /// Which situation of a file is its own.
    fn loading(&self) -> Loading;

    /// The settings that change what is sent.
    fn settings(&self) -> &'static [Setting];

    /// Whether a file of this path, relative to the opened folder, is one the runtime may send:
    /// an instruction file, a memory file or a skill.
    fn reads(&self, path: &Path) -> Option<Role>;

    /// What speaks for the runtime being used here: paths below the opened folder or the home folder
    /// whose existence is evidence.
    fn evidence(&self) -> &'static [Evidence];

    /// What becomes of `@path` in running text.
    fn imports(&self) -> Imports;

    /// The prompt in a situation. `version` is one of [`Runtime::versions`]. Callers use
    /// [`assemble`], which records what is read.
    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt;
}

/// A release whose behaviour is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// What a user writes after `@`, and what messages name.
    pub name: &'static str,
    /// Where its behaviour is known from, in a sentence: measured, or read in a public source.
    pub basis: &'static str,
}

/// How a runtime finds the files for a folder deep in the tree; this decides a file's own situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loading {
    /// Only up to the start folder: a file's own situation is a start in its folder.
    Start,
    /// Below the start folder when something there is touched: start in the opened folder, touch the file.
    Touch,
    /// Only the opened folder counts, whatever file is looked at.
    Folder,
}

/// What becomes of `@path` in running text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Imports {
    /// The file's text is sent.
    Followed,
    /// The characters are sent as they stand.
    Literal,
    /// The convention says nothing about it.
    Unspecified,
}

/// What a file is to a runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// AGENTS.md and its relatives.
    Instructions,
    /// What agents write down for themselves.
    Memory,
    /// A skill.
    Skill,
    /// A file the agent reads when it needs it.
    Reference,
    /// A description of an agent.
    Agent,
}

/// A path whose existence speaks for a runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Relative to the opened folder or any folder above it up to the git root.
    Project(&'static str),
    /// Relative to the home folder.
    Home(&'static str),
}

/// One setting of a runtime.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its own name, levels joined with dots; a `*` stands for any text, as a path in the key.
    pub key: &'static str,
    /// What it does, units included.
    pub about: &'static str,
    /// Whether a value is of a type the runtime accepts; else what it wants ("a number of bytes").
    pub check: fn(&Value) -> Result<(), &'static str>,
}

impl Setting {
    /// Whether `key` names this setting.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        match self.key.split_once('*') {
            None => self.key == key,
            Some((before, after)) => {
                key.len() >= before.len() + after.len() && key.starts_with(before) && key.ends_with(after)
            }
        }
    }
}

/// A setting that was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No such key.
    #[error("{runtime} has no setting `{key}`; it has {known}")]
    Unknown {
        /// The runtime.
        runtime: &'static str,
        /// The key as given.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The value is of the wrong kind.
    #[error("{runtime}'s `{key}` is {wanted}, not {value}")]
    Value {
        /// The runtime.
        runtime: &'static str,
        /// The key.
        key: String,
        /// What it wants.
        wanted: &'static str,
        /// The value as given.
        value: String,
    },
}

/// Puts `key = value` into `settings` after checking it against the runtime's list.
///
/// # Errors
/// An unknown key, or a value of the wrong kind.
pub fn set(
    runtime: &dyn Runtime,
    settings: &mut Settings,
    key: &str,
    value: &Value,
) -> Result<(), SettingError> {
    let known = runtime.settings();
    let Some(setting) = known.iter().find(|setting| setting.is(key)) else {
        let keys: Vec<_> = known.iter().map(|setting| format!("`{}`", setting.key)).collect();
        let known = if keys.is_empty() {
            "none".to_owned()
        } else {
            keys.join(", ")
        };
        return Err(SettingError::Unknown {
            runtime: runtime.name(),
            key: key.to_owned(),
            known,
        });
    };
    (setting.check)(value).map_err(|wanted| SettingError::Value {
        runtime: runtime.name(),
        key: key.to_owned(),
        wanted,
        value: value.to_string(),
    })?;
    settings.set(key, value);
    Ok(())
}

/// The prompt of a runtime in a situation, with every question it put to `files`.
#[must_use]
pub fn assemble(
    runtime: &dyn Runtime,
    version: &Version,
    situation: &Situation,
    files: &dyn Files,
) -> EffectivePrompt {
    let recorder = Recorder::new(files);
    let mut prompt = runtime.assemble(version, situation, &recorder);
    prompt.reads = recorder.into_reads();
    prompt.place_losses();
    prompt.admit_unknown();
    prompt
}
