//! The options that say in which situation files are judged, shared by `show` and `check`.

use crate::{
    laying,
    survey::{Given, Survey, User, Wanted},
};
use agents_prompt::{Active, Project, runtime::SettingError};
use agents_workspace::{EntryKind, Files, config::RuntimeRef, paths};
use serde_json::Value;
use std::{
    env,
    path::{Path, PathBuf},
};

/// In which situation files are judged.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SituationArgs {
    /// The runtimes: names with an optional `@version`, separated by commas; `auto` takes those that the
    /// configuration names or that left traces here, `all` every one there is but the validators.
    #[arg(long, value_name = "NAME[@VERSION]", value_delimiter = ',')]
    pub(crate) runtime: Vec<String>,
    /// The opened folder. By default the root of the repository PATH lies in; the current folder where PATH is
    /// below it and it lies in that repository too, or where PATH lies in none.
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Where the agent is started. By default each file is judged in its own situation.
    #[arg(long, value_name = "DIR")]
    pub(crate) start: Option<PathBuf>,
    /// The home folder; by default the user's own.
    #[arg(long, value_name = "DIR")]
    pub(crate) home: Option<PathBuf>,
    /// Leave the user's own files out.
    #[arg(long, conflicts_with = "home")]
    pub(crate) no_home: bool,
    /// A file the agent reads, or a folder it lists, after the start; may be repeated.
    #[arg(long, value_name = "PATH")]
    pub(crate) touched: Vec<PathBuf>,
    /// A setting of the runtime under its own name; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) settings: Vec<String>,
}

impl SituationArgs {
    /// The folder these options open, as it is judged: `--root`, or what `path` suggests.
    ///
    /// # Errors
    /// What is wrong with an option, as a sentence that names it.
    pub(crate) fn survey(&self, path: Option<&Path>, files: &dyn Files) -> Result<Survey, String> {
        let here =
            env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
        let absolute = |given: &Path| paths::normal_path(&here.join(given));
        let folder = |option: &str, given: &Path| {
            let folder = absolute(given);
            let wrong = || format!("{option} {}: there is no such folder", given.display());
            files.is_folder(&folder).then_some(folder).ok_or_else(wrong)
        };
        let root = match (&self.root, path.map(absolute)) {
            (Some(root), _) => folder("--root", root)?,
            (None, Some(path)) => opened(&path, &here, files),
            (None, None) => here.clone(),
        };
        let user = match &self.home {
            Some(home) => User {
                home: Some(folder("--home", home)?),
                ..User::default()
            },
            None if self.no_home => User::default(),
            None => User::of_this_process(),
        };
        let given = Given {
            user,
            runtimes: self.runtimes()?,
            start: self
                .start
                .as_ref()
                .map(|start| folder("--start", start))
                .transpose()?,
            touched: self
                .touched
                .iter()
                .map(|given| {
                    let path = absolute(given);
                    let wrong = || format!("--touched {}: there is no such file or folder", given.display());
                    let is_there = files.entry(&path) != EntryKind::Missing;
                    is_there.then_some(path).ok_or_else(wrong)
                })
                .collect::<Result<_, _>>()?,
        };
        let mut survey = Survey::new(&root, given, &Value::Null, files, None);
        if let Some(refused) = survey.refused {
            return Err(refused);
        }
        for setting in &self.settings {
            set(&mut survey.project, setting)?;
        }
        if !self.settings.is_empty() {
            survey.project.look_at_settings(files);
        }
        Ok(survey)
    }

    fn runtimes(&self) -> Result<Option<Wanted>, String> {
        let names: Vec<&str> = self.runtime.iter().map(|name| name.trim()).collect();
        match names.as_slice() {
            [] | ["auto"] => Ok(None),
            ["all"] => Ok(Some(Wanted::All)),
            names => {
                let wanted = names.iter().map(|name| {
                    if name.is_empty() {
                        return Err(
                            "--runtime: a name is empty; name a runtime, or `auto` or `all`".to_owned()
                        );
                    }
                    if matches!(*name, "auto" | "all") {
                        return Err(format!(
                            "--runtime {}: `{name}` stands alone; leave the other names out",
                            names.join(",")
                        ));
                    }
                    Ok(RuntimeRef::new(name))
                });
                wanted.collect::<Result<_, _>>().map(Wanted::Named).map(Some)
            }
        }
    }
}

