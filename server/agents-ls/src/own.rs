//! Runtimes of the user's own, made ready from what configuration files say of them.

use crate::laying::{flatten, refusal};
use agents_prompt::{Active, Situation, name::Name, project::trace, runtimes};
use agents_workspace::{
    Files,
    config::{self, ConfigFault, OwnRuntime, RuntimeRef, instead},
};
use std::path::PathBuf;

/// Keys of their tables that set nothing: what they are, and budgets of the user.
const DEFINITION: [&str; 4] = ["extends", "evidence", "version", "budgets"];

/// The runtimes of the user's own, by name.
#[derive(Debug, Default)]
pub(crate) struct OwnRuntimes(Vec<Own>);

#[derive(Debug)]
struct Own {
    active: Active,
    /// Whether it is at work where nobody names it.
    is_at_work: bool,
}

impl OwnRuntimes {
    /// Those of a configuration. In place of a wrong value stands the one of `last`.
    pub(crate) fn of(
        settings: &config::Settings,
        base: &Situation,
        files: &dyn Files,
        last: Option<&Self>,
        faults: &mut Vec<ConfigFault>,
    ) -> Self {
        let own = settings.own_runtimes.iter().filter_map(|(name, own)| {
            let traces: Vec<PathBuf> = own
                .evidence
                .iter()
                .filter_map(|path| trace(base, files, path))
                .collect();
            let is_at_work = own.evidence.is_empty() || !traces.is_empty();
            let mut active = extend(name, own, settings, traces)?;
            let last = last.and_then(|last| last.find(name));
            for table in own.line.iter().rev() {
                let is_its_own = table == name;
                lay(&mut active, settings, table, last, |fault| {
                    // What is wrong in the table of another one is said of that one.
                    if is_its_own {
                        faults.push(fault);
                    }
                });
            }
            Some(Own { active, is_at_work })
        });
        Self(own.collect())
    }

    /// The one of a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Active> {
        self.all().find(|active| active.name == *name)
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Active> {
        self.0.iter().map(|own| &own.active)
    }

    /// Those that are at work where nobody names them.
    pub(crate) fn at_work(&self) -> impl Iterator<Item = &Active> {
        let at_work = self.0.iter().filter(|own| own.is_at_work);
        at_work.map(|own| &own.active)
    }

    /// The index of the first that is at work, among all.
    pub(crate) fn first_at_work(&self) -> Option<usize> {
        self.0.iter().position(|own| own.is_at_work)
    }
}

/// A runtime with what is set for the built-in one that it extends.
fn extend(name: &str, own: &OwnRuntime, settings: &config::Settings, traces: Vec<PathBuf>) -> Option<Active> {
    let (runtime, default) = runtimes::find(&own.base.name)?;
    let table = settings.runtime_tables.get(&own.base.name);
    let table = table.and_then(config::Node::table);
    let set = || table?.get("version")?.node.text().map(str::to_owned);
    let wanted = own.base.version.clone().or_else(set);
    let version = wanted.and_then(|wanted| {
        let mut versions = runtime.versions().iter();
        versions.find(|version| version.name == wanted)
    });
    let mut active = Active {
        version: version.unwrap_or(default),
        ..Active::new(runtime, traces)?
    };
    // While it has the name of the base, it takes settings and no parameters.
    lay(&mut active, settings, &own.base.name, None, |_| {});
    active.name = Name::from(name);
    Some(active)
}

/// Lays a table over what is set so far.
fn lay(
    active: &mut Active,
    settings: &config::Settings,
    table: &str,
    last: Option<&Active>,
    mut fault: impl FnMut(ConfigFault),
) {
    let table = settings.runtime_tables.get(table).and_then(config::Node::table);
    let entries = table.into_iter().flatten();
    for (key, entry) in entries.filter(|(key, _)| !DEFINITION.contains(&key.as_str())) {
        for set in flatten(key, entry, active) {
            let Err(error) = active.set(&set.key, &set.node.to_json()) else {
                continue;
            };
            fault(refusal(active, &error, &set));
            if let Some(good) = last.and_then(|last| last.settings.get(&set.key)) {
                // It may mean nothing by now, if another runtime is extended.
                let _ = active.set(&set.key, &good);
            }
        }
    }
}

/// The runtime a user names, built in or of their own.
///
/// # Errors
/// A sentence that names the runtimes, or the versions, there are.
pub(crate) fn named(wanted: &RuntimeRef, own: &OwnRuntimes) -> Result<Active, String> {
    let RuntimeRef { name, version } = wanted;
    let built_in = || {
        let (runtime, _) = runtimes::find(name)?;
        Active::new(runtime, Vec::new())
    };
    let Some(active) = own.find(name).cloned().or_else(built_in) else {
        let built_in = runtimes::all().iter().map(|runtime| runtime.name());
        let names: Vec<&str> = built_in.chain(own.all().map(|own| &*own.name)).collect();
        if matches!(name.as_str(), "auto" | "all") {
            return Err(format!("`{name}` stands alone, as text; a list names runtimes"));
        }
        let meant = instead(name, names.iter().copied());
        if meant.contains("did you mean") {
            return Err(format!("there is no runtime {name}{meant}"));
        }
        return Err(format!(
            "there is no runtime {name}; there are {}",
            names.join(", ")
        ));
    };
    let Some(version) = version else {
        return Ok(active);
    };
    let versions = active.runtime.versions();
    let found = versions.iter().find(|known| known.name == version);
    let version = found.ok_or_else(|| {
        let names: Vec<_> = versions.iter().map(|version| version.name).collect();
        format!("{name} {version} is not known; known are {}", names.join(", "))
    })?;
    Ok(Active { version, ..active })
}
