//! One opened folder: which runtimes are at work in it, and the prompts they make, kept while they hold.

use crate::{
    effective::{EffectivePrompt, Unit},
    managed::Managed,
    name::Name,
    runtime::{self, Evidence, Further, Loading, MisnamedLog, Role, Runtime, Setting, SettingError, Version},
    runtimes,
    situation::{Settings, Situation},
    steps::{
        cap::{CONTEXT_WINDOW, Cap},
        config,
        parameters::Parameters,
    },
};
use agents_workspace::{EntryKind, Files};
use dashmap::DashMap;
use globset::GlobMatcher;
use serde_json::Value;
use std::{
    ffi::OsStr,
    fmt,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// How many prompts are kept. A tree of 200 instruction files under three runtimes needs 600; beyond the
/// limit everything is dropped and made again when asked for.
const MOST_PROMPTS: usize = 8192;

/// The endings of Markdown files.
const MARKDOWN: [&str; 2] = ["md", "markdown"];

/// First words of names that tell by themselves that a file is for agents.
const TELLING: [&str; 6] = [
    "agents",
    "claude",
    "copilot-instructions",
    "gemini",
    "qwen",
    "skill",
];

/// An opened folder with the runtimes at work in it.
#[derive(Debug, Clone)]
pub struct Project {
    /// The situation every other one is derived from: started in the opened folder, nothing touched.
    pub base: Situation,
    /// The runtimes at work; at least one.
    pub active: Vec<Active>,
    /// The index in `active` of the runtime that hover shows in full.
    pub primary: usize,
    /// Whether no runtime left a trace, so that the plain convention stands in.
    pub is_fallback: bool,
    /// The Agent Skills format, by which skills are judged that no runtime at work reads; `None` where the user named
    /// the runtimes, whose skills are then the only ones that count.
    pub standard: Option<Active>,
    /// Caps the user set for files of a name or pattern; the last one that matches counts.
    pub caps: Vec<UserCap>,
    /// Files that a platform renders, as the user says.
    pub managed: Vec<Managed>,
    /// Whether the start folder was given: runtimes that load up to it judge every file from there.
    pub is_start_fixed: bool,
    /// Whether touched paths were given: runtimes that load on touch load for these alone.
    pub is_touched_fixed: bool,
}

/// A cap that no runtime knows of.
#[derive(Debug, Clone)]
pub struct UserCap {
    /// Which files it is for: a pattern without `/` is for names at any depth.
    pub files: GlobMatcher,
    /// The runtime it is for; `None`: whoever reads them, or nobody.
    pub runtime: Option<Name>,
    /// The cap.
    pub cap: Cap,
}

/// A runtime at work in a project.
#[derive(Clone)]
pub struct Active {
    /// What it is called: as the runtime, or for one of the user's own that extends it, as the user calls that.
    pub name: Name,
    /// The runtime, or the one that is extended.
    pub runtime: &'static dyn Runtime,
    /// The version whose behaviour is shown.
    pub version: &'static Version,
    /// The paths that speak for it; empty when it was named by the user.
    pub evidence: Vec<PathBuf>,
    /// Settings the user laid over the runtime's own; [`Active::set`] lays them.
    pub settings: Settings,
    /// Files that its settings name ([`Project::look_at_settings`]).
    pub further: Vec<Further>,
    /// What is a parameter among them.
    pub parameters: Arc<Parameters>,
}

impl fmt::Debug for Active {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.name, self.version.name)
    }
}

impl Project {
    /// A project in which every runtime that left a trace is at work; with none, the plain convention.
    #[must_use]
    pub fn detect(base: Situation, files: &dyn Files) -> Self {
        let traces = runtimes::all().iter().filter_map(|runtime| {
            let evidence = evidence_of(*runtime, &base, files);
            if evidence.is_empty() {
                None
            } else {
                Active::new(*runtime, evidence)
            }
        });
        let active: Vec<Active> = traces.collect();
        if active.is_empty() {
            return Self {
                base,
                active: vec![Active::stand_in()],
                primary: 0,
                is_fallback: true,
                standard: Some(Active::standard()),
                caps: Vec::new(),
                managed: Vec::new(),
                is_start_fixed: false,
                is_touched_fixed: false,
            };
        }
        Self {
            base,
            active,
            primary: 0,
            is_fallback: false,
            standard: Some(Active::standard()),
            caps: Vec::new(),
            managed: Vec::new(),
            is_start_fixed: false,
            is_touched_fixed: false,
        }
    }

