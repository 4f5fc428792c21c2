//! Kilo Code's settings, and what of them opencode's own steps are told.

use crate::{
    runtime::ConfigKind,
    runtimes::opencode::settings::{Settings, up},
    situation::Situation,
    steps::{config, walk},
};
use agents_workspace::{Files, config::foreign};
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(super) const INSTRUCTIONS: &str = "instructions";
pub(super) const SKILL_PATHS: &str = "skills.paths";

/// Names of settings files, the weakest first.
const FILES: [&str; 4] = ["opencode.json", "opencode.jsonc", "kilo.json", "kilo.jsonc"];

/// Folders that hold settings, the weakest first.
const DOTS: [&str; 2] = [".kilocode", ".kilo"];

/// The settings files of a folder.
pub(super) fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let dots = DOTS.map(|dot| folder.join(dot));
    let folders = std::iter::once(folder.to_path_buf()).chain(dots);
    folders.flat_map(|folder| FILES.map(|name| folder.join(name)))
}

/// The user's.
pub(super) fn user_files(situation: &Situation) -> Vec<PathBuf> {
    let config = config(situation);
    let names = std::iter::once("config.json").chain(FILES);
    names
        .flat_map(|name| config.iter().map(move |folder| folder.join(name)))
        .collect()
}

pub(super) fn read(situation: &Situation, files: &dyn Files, rules: &[PathBuf]) -> Settings {
    let is_on = |name: &str| {
        let value = situation.environment.get(name).map(|value| value.to_lowercase());
        value.is_some_and(|value| value == "1" || value == "true")
    };
    let worktree = walk::root_by_markers(files, &situation.start, &[".git".to_owned()])
        .unwrap_or_else(|| PathBuf::from("/"));
    let reads_project = !is_on("KILO_DISABLE_PROJECT_CONFIG");
    let own = situation.environment.get("KILO_CONFIG_DIR").map(PathBuf::from);
    let folders = folders(situation, &worktree, reads_project, own.as_deref());

    let mut paths = user_files(situation);
    if reads_project {
        for folder in walk::chain(&worktree, &situation.start) {
            paths.extend(FILES.map(|name| folder.join(name)));
        }
    }
    let user = config(situation);
    for folder in folders.iter().filter(|folder| Some(*folder) != user.as_ref()) {
        paths.extend(FILES.map(|name| folder.join(name)));
    }
    let layers: Vec<Value> = paths
        .iter()
        .filter_map(|path| foreign::value(files, path, ConfigKind::JSON_C.format))
        .collect();
    let set = |key: &str| situation.settings.get(key).as_ref().and_then(config::strings);
    let lists = |key: &str| -> Vec<Vec<String>> {
        let values = layers.iter().filter_map(|layer| config::lookup(layer, key));
        values.filter_map(config::strings).collect()
    };
    let mut instructions: Vec<String> = rules
        .iter()
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    for one in set(INSTRUCTIONS).unwrap_or_else(|| lists(INSTRUCTIONS).concat()) {
        if !instructions.contains(&one) {
            instructions.push(one);
        }
    }
    let without_claude = is_on("KILO_DISABLE_CLAUDE_CODE");
    Settings {
        // Of several files of the user the first that is there counts.
        config: own
            .filter(|folder| walk::exists(files, &folder.join("AGENTS.md")))
            .or(user),
        worktree,
        folders,
        instructions,
        skill_paths: set(SKILL_PATHS)
            .or_else(|| lists(SKILL_PATHS).pop())
            .unwrap_or_default(),
        reads_claude: !without_claude && !is_on("KILO_DISABLE_CLAUDE_CODE_PROMPT"),
        reads_claude_skills: !without_claude && !is_on("KILO_DISABLE_CLAUDE_CODE_SKILLS"),
        reads_external_skills: !is_on("KILO_DISABLE_EXTERNAL_SKILLS"),
        reads_project,
    }
}

fn config(situation: &Situation) -> Option<PathBuf> {
    let folder = situation.user_folder("XDG_CONFIG_HOME", ".config");
    folder.map(|folder| folder.join("kilo"))
}

/// Folders that hold settings and skills (`ConfigPaths.directories`).
fn folders(situation: &Situation, worktree: &Path, reads_project: bool, own: Option<&Path>) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = config(situation).into_iter().collect();
    let above = up(&situation.start, worktree).filter(|_| reads_project);
    for folder in above.chain(situation.home.as_deref()) {
        out.extend(DOTS.map(|dot| folder.join(dot)));
    }
    out.extend(own.map(Path::to_path_buf));
    let mut seen = std::collections::HashSet::new();
    out.retain(|folder| seen.insert(folder.clone()));
    out
}
