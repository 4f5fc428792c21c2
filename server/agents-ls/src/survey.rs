//! One opened folder as it is judged: which runtimes are at work, in which situation, and what the user set.

use crate::view::hover::Detail;
use agents_lint::{Finding, Severities, Severity, rules};
use agents_prompt::{
    Active, Project, Runtime, Situation, UserCap,
    runtime::{self, SettingError},
    runtimes,
    steps::cap::Cap,
};
use agents_workspace::{
    Files, Reads, Recorder,
    config::{
        self, Amount, ConfigFault, Configuration, HoverDetail, Known, KnownRuntime, Origin, Places,
        RuntimeRef, Selection, Trace, instead,
    },
    discover::{Search, discover},
    paths,
};
use globset::GlobBuilder;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

/// Variables that move a runtime's folders.
const VARIABLES: [&str; 5] = [
    "XDG_CONFIG_HOME",
    "CODEX_HOME",
    "APX_HOME",
    "OPENCLAW_WORKSPACE_DIR",
    "OPENCLAW_STATE_DIR",
];

/// How many keys a message lists: what is read at a glance.
const MOST_KEYS: usize = 4;

/// What is known about an opened folder beside its files.
pub(crate) struct Survey {
    /// The runtimes and the situation.
    pub(crate) project: Project,
    /// The user's severities.
    pub(crate) severities: Severities,
    /// How much a hover tells.
    pub(crate) detail: Detail,
    /// What is wrong in configuration files.
    pub(crate) faults: Vec<Finding>,
    /// What is wrong in the editor's settings, each a sentence.
    pub(crate) client_faults: Vec<String>,
    /// What the log holds of the conversation with the editor.
    pub(crate) trace: Trace,
    configuration: Configuration,
    reads: Reads,
}

/// What is given from outside any file; it wins over configuration.
#[derive(Default)]
pub(crate) struct Given {
    /// The home folder and the variables of the user's shell.
    pub(crate) user: User,
    /// The runtimes.
    pub(crate) runtimes: Option<Wanted>,
    /// Where the agent is started.
    pub(crate) start: Option<PathBuf>,
    /// What it touches.
    pub(crate) touched: Vec<PathBuf>,
}

/// The runtimes that are asked for.
pub(crate) enum Wanted {
    /// Every one there is.
    All,
    /// These; at least one.
    Named(Vec<Active>),
}

/// Whose files count beside the project's.
#[derive(Debug, Clone, Default)]
pub(crate) struct User {
    /// The home folder; `None` leaves the user's files out.
    pub(crate) home: Option<PathBuf>,
    /// Variables that move a runtime's folders.
    pub(crate) environment: BTreeMap<String, String>,
    /// Whether the configuration may name another home folder.
    pub(crate) is_default: bool,
}

impl User {
    /// The user who runs this program.
    pub(crate) fn of_this_process() -> Self {
        let variables = VARIABLES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), env::var(name).ok()?)));
        Self {
            home: env::home_dir(),
            environment: variables.collect(),
            is_default: true,
        }
    }
}

impl Survey {
    /// Looks at a folder. `client` is the editor's settings, `null` without one. Values of `last`, an earlier
    /// survey of this folder, stand in for those that are wrong now.
    pub(crate) fn new(
        folder: &Path,
        given: Given,
        client: &Value,
        files: &dyn Files,
        last: Option<&Self>,
    ) -> Self {
        let recorder = Recorder::new(files);
        let named: Vec<(&str, Vec<&str>)> = runtimes::all()
            .iter()
            .map(|runtime| {
                let versions = runtime.versions().iter().map(|version| version.name);
                (runtime.name(), versions.collect())
            })
            .collect();
        let names: Vec<KnownRuntime<'_>> = named
            .iter()
            .map(|(name, versions)| KnownRuntime { name, versions })
            .collect();
        let codes: Vec<&str> = rules::all().iter().map(|rule| rule.code()).collect();
        let known = Known {
            runtimes: &names,
            rules: &codes,
        };
        let config_home = given.user.environment.get("XDG_CONFIG_HOME").map(Path::new);
        let places = Places {
            folder,
            home: given.user.home.as_deref(),
            config_home,
        };
        let configuration = Configuration::read(
            &recorder,
            &places,
            client,
            &known,
            last.map(|last| &last.configuration),
        );
        let mut faults = configuration.faults.clone();
        let mut own = Vec::new();
        let project = project(folder, given, &configuration.settings, &recorder, &mut own);
        // Where a file has a fault, values of its last good state may be in force, and something else may stand
        // in their places now.
        own.retain(|fault| match &fault.origin {
            Origin::File { path, range } => {
                let written = recorder
                    .file(path)
                    .map(|file| file.text().substring(range.clone()));
                written.is_ok_and(|written| fault.message.contains(written.trim_matches(['"', '\''])))
                    || !configuration
                        .faults
                        .iter()
                        .any(|other| matches!(&other.origin, Origin::File { path: of, .. } if of == path))
            }
            Origin::Client { .. } => true,
        });
        faults.append(&mut own);
        let mut survey = Self {
            project,
            severities: severities(&configuration.settings),
            detail: match configuration.settings.hover_detail() {
                HoverDetail::Line => Detail::Line,
                HoverDetail::File => Detail::File,
                HoverDetail::Off => Detail::Off,
            },
            faults: Vec::new(),
            client_faults: Vec::new(),
            trace: configuration.settings.trace(),
            configuration,
            reads: recorder.into_reads(),
        };
        for fault in faults {
            match &fault.origin {
                Origin::File { path, range } => {
                    survey.faults.push(rules::config::invalid::finding(
                        path,
                        range.clone(),
                        &fault.message,
                    ));
                }
                Origin::Client { key } => survey.client_faults.push(format!("{key}: {}", fault.message)),
            }
        }
        survey.severities.apply(&mut survey.faults);
        survey
    }

