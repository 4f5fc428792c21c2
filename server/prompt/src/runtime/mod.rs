//! What a runtime is, to everything outside its own file.
//!
//! * `field`: the keys of a skill's head.
//! * `known`: where its behaviour is known from.
//! * `setting`: what can be set.
//! * `config`: in which files it is kept, and what a wrong one does; `inspect`: what is wrong in one.
//! * `further`: files that are read by settings and not by their names.
//! * `file_role`: whose file is whose, where a platform says so.

mod config;
mod field;
mod file_role;
mod further;
mod inspect;
mod known;
mod setting;

use crate::{effective::EffectivePrompt, situation::Situation, steps::parameters::Parameters};
use agents_workspace::{Files, Recorder};
use std::path::{Path, PathBuf};

pub use config::{ConfigFile, ConfigKind, Reaction};
pub use field::{FieldKind, SkillField};
pub use file_role::{Access, FileRole, Owner};
pub use further::Further;
pub(crate) use inspect::mistakes;
pub use inspect::{Outcome, SettingsFault, inspect};
pub use known::{Basis, Fact, Version};
pub use setting::{Setting, SettingError, extend, set};

/// A program that builds prompts from files. One value per program, in its own file under `runtimes/`.
pub trait Runtime: Sync {
    /// The name used in settings, messages and the command line.
    fn name(&self) -> &'static str;

    /// The versions whose behaviour is known, the default first.
    fn versions(&self) -> &'static [Version];

    /// What is known of it, each with its source.
    fn facts(&self) -> &'static [Fact];

    /// Whether it is no program that runs agents, but rules that a file is held against: a validator. It is at
    /// work only where it is named.
    fn is_profile(&self) -> bool {
        false
    }

    /// Which situation of a file is its own.
    fn loading(&self) -> Loading;

    /// The settings that change what is sent.
    fn settings(&self) -> &'static [Setting];

    /// The setting that holds the tokens of the model's context window, where there is one.
    fn window_setting(&self) -> Option<&'static str> {
        None
    }

    /// What a runtime that extends this one may set besides its settings: names of files, caps, headings. Those of
    /// [`crate::steps::parameters`] that are honoured here.
    fn parameters(&self) -> &'static [Setting] {
        &[]
    }

    /// The runtime's own settings files that count in a situation, whether they are there or not, the strongest
    /// first. Which count may depend on folders (the root of a repository) and on what stronger ones say.
    fn config_files(&self, _situation: &Situation, _files: &dyn Files) -> Vec<ConfigFile> {
        Vec::new()
    }

    /// Whether a file of this path, relative to the opened folder, is one the runtime may send:
    /// an instruction file, a memory file or a skill.
    fn reads(&self, path: &Path) -> Option<Role>;

    /// [`Runtime::reads`] for a runtime that extends this one with these parameters.
    fn reads_with(&self, path: &Path, _parameters: &Parameters) -> Option<Role> {
        self.reads(path)
    }

    /// The keys of the head of an instruction file of this path, relative to the opened folder, that decide when the
    /// file counts; empty where it reads no head.
    fn head_keys(&self, _path: &Path) -> &'static [&'static str] {
        &[]
    }

    /// The file of a project, relative to the opened folder, that agents keep what they learn in.
    fn memory_file(&self) -> Option<&'static str> {
        None
    }

    /// Whose file is whose in a workspace, where its platform says so.
    fn file_roles(&self) -> &'static [FileRole] {
        &[]
    }

    /// What is wrong with the path of a file, relative to the opened folder, that is meant as the log of a day.
    fn misnamed_log(&self, _path: &Path) -> Option<MisnamedLog> {
        None
    }

    /// The keys of a skill's head that it reads; empty when it has no skills.
    fn skill_fields(&self) -> &'static [SkillField] {
        &[]
    }

    /// The keys of the head of an agent's description that it reads; empty when it has no such files.
    fn agent_fields(&self) -> &'static [SkillField] {
        &[]
    }

    /// The names of the tools that it gives every agent, where they are known; empty where they are not.
    fn tools(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it may have skills that come from no file of the user's: its own, or those of plugins.
    fn brings_skills(&self) -> bool {
        true
    }

    /// Files besides those of [`Runtime::reads`] that its settings name in a situation, and the user's own where
    /// they lie in the opened folder.
    fn further(&self, _situation: &Situation, _files: &dyn Files) -> Vec<Further> {
        Vec::new()
    }

    /// The topmost folder whose instruction files count when it is started in a situation, where it finds that by a
    /// mark such as `.git`; without one it is the start folder. `None` where folders above the start never count,
    /// where all of them do, and where it is not known.
    fn root(&self, _situation: &Situation, _files: &dyn Files) -> Option<PathBuf> {
        None
    }

    /// Whether it sends no instruction files unless it is told to.
    fn reads_nothing(&self) -> bool {
        false
    }

    /// Variables of the user's environment, `XDG_CONFIG_HOME` aside, that change what it reads.
    fn variables(&self) -> &'static [&'static str] {
        &[]
    }

    /// What speaks for the runtime being used here: paths below the opened folder or the home folder
    /// whose existence is evidence.
    fn evidence(&self) -> &'static [Evidence];

    /// What becomes of `@path` in running text.
    fn imports(&self) -> Imports;

    /// The prompt in a situation. `version` is one of [`Runtime::versions`]. Callers use
    /// [`assemble`], which records what is read.
    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt;
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

/// A log of a day that its platform does not take for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisnamedLog {
    /// The day it seems to be of, in the platform's spelling; `None` where that cannot be told, or is no day.
    pub day: Option<String>,
    /// Where the log of that day belongs, relative to the opened folder.
    pub place: Option<PathBuf>,
    /// How logs are named: `memory/YYYY-MM-DD.md`.
    pub pattern: &'static str,
}

/// A path whose existence speaks for a runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Relative to the opened folder or any folder above it up to the git root.
    Project(&'static str),
    /// Relative to the home folder.
    Home(&'static str),
}

/// Folders that are looked into for one prompt: more than rules and skills ever have, and few enough for an answer
/// within a second where a link among them leads to the root of the disk.
const MOST_FOLDERS: usize = 3_000;

/// The prompt of a runtime in a situation, with every question it put to `files`.
#[must_use]
pub fn assemble(
    runtime: &dyn Runtime,
    version: &Version,
    situation: &Situation,
    files: &dyn Files,
) -> EffectivePrompt {
    let recorder = Recorder::within(files, MOST_FOLDERS);
    let mut prompt = runtime.assemble(version, situation, &recorder);
    if let Some(refusal) = refusal(runtime, situation, &recorder) {
        prompt.inexact(refusal);
    }
    if recorder.is_exhausted() {
        prompt.inexact(format!(
            "More than {MOST_FOLDERS} folders would have to be looked into, as where a link leads out of the project; \
             the others are left out here."
        ));
    }
    prompt.reads = recorder.into_reads();
    prompt.place_losses();
    prompt.merge_imports();
    prompt.admit_unknown();
    prompt
}

/// Why a runtime does not start, if a settings file keeps it from that.
fn refusal(runtime: &dyn Runtime, situation: &Situation, files: &dyn Files) -> Option<String> {
    let refuses = Outcome::Reaction(Reaction::Refuses);
    let wrong = runtime.config_files(situation, files).into_iter().find(|file| {
        let mut faults = inspect(files, file, runtime.settings()).into_iter();
        faults.any(|fault| fault.outcome == refuses)
    })?;
    Some(format!(
        "{} does not start while {} is as it is; this is what it would send without that file.",
        runtime.name(),
        wrong.path.display()
    ))
}
