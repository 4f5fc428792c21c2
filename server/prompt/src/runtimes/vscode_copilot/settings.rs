//! What can be set, and `settings.json`: the opened folder's over the user's.

use crate::{
    runtime::{ConfigKind, Setting},
    situation::Situation,
    steps::config::check,
};
use agents_workspace::{Files, config::foreign};
use serde_json::{Map, Value};
use std::path::PathBuf;

pub(super) const COPILOT_FILE: &str = "github.copilot.chat.codeGeneration.useInstructionFiles";
pub(super) const AGENTS_FILE: &str = "chat.useAgentsMdFile";
pub(super) const NESTED_AGENTS: &str = "chat.useNestedAgentsMdFiles";
pub(super) const CLAUDE_FILE: &str = "chat.useClaudeMdFile";
pub(super) const APPLYING: &str = "chat.includeApplyingInstructions";
pub(super) const REFERENCED: &str = "chat.includeReferencedInstructions";
pub(super) const PARENTS: &str = "chat.useCustomizationsInParentRepositories";
pub(super) const ORGANIZATION: &str = "github.copilot.chat.organizationInstructions.enabled";
pub(super) const SKILLS: &str = "chat.useAgentSkills";
pub(super) const INSTRUCTION_PLACES: &str = "chat.instructionsFilesLocations";
pub(super) const SKILL_PLACES: &str = "chat.agentSkillsLocations";

/// Switches that are off when nobody sets them.
const OFF: [&str; 3] = [NESTED_AGENTS, REFERENCED, PARENTS];

pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        key: COPILOT_FILE,
        about: "Whether `.github/copilot-instructions.md` is sent (true).",
        check: check::flag,
    },
    Setting {
        key: AGENTS_FILE,
        about: "Whether AGENTS.md of the root is sent (true).",
        check: check::flag,
    },
    Setting {
        key: NESTED_AGENTS,
        about: "Whether AGENTS.md of other folders is named (false).",
        check: check::flag,
    },
    Setting {
        key: CLAUDE_FILE,
        about: "Whether CLAUDE.md and its relatives are sent (true).",
        check: check::flag,
    },
    Setting {
        key: INSTRUCTION_PLACES,
        about: "Folders of instruction files: `true` adds one, `false` leaves one out.",
        check: switches,
    },
    Setting {
        key: APPLYING,
        about: "Whether instruction files are sent whose patterns match (true).",
        check: check::flag,
    },
    Setting {
        key: REFERENCED,
        about: "Whether files are sent that instructions link to (false).",
        check: check::flag,
    },
    Setting {
        key: PARENTS,
        about: "Whether folders above the opened one count, up to the root of their repository (false).",
        check: check::flag,
    },
    Setting {
        key: ORGANIZATION,
        about: "Whether the organization's instructions are sent (true).",
        check: check::flag,
    },
    Setting {
        key: SKILLS,
        about: "Whether skills are listed (true).",
        check: check::flag,
    },
    Setting {
        key: SKILL_PLACES,
        about: "Folders of skills: `true` adds one, `false` leaves one out.",
        check: switches,
    },
    Setting {
        key: "chat.promptFilesLocations",
        about: "Folders of prompt files, which are sent when the user asks for one.",
        check: switches,
    },
];

/// The settings files, the strongest first.
pub(super) fn paths(situation: &Situation) -> Vec<PathBuf> {
    let mut out = vec![situation.root.join(".vscode/settings.json")];
    let config = situation.user_folder("XDG_CONFIG_HOME", ".config");
    out.extend(config.map(|folder| folder.join("Code/User/settings.json")));
    let mac = "Library/Application Support/Code/User/settings.json";
    out.extend(situation.home.as_ref().map(|home| home.join(mac)));
    out
}

/// The settings as they hold in one situation.
pub(super) struct Settings {
    /// The strongest first. A key is written whole, dots and all.
    layers: Vec<Map<String, Value>>,
}

impl Settings {
    pub(super) fn read(situation: &Situation, files: &dyn Files) -> Self {
        let set = |setting: &Setting| {
            let value = situation.settings.get(setting.key)?;
            Some((setting.key.to_owned(), value))
        };
        let mut layers = vec![SETTINGS.iter().filter_map(set).collect()];
        for path in paths(situation) {
            if let Some(Value::Object(layer)) = foreign::value(files, &path, ConfigKind::JSON_C.format) {
                layers.push(layer);
            }
        }
        Self { layers }
    }

    pub(super) fn is_on(&self, key: &str) -> bool {
        let mut values = self.layers.iter().filter_map(|layer| layer.get(key));
        let set = values.find_map(Value::as_bool);
        set.unwrap_or_else(|| !OFF.contains(&key))
    }

    /// How a switch that is off is written.
    pub(super) fn written(key: &str) -> String {
        format!("{key} = false")
    }

    /// The places under a key, and whether each is wanted; those of `known` come first.
    pub(super) fn places(&self, key: &str, known: &[&str]) -> Vec<(String, bool)> {
        let mut out: Vec<(String, bool)> = known.iter().map(|place| ((*place).to_owned(), true)).collect();
        let set = self
            .layers
            .iter()
            .rev()
            .filter_map(|layer| layer.get(key)?.as_object());
        for (place, wanted) in set.flatten() {
            let place = place.trim().trim_start_matches("./").trim_end_matches('/');
            let Some(wanted) = wanted.as_bool().filter(|_| !place.is_empty()) else {
                continue;
            };
            match out.iter_mut().find(|(known, _)| known == place) {
                Some(known) => known.1 = wanted,
                None => out.push((place.to_owned(), wanted)),
            }
        }
        out
    }
}

fn switches(value: &Value) -> Result<(), &'static str> {
    let are_flags = value
        .as_object()
        .is_some_and(|places| places.values().all(Value::is_boolean));
    are_flags
        .then_some(())
        .ok_or("an object with `true` or `false` for each folder")
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;
    use serde_json::json;

    #[test]
    fn the_folder_goes_before_the_user_and_objects_are_merged() {
        let mut files = MemoryFiles::new();
        files
            .add(
                "/w/.vscode/settings.json",
                "{ // ours\n\"chat.useAgentsMdFile\": false, \"chat.instructionsFilesLocations\": {\"./a/\": true},}",
            )
            .add(
                "/h/.config/Code/User/settings.json",
                "{\"chat.useAgentsMdFile\": true, \"chat.useClaudeMdFile\": false, \
                 \"chat.instructionsFilesLocations\": {\"a\": false, \"k\": false}}",
            );
        let mut situation = Situation::at("/w");
        situation.home = Some(PathBuf::from("/h"));
        let settings = Settings::read(&situation, &files);
        let on = |key| settings.is_on(key);
        assert!(!on(AGENTS_FILE) && !on(CLAUDE_FILE) && on(COPILOT_FILE) && !on(NESTED_AGENTS));
        let places = settings.places(INSTRUCTION_PLACES, &["k"]);
        assert_eq!(places, [("k".to_owned(), false), ("a".to_owned(), true)]);
        situation.settings.set(AGENTS_FILE, &json!(true));
        assert!(Settings::read(&situation, &files).is_on(AGENTS_FILE));
    }
}