    /// Whether the tree still answers all that this rests on in the same way.
    pub(crate) fn holds(&self, files: &dyn Files) -> bool {
        self.reads.hold(files)
    }

    /// Everything below the opened folder that an active runtime reads or the user set a budget for, in path
    /// order.
    pub(crate) fn instruction_files(
        &self,
        progress: &dyn Fn(usize),
        cancelled: &dyn Fn() -> bool,
    ) -> Vec<PathBuf> {
        let root = &self.project.base.root;
        let reads = |below: &Path| self.project.judges(&root.join(below));
        let found = discover(&Search {
            root,
            reads: &reads,
            keeps: &keeps,
            progress,
            cancelled,
        });
        if let Some(stopped) = found.stopped {
            tracing::warn!(folder = %root.display(), "{stopped}");
        }
        found.files.into_iter().map(|found| found.path).collect()
    }
}

/// Folders that may hold instructions though an ignore rule names them: those with a leading dot, which tools
/// keep their own files in, and where agents write down what they learn.
fn keeps(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "memory" | "skills")
}

fn project(
    folder: &Path,
    given: Given,
    settings: &config::Settings,
    files: &dyn Files,
    faults: &mut Vec<ConfigFault>,
) -> Project {
    let resolve = |origin: &Origin, value: &str| paths::normal_path(&origin.base(folder).join(value));
    let mut base = Situation::at(folder);
    base.home = given.user.home;
    base.environment = given.user.environment;
    if let Some(home) = settings.home.as_ref().filter(|_| given.user.is_default) {
        base.home = Some(resolve(&home.origin, &home.value));
        base.environment.clear();
    }
    let start = given.start.or_else(|| {
        let start = settings.start.as_ref()?;
        Some(resolve(&start.origin, &start.value))
    });
    base.touched = given.touched;
    if let Some(touched) = settings.touched.as_ref().filter(|_| base.touched.is_empty()) {
        base.touched = touched
            .value
            .iter()
            .map(|path| resolve(&path.origin, &path.value))
            .collect();
    }
    let is_start_fixed = start.is_some();
    let is_touched_fixed = !base.touched.is_empty();
    base.start = start.unwrap_or(base.start);
    let mut project = match given.runtimes {
        Some(Wanted::Named(active)) => Project::with(base, active),
        Some(Wanted::All) => Project::all(base, files),
        None => selected(base, settings.selection(), files, faults),
    };
    project.is_start_fixed = is_start_fixed;
    project.is_touched_fixed = is_touched_fixed;
    project.caps = caps(settings, faults);
    for active in &mut project.active {
        lay_over(active, settings, faults);
    }
    project.look_at_settings(files);
    if let Some(wanted) = &settings.primary_runtime {
        let at = project
            .active
            .iter()
            .position(|active| active.runtime.name() == wanted.value.name);
        project.primary = at.unwrap_or(project.primary);
    }
    project
}

fn selected(
    base: Situation,
    selection: &Selection,
    files: &dyn Files,
    faults: &mut Vec<ConfigFault>,
) -> Project {
    match selection {
        Selection::Auto => Project::detect(base, files),
        Selection::All => Project::all(base, files),
        Selection::Named(names) => {
            let mut active = Vec::new();
            for name in names {
                match named(&name.value) {
                    Ok(found) => active.push(found),
                    Err(message) => faults.push(ConfigFault {
                        origin: name.origin.clone(),
                        message,
                    }),
                }
            }
            Project::with(base, active)
        }
    }
}

