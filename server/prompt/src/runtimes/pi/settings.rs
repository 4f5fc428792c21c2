//! pi's `settings.json`: that of the start folder's `.pi`, and the user's.

use super::Release;
use crate::{
    runtime::{ConfigFile, ConfigKind, Further, Reaction, Role},
    situation::Situation,
    steps::{
        config::{self, Layers},
        walk,
    },
};
use agents_workspace::{
    Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A file that is no JSON is told of and says nothing (`SettingsManager.tryLoadFromStorage`).
static FILE: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::Json,
        mark: Mark::Skipped,
        blank: Blank::Empty,
        bytes: Bytes::Replaced,
    },
    // The others are flags of the command line.
    holds: |key| key == SKILLS,
    takes_null: true,
    pattern: |_, _| None,
    unreadable: Reaction::IgnoresFile,
    malformed: Reaction::IgnoresFile,
    mistyped: |_| Reaction::Unknown,
};

/// The older release does not know of byte order marks.
static OLD_FILE: ConfigKind = ConfigKind {
    format: Format {
        mark: Mark::Fault,
        ..FILE.format
    },
    ..FILE
};

/// The setting that names further skills.
pub(super) const SKILLS: &str = "skills";

/// `~/.pi/agent`.
pub(super) fn agent_folder(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("PI_CODING_AGENT_DIR", ".pi/agent")
}

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation) -> Vec<ConfigFile> {
    let own = Some(situation.start.join(".pi")).filter(|_| situation.trusted);
    let folders = own.into_iter().chain(agent_folder(situation));
    folders.map(|folder| file(&folder, Release::Tags)).collect()
}

fn file(folder: &Path, release: Release) -> ConfigFile {
    ConfigFile {
        path: folder.join("settings.json"),
        kind: match release {
            Release::Headings => &OLD_FILE,
            Release::Tags => &FILE,
        },
    }
}

/// The files, folders and patterns of skills that the settings of `folder` name; `set` wins over the file.
pub(super) fn skills(files: &dyn Files, folder: &Path, release: Release, set: Option<Value>) -> Vec<String> {
    let mut layers = Layers::default();
    layers.add(set.map(|value| serde_json::json!({ SKILLS: value })));
    layers.add(config::read(files, &file(folder, release), super::SETTINGS));
    layers.get(SKILLS, listed).unwrap_or_default()
}

/// Skills in places that settings name and that lie in the opened folder, and the user's own.
pub(super) fn further(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    const KINDS: [&str; 2] = ["**/SKILL.md", "*.md"];
    let root = &situation.root;
    let own = situation.start.join(".pi");
    let set = situation.settings.get(SKILLS);
    let layers = [(Some(own), set), (agent_folder(situation), None)];
    let mut out = Vec::new();
    for (folder, set) in layers {
        let Some(folder) = folder else { continue };
        let named = skills(files, &folder, Release::Tags, set);
        let standard = folder.join("skills");
        for place in places(&named, &folder, situation).chain([standard]) {
            if files.is_file(&place) {
                out.extend(Further::exactly(&place, root, Role::Skill));
            } else {
                out.extend(
                    KINDS
                        .map(|kind| Further::below(&place, kind, root, Role::Skill))
                        .into_iter()
                        .flatten(),
                );
            }
        }
    }
    out
}

/// A list of places; the form of older settings has it one level below (`migrateSettings`).
pub(super) fn listed(value: &Value) -> Option<Vec<String>> {
    match value.as_object() {
        None => config::strings(value),
        Some(older) => match older.get("customDirectories") {
            Some(Value::Array(list)) if !list.is_empty() => config::strings(&list.as_slice().into()),
            _ => Some(Vec::new()),
        },
    }
}

/// The places that are named as they are, without patterns.
pub(super) fn places<'a>(
    named: &'a [String],
    folder: &'a Path,
    situation: &'a Situation,
) -> impl Iterator<Item = PathBuf> + 'a {
    let plain = named.iter().filter(|name| !is_pattern(name));
    plain.map(move |name| match (name.strip_prefix("~/"), &situation.home) {
        (Some(below), Some(home)) => home.join(below),
        _ => walk::lexical(&folder.join(name)),
    })
}

/// Whether an entry takes in or leaves out what it matches.
pub(super) fn is_pattern(name: &str) -> bool {
    name.starts_with(['!', '+', '-']) || name.contains(['*', '?'])
}
