//! One opened folder as it is judged: which runtimes are at work, in which situation, and what the user set.

use crate::{
    laying::{flatten, refusal},
    own::{OwnRuntimes, named},
    view::hover::Detail,
};
use agents_lint::{Finding, Severities, Severity, rules};
use agents_prompt::{
    Active, Managed, Marker, Project, Situation, UserCap, name::Name, runtimes, steps::cap::Cap,
};
use agents_workspace::{
    EntryKind, Files, Reads, Recorder,
    config::{
        self, Amount, ConfigFault, Configuration, HoverDetail, Known, KnownRuntime, Lens, Mark, Origin,
        Places, RuntimeRef, SectionHints, Selection, Sourced, Trace,
    },
    discover::{Found, Search, discover},
    paths,
};
use globset::{GlobBuilder, GlobMatcher};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

/// What is known about an opened folder beside its files.
pub(crate) struct Survey {
    /// The runtimes and the situation.
    pub(crate) project: Project,
    /// The user's severities.
    pub(crate) severities: Severities,
    /// How much a hover tells.
    pub(crate) detail: Detail,
    /// Whether lenses say how far caps are used.
    pub(crate) lens: Lens,
    /// Whether a lens says what changed since the last commit.
    pub(crate) changes: Lens,
    /// What stands behind a heading about its section.
    pub(crate) hints: SectionHints,
    /// What is wrong in configuration files.
    pub(crate) faults: Vec<Finding>,
    /// What is wrong in the editor's settings, each a sentence.
    pub(crate) client_faults: Vec<String>,
    /// What the log holds of the conversation with the editor.
    pub(crate) trace: Trace,
    /// The runtimes of the user's own, at work or not.
    pub(crate) own: OwnRuntimes,
    /// Whether the traces in the tree say which runtimes are at work, and not the user.
    pub(crate) is_detected: bool,
    /// Why a runtime that was asked for from outside is not there, in a sentence.
    pub(crate) refused: Option<String>,
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
    Named(Vec<RuntimeRef>),
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
        let own = runtimes::all().iter().flat_map(|runtime| runtime.variables());
        let variables = own
            .chain(&["XDG_CONFIG_HOME"])
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
        let last = last.map(|last| &last.own);
        let is_detected =
            given.runtimes.is_none() && matches!(configuration.settings.selection(), Selection::Auto);
        let settled = settle(folder, given, &configuration.settings, &recorder, last, &mut own);
        // Where a file has a fault, values of its last good state may be in force, and something else may stand
        // in their places now.
        own.retain(|fault| match &fault.origin {
            Origin::File { path, range } => {
                let written = recorder
                    .file(path)
                    .map(|file| file.text().substring(range.clone()));
                written.is_ok_and(|written| is_about(&fault.message, &written))
                    || !configuration
                        .faults
                        .iter()
                        .any(|other| matches!(&other.origin, Origin::File { path: of, .. } if of == path))
            }
            Origin::Client { .. } => true,
        });
        faults.append(&mut own);
        let mut survey = Self {
            project: settled.project,
            own: settled.own,
            refused: settled.refused,
            is_detected,
            severities: severities(&configuration.settings),
            detail: match configuration.settings.hover_detail() {
                HoverDetail::Line => Detail::Line,
                HoverDetail::File => Detail::File,
                HoverDetail::Off => Detail::Off,
            },
            lens: configuration.settings.lens_usage(),
            changes: configuration.settings.lens_changes(),
            hints: configuration.settings.section_hints(),
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

    /// Every runtime there is, built in or of the user's own, whether it is at work or not.
    pub(crate) fn every(&self, files: &dyn Files) -> Project {
        every(self.project.base.clone(), files, &self.own)
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
        // Where a folder is looked for, only a file is remarkable.
        let is_file = |found: &Found| found.entry != EntryKind::Folder || self.project.reads(&found.path);
        let files = found.files.into_iter().filter(is_file);
        files.map(|found| found.path).collect()
    }
}

/// Folders that may hold instructions though an ignore rule names them: those with a leading dot, which tools
/// keep their own files in, and where agents write down what they learn.
fn keeps(name: &str) -> bool {
    name.starts_with('.') || matches!(name, "memory" | "skills")
}

/// Whether a message quotes what is written at its place, space aside.
fn is_about(message: &str, written: &str) -> bool {
    let packed = |text: &str| -> String { text.split_whitespace().collect() };
    packed(message).contains(&packed(written.trim_matches(['"', '\''])))
}

/// What a configuration and the command line come to.
struct Settled {
    project: Project,
    own: OwnRuntimes,
    refused: Option<String>,
}

fn settle(
    folder: &Path,
    given: Given,
    settings: &config::Settings,
    files: &dyn Files,
    last: Option<&OwnRuntimes>,
    faults: &mut Vec<ConfigFault>,
) -> Settled {
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
    let own = OwnRuntimes::of(settings, &base, files, last, faults);
    let mut refused = None;
    let is_given = given.runtimes.is_some();
    let mut project = match given.runtimes {
        Some(Wanted::Named(names)) => {
            let active = names.iter().map(|name| {
                named(name, &own).map_err(|error| match &name.version {
                    Some(version) => format!("--runtime {}@{version}: {error}", name.name),
                    None => format!("--runtime {}: {error}", name.name),
                })
            });
            let active = active.collect::<Result<Vec<_>, _>>().unwrap_or_else(|error| {
                refused = Some(error);
                Vec::new()
            });
            Project::with(base, active)
        }
        Some(Wanted::All) => every(base, files, &own),
        None => selected(base, settings.selection(), files, &own, faults),
    };
    project.is_start_fixed = is_start_fixed;
    project.is_touched_fixed = is_touched_fixed;
    project.caps = caps(settings, faults);
    project.managed = managed(settings, faults);
    for active in project.active.iter_mut().filter(|active| !active.is_own()) {
        lay_over(active, settings, faults);
    }
    project.look_at_settings(files);
    if let Some(wanted) = &settings.primary_runtime {
        let at = project
            .active
            .iter()
            .position(|active| active.name == *wanted.value.name);
        // A preference of the user's holds where it can; the project's own file should know its runtimes.
        let is_of_project = matches!(&wanted.origin, Origin::File { path, .. }
            if path.parent().is_some_and(|above| folder.starts_with(above)));
        if at.is_none() && is_of_project && !is_given {
            faults.push(ConfigFault {
                origin: wanted.origin.clone(),
                message: format!(
                    "{} is not at work here, so {} is shown first; name it under `runtimes` as well",
                    wanted.value.name,
                    project.primary().name
                ),
            });
        }
        project.primary = at.unwrap_or(project.primary);
    }
    Settled {
        project,
        own,
        refused,
    }
}

/// A project with every runtime there is. The first one shown is the first of the user's own that is at work.
fn every(base: Situation, files: &dyn Files, own: &OwnRuntimes) -> Project {
    let mut project = Project::all(base, files);
    let others = project.primary;
    let own_runtimes: Vec<Active> = own.all().cloned().collect();
    let count = own_runtimes.len();
    project.put_first(own_runtimes);
    project.primary = own.first_at_work().unwrap_or(count + others);
    project
}

fn selected(
    base: Situation,
    selection: &Selection,
    files: &dyn Files,
    own: &OwnRuntimes,
    faults: &mut Vec<ConfigFault>,
) -> Project {
    match selection {
        Selection::Auto => {
            let mut project = Project::detect(base, files);
            project.put_first(own.at_work().cloned().collect());
            project
        }
        Selection::All => every(base, files, own),
        Selection::Named(names) => {
            let mut active = Vec::new();
            for name in names {
                match named(&name.value, own) {
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

/// Lays the user's settings for a built-in runtime over its own.
fn lay_over(active: &mut Active, settings: &config::Settings, faults: &mut Vec<ConfigFault>) {
    let Some(table) = settings
        .runtime_tables
        .get(active.runtime.name())
        .and_then(config::Node::table)
    else {
        return;
    };
    for (key, entry) in table.iter().filter(|(key, _)| *key != "budgets") {
        if key == "version" {
            let version = entry.node.text().map(str::to_owned);
            let wanted = RuntimeRef {
                name: active.runtime.name().to_owned(),
                version,
            };
            match named(&wanted, &OwnRuntimes::default()) {
                Ok(found) => active.version = found.version,
                Err(message) => faults.push(ConfigFault {
                    origin: entry.node.origin.clone(),
                    message,
                }),
            }
            continue;
        }
        for set in flatten(key, entry, active) {
            if let Err(error) = active.set(&set.key, &set.node.to_json()) {
                faults.push(refusal(active, &error, &set));
            }
        }
    }
}

/// The user's caps, longest pattern last, so that the more telling one counts.
fn caps(settings: &config::Settings, faults: &mut Vec<ConfigFault>) -> Vec<UserCap> {
    let mut caps = Vec::new();
    add_caps(&settings.budgets, None, &mut caps, &mut |fault| {
        faults.push(fault);
    });
    for (name, budgets) in &settings.runtime_budgets {
        add_caps(
            budgets,
            Some(Name::from(name.as_str())),
            &mut caps,
            &mut |fault| faults.push(fault),
        );
    }
    // One of the user's own has those of the runtimes it extends, and its own over them.
    for (name, own) in &settings.own_runtimes {
        let above = own.line.iter().skip(1).rev();
        let above = std::iter::once(&own.base.name).chain(above);
        let mut inherited = Vec::new();
        for budgets in above.filter_map(|above| settings.runtime_budgets.get(above)) {
            add_caps(
                budgets,
                Some(Name::from(name.as_str())),
                &mut inherited,
                &mut |_| {},
            );
        }
        caps.splice(0..0, inherited);
    }
    caps
}

fn add_caps(
    budgets: &BTreeMap<String, Sourced<Amount>>,
    runtime: Option<Name>,
    caps: &mut Vec<UserCap>,
    fault: &mut dyn FnMut(ConfigFault),
) {
    let mut patterns: Vec<_> = budgets.iter().collect();
    patterns.sort_by_key(|(pattern, _)| pattern.len());
    for (pattern, amount) in patterns {
        let written = match &amount.value {
            Amount::Number(number) => number.to_string(),
            Amount::Text(text) => text.clone(),
        };
        let cap = written.parse::<Cap>().map_err(|error| error.to_string());
        match matcher(pattern).and_then(|files| Ok((files, cap?))) {
            Ok((files, cap)) => caps.push(UserCap {
                files,
                runtime: runtime.clone(),
                cap,
            }),
            Err(message) => fault(ConfigFault {
                origin: amount.origin.clone(),
                message,
            }),
        }
    }
}

/// The files that the user says a platform renders.
fn managed(settings: &config::Settings, faults: &mut Vec<ConfigFault>) -> Vec<Managed> {
    let mut managed = Vec::new();
    for (pattern, mark) in &settings.managed {
        let marker = match &mark.value {
            Mark::Name => Ok(Marker::Name),
            Mark::Text(text) => text.parse(),
        };
        match matcher(pattern).and_then(|files| {
            Ok(Managed {
                files,
                marker: marker?,
            })
        }) {
            Ok(one) => managed.push(one),
            Err(message) => faults.push(ConfigFault {
                origin: mark.origin.clone(),
                message,
            }),
        }
    }
    managed
}

/// The files that a key of a table is for: a pattern without `/` is for names at any depth.
fn matcher(pattern: &str) -> Result<GlobMatcher, String> {
    let anywhere = if pattern.contains('/') {
        pattern.to_owned()
    } else {
        format!("**/{pattern}")
    };
    let glob = GlobBuilder::new(&anywhere).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher())
        .map_err(|error| error.to_string())
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
