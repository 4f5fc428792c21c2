//! Settings of a runtime as a table holds them, and what to say of those that do not count.

use agents_prompt::{Active, runtime::SettingError, runtimes};
use agents_workspace::config::{self, ConfigFault, Origin, instead};

/// How many keys a message lists: what is read at a glance.
const MOST_KEYS: usize = 4;

/// What to say of a setting that does not count: of an unknown key at the key, of a wrong value at the value.
pub(crate) fn refusal(active: &Active, error: &SettingError, set: &Set<'_>) -> ConfigFault {
    // A sentence of a finding begins with a capital, and the name of somebody's runtime is not to be changed.
    let table = format!("`runtimes.{}`", active.name);
    let (origin, message) = match error {
        SettingError::Unknown { .. } if active.is_own() => (set.written, lacks(&table, &[active], &set.key)),
        SettingError::Unknown { .. } => (set.written, unknown_key(&[active], &set.key)),
        SettingError::NotHonoured { .. } if active.runtime.parameters().is_empty() => {
            let bases = runtimes::all()
                .iter()
                .filter(|runtime| !runtime.parameters().is_empty());
            let bases: Vec<&str> = bases.map(|runtime| runtime.name()).collect();
            (set.written, format!("{error}; {} do", bases.join(", ")))
        }
        SettingError::ToExtend { .. } | SettingError::NotHonoured { .. } => (set.written, error.to_string()),
        SettingError::Value { wanted, value, .. } if active.is_own() => {
            let key = format!("`runtimes.{}.{}`", active.name, set.key);
            (&set.node.origin, format!("{key} is {wanted}, not {value}"))
        }
        SettingError::Value { .. } => (&set.node.origin, error.to_string()),
    };
    ConfigFault {
        origin: origin.clone(),
        message,
    }
}

/// What to say of a key that none of some runtimes has: the one that was probably meant, or a few there are.
pub(crate) fn unknown_key(runtimes: &[&Active], key: &str) -> String {
    let names: Vec<&str> = runtimes.iter().map(|active| &*active.name).collect();
    match names.as_slice() {
        [one] => lacks(one, runtimes, key),
        several => lacks(&format!("none of {}", several.join(", ")), runtimes, key),
    }
}

fn lacks(subject: &str, runtimes: &[&Active], key: &str) -> String {
    let mut keys: Vec<&str> = runtimes
        .iter()
        .flat_map(|active| active.settable())
        .map(|setting| setting.key)
        .collect();
    keys.dedup();
    let article = if runtimes.len() == 1 { "no" } else { "a" };
    let have = format!("{subject} has {article} setting `{key}`");
    let meant = instead(key, keys.iter().copied());
    if keys.len() <= MOST_KEYS || meant.contains("did you mean") {
        return format!("{have}{meant}");
    }
    let first: Vec<_> = keys[..MOST_KEYS].iter().map(|key| format!("`{key}`")).collect();
    let more = keys.len() - MOST_KEYS;
    format!(
        "{have}; there are {} and {more} more, see docs/runtimes.md",
        first.join(", ")
    )
}

/// A setting as a table has it.
pub(crate) struct Set<'a> {
    /// Its key, levels joined with dots.
    pub(crate) key: String,
    /// Where the last level of the key stands.
    written: &'a Origin,
    /// The value.
    pub(crate) node: &'a config::Node,
}

/// Tables become keys with dots, unless the runtime knows the table itself as a setting.
pub(crate) fn flatten<'a>(key: &str, entry: &'a config::Entry, active: &Active) -> Vec<Set<'a>> {
    let is_known = active.runtime.settings().iter().any(|setting| setting.key == key);
    match entry.node.table().filter(|_| !is_known) {
        Some(table) => table
            .iter()
            .flat_map(|(below, entry)| flatten(&format!("{key}.{below}"), entry, active))
            .collect(),
        None => vec![Set {
            key: key.to_owned(),
            written: &entry.key,
            node: &entry.node,
        }],
    }
}
