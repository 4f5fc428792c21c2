//! Codex's `config.toml`: the user's, then those of the project's folders when the project is trusted.

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
use std::path::{Path, PathBuf};

/// `project_doc_max_bytes` unless it is set (`codex-rs/core/src/config`, `PROJECT_DOC_MAX_BYTES`).
const PROJECT_DOC_MAX_BYTES: usize = 32 * 1024;

/// The context window of the models Codex is made for, in tokens.
const CONTEXT_WINDOW: usize = 272_000;

/// What is wrong in `config.toml`, in any way, is fatal (measured with 0.171.0).
static CONFIG: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::Toml,
        mark: Mark::Skipped,
        blank: Blank::Nothing,
        bytes: Bytes::Fault,
    },
    // What the user tells agents-ls of the folder.
    holds: |key| key != "trusted",
    takes_null: false,
    pattern: |_, _| None,
    unreadable: Reaction::Refuses,
    malformed: Reaction::Refuses,
    mistyped: |_| Reaction::Refuses,
};

/// The settings as they hold in one situation.
pub(super) struct CodexSettings {
    /// `$CODEX_HOME`.
    pub(super) home: Option<PathBuf>,
    /// The project's root.
    pub(super) root: PathBuf,
    /// Bytes of project instructions.
    pub(super) max_bytes: usize,
    /// Names that may stand in for AGENTS.md, cleaned.
    pub(super) fallbacks: Vec<String>,
    /// The setting that leaves project files out, if one does.
    pub(super) untrusted: Option<String>,
    /// Whether memories are on.
    pub(super) memories: bool,
    /// Whether skills are listed.
    pub(super) list_skills: bool,
    /// Tokens for the list of skills.
    pub(super) list_tokens: usize,
    /// The setting that holds them, when one does.
    pub(super) list_setting: Option<&'static str>,
    /// Skills switched off by `[[skills.config]]`: a `SKILL.md` or its folder.
    pub(super) disabled_skills: Vec<PathBuf>,
}

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation, files: &dyn Files) -> Vec<ConfigFile> {
    Layered::read(situation, files).files
}

/// The settings files with what they say.
struct Layered<'a> {
    /// `$CODEX_HOME`.
    home: Option<PathBuf>,
    /// The project's root.
    root: PathBuf,
    /// The setting that leaves project files out, if one does.
    untrusted: Option<String>,
    files: Vec<ConfigFile>,
    /// What counts for what no project may set.
    outer: Layers<'a>,
    all: Layers<'a>,
}

impl<'a> Layered<'a> {
    fn read(situation: &'a Situation, files: &dyn Files) -> Self {
        let says = |file: &ConfigFile| config::read(files, file, super::SETTINGS);
        let home = situation.user_folder("CODEX_HOME", ".codex");
        let user = home.as_ref().map(|home| file(home));
        let mut outer = Layers::over(&situation.settings);
        outer.add(user.as_ref().and_then(says));
        // A project's own layer may not move its root.
        let markers = outer
            .get("project_root_markers", config::strings)
            .unwrap_or_else(|| vec![".git".to_owned()]);
        let root = walk::root_by_markers(files, &situation.start, &markers)
            .unwrap_or_else(|| situation.start.clone());
        let trusted = outer
            .get("trusted", serde_json::Value::as_bool)
            .unwrap_or(situation.trusted);
        let untrusted = untrusted_by(&outer, &[&situation.start, &root, &situation.root]);
        let mut found = Vec::new();
        if trusted && untrusted.is_none() {
            let folders = walk::chain(&root, &situation.start).into_iter().rev();
            let dots = folders.map(|folder| folder.join(".codex"));
            found.extend(
                dots.filter(|dot| Some(dot) != home.as_ref())
                    .map(|dot| file(&dot)),
            );
        }
        let mut all = Layers::over(&situation.settings);
        for file in &found {
            all.add(says(file));
        }
        found.extend(user);
        for value in outer.files() {
            all.add(Some(value.clone()));
        }
        Self {
            home,
            root,
            untrusted,
            files: found,
            outer,
            all,
        }
    }
}

