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
    Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The name that is always read (`DEFAULT_CONTEXT_FILENAME`).
pub(super) const FILE_NAME: &str = "GEMINI.md";

const FILE_FORMAT: Format = Format {
    syntax: Syntax::JsonComments,
    mark: Mark::Fault,
    blank: Blank::Fault,
    bytes: Bytes::Replaced,
};

/// A file that cannot be read as settings is fatal. So is a name that is no text; other wrong types are told and
/// their values taken as they are (measured with 0.61.0).
static FILE: ConfigKind = ConfigKind {
    format: FILE_FORMAT,
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

/// Files that the program keeps for itself.
pub(super) const STATE: Format = Format {
    syntax: Syntax::Json,
    ..FILE_FORMAT
};

/// The settings as they hold in one situation.
pub(super) struct Settings {
    /// `~/.gemini`.
    pub(super) home: Option<PathBuf>,
    /// File names in the order in which a folder is asked for them.
    pub(super) names: Vec<PathBuf>,
    /// Names that end the way up.
    pub(super) markers: Vec<String>,
    /// The folders of the workspace, the start folder first.
    pub(super) folders: Vec<PathBuf>,
    /// Whether imported files stand one after the other.
    pub(super) is_flat: bool,
    /// Whether skills are listed.
    pub(super) lists_skills: bool,
    /// Skills that are not, in small letters.
    pub(super) disabled_skills: Vec<String>,
    /// Whether the model is of a family whose heading names all files.
    pub(super) names_files: bool,
    /// Whether the user trusts the folder.
    pub(super) trusted: bool,
}

impl Settings {
    /// The folder where the way up from `folder` ends.
    pub(super) fn root(&self, files: &dyn Files, folder: &Path) -> PathBuf {
        let usable: Vec<String> = self
            .markers
            .iter()
            .filter(|marker| !Path::new(marker).is_absolute() && !marker.contains(".."))
            .cloned()
            .collect();
        walk::root_by_markers(files, folder, &usable).unwrap_or_else(|| folder.to_path_buf())
    }
}

/// `~/.gemini`.
fn home(situation: &Situation) -> Option<PathBuf> {
    let moved = situation.environment.get("GEMINI_CLI_HOME").map(PathBuf::from);
    let home = moved.or_else(|| situation.home.clone())?;
    Some(home.join(".gemini"))
}

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation) -> Vec<ConfigFile> {
    let home = home(situation);
    let own = Some(situation.start.join(".gemini")).filter(|_| situation.trusted);
    let own = own.filter(|own| Some(own) != home.as_ref());
    let folders = own.into_iter().chain(home);
    let file = |folder: PathBuf| ConfigFile {
        path: folder.join("settings.json"),
        kind: &FILE,
    };
    folders.map(file).collect()
}

pub(super) fn read(situation: &Situation, files: &dyn Files) -> Settings {
    let home = home(situation);
    let mut layers = Layers::over(&situation.settings);
    for file in config_files(situation) {
        layers.add(config::read(files, &file, super::SETTINGS));
    }
    let mut all: Vec<PathBuf> = Vec::new();
    let named = layers.get("context.fileName", names).unwrap_or_default();
    let named = named
        .iter()
        .map(|name| name.trim())
        .filter(|name| !name.is_empty());
    for name in named
        .chain([FILE_NAME])
        .map(|name| walk::lexical(Path::new(name)))
    {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let mut folders = vec![situation.start.clone()];
    for name in layers
        .get("context.includeDirectories", config::strings)
        .unwrap_or_default()
    {
        let path = match (name.strip_prefix("~/"), &situation.home) {
            (Some(below), Some(home)) => home.join(below),
            _ => walk::lexical(&situation.start.join(&name)),
        };
        if !folders.contains(&path) && files.is_folder(&path) {
            folders.push(path);
        }
    }
    let model = layers
        .get("model", text)
        .or_else(|| layers.get("model.name", text));
    Settings {
        names: all,
        markers: layers
            .get("context.memoryBoundaryMarkers", config::strings)
            .unwrap_or_else(|| vec![".git".to_owned()]),
        folders,
        is_flat: layers.get("context.importFormat", text).as_deref() == Some("flat"),
        lists_skills: layers.get("skills.enabled", Value::as_bool).unwrap_or(true),
        disabled_skills: layers
            .get("skills.disabled", config::strings)
            .unwrap_or_default()
            .iter()
            .map(|name| name.to_lowercase())
            .collect(),
        names_files: model.is_some_and(|model| model.starts_with("gemini-3")),
        trusted: situation.trusted,
        home,
    }
}

/// The names that are read beside the usual one, in whatever folder, and the private memory.
pub(super) fn further(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    let settings = read(situation, files);
    let names = settings.names.iter();
    let named = names.filter_map(|name| Further::anywhere(name, Role::Instructions));
    let own = [("tmp/*/memory/MEMORY.md", Role::Memory)];
    named
        .chain(Further::of_user(settings.home, &own, &situation.root))
        .collect()
}

/// One name or a list of names.
pub(super) fn names(value: &Value) -> Option<Vec<String>> {
    match value.as_str() {
        Some(name) => Some(vec![name.to_owned()]),
        None => config::strings(value),
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
