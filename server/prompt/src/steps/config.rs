//! Settings files of runtimes, and which layer of them wins.

use super::yaml;
use crate::{
    runtime::{ConfigFile, Outcome, Reaction, Setting, mistakes},
    situation::Settings,
};
use agents_workspace::{Files, config::foreign};
use serde_json::Value;
use std::path::Path;

/// What a settings file says; `None` when it is missing, cannot be read, or holds a value of a wrong type that
/// makes the runtime ignore all of it.
#[must_use]
pub fn read(files: &dyn Files, file: &ConfigFile, settings: &[Setting]) -> Option<Value> {
    let reading = foreign::read(files, &file.path, file.kind.format);
    let node = reading.value.as_ref()?;
    let ignored = Outcome::Reaction(Reaction::IgnoresFile);
    let mut mistakes = mistakes(node, file.kind, settings).into_iter();
    (!mistakes.any(|fault| fault.outcome == ignored)).then(|| node.to_json())
}

/// The strings that a YAML file lists under a key of its top level; `None` when the file is missing, cannot be
/// read or does not have the key. One string that is no list counts as a list where `takes_one` says so.
#[must_use]
pub fn yaml_strings(files: &dyn Files, path: &Path, key: &str, takes_one: bool) -> Option<Vec<String>> {
    let text = files.file(path).ok()?.text().to_string();
    // The line that begins a document says nothing.
    let text = text.trim_start_matches('\u{feff}');
    let text = text.strip_prefix("---\n").unwrap_or(text);
    let entries = yaml::entries(text, 0).ok()?;
    let entry = yaml::get(&entries, key)?;
    match &entry.value {
        yaml::Value::Scalar(_) if !takes_one => None,
        _ => yaml::strings(entry, text, 0),
    }
}

/// The value under a key whose levels are joined with dots.
#[must_use]
pub fn lookup<'a>(config: &'a Value, key: &str) -> Option<&'a Value> {
    key.split('.').try_fold(config, |value, level| value.get(level))
}

/// Settings from several places, the strongest first.
#[derive(Debug, Default)]
pub struct Layers<'a> {
    settings: Option<&'a Settings>,
    files: Vec<Value>,
}

impl<'a> Layers<'a> {
    /// The caller's settings, which win over every file.
    #[must_use]
    pub fn over(settings: &'a Settings) -> Self {
        Self {
            settings: Some(settings),
            files: Vec::new(),
        }
    }

    /// Adds a settings file below those added before.
    pub fn add(&mut self, file: Option<Value>) {
        self.files.extend(file);
    }

    /// The strongest value of a key that `accept` takes.
    pub fn get<T>(&self, key: &str, accept: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let set = self.settings.and_then(|settings| settings.get(key));
        set.as_ref().and_then(&accept).or_else(|| {
            let mut values = self.files.iter().filter_map(|file| lookup(file, key));
            values.find_map(&accept)
        })
    }

    /// The settings files, the strongest first.
    #[must_use]
    pub fn files(&self) -> &[Value] {
        &self.files
    }
}

/// A count: a whole number that is not negative.
#[must_use]
pub fn count(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

/// A list of strings; `None` when something else is among them.
#[must_use]
pub fn strings(value: &Value) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    items.map(|item| item.as_str().map(str::to_owned)).collect()
}

/// Checks for [`crate::runtime::Setting`]: what a value must be, in words for a message.
pub mod check {
    use serde_json::Value;

    /// A number of bytes.
    ///
    /// # Errors
    /// What is wanted.
    pub fn bytes(value: &Value) -> Result<(), &'static str> {
        super::count(value).map(drop).ok_or("a number of bytes")
    }

    /// A number of tokens.
    ///
    /// # Errors
    /// What is wanted.
    pub fn tokens(value: &Value) -> Result<(), &'static str> {
        super::count(value).map(drop).ok_or("a number of tokens")
    }

    /// A number of any kind.
    ///
    /// # Errors
    /// What is wanted.
    pub fn number(value: &Value) -> Result<(), &'static str> {
        value.is_number().then_some(()).ok_or("a number")
    }

    /// A list of strings.
    ///
    /// # Errors
    /// What is wanted.
    pub fn strings(value: &Value) -> Result<(), &'static str> {
        super::strings(value).map(drop).ok_or("a list of strings")
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// What is wanted.
    pub fn flag(value: &Value) -> Result<(), &'static str> {
        value.is_boolean().then_some(()).ok_or("true or false")
    }

    /// Anything: the runtime converts it.
    ///
    /// # Errors
    /// None.
    pub fn any(_: &Value) -> Result<(), &'static str> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn lists_in_yaml_are_read_by_their_key() {
        let mut files = MemoryFiles::new();
        let text = "---\none: a.md\nmany: [a, 'b c']\nbelow:\n  - x # first\n  - y\nnone:\ndeep:\n  one: z\n";
        files.add("/c.yml", text).add("/broken.yml", "one: \"a\n");
        let list = |key: &str, takes_one| yaml_strings(&files, Path::new("/c.yml"), key, takes_one);
        assert_eq!(list("one", true), Some(vec!["a.md".to_owned()]));
        assert_eq!(list("one", false), None);
        assert_eq!(list("many", false), Some(vec!["a".to_owned(), "b c".to_owned()]));
        assert_eq!(list("below", false), Some(vec!["x".to_owned(), "y".to_owned()]));
        assert_eq!(list("none", true), None);
        assert_eq!(list("missing", true), None);
        for path in ["/broken.yml", "/missing.yml"] {
            assert_eq!(yaml_strings(&files, Path::new(path), "one", true), None);
        }
    }
}
