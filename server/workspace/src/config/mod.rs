//! Finding and reading the configuration of one opened folder, and settings files of other programs.
//!
//! * `settings`: what can be set; the table that documentation and schema are made from.
//! * `own`: runtimes of the user's own.
//! * `value`: a value that knows where it was written.
//! * `parse`: TOML and JSON to such values.
//! * `read`: one layer, key by key.
//! * `fault`: what is wrong, in a sentence with its place.
//! * [`foreign`]: settings files of other programs, read as each of them does; `json`: the kinds of JSON they are in.

mod fault;
pub mod foreign;
mod json;
mod own;
mod parse;
mod read;
mod settings;
#[cfg(test)]
mod tests;
mod value;

use crate::files::{EntryKind, FileFault, Files};
use own::Own;
use serde_json::Value as Json;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub use fault::{ConfigFault, closest, instead};
pub use own::OwnRuntime;
pub use settings::{
    Amount, HoverDetail, Kind, Lens, Mark, RuntimeRef, SETTINGS, SectionHints, Selection, SettingDoc,
    Settings, Severity, Trace,
};
pub use value::{Entry, Node, Origin, Sourced, Table, Value};

/// The name of a configuration file.
pub const FILE_NAME: &str = "agents-ls.toml";

/// Names that this crate does not know and settings refer to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// The runtimes.
    pub runtimes: &'a [KnownRuntime<'a>],
    /// The codes of the rules (`group.name`).
    pub rules: &'a [&'a str],
}

/// A runtime as settings refer to it.
#[derive(Debug, Clone, Copy)]
pub struct KnownRuntime<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its versions.
    pub versions: &'a [&'a str],
}

/// Where configuration is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// The opened folder.
    pub folder: &'a Path,
    /// The user's home folder.
    pub home: Option<&'a Path>,
    /// `$XDG_CONFIG_HOME`, if it is set.
    pub config_home: Option<&'a Path>,
}

/// The configuration of one opened folder: the editor's settings over the nearest `agents-ls.toml` over the
/// user's, each value with its place.
#[derive(Debug, Clone, Default)]
pub struct Configuration {
    /// What is set.
    pub settings: Settings,
    /// What does not count, and why.
    pub faults: Vec<ConfigFault>,
    /// The `agents-ls.toml` of the folder.
    pub project_file: Option<PathBuf>,
    /// The one of the user.
    pub user_file: Option<PathBuf>,
    /// Each layer as it was last understood.
    layers: Layers,
}

#[derive(Debug, Clone, Default)]
struct Layers {
    client: Settings,
    project: Settings,
    user: Settings,
}

impl Configuration {
    /// Reads everything anew. `client` is the editor's settings, `null` without one; `last` is the result
    /// of the previous reading, whose values stand in for wrong ones in the same file.
    #[must_use]
    pub fn read(
        files: &dyn Files,
        places: &Places<'_>,
        client: &Json,
        known: &Known<'_>,
        last: Option<&Self>,
    ) -> Self {
        let nothing = Self::default();
        let last = last.unwrap_or(&nothing);
        let mut faults = Vec::new();
        let project_file = project_file(files, places.folder);
        let user_file = user_file(files, places);

        let nothing = Settings::default();
        // What another file said does not stand in for this one.
        let of_file = |path: &Option<PathBuf>, before: &Option<PathBuf>, last| Layer {
            table: path
                .as_ref()
                .map_or_else(|| Ok(Table::new()), |path| file_table(files, path)),
            last: if path == before { last } else { &nothing },
        };
        let user = of_file(&user_file, &last.user_file, &last.layers.user);
        let project = of_file(&project_file, &last.project_file, &last.layers.project);
        let client = Layer {
            table: parse::client(client),
            last: &last.layers.client,
        };
        let tables = client.tables().over(project.tables().over(user.tables()));
        let mut own = Own::of(&tables.runtime_tables, known, &last.settings.own_runtimes);
        // What stands in for a layer that cannot be read, or for a table that is none now, lies elsewhere.
        own.faults.retain(|fault| {
            [&user, &project, &client]
                .iter()
                .any(|layer| layer.holds(&fault.origin))
        });
        let around = Around {
            known,
            own: &own,
            files,
            folder: places.folder,
        };
        let [user, project, client] = [user, project, client].map(|layer| layer.read(&around, &mut faults));
        let below = project.clone().over(user.clone());
        let mut settings = client.clone().over(below);
        faults.extend(own.faults);
        settings.own_runtimes = own.runtimes;
        let rank = |fault: &ConfigFault| match &fault.origin {
            Origin::File { path, .. } if Some(&**path) == user_file.as_deref() => 0,
            Origin::File { .. } => 1,
            Origin::Client { .. } => 2,
        };
        faults.sort_by_key(|fault| (rank(fault), fault.start()));

        Self {
            settings,
            faults,
            project_file,
            user_file,
            layers: Layers {
                client,
                project,
                user,
            },
        }
    }
}