fn file(folder: &Path) -> ConfigFile {
    ConfigFile {
        path: folder.join("config.toml"),
        kind: &CONFIG,
    }
}

pub(super) fn read(situation: &Situation, files: &dyn Files) -> CodexSettings {
    let Layered {
        home,
        root,
        untrusted,
        outer,
        all,
        ..
    } = Layered::read(situation, files);
    let window = outer
        .get("model_context_window", config::count)
        .filter(|window| *window > 0)
        .unwrap_or(CONTEXT_WINDOW);
    let max_tokens = outer
        .get("skills.max_context_tokens", config::count)
        .filter(|tokens| *tokens > 0);
    CodexSettings {
        max_bytes: all
            .get("project_doc_max_bytes", config::count)
            .unwrap_or(PROJECT_DOC_MAX_BYTES),
        fallbacks: clean(
            &all.get("project_doc_fallback_filenames", config::strings)
                .unwrap_or_default(),
        ),
        untrusted,
        memories: outer
            .get("features.memories", serde_json::Value::as_bool)
            .unwrap_or(false),
        list_skills: outer
            .get("skills.include_instructions", serde_json::Value::as_bool)
            .unwrap_or(true),
        list_tokens: max_tokens.map_or((window / 50).max(1), |tokens| tokens.min(10_000)),
        list_setting: max_tokens.map(|_| "skills.max_context_tokens"),
        disabled_skills: disabled_skills(&outer),
        home,
        root,
    }
}

/// The names that may stand in for AGENTS.md, in whatever folder, and what lies in `$CODEX_HOME`.
pub(super) fn further(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    let settings = read(situation, files);
    let names = settings.fallbacks.iter();
    let named = names.filter_map(|name| Further::anywhere(Path::new(name), Role::Instructions));
    let own = [("memories/memory_summary.md", Role::Memory)];
    named
        .chain(Further::of_user(settings.home, &own, &situation.root))
        .collect()
}

/// The entry that calls one of `folders` untrusted: the first folder that has an entry decides.
fn untrusted_by(layers: &Layers<'_>, folders: &[&Path]) -> Option<String> {
    for folder in folders {
        let name = folder.to_str()?;
        // A path holds dots itself, so it is one level, not a dotted key.
        let set = layers.get(&format!("projects.{name}.trust_level"), |value| {
            value.as_str().map(str::to_owned)
        });
        let level = set.or_else(|| {
            let mut entries = layers
                .files()
                .iter()
                .filter_map(|file| file.get("projects")?.get(name));
            let level = entries.find_map(|entry| entry.get("trust_level")?.as_str());
            level.map(str::to_owned)
        });
        if let Some(level) = level {
            return (level == "untrusted")
                .then(|| format!("projects.\"{name}\".trust_level = \"untrusted\""));
        }
    }
    None
}

/// Fallback names as Codex takes them: trimmed, once each, and only names of files
/// (`agents_md.rs` at 1cc7e236).
fn clean(names: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in names.iter().map(|name| name.trim()) {
        let is_name = !matches!(name, "" | "." | "..") && !name.contains(['/', '\0']);
        if is_name && !out.iter().any(|known| known == name) {
            out.push(name.to_owned());
        }
    }
    out
}

fn disabled_skills(layers: &Layers<'_>) -> Vec<PathBuf> {
    let lists = layers
        .files()
        .iter()
        .filter_map(|file| config::lookup(file, "skills.config")?.as_array());
    let off = lists
        .flatten()
        .filter(|entry| entry.get("enabled").and_then(serde_json::Value::as_bool) == Some(false));
    off.filter_map(|entry| entry.get("path")?.as_str().map(PathBuf::from))
        .collect()
}
