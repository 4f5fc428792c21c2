//! `settings.json`: the start folder's, when the folder is trusted, over the user's.

use crate::{
    runtime::{ConfigFile, ConfigKind, Further, Reaction, Role},
    situation::Situation,
    steps::{
        config::{self, Layers},
        walk,
    },
};
use agents_workspace::{
    EntryKind, Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The user's file; one that cannot be read as settings is fatal, and so is a name that is no text (measured with
/// 0.24.4).
static USER: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::JsonComments,
        mark: Mark::Skipped,
        blank: Blank::Fault,
        bytes: Bytes::Replaced,
    },
    holds: |_| true,
    takes_null: true,
    pattern: |_, _| None,
    unreadable: Reaction::Refuses,
    malformed: Reaction::Refuses,
    mistyped: |key| match key {
        "" | "context.fileName" => Reaction::Refuses,
        _ => Reaction::Unknown,
    },
};

/// That of the start folder, which is replaced when it is not JSON.
static PROJECT: ConfigKind = ConfigKind {
    malformed: Reaction::ReplacesFile,
    ..USER
};

/// The settings as they hold in one situation.
pub(super) struct Settings {
    /// `~/.qwen`.
    pub(super) home: Option<PathBuf>,
    /// File names, in their order.
    pub(super) names: Vec<String>,
    /// The folders that are looked through, the start folder last.
    pub(super) folders: Vec<PathBuf>,
    /// The folder that holds `.git`.
    pub(super) git_root: Option<PathBuf>,
    /// That folder, else the start folder: what rules and their patterns are relative to.
    pub(super) root: PathBuf,
    /// Whether imported files stand one after the other.
    pub(super) is_flat: bool,
    /// Skills that are not listed, in small letters.
    pub(super) disabled_skills: Vec<String>,
    /// Whether the user trusts the folder.
    pub(super) trusted: bool,
}

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation) -> Vec<ConfigFile> {
    let home = situation.user_folder("QWEN_HOME", ".qwen");
    let own = Some(situation.start.join(".qwen")).filter(|_| situation.trusted);
    let own = own.filter(|own| Some(own) != home.as_ref());
    let folders = own.map(|own| (own, &PROJECT)).into_iter();
    let folders = folders.chain(home.map(|home| (home, &USER)));
    let file = |(folder, kind): (PathBuf, &'static ConfigKind)| ConfigFile {
        path: folder.join("settings.json"),
        kind,
    };
    folders.map(file).collect()
}

pub(super) fn read(situation: &Situation, files: &dyn Files) -> Settings {
    let home = situation.user_folder("QWEN_HOME", ".qwen");
    let mut layers = Layers::over(&situation.settings);
    for file in config_files(situation) {
        layers.add(config::read(files, &file, super::SETTINGS));
    }
    let named = layers.get("context.fileName", names).unwrap_or_default();
    let mut names: Vec<String> = named.iter().map(|name| name.trim().to_owned()).collect();
    names.retain(|name| !name.is_empty());
    if names.is_empty() {
        names = ["QWEN.md", "AGENTS.md"].map(str::to_owned).to_vec();
    }
    let mut folders = Vec::new();
    if layers.get("context.loadFromIncludeDirectories", Value::as_bool) == Some(true) {
        let further = layers.get("context.includeDirectories", config::strings);
        for name in further.unwrap_or_default() {
            folders.push(match (name.strip_prefix("~/"), &situation.home) {
                (Some(below), Some(home)) => home.join(below),
                _ => walk::lexical(&situation.start.join(&name)),
            });
        }
    }
    folders.retain(|folder| *folder != situation.start && files.is_folder(folder));
    folders.push(situation.start.clone());
    let git_root = git_root(files, &situation.start);
    let disabled = layers.get("skills.disabled", config::strings).unwrap_or_default();
    Settings {
        home,
        names,
        folders,
        root: git_root.clone().unwrap_or_else(|| situation.start.clone()),
        git_root,
        is_flat: layers
            .get("context.importFormat", |value| {
                value.as_str().map(|text| text == "flat")
            })
            .unwrap_or(false),
        disabled_skills: disabled.iter().map(|name| name.to_lowercase()).collect(),
        trusted: situation.trusted,
    }
}

/// The nearest folder with `.git`, a folder or a file itself and not a link (`findProjectRoot`).
pub(super) fn git_root(files: &dyn Files, start: &Path) -> Option<PathBuf> {
    let is_root = |folder: &&Path| {
        let entry = files.entry(&folder.join(".git"));
        matches!(entry, EntryKind::Folder | EntryKind::File)
    };
    start.ancestors().find(is_root).map(Path::to_path_buf)
}

/// The names that are read, in whatever folder.
pub(super) fn further(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    let names = read(situation, files).names;
    let named = names.iter().map(Path::new);
    named
        .filter_map(|name| Further::anywhere(name, Role::Instructions))
        .collect()
}

/// One name or a list of names.
pub(super) fn names(value: &Value) -> Option<Vec<String>> {
    match value.as_str() {
        Some(name) => Some(vec![name.to_owned()]),
        None => config::strings(value),
    }
}