/// Lays `KEY=VALUE` over the settings of every active runtime that has the key.
fn set(project: &mut Project, setting: &str) -> Result<(), String> {
    let Some((key, value)) = setting.split_once('=') else {
        return Err(format!("--set {setting}: a setting is given as KEY=VALUE"));
    };
    let value: Value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    let mut taken = false;
    let mut refused = None;
    for active in &mut project.active {
        match active.set(key, &value) {
            Ok(()) => taken = true,
            Err(error @ SettingError::Value { .. }) => {
                return Err(format!("--set {setting}: {error}"));
            }
            Err(SettingError::Unknown { .. }) => {}
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    if taken {
        return Ok(());
    }
    let unknown = || {
        let active: Vec<&Active> = project.active.iter().collect();
        laying::unknown_key(&active, key)
    };
    let why = refused.map_or_else(unknown, |error| error.to_string());
    Err(format!("--set {setting}: {why}"))
}

/// The folder that is opened for a path: the root of its repository, or `here` where the path is below it and it
/// lies in that repository too. Of a path in no repository, `here` if the path is below it, or its folder.
fn opened(path: &Path, here: &Path, files: &dyn Files) -> PathBuf {
    let folder = if files.is_folder(path) {
        path
    } else {
        path.parent().unwrap_or(path)
    };
    let repository = folder
        .ancestors()
        .find(|folder| files.entry(&folder.join(".git")) != EntryKind::Missing);
    let counts = path.starts_with(here) && repository.is_none_or(|root| here.starts_with(root));
    if counts {
        here.to_path_buf()
    } else {
        repository.unwrap_or(folder).to_path_buf()
    }
}

/// Tells what is wrong in configuration files, on standard error.
pub(crate) fn tell(survey: &Survey, files: &dyn Files) {
    for fault in &survey.faults {
        let line = files
            .file(&fault.path)
            .map_or(0, |file| file.text().line_of(fault.range.start));
        eprintln!(
            "agents-ls: {}:{}: {}",
            fault.path.display(),
            line + 1,
            fault.message()
        );
    }
}

/// The absolute form of a path that was given.
///
/// # Errors
/// That nothing is there.
pub(crate) fn existing(path: &Path, files: &dyn Files) -> Result<PathBuf, String> {
    let here = env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
    let absolute = paths::normal_path(&here.join(path));
    if files.entry(&absolute) == EntryKind::Missing {
        return Err(format!("{}: there is no such file or folder", absolute.display()));
    }
    Ok(absolute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn the_repository_of_the_path_is_opened() {
        let mut files = MemoryFiles::new();
        files.folder("/t/x/repo/.git");
        files.folder("/t/x/repo/packages/api");
        files.folder("/t/x/repo/packages/web");
        files.folder("/t/x/plain/a");
        let root = |path: &str, here: &str| opened(Path::new(path), Path::new(here), &files);
        for (path, here, wanted) in [
            ("/t/x/repo/packages/api", "/t", "/t/x/repo"),
            ("/t/x/repo/packages/api/AGENTS.md", "/t/x", "/t/x/repo"),
            ("/t/x/repo/packages/api", "/elsewhere", "/t/x/repo"),
            ("/t/x/repo/packages/api", "/t/x/repo", "/t/x/repo"),
            (
                "/t/x/repo/packages/api",
                "/t/x/repo/packages",
                "/t/x/repo/packages",
            ),
            ("/t/x/repo/packages/api", "/t/x/repo/packages/web", "/t/x/repo"),
            ("/t/x/repo", "/t", "/t/x/repo"),
            ("/t/x/plain/a", "/t", "/t"),
            ("/t/x/plain/a/AGENTS.md", "/elsewhere", "/t/x/plain/a"),
        ] {
            assert_eq!(root(path, here), Path::new(wanted), "{path} from {here}");
        }
    }
}
