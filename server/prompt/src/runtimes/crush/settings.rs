//! Crush's settings: the user's `crush.json`, and those of the folders from the git root to the working folder.
//! Lists of several files are joined.

use crate::{
    runtime::ConfigKind,
    situation::Situation,
    steps::{
        config::{self, lookup},
        walk,
    },
};
use agents_workspace::{Files, config::foreign};
use std::path::{Path, PathBuf};

/// The settings as they hold in one situation.
pub(super) struct Settings {
    pub(super) context_paths: Vec<String>,
    /// The user's files; those of the settings or else the usual ones.
    pub(super) users_paths: Vec<String>,
    pub(super) skills_paths: Vec<String>,
    pub(super) disabled_skills: Vec<String>,
    home: Option<PathBuf>,
}

pub(super) fn read(situation: &Situation, files: &dyn Files) -> Settings {
    let paths = paths(situation, Some(files));
    let layers: Vec<_> = paths
        .iter()
        .filter_map(|path| foreign::value(files, path, ConfigKind::JSON.format))
        .collect();
    let list = |key: &str| {
        let set = situation.settings.get(key).as_ref().and_then(config::strings);
        set.unwrap_or_else(|| {
            let values = layers.iter().filter_map(|layer| lookup(layer, key));
            values.filter_map(config::strings).flatten().collect()
        })
    };
    let mut users_paths = list("options.global_context_paths");
    if users_paths.is_empty()
        && let Some(folder) = users_folder(situation)
    {
        let above = folder.parent().unwrap_or(&folder).join("AGENTS.md");
        let usual = [folder.join("CRUSH.md"), above];
        users_paths.extend(usual.map(|path| path.to_string_lossy().into_owned()));
    }
    Settings {
        context_paths: list("options.context_paths"),
        users_paths,
        skills_paths: list("options.skills_paths"),
        disabled_skills: list("options.disabled_skills"),
        home: situation.home.clone(),
    }
}

impl Settings {
    /// A path as it is written, with the home folder for `~`; `None` when it begins with a variable.
    pub(super) fn expand(&self, written: &str) -> Option<PathBuf> {
        if written.starts_with('$') {
            return None;
        }
        let below = match written {
            "~" => Some(""),
            _ => written.strip_prefix("~/"),
        };
        Some(match (below, &self.home) {
            (Some(below), Some(home)) => home.join(below),
            _ => PathBuf::from(written),
        })
    }

    /// Whether a path cannot be expanded here.
    pub(super) fn has_variables(&self) -> bool {
        let lists = [&self.context_paths, &self.users_paths, &self.skills_paths];
        lists.into_iter().flatten().any(|path| path.starts_with('$'))
    }
}

/// The settings files, those that count later behind. Without `files` the git root is not known, and the folders
/// from the opened one down stand in.
pub(super) fn paths(situation: &Situation, files: Option<&dyn Files>) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = users_folder(situation)
        .map(|folder| folder.join("crush.json"))
        .into_iter()
        .collect();
    let git = files.and_then(|files| git_root(files, &situation.start));
    let root = git.as_deref().unwrap_or(match files {
        Some(_) => &situation.start,
        None => &situation.root,
    });
    for folder in walk::chain(root, &situation.start) {
        out.extend(["crush.json", ".crush.json"].map(|name| folder.join(name)));
    }
    out
}

/// `~/.config/crush`.
pub(super) fn users_folder(situation: &Situation) -> Option<PathBuf> {
    let moved = situation
        .environment
        .get("CRUSH_GLOBAL_CONFIG")
        .map(PathBuf::from);
    moved.or_else(|| {
        let folder = situation.user_folder("XDG_CONFIG_HOME", ".config");
        folder.map(|folder| folder.join("crush"))
    })
}

pub(super) fn git_root(files: &dyn Files, start: &Path) -> Option<PathBuf> {
    walk::root_by_markers(files, start, &[".git".to_owned()])
}
