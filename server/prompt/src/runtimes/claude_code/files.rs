//! Which settings files Claude Code reads, and how.

use crate::{
    runtime::{ConfigFile, ConfigKind, Reaction},
    situation::Situation,
    steps::globs,
};
use agents_workspace::config::foreign::{Blank, Bytes, Format, Mark, Syntax};
use std::path::PathBuf;

/// A file in which anything is wrong says nothing (measured with 2.1.332).
static SETTINGS: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::Json,
        mark: Mark::Skipped,
        blank: Blank::Nothing,
        bytes: Bytes::Replaced,
    },
    // The first is an option of a plugin, the second is an answer kept elsewhere.
    holds: |key| !matches!(key, "instructionFiles" | "hasClaudeMdExternalIncludesApproved"),
    takes_null: false,
    pattern: |key, text| match key {
        "claudeMdExcludes" => globs::fault(text),
        _ => None,
    },
    unreadable: Reaction::IgnoresFile,
    malformed: Reaction::IgnoresFile,
    mistyped: |_| Reaction::IgnoresFile,
};

/// What Claude Code keeps for itself; without a copy it does not start when that is no JSON (measured with
/// 2.1.332).
static STATE: ConfigKind = ConfigKind {
    holds: |_| false,
    malformed: Reaction::Refuses,
    mistyped: |_| Reaction::Unknown,
    ..SETTINGS
};

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation) -> Vec<ConfigFile> {
    let layers = project_files(situation).into_iter().chain(user_file(situation));
    layers.chain(state_file(situation)).collect()
}

pub(super) fn project_files(situation: &Situation) -> Vec<ConfigFile> {
    let folder = situation.start.join(".claude");
    if user_folder(situation).as_ref() == Some(&folder) {
        return Vec::new();
    }
    let file = |name| ConfigFile {
        path: folder.join(name),
        kind: &SETTINGS,
    };
    ["settings.local.json", "settings.json"].map(file).into()
}

pub(super) fn user_file(situation: &Situation) -> Option<ConfigFile> {
    Some(ConfigFile {
        path: user_folder(situation)?.join("settings.json"),
        kind: &SETTINGS,
    })
}

pub(super) fn state_file(situation: &Situation) -> Option<ConfigFile> {
    Some(ConfigFile {
        path: situation.home.as_ref()?.join(".claude.json"),
        kind: &STATE,
    })
}

pub(super) fn user_folder(situation: &Situation) -> Option<PathBuf> {
    situation.user_folder("CLAUDE_CONFIG_DIR", ".claude")
}
