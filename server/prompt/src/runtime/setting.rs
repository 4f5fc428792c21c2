//! What can be set of a runtime.

use super::Runtime;
use crate::name::Name;
use crate::{situation::Settings, steps::parameters};
use agents_workspace::config::instead;
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
        runtime: Name,
        /// The key as given.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// The key is a parameter, and the runtime extends no other.
    #[error(
        "`{key}` counts in a runtime that extends {runtime}: give one a name of its own, as `[runtimes.<name>]` with \
         `extends = \"{runtime}\"`"
    )]
    ToExtend {
        /// The runtime.
        runtime: Name,
        /// The key.
        key: String,
    },
    /// The key is a parameter that the base does not honour.
    #[error("`{key}` means nothing in a runtime that extends {base}{instead}")]
    NotHonoured {
        /// The runtime that is extended.
        base: &'static str,
        /// The key.
        key: String,
        /// The end of the message: the parameters it honours.
        instead: String,
    },
    /// The value is of the wrong kind.
    #[error("{runtime}'s `{key}` is {wanted}, not {value}")]
    Value {
        /// The runtime.
        runtime: Name,
        /// The key.
        key: String,
        /// What it wants.
        wanted: &'static str,
        /// The value as given.
        value: String,
    },
}

/// Puts `key = value` into `settings` after checking it against a built-in runtime's list.
///
/// # Errors
/// An unknown key, a key that counts in a runtime that extends this one, or a value of the wrong kind.
pub fn set(
    runtime: &dyn Runtime,
    settings: &mut Settings,
    key: &str,
    value: &Value,
) -> Result<(), SettingError> {
    let name = Name::from(runtime.name());
    let Some(setting) = runtime.settings().iter().find(|setting| setting.is(key)) else {
        let is_parameter = runtime.parameters().iter().any(|setting| setting.is(key));
        return Err(if is_parameter {
            SettingError::ToExtend {
                runtime: name,
                key: key.to_owned(),
            }
        } else {
            unknown(name, key, runtime.settings())
        });
    };
    put(&name, setting, settings, key, value)
}

/// The same for the runtime `name` of the user's own that extends `base`: what the base has to set counts, and its
/// parameters.
///
/// # Errors
/// An unknown key, a parameter that the base does not honour, or a value of the wrong kind.
pub fn extend(
    base: &dyn Runtime,
    name: &Name,
    settings: &mut Settings,
    key: &str,
    value: &Value,
) -> Result<(), SettingError> {
    let mut known = base.parameters().iter().chain(base.settings());
    if let Some(setting) = known.find(|setting| setting.is(key)) {
        return put(name, setting, settings, key, value);
    }
    if parameters::ALL.iter().any(|setting| setting.is(key)) {
        let honoured = base.parameters().iter().map(|setting| setting.key);
        let instead = match base.parameters() {
            [] => ", which honours no parameters".to_owned(),
            _ => instead(key, honoured),
        };
        return Err(SettingError::NotHonoured {
            base: base.name(),
            key: key.to_owned(),
            instead,
        });
    }
    let known: Vec<Setting> = base.parameters().iter().chain(base.settings()).copied().collect();
    Err(unknown(name.clone(), key, &known))
}

fn put(
    runtime: &Name,
    setting: &Setting,
    settings: &mut Settings,
    key: &str,
    value: &Value,
) -> Result<(), SettingError> {
    (setting.check)(value).map_err(|wanted| SettingError::Value {
        runtime: runtime.clone(),
        key: key.to_owned(),
        wanted,
        value: value.to_string(),
    })?;
    settings.set(key, value);
    Ok(())
}

fn unknown(runtime: Name, key: &str, known: &[Setting]) -> SettingError {
    let keys: Vec<_> = known.iter().map(|setting| format!("`{}`", setting.key)).collect();
    SettingError::Unknown {
        runtime,
        key: key.to_owned(),
        known: if keys.is_empty() {
            "none".to_owned()
        } else {
            keys.join(", ")
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtimes;
    use serde_json::json;

    fn message(base: &str, own: Option<&str>, key: &str, value: &Value) -> String {
        let (base, _) = runtimes::find(base).unwrap();
        let mut settings = Settings::default();
        let set = match own {
            Some(name) => extend(base, &Name::from(name), &mut settings, key, value),
            None => set(base, &mut settings, key, value),
        };
        let kept: Vec<_> = settings.keys().map(str::to_owned).collect();
        match set {
            Ok(()) => format!("set {}", kept.join(" ")),
            Err(error) => {
                assert!(kept.is_empty(), "{key}");
                error.to_string()
            }
        }
    }

    #[test]
    fn a_parameter_counts_in_a_runtime_that_extends_and_in_no_other() {
        assert_eq!(
            message("openclaw", Some("mine"), "fileCap", &json!("5 lines")),
            "set fileCap"
        );
        assert_eq!(
            message("openclaw", Some("mine"), "bootstrapMaxChars", &json!(5)),
            "set bootstrapMaxChars"
        );
        assert_eq!(
            message("openclaw", None, "fileCap", &json!("5 lines")),
            "`fileCap` counts in a runtime that extends openclaw: give one a name of its own, as `[runtimes.<name>]` \
             with `extends = \"openclaw\"`"
        );
        assert_eq!(
            message("vibekit", None, "fileCap", &json!(1)),
            "vibekit has no setting `fileCap`; it has `cap`, `context_window`",
            "where it would not count either"
        );
    }

    #[test]
    fn what_a_base_does_not_honour_is_said_with_what_it_does() {
        assert_eq!(
            message("vibekit", Some("mine"), "fileCap", &json!(1)),
            "`fileCap` means nothing in a runtime that extends vibekit, which honours no parameters"
        );
        assert_eq!(
            message("agents-md", Some("mine"), "skills", &json!(["s"])),
            "`skills` means nothing in a runtime that extends agents-md; there are `files`, `fileCap`, `totalCap`, \
             `contextWindow`, `heading`, `fileHeading`, `fileEnd`, `separator`, `ending`"
        );
        assert_eq!(
            message("openclaw", Some("mine"), "fileCap", &json!("5 apples")),
            "mine's `fileCap` is a number above 0 with bytes, chars, utf16, lines or tokens, or a percentage such as \
             \"5 %\", not \"5 apples\""
        );
    }
}
