//! Codex's `config.toml`: the user's, then those of the project's folders when the project is trusted.

use crate::{
    situation::Situation,
    steps::{
        config::{self, Layers},
        walk,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// `project_doc_max_bytes` unless it is set (`codex-rs/core/src/config`, `PROJECT_DOC_MAX_BYTES`).
const PROJECT_DOC_MAX_BYTES: usize = 32 * 1024;

/// The context window of the models Codex is made for, in tokens.
const CONTEXT_WINDOW: usize = 272_000;

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

pub(super) fn read(situation: &Situation, files: &dyn Files) -> CodexSettings {
    let home = situation.user_folder("CODEX_HOME", ".codex");
    let user = home
        .as_ref()
        .and_then(|home| config::toml(files, &home.join("config.toml")));
    let mut outer = Layers::over(&situation.settings);
    outer.add(user.clone());
    // A project's own layer may not move its root.
    let markers = outer
        .get("project_root_markers", config::strings)
        .unwrap_or_else(|| vec![".git".to_owned()]);
    let root =
        walk::root_by_markers(files, &situation.start, &markers).unwrap_or_else(|| situation.start.clone());
    let trusted = outer
        .get("trusted", serde_json::Value::as_bool)
        .unwrap_or(situation.trusted);
    let untrusted = untrusted_by(&outer, &[&situation.start, &root, &situation.root]);

    let mut all = Layers::over(&situation.settings);
    if trusted && untrusted.is_none() {
        for folder in walk::chain(&root, &situation.start).into_iter().rev() {
            let dot = folder.join(".codex");
            if Some(&dot) != home.as_ref() {
                all.add(config::toml(files, &dot.join("config.toml")));
            }
        }
    }
    all.add(user);
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
