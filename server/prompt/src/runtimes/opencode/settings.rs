//! opencode's settings: the user's `opencode.json`, those of the project, those in `.opencode`.

use super::glob;
use crate::{
    runtime::{ConfigFile, ConfigKind, Reaction},
    situation::Situation,
    steps::{config, walk},
};
use agents_workspace::{
    Files,
    config::foreign::{Blank, Bytes, Format, Mark, Syntax},
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What is wrong in a settings file, in any way, is fatal (measured with 1.18.33).
static FILE: ConfigKind = ConfigKind {
    format: Format {
        syntax: Syntax::JsonC,
        mark: Mark::Skipped,
        blank: Blank::Empty,
        bytes: Bytes::Replaced,
    },
    holds: |_| true,
    takes_null: false,
    pattern: |key, text| match key {
        "instructions" => glob::fault(text),
        _ => None,
    },
    unreadable: Reaction::Refuses,
    malformed: Reaction::Refuses,
    mistyped: |_| Reaction::Refuses,
};

/// The settings as they hold in one situation.
pub(in crate::runtimes) struct Settings {
    /// `~/.config/opencode`.
    pub(in crate::runtimes) config: Option<PathBuf>,
    /// The folder where walks upwards end: the git root, else the root of the file system.
    pub(in crate::runtimes) worktree: PathBuf,
    /// Folders that hold settings and skills, the weakest first.
    pub(in crate::runtimes) folders: Vec<PathBuf>,
    /// Further instruction files.
    pub(in crate::runtimes) instructions: Vec<String>,
    /// Further folders of skills.
    pub(in crate::runtimes) skill_paths: Vec<String>,
    /// Whether CLAUDE.md is read (`OPENCODE_DISABLE_CLAUDE_CODE`, `…_PROMPT`).
    pub(in crate::runtimes) reads_claude: bool,
    /// Whether `.claude/skills` is read.
    pub(in crate::runtimes) reads_claude_skills: bool,
    /// Whether `.claude/skills` and `.agents/skills` are read.
    pub(in crate::runtimes) reads_external_skills: bool,
    /// Whether files of the project are read (`OPENCODE_DISABLE_PROJECT_CONFIG`).
    pub(in crate::runtimes) reads_project: bool,
}

impl Settings {
    /// The names of instruction files that are looked for.
    pub(in crate::runtimes) fn names(&self) -> impl Iterator<Item = &'static str> {
        super::NAMES
            .into_iter()
            .filter(|name| self.reads_claude || *name != "CLAUDE.md")
    }
}

/// The settings files that count, the strongest first.
pub(super) fn config_files(situation: &Situation, files: &dyn Files) -> Vec<ConfigFile> {
    let mut found = Places::new(situation, files).config_files(situation);
    found.reverse();
    found
}

/// Where settings are looked for.
struct Places {
    config: Option<PathBuf>,
    worktree: PathBuf,
    /// `OPENCODE_CONFIG_DIR`.
    own: Option<PathBuf>,
    folders: Vec<PathBuf>,
    reads_project: bool,
}

impl Places {
    fn new(situation: &Situation, files: &dyn Files) -> Self {
        let config = situation
            .user_folder("XDG_CONFIG_HOME", ".config")
            .map(|folder| folder.join("opencode"));
        let worktree = walk::root_by_markers(files, &situation.start, &[".git".to_owned()])
            .unwrap_or_else(|| PathBuf::from("/"));
        let reads_project = !is_on(situation, "OPENCODE_DISABLE_PROJECT_CONFIG");
        let own = situation
            .environment
            .get("OPENCODE_CONFIG_DIR")
            .map(PathBuf::from);
        let folders = folders(
            situation,
            files,
            config.as_deref(),
            &worktree,
            reads_project,
            own.as_deref(),
        );
        Self {
            config,
            worktree,
            own,
            folders,
            reads_project,
        }
    }

    /// The settings files, the weakest first.
    fn config_files(&self, situation: &Situation) -> Vec<ConfigFile> {
        const NAMES: [&str; 2] = ["opencode.json", "opencode.jsonc"];
        let mut paths: Vec<PathBuf> = Vec::new();
        if let Some(config) = &self.config {
            paths.push(config.join("config.json"));
            paths.extend(NAMES.map(|name| config.join(name)));
        }
        if self.reads_project {
            for folder in walk::chain(&self.worktree, &situation.start) {
                paths.extend(NAMES.map(|name| folder.join(name)));
            }
        }
        for folder in self
            .folders
            .iter()
            .filter(|folder| folder.ends_with(".opencode") || Some(*folder) == self.own.as_ref())
        {
            paths.extend(NAMES.map(|name| folder.join(name)));
        }
        let file = |path| ConfigFile { path, kind: &FILE };
        paths.into_iter().map(file).collect()
    }
}

