//! Codex's `config.toml`: the user's, then those of the project's folders when the project is trusted.

use crate::{
    effective::Unit,
    runtime::{ConfigFile, ConfigKind, Further, Reaction, Role},
    situation::Situation,
    steps::{
        config::{self, Layers},
        limit::Limit,
        parameters::{self, Parameters},
        walk,
    },
};
use agents_workspace::{
    Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use std::path::{Path, PathBuf};

/// The setting that holds the cap for project instructions.
const MAX_BYTES: &str = "project_doc_max_bytes";

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
    /// The cap for project instructions: of bytes, unless a runtime that extends Codex says otherwise.
    pub(super) total: Limit,
    /// The setting that holds it.
    pub(super) total_setting: &'static str,
    /// The cap for one file, which Codex does not have.
    pub(super) file: Option<Limit>,
    /// Names that may stand in for AGENTS.md, cleaned.
    pub(super) fallbacks: Vec<String>,
    /// The setting that leaves project files out, if one does.
    pub(super) untrusted: Option<String>,
    /// Whether memories are on.
    pub(super) memories: bool,
    /// Whether skills are listed.
    pub(super) list_skills: bool,
    /// The cap for the list of skills: of tokens, unless a runtime that extends Codex says otherwise.
    pub(super) list: Limit,
    /// The setting that holds it.
    pub(super) list_setting: &'static str,
    /// Skills switched off by `[[skills.config]]`: a `SKILL.md` or its folder.
    pub(super) disabled_skills: Vec<PathBuf>,
    /// What a runtime that extends Codex says.
    pub(super) parameters: Parameters,
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
    let parameters = Parameters::of(situation);
    let window = outer
        .get("model_context_window", config::count)
        .filter(|window| *window > 0)
        .unwrap_or(CONTEXT_WINDOW);
    let window = parameters.context_window.unwrap_or(window);
    let max_tokens = outer
        .get("skills.max_context_tokens", config::count)
        .filter(|tokens| *tokens > 0);
    let list_tokens = max_tokens.map_or((window / 50).max(1), |tokens| tokens.min(10_000));
    let max_bytes = all.get(MAX_BYTES, config::count).unwrap_or(PROJECT_DOC_MAX_BYTES);
    let (total, list) = (parameters.total_limit(window), parameters.skills_limit(window));
    CodexSettings {
        total: total.unwrap_or(Limit::new(max_bytes, Unit::Bytes)),
        total_setting: total.map_or(MAX_BYTES, |_| parameters::TOTAL_CAP.key),
        file: parameters.file_limit(window),
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
        list: list.unwrap_or(Limit::new(list_tokens, Unit::Tokens)),
        list_setting: list.map_or("skills.max_context_tokens", |_| parameters::SKILLS_CAP.key),
        disabled_skills: disabled_skills(&outer),
        parameters,
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

/// The project's root when it is started in a situation.
pub(super) fn root(situation: &Situation, files: &dyn Files) -> PathBuf {
    Layered::read(situation, files).root
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
