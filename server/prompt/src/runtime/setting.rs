//! What can be set of a runtime.

use super::Runtime;
use crate::situation::Settings;
use serde_json::Value;

/// One setting of a runtime.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its own name, levels joined with dots; a `*` stands for any text, as a path in the key.
    pub key: &'static str,
    /// What it does, units included.
    pub about: &'static str,
    /// Whether a value is of a type the runtime accepts; else what it wants ("a number of bytes").
    pub check: fn(&Value) -> Result<(), &'static str>,
}

impl Setting {
    /// Whether `key` names this setting.
    #[must_use]
    pub fn is(&self, key: &str) -> bool {
        match self.key.split_once('*') {
            None => self.key == key,
            Some((before, after)) => {
                key.len() >= before.len() + after.len() && key.starts_with(before) && key.ends_with(after)
            }
        }
    }
}

/// A setting that was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No such key.
    #[error("{runtime} has no setting `{key}`; it has {known}")]
    Unknown {
        /// The runtime.
        runtime: &'static str,
        /// The key as given.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The value is of the wrong kind.
    #[error("{runtime}'s `{key}` is {wanted}, not {value}")]
    Value {
        /// The runtime.
        runtime: &'static str,
        /// The key.
        key: String,
        /// What it wants.
        wanted: &'static str,
        /// The value as given.
        value: String,
    },
}

/// Puts `key = value` into `settings` after checking it against the runtime's list.
///
/// # Errors
/// An unknown key, or a value of the wrong kind.
pub fn set(
    runtime: &dyn Runtime,
    settings: &mut Settings,
    key: &str,
    value: &Value,
) -> Result<(), SettingError> {
    let known = runtime.settings();
    let Some(setting) = known.iter().find(|setting| setting.is(key)) else {
        let keys: Vec<_> = known.iter().map(|setting| format!("`{}`", setting.key)).collect();
        let known = if keys.is_empty() {
            "none".to_owned()
        } else {
            keys.join(", ")
        };
        return Err(SettingError::Unknown {
            runtime: runtime.name(),
            key: key.to_owned(),
            known,
        });
    };
    (setting.check)(value).map_err(|wanted| SettingError::Value {
        runtime: runtime.name(),
        key: key.to_owned(),
        wanted,
        value: value.to_string(),
    })?;
    settings.set(key, value);
    Ok(())
}
