//! `read_config_from`: which other tools' files are read.

use crate::{
    effective::{Cause, EffectivePrompt},
    runtime::ConfigKind,
    situation::Situation,
    steps::config::{self, Layers},
};
use agents_workspace::{Files, config::foreign};
use std::path::PathBuf;

/// What is switched off.
pub(super) struct Sources(Vec<&'static str>);

const SWITCHES: [&str; 5] = ["agents_standard", "cursor", "windsurf", "claude", "copilot"];

impl Sources {
    /// Everything is on that no settings switch off. Which of two files counts is not documented; here that of the
    /// project.
    pub(super) fn read(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) -> Self {
        let mut layers = Layers::over(&situation.settings);
        for path in paths(situation) {
            layers.add(foreign::value(files, &path, ConfigKind::JSON_C.format));
        }
        let mut off = Vec::new();
        for switch in SWITCHES {
            let key = format!("read_config_from.{switch}");
            let values = layers
                .files()
                .iter()
                .filter_map(|file| config::lookup(file, &key)?.as_bool());
            let values: Vec<bool> = values.collect();
            if values.iter().any(|value| *value != values[0]) {
                prompt.inexact(
                    "Which of two settings files wins is not documented; here that of the project before the user's.",
                );
            }
            if layers.get(&key, serde_json::Value::as_bool) == Some(false) {
                off.push(switch);
            }
        }
        Self(off)
    }

    pub(super) fn is_on(&self, switch: &str) -> bool {
        !self.0.contains(&switch)
    }

    /// Why a file of another tool is left out.
    pub(super) fn cause(switch: &str) -> Cause {
        Cause::Disabled {
            by: format!("read_config_from.{switch} = false"),
        }
    }
}

/// The settings files, the strongest first.
pub(super) fn paths(situation: &Situation) -> Vec<PathBuf> {
    let project = [".devin/config.local.json", ".devin/config.json"];
    let home = situation
        .home
        .iter()
        .map(|home| home.join(".config/devin/config.json"));
    project
        .iter()
        .map(|name| situation.root.join(name))
        .chain(home)
        .collect()
}