/// The runtime a user names.
///
/// # Errors
/// A sentence that names the runtimes, or the versions, there are.
pub(crate) fn named(wanted: &RuntimeRef) -> Result<Active, String> {
    let RuntimeRef { name, version } = wanted;
    let Some((runtime, default)) = runtimes::find(name) else {
        let names: Vec<_> = runtimes::all().iter().map(|runtime| runtime.name()).collect();
        return Err(format!(
            "there is no runtime {name}; there are {}",
            names.join(", ")
        ));
    };
    let versions = runtime.versions();
    let found = match version {
        None => default,
        Some(version) => versions
            .iter()
            .find(|known| known.name == version)
            .ok_or_else(|| {
                let names: Vec<_> = versions.iter().map(|version| version.name).collect();
                format!("{name} {version} is not known; known are {}", names.join(", "))
            })?,
    };
    let active = Active::new(runtime, Vec::new()).ok_or_else(|| format!("{name} has no known version"))?;
    Ok(Active {
        version: found,
        ..active
    })
}

/// Lays the user's settings for a runtime over its own.
fn lay_over(active: &mut Active, settings: &config::Settings, faults: &mut Vec<ConfigFault>) {
    let Some(table) = settings
        .runtime_tables
        .get(active.runtime.name())
        .and_then(config::Node::table)
    else {
        return;
    };
    for (key, entry) in table {
        if key == "version" {
            let version = entry.node.text().map(str::to_owned);
            let wanted = RuntimeRef {
                name: active.runtime.name().to_owned(),
                version,
            };
            match named(&wanted) {
                Ok(found) => active.version = found.version,
                Err(message) => faults.push(ConfigFault {
                    origin: entry.node.origin.clone(),
                    message,
                }),
            }
            continue;
        }
        let mut flat = Vec::new();
        flatten(key.clone(), &entry.node, active, &mut flat);
        for (key, node) in flat {
            let laid = runtime::set(active.runtime, &mut active.settings, &key, &node.to_json());
            let message = match laid {
                Ok(()) => continue,
                Err(SettingError::Unknown { .. }) => unknown_key(&[active.runtime], &key),
                Err(error) => error.to_string(),
            };
            faults.push(ConfigFault {
                origin: node.origin.clone(),
                message,
            });
        }
    }
}

/// What to say of a key that none of some runtimes has: the one that was probably meant, or a few there are.
pub(crate) fn unknown_key(runtimes: &[&dyn Runtime], key: &str) -> String {
    let names: Vec<_> = runtimes.iter().map(|runtime| runtime.name()).collect();
    let mut keys: Vec<&str> = runtimes
        .iter()
        .flat_map(|runtime| runtime.settings())
        .map(|setting| setting.key)
        .collect();
    keys.dedup();
    let have = match names.as_slice() {
        [one] => format!("{one} has no setting `{key}`"),
        several => format!("none of {} has a setting `{key}`", several.join(", ")),
    };
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

/// Tables become keys with dots, unless the runtime knows the table itself as a setting.
fn flatten<'a>(
    key: String,
    node: &'a config::Node,
    active: &Active,
    out: &mut Vec<(String, &'a config::Node)>,
) {
    let is_known = active.runtime.settings().iter().any(|setting| setting.key == key);
    match node.table().filter(|_| !is_known) {
        Some(table) => {
            for (below, entry) in table {
                flatten(format!("{key}.{below}"), &entry.node, active, out);
            }
        }
        None => out.push((key, node)),
    }
}

/// The user's caps, longest pattern last, so that the more telling one counts.
fn caps(settings: &config::Settings, faults: &mut Vec<ConfigFault>) -> Vec<UserCap> {
    let mut patterns: Vec<_> = settings.budgets.iter().collect();
    patterns.sort_by_key(|(pattern, _)| pattern.len());
    let mut caps = Vec::new();
    for (pattern, amount) in patterns {
        let written = match &amount.value {
            Amount::Number(number) => number.to_string(),
            Amount::Text(text) => text.clone(),
        };
        let anywhere = if pattern.contains('/') {
            pattern.clone()
        } else {
            format!("**/{pattern}")
        };
        let cap = written.parse::<Cap>().map_err(|error| error.to_string());
        let files = GlobBuilder::new(&anywhere)
            .literal_separator(true)
            .build()
            .map_err(|error| error.to_string());
        match files.and_then(|files| {
            Ok(UserCap {
                files: files.compile_matcher(),
                cap: cap?,
            })
        }) {
            Ok(cap) => caps.push(cap),
            Err(message) => faults.push(ConfigFault {
                origin: amount.origin.clone(),
                message,
            }),
        }
    }
    caps
}

fn severities(settings: &config::Settings) -> Severities {
    let mut severities = Severities::default();
    for (code, severity) in &settings.severities {
        let severity = match severity.value {
            config::Severity::Error => Some(Severity::Error),
            config::Severity::Warning => Some(Severity::Warning),
            config::Severity::Information => Some(Severity::Information),
            config::Severity::Hint => Some(Severity::Hint),
            config::Severity::Off => None,
        };
        severities.set(code, severity);
    }
    severities
}
