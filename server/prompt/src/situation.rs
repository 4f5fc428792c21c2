//! What a prompt depends on besides the files.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Everything but the files that decides what a runtime sends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Situation {
    /// The opened folder. A runtime's own root (often the git root) may lie above it.
    pub root: PathBuf,
    /// Where the agent is started.
    pub start: PathBuf,
    /// Files the agent reads after the start, or folders it lists; absolute.
    pub touched: Vec<PathBuf>,
    /// The home folder; `None` when files of the user are left out.
    pub home: Option<PathBuf>,
    /// Variables that move a runtime's folders (`XDG_CONFIG_HOME`, `CODEX_HOME` …), by name.
    pub environment: BTreeMap<String, String>,
    /// The runtime's settings that differ from its defaults and from its own settings files.
    pub settings: Settings,
    /// Whether the user trusts the folder, where a runtime asks.
    pub trusted: bool,
}

impl Situation {
    /// Started in `root`, nothing touched, no home.
    #[must_use]
    pub fn at(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        Self {
            start: root.clone(),
            root,
            touched: Vec::new(),
            home: None,
            environment: BTreeMap::new(),
            settings: Settings::default(),
            trusted: true,
        }
    }

    /// A folder of the user: `variable` if it is set to an absolute path, else `below_home` under home.
    #[must_use]
    pub fn user_folder(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        let set = self
            .environment
            .get(variable)
            .map(Path::new)
            .filter(|path| path.is_absolute());
        set.map(Path::to_path_buf)
            .or_else(|| self.home.as_ref().map(|home| home.join(below_home)))
    }
}

/// Settings of one runtime under its own names, dots between levels (`super_agent.project_agents_max_chars`).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    /// Sets one value.
    pub fn set(&mut self, key: impl Into<String>, value: &Value) {
        self.0.insert(key.into(), value.to_string());
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        self.0
            .get(key)
            .map(|text| serde_json::from_str(text).unwrap_or(Value::Null))
    }

    /// All keys that are set.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}