    /// A project with these runtimes at work, whatever traces there are. `active` must not be empty; an
    /// empty one means the plain convention.
    #[must_use]
    pub fn with(base: Situation, mut active: Vec<Active>) -> Self {
        if active.is_empty() {
            active.push(Active::stand_in());
        }
        Self {
            base,
            active,
            primary: 0,
            is_fallback: false,
            standard: None,
            caps: Vec::new(),
            managed: Vec::new(),
            is_start_fixed: false,
            is_touched_fixed: false,
        }
    }

    /// A project with every runtime there is at work, but no profile. The first one shown is the first that left a trace, or
    /// else the first that is more than the plain convention.
    #[must_use]
    pub fn all(base: Situation, files: &dyn Files) -> Self {
        let active: Vec<Active> = runtimes::all()
            .iter()
            .filter(|runtime| !runtime.is_profile())
            .filter_map(|runtime| Active::new(*runtime, evidence_of(*runtime, &base, files)))
            .collect();
        let plain = runtimes::fallback().0.name();
        let traced = active.iter().position(|active| !active.evidence.is_empty());
        let telling = || active.iter().position(|active| active.runtime.name() != plain);
        let primary = traced.or_else(telling).unwrap_or(0);
        Self {
            primary,
            ..Self::with(base, active)
        }
    }

    /// Adds runtimes of the user's own before the others, and shows the first of them first of all.
    pub fn put_first(&mut self, own: Vec<Active>) {
        if own.is_empty() {
            return;
        }
        if self.is_fallback {
            self.active.clear();
            self.is_fallback = false;
        }
        self.active.splice(0..0, own);
        self.primary = 0;
    }

    /// The runtime that hover shows in full.
    #[must_use]
    pub fn primary(&self) -> &Active {
        self.active.get(self.primary).unwrap_or(&self.active[0])
    }

    /// The situation in which a file is judged under a runtime.
    #[must_use]
    pub fn situation_of(&self, active: &Active, path: &Path) -> Situation {
        if !path.starts_with(&self.base.root) {
            return self.situation_at_root(active);
        }
        let holder = holder(&self.base.root, path);
        if active.runtime.loading() == Loading::Touch && path.parent() == Some(&holder) {
            return self.situation_of_folder(active, path);
        }
        self.situation_of_folder(active, &holder)
    }

    /// The folder that an agent works in when it works on a file: the file's own, or the one that holds the dot
    /// folder it lies in.
    #[must_use]
    pub fn situation_folder(&self, path: &Path) -> PathBuf {
        if path.starts_with(&self.base.root) && path != self.base.root {
            holder(&self.base.root, path)
        } else {
            self.base.root.clone()
        }
    }

    /// The situation in which a folder is judged: started there, or that folder touched.
    #[must_use]
    pub fn situation_of_folder(&self, active: &Active, folder: &Path) -> Situation {
        let mut base = self.situation_at_root(active);
        if folder.starts_with(&base.root) {
            match active.runtime.loading() {
                Loading::Start if !self.is_start_fixed => base.start = folder.to_path_buf(),
                Loading::Touch if !self.is_touched_fixed => base.touched = vec![folder.to_path_buf()],
                _ => {}
            }
        }
        base
    }

    /// The same as started in the opened folder with nothing touched.
    #[must_use]
    pub fn situation_at_root(&self, active: &Active) -> Situation {
        let mut base = self.base.clone();
        base.settings = active.settings.clone();
        base
    }

    /// What a file is to a runtime, if it reads files of this place and name.
    #[must_use]
    pub fn role(&self, active: &Active, path: &Path) -> Option<Role> {
        let below = path.strip_prefix(&self.base.root).ok()?;
        let named = || {
            active
                .further
                .iter()
                .find(|further| further.files.is_match(below))
        };
        let role = active.reads(below);
        role.or_else(|| named().map(|further| further.role))
    }