/// What values are held against.
struct Around<'a> {
    known: &'a Known<'a>,
    /// The runtimes of the user's own in all layers.
    own: &'a Own,
    files: &'a dyn Files,
    /// The opened folder.
    folder: &'a Path,
}

/// A layer as it is written, and as it was last understood.
struct Layer<'a> {
    table: Result<Table, ConfigFault>,
    last: &'a Settings,
}

impl Layer<'_> {
    /// What it says of single runtimes, and nothing else.
    fn tables(&self) -> Settings {
        Settings {
            runtime_tables: own::tables(self.table.as_ref().ok(), self.last),
            ..Settings::default()
        }
    }

    /// Whether a value in the table of a runtime stands there.
    fn holds(&self, origin: &Origin) -> bool {
        let runtimes = self.table.iter().filter_map(|table| table.get("runtimes"));
        let tables = runtimes.filter_map(|entry| entry.node.table()).flatten();
        let mut values = tables.filter_map(|(_, entry)| entry.node.table()).flatten();
        values.any(|(_, entry)| entry.node.origin == *origin)
    }

    /// What it says; one that cannot be read at all stays as it was.
    fn read(self, around: &Around<'_>, faults: &mut Vec<ConfigFault>) -> Settings {
        match self.table {
            Ok(table) => read::layer(&table, around, self.last, faults),
            Err(fault) => {
                faults.push(fault);
                self.last.clone()
            }
        }
    }
}

fn file_table(files: &dyn Files, path: &Path) -> Result<Table, ConfigFault> {
    let fault = |message| ConfigFault {
        origin: Origin::File {
            path: path.into(),
            range: 0..0,
        },
        message,
    };
    let file = files.file(path).map_err(|error: FileFault| {
        fault(format!(
            "{} does not count as configuration: {error}",
            path.display()
        ))
    })?;
    let text = file.text().to_string();
    if file.raw().is_some() {
        return Err(ConfigFault {
            origin: Origin::File {
                path: path.into(),
                range: parse::visible(&text, 0..0),
            },
            message: format!("{} is not UTF-8; save it as UTF-8", path.display()),
        });
    }
    parse::toml(&Arc::from(path), &text)
}

/// The nearest file in the folder or above it, up to the root of its repository. Without a repository only
/// the folder itself counts: what lies in a shared folder above (`/tmp`) is not the user's.
fn project_file(files: &dyn Files, folder: &Path) -> Option<PathBuf> {
    let is_root = |folder: &&Path| files.entry(&folder.join(".git")) != EntryKind::Missing;
    let last = folder.ancestors().find(is_root).unwrap_or(folder);
    let within = folder.ancestors().take_while(|above| above.starts_with(last));
    within
        .map(|folder| folder.join(FILE_NAME))
        .find(|path| is_there(files, path))
}

fn user_file(files: &dyn Files, places: &Places<'_>) -> Option<PathBuf> {
    let config_home = match places.config_home {
        Some(folder) if folder.is_absolute() => folder.to_path_buf(),
        _ => places.home?.join(".config"),
    };
    let path = config_home.join("agents-ls").join(FILE_NAME);
    is_there(files, &path).then_some(path)
}

fn is_there(files: &dyn Files, path: &Path) -> bool {
    files.entry(path) != EntryKind::Missing
}