/// Whether a variable of the environment is a switch that is on.
fn is_on(situation: &Situation, name: &str) -> bool {
    let value = situation.environment.get(name).map(|value| value.to_lowercase());
    value.is_some_and(|value| value == "1" || value == "true")
}

pub(super) fn read(situation: &Situation, files: &dyn Files) -> Settings {
    let places = Places::new(situation, files);
    let found = places.config_files(situation);
    let layers: Vec<Value> = found
        .iter()
        .filter_map(|file| config::read(files, file, super::SETTINGS))
        .collect();
    let set = |key: &str| situation.settings.get(key).as_ref().and_then(config::strings);
    let lists = |key: &str| -> Vec<Vec<String>> {
        let values = layers.iter().filter_map(|layer| config::lookup(layer, key));
        values.filter_map(config::strings).collect()
    };
    // Of this list every layer counts; of others only the strongest.
    let mut instructions: Vec<String> = Vec::new();
    for one in set("instructions").unwrap_or_else(|| lists("instructions").concat()) {
        if !instructions.contains(&one) {
            instructions.push(one);
        }
    }
    let skill_paths = set("skills.paths").or_else(|| lists("skills.paths").pop());
    let is_on = |name: &str| is_on(situation, name);
    let without_claude = is_on("OPENCODE_DISABLE_CLAUDE_CODE");
    Settings {
        config: places.config,
        worktree: places.worktree,
        folders: places.folders,
        instructions,
        skill_paths: skill_paths.unwrap_or_default(),
        reads_claude: !without_claude && !is_on("OPENCODE_DISABLE_CLAUDE_CODE_PROMPT"),
        reads_claude_skills: !without_claude && !is_on("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS"),
        reads_external_skills: !is_on("OPENCODE_DISABLE_EXTERNAL_SKILLS"),
        reads_project: places.reads_project,
    }
}

/// The folders in which an entry of `instructions` is looked for, each with its pattern there; none for an
/// address. Of an absolute path only the last name is a pattern.
pub(super) fn named(entry: &str, settings: &Settings, situation: &Situation) -> Vec<(PathBuf, String)> {
    if glob::is_address(entry) {
        return Vec::new();
    }
    let path = match (entry.strip_prefix("~/"), &situation.home) {
        (Some(below), Some(home)) => home.join(below),
        _ => PathBuf::from(entry),
    };
    if path.is_absolute() {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let folder = path.parent().map(Path::to_path_buf);
        return folder.zip(name).into_iter().collect();
    }
    let folders: Vec<&Path> = if settings.reads_project {
        up(&situation.start, &settings.worktree).collect()
    } else {
        settings.config.as_deref().into_iter().collect()
    };
    let with_entry = |folder: &Path| (folder.to_path_buf(), entry.to_owned());
    folders.into_iter().map(with_entry).collect()
}

/// A folder of `skills.paths`.
pub(super) fn place(path: &str, situation: &Situation) -> PathBuf {
    match (path.strip_prefix("~/"), &situation.home) {
        (Some(below), Some(home)) => home.join(below),
        _ => walk::lexical(&situation.start.join(path)),
    }
}

/// `ConfigPaths.directories`.
fn folders(
    situation: &Situation,
    files: &dyn Files,
    config: Option<&Path>,
    worktree: &Path,
    reads_project: bool,
    own: Option<&Path>,
) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = config.map(Path::to_path_buf).into_iter().collect();
    if reads_project {
        let up = up(&situation.start, worktree).map(|folder| folder.join(".opencode"));
        out.extend(up.filter(|folder| walk::exists(files, folder)));
    }
    let users = situation.home.as_ref().map(|home| home.join(".opencode"));
    out.extend(users.filter(|folder| walk::exists(files, folder)));
    out.extend(own.map(Path::to_path_buf));
    let mut seen = std::collections::HashSet::new();
    out.retain(|folder| seen.insert(folder.clone()));
    out
}

/// `start` and the folders above it, up to `stop`; up to the root when that is not above.
pub(in crate::runtimes) fn up<'a>(start: &'a Path, stop: &'a Path) -> impl Iterator<Item = &'a Path> {
    let mut ended = false;
    start.ancestors().take_while(move |folder| {
        let inside = !ended;
        ended = ended || *folder == stop;
        inside
    })
}