    /// Notes which files the settings of the active runtimes name, started in the opened folder. To be called again
    /// when a settings file changes: what is asked of `files` tells.
    pub fn look_at_settings(&mut self, files: &dyn Files) {
        let found = self.active.iter().map(|active| {
            let situation = self.situation_at_root(active);
            active.runtime.further(&situation, files)
        });
        let found: Vec<_> = found.collect();
        for (active, further) in self.active.iter_mut().zip(found) {
            active.further = further;
        }
    }

    /// The runtimes at work that read files of this place and name, the primary one first; of a skill that none of
    /// them reads, the format that judges it.
    pub fn readers(&self, path: &Path) -> impl Iterator<Item = (&Active, Role)> {
        let primary = self.active.get(self.primary).into_iter();
        let is_other = |(index, _): &(usize, &Active)| *index != self.primary;
        let others = self.active.iter().enumerate().filter(move |at| is_other(at));
        let readers = primary
            .chain(others.map(|(_, active)| active))
            .filter_map(|active| Some((active, self.role(active, path)?)));
        let readers: Vec<_> = readers.collect();
        let standard = self.standard.as_ref().filter(|_| readers.is_empty());
        let judge = standard.filter(|_| self.is_known_skill(path));
        let judge = judge.and_then(|standard| Some((standard, self.role(standard, path)?)));
        readers.into_iter().chain(judge)
    }

    /// Whether any runtime there is, at work or not, takes a file of this place and name for a skill. Folders that no
    /// program is known to read may hold what is made into skills elsewhere.
    fn is_known_skill(&self, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.base.root) else {
            return false;
        };
        let known = runtimes::all().iter().filter(|runtime| !runtime.is_profile());
        known
            .into_iter()
            .any(|runtime| runtime.reads(below) == Some(Role::Skill))
    }

    /// Whether it is the format that judges skills which no runtime at work reads.
    #[must_use]
    pub fn is_standard(&self, active: &Active) -> bool {
        let standard = self.standard.as_ref();
        standard.is_some_and(|standard| standard.name == active.name)
    }

    /// The user's cap for a file, whoever reads it, in a unit.
    #[must_use]
    pub fn cap_of(&self, path: &Path) -> Option<(usize, Unit)> {
        Some(self.cap(path, None)?.resolve(CONTEXT_WINDOW))
    }

    /// The user's cap for a file as a runtime reads it, in a unit; a share is of that runtime's context window.
    #[must_use]
    pub fn cap_for(&self, active: &Active, path: &Path) -> Option<(usize, Unit)> {
        let cap = self.cap(path, Some(&active.name))?;
        Some(cap.resolve(active.context_window().unwrap_or(CONTEXT_WINDOW)))
    }

    fn cap(&self, path: &Path, runtime: Option<&Name>) -> Option<Cap> {
        let below = path.strip_prefix(&self.base.root).ok()?;
        let mut caps = self.caps.iter().rev();
        let cap = caps.find(|cap| cap.runtime.as_ref() == runtime && cap.files.is_match(below));
        cap.map(|cap| cap.cap)
    }

    /// What the user says of a file that a platform renders.
    pub fn managed(&self, path: &Path) -> impl Iterator<Item = &Managed> {
        let below = path.strip_prefix(&self.base.root).ok();
        let managed = self.managed.iter();
        managed.filter(move |managed| below.is_some_and(|below| managed.files.is_match(below)))
    }

    /// The runtimes whose logs of a day have another name than this file that is meant as one.
    pub fn misnamed_log(&self, path: &Path) -> impl Iterator<Item = (&Active, MisnamedLog)> {
        let below = path.strip_prefix(&self.base.root).ok();
        let active = self.active.iter();
        active.filter_map(move |active| Some((active, active.runtime.misnamed_log(below?)?)))
    }

    /// Whether any active runtime reads files of this place and name, or the format of skills judges it.
    #[must_use]
    pub fn reads(&self, path: &Path) -> bool {
        self.readers(path).next().is_some()
    }

    /// Whether there is anything to say about a file: a runtime reads it, it would under a name in another case,
    /// it is a skill out of place, it looks like an instruction file or stands where a folder should be, it is the log
    /// of a day under another name, or a file that the user set a cap for or marked as rendered.
    #[must_use]
    pub fn judges(&self, path: &Path) -> bool {
        let is_markdown = || {
            let ending = path.extension().and_then(OsStr::to_str);
            ending.is_some_and(|ending| MARKDOWN.iter().any(|known| ending.eq_ignore_ascii_case(known)))
        };
        self.reads(path)
            || is_markdown() && self.cap_of(path).is_some()
            || self.spelled(path).is_some()
            || self.stray(path).is_some()
            || self.managed(path).next().is_some()
            || self.misnamed_log(path).next().is_some()
            || self.look_alike(path).is_some()
            || self.is_place_of_folder(path)
    }

    /// The name that a file must have for an active runtime to read it on a disk that tells upper from lower case,
    /// where it has that name in another case. Names that ordinary pages have as well (`tools.md`) are left alone.
    #[must_use]
    pub fn spelled(&self, path: &Path) -> Option<PathBuf> {
        let name = path.file_name()?.to_str()?;
        let (word, rest) = name.split_once('.')?;
        if !is_telling(word) || !path.extension()?.eq_ignore_ascii_case("md") {
            return None;
        }
        let rest = rest.to_ascii_lowercase();
        let spellings = [
            format!("{}.{rest}", word.to_ascii_uppercase()),
            format!("{}.{rest}", word.to_ascii_lowercase()),
        ];
        let spelled = spellings.into_iter().filter(|spelled| spelled != name);
        let mut spelled = spelled.map(|spelled| path.with_file_name(spelled));
        spelled.find(|spelled| {
            let reads = |active: &Active, path: &Path| self.role(active, path).is_some();
            self.active
                .iter()
                .any(|active| reads(active, spelled) && !reads(active, path))
        })
    }
}

impl Active {
    /// A runtime at work in its default version.
    #[must_use]
    pub fn new(runtime: &'static dyn Runtime, evidence: Vec<PathBuf>) -> Option<Self> {
        let version = runtime.versions().first()?;
        Some(Self::of(runtime, version, evidence))
    }

    fn of(runtime: &'static dyn Runtime, version: &'static Version, evidence: Vec<PathBuf>) -> Self {
        Self {
            name: Name::from(runtime.name()),
            runtime,
            version,
            evidence,
            settings: Settings::default(),
            further: Vec::new(),
            parameters: Arc::default(),
        }
    }

    /// The plain convention, where there is nothing else.
    fn stand_in() -> Self {
        let (runtime, version) = runtimes::fallback();
        Self::of(runtime, version, Vec::new())
    }

    /// The format of skills, where no runtime reads them.
    fn standard() -> Self {
        let (runtime, version) = runtimes::standard();
        Self::of(runtime, version, Vec::new())
    }

    /// Whether it is one of the user's own, which extends a built-in one.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.name != *self.runtime.name()
    }

    /// The tokens of its model's context window, where that is set.
    fn context_window(&self) -> Option<usize> {
        let set = || config::count(&self.settings.get(self.runtime.window_setting()?)?);
        self.parameters.context_window.or_else(set)
    }

    /// What can be set of it, as [`Active::set`] takes it.
    pub fn settable(&self) -> impl Iterator<Item = &'static Setting> {
        let parameters = if self.is_own() {
            self.runtime.parameters()
        } else {
            &[]
        };
        parameters.iter().chain(self.runtime.settings())
    }

    /// Lays a setting over the runtime's own; for one of the user's own, a parameter as well.
    ///
    /// # Errors
    /// A key it does not have, or a value of the wrong kind.
    pub fn set(&mut self, key: &str, value: &Value) -> Result<(), SettingError> {
        if !self.is_own() {
            return runtime::set(self.runtime, &mut self.settings, key, value);
        }
        runtime::extend(self.runtime, &self.name, &mut self.settings, key, value)?;
        self.parameters = Arc::new(Parameters::read(&self.settings));
        Ok(())
    }

    /// What a file of this path, relative to the opened folder, is to it.
    #[must_use]
    pub fn reads(&self, path: &Path) -> Option<Role> {
        if self.is_own() {
            self.runtime.reads_with(path, &self.parameters)
        } else {
            self.runtime.reads(path)
        }
    }

    /// The prompt in a situation, under the name it has here.
    #[must_use]
    pub fn assemble(&self, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = runtime::assemble(self.runtime, self.version, situation, files);
        prompt.runtime = self.name.clone();
        prompt
    }

    /// How messages name it: `codex 0.171.0`, or `my-gateway (codex 0.171.0)`. Commits and dates, which say little,
    /// are left out.
    #[must_use]
    pub fn title(&self) -> String {
        let base = if self.version.name.contains('.') {
            format!("{} {}", self.runtime.name(), self.version.name)
        } else {
            self.runtime.name().to_owned()
        };
        if self.is_own() {
            format!("{} ({base})", self.name)
        } else {
            base
        }
    }
}

/// Whether the name of a file tells by itself that it is for agents; ordinary pages have other names of files of agents
/// as well (`CONTEXT.md`, `tools.md`).
#[must_use]
pub fn tells(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    let word = name.and_then(|name| name.split('.').next());
    // The name that files had before the convention; in small letters it is a word.
    word.is_some_and(|word| word == "AGENT" || is_telling(word))
}

fn is_telling(word: &str) -> bool {
    TELLING.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The folder a file belongs to: the one it lies in, or for files in dot folders (`.skills/`,
/// `.agents/skills/x/`) the one that holds the outermost dot folder below the root.
fn holder(root: &Path, path: &Path) -> PathBuf {
    let folder = path.parent().unwrap_or(root);
    let Ok(below) = folder.strip_prefix(root) else {
        return folder.to_path_buf();
    };
    let visible = below.components().take_while(|part| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => true,
    });
    let visible: PathBuf = visible.collect();
    // Joining nothing would leave a separator at the end, which a runtime that prints the path shows.
    if visible.as_os_str().is_empty() {
        root.to_path_buf()
    } else {
        root.join(visible)
    }
}

fn evidence_of(runtime: &dyn Runtime, base: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let found = runtime.evidence().iter().filter_map(|evidence| match evidence {
        Evidence::Project(name) => trace_in_project(base, files, name),
        Evidence::Home(name) => trace_in_home(base, files, name),
    });
    found.collect()
}

/// The path that a trace which a user names leads to, if something is there: relative to the opened folder or one
/// above it up to the root of its repository, or below the home folder as `~/…`.
#[must_use]
pub fn trace(base: &Situation, files: &dyn Files, written: &str) -> Option<PathBuf> {
    match written.strip_prefix("~/") {
        Some(below) => trace_in_home(base, files, below),
        None => trace_in_project(base, files, written),
    }
}

fn trace_in_project(base: &Situation, files: &dyn Files, name: &str) -> Option<PathBuf> {
    let mut places = project_folders(base, files).map(|folder| folder.join(name));
    places.find(|path| files.entry(path) != EntryKind::Missing)
}

fn trace_in_home(base: &Situation, files: &dyn Files, name: &str) -> Option<PathBuf> {
    let path = base.home.as_ref()?.join(name);
    (files.entry(&path) != EntryKind::Missing).then_some(path)
}

/// The opened folder and those above it, up to the root of its repository.
fn project_folders<'a>(base: &'a Situation, files: &'a dyn Files) -> impl Iterator<Item = &'a Path> {
    let mut ended = false;
    let git_root = base
        .root
        .ancestors()
        .find(|folder| files.entry(&folder.join(".git")) != EntryKind::Missing);
    base.root.ancestors().take_while(move |folder| {
        let inside = !ended;
        ended = ended || git_root.is_none_or(|root| *folder == root);
        inside
    })
}

/// The prompts made so far. An entry is used again for as long as the tree answers every question that the
/// prompt rests on as it did, so nothing has to be told of changes.
#[derive(Default)]
pub struct PromptCache {
    prompts: DashMap<(Name, &'static str, &'static str, Situation), Arc<EffectivePrompt>>,
}

impl PromptCache {
    /// The prompt of a runtime in a situation.
    #[must_use]
    pub fn get(&self, active: &Active, situation: &Situation, files: &dyn Files) -> Arc<EffectivePrompt> {
        let key = (
            active.name.clone(),
            active.runtime.name(),
            active.version.name,
            situation.clone(),
        );
        // The guard must be gone before the map is written.
        let kept = self.prompts.get(&key).map(|kept| Arc::clone(&kept));
        if let Some(prompt) = kept.filter(|prompt| prompt.reads.hold(files)) {
            return prompt;
        }
        let prompt = Arc::new(active.assemble(situation, files));
        if self.prompts.len() >= MOST_PROMPTS {
            self.prompts.clear();
        }
        self.prompts.insert(key, Arc::clone(&prompt));
        prompt
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    fn situation(project: &Project, runtime: &str) -> (PathBuf, Vec<PathBuf>) {
        let active = project
            .active
            .iter()
            .find(|active| active.runtime.name() == runtime);
        let situation = project.situation_of(active.expect("at work"), Path::new("/w/a/AGENTS.md"));
        (situation.start, situation.touched)
    }

    #[test]
    fn a_fixed_situation_concerns_only_the_runtimes_that_load_by_it() {
        let mut project = Project::all(Situation::at("/w"), &MemoryFiles::new());
        let own = |path: &str| PathBuf::from(path);
        assert_eq!(situation(&project, "codex").0, own("/w/a"));
        assert_eq!(situation(&project, "ai-leash").1, [own("/w/a/AGENTS.md")]);
        project.is_touched_fixed = true;
        project.base.touched = vec![own("/w/b")];
        assert_eq!(situation(&project, "codex").0, own("/w/a"));
        assert_eq!(situation(&project, "ai-leash").1, [own("/w/b")]);
        project.is_touched_fixed = false;
        project.is_start_fixed = true;
        project.base.touched.clear();
        project.base.start = own("/w/c");
        assert_eq!(situation(&project, "codex").0, own("/w/c"));
        assert_eq!(
            situation(&project, "ai-leash"),
            (own("/w/c"), vec![own("/w/a/AGENTS.md")])
        );
    }

    #[test]
    fn of_all_runtimes_the_first_one_in_use_is_shown_first() {
        let mut files = MemoryFiles::new();
        let first = |files: &MemoryFiles| {
            let project = Project::all(Situation::at("/w"), files);
            project.primary().runtime.name()
        };
        assert_eq!(first(&files), "codex", "more than the plain convention");
        files.folder("/w/.apc");
        assert_eq!(first(&files), "apx");
    }

    /// Who judges a file.
    fn judges(project: &Project, path: &str) -> Vec<String> {
        let readers = project.readers(Path::new(path));
        readers.map(|(active, _)| active.name.to_string()).collect()
    }

    #[test]
    fn skills_that_no_runtime_at_work_reads_are_judged_by_the_format() {
        let mut files = MemoryFiles::new();
        let plain = Project::detect(Situation::at("/w"), &files);
        assert!(plain.is_fallback);
        for path in [
            "/w/.agents/skills/x/SKILL.md",
            "/w/.agent/skills/x/SKILL.md",
            "/w/a/.agents/skills/x/SKILL.md",
            "/w/skills/x/SKILL.md",
        ] {
            assert_eq!(judges(&plain, path), ["agent-skills"], "{path}");
        }
        assert_eq!(judges(&plain, "/w/AGENTS.md"), ["agents-md"]);
        // What no program is known to read may be made into skills elsewhere.
        for path in [
            "/w/.unheard-of/skills/x/SKILL.md",
            "/w/x/SKILL.md",
            "/w/docs/skills/x/SKILL.md",
        ] {
            assert!(judges(&plain, path).is_empty(), "{path}");
        }
        files.folder("/w/.claude");
        let claude = Project::detect(Situation::at("/w"), &files);
        assert_eq!(judges(&claude, "/w/.claude/skills/x/SKILL.md"), ["claude-code"]);
        assert_eq!(judges(&claude, "/w/.agents/skills/x/SKILL.md"), ["agent-skills"]);
        // Whoever names the runtimes names all of them.
        let named = Project::with(Situation::at("/w"), claude.active);
        assert!(judges(&named, "/w/.agents/skills/x/SKILL.md").is_empty());
    }

    #[test]
    fn a_file_in_a_dot_folder_belongs_to_the_folder_that_holds_it() {
        let root = Path::new("/w");
        let of = |path: &str| holder(root, Path::new(path));
        assert_eq!(of("/w/a/AGENTS.md"), Path::new("/w/a"));
        assert_eq!(of("/w/a/.agents/skills/x/SKILL.md"), Path::new("/w/a"));
        // Paths that differ in a last separator only are equal, and are not the same to a runtime that prints them.
        assert_eq!(of("/w/.skills/x.md").as_os_str(), "/w");
        assert_eq!(of("/w/AGENTS.md").as_os_str(), "/w");
    }
}
