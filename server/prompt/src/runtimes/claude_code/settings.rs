//! Claude Code's settings: `settings.local.json` and `settings.json` of the start folder, then the user's.

use super::files;
use crate::{
    effective::Unit,
    runtime::{ConfigFile, Further, Role},
    situation::Situation,
    steps::{
        config::{self, Layers},
        globs,
        limit::Limit,
        parameters::{self, Parameters},
        walk,
    },
};
use agents_workspace::{Files, config::foreign};
use globset::GlobMatcher;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Characters for the list of skills with the default model: one hundredth of a million tokens, three
/// characters each (2.1.332: with 1,000-character descriptions the list stops at 30,000).
const LIST_CHARS: f64 = 30_000.0;

/// The same with `claude-sonnet-4-5`: one hundredth of 200,000 tokens, four characters each.
const OLDER_LIST_CHARS: f64 = 8_000.0;

/// Characters of a token where the context window is given: as with the smaller of the two windows that are known.
const CHARS_PER_TOKEN: f64 = 4.0;

/// The share of the context window that the two numbers stand for.
const LIST_SHARE: f64 = 0.01;

/// Tokens of the context window with the default model, and with `claude-sonnet-4-5`.
const WINDOW: usize = 1_000_000;
const OLDER_WINDOW: usize = 200_000;

/// Characters of one description (code.claude.com/docs/en/skills).
pub(super) const DESCRIPTION_CHARS: usize = 1_536;

/// The settings as they hold in one situation.
pub(super) struct ClaudeSettings {
    pub(super) reads: Reads,
    pub(super) excludes: Vec<GlobMatcher>,
    /// Whether mentions may lead out of the start folder.
    pub(super) external_imports: bool,
    pub(super) memory: bool,
    pub(super) memory_folder: Option<PathBuf>,
    pub(super) layout: Layout,
    /// What the model is called when nobody has measured its layout.
    pub(super) unknown_model: Option<String>,
    /// The cap for the list of skills: of UTF-16 units, unless a runtime that extends Claude Code says otherwise.
    pub(super) list: Limit,
    /// The setting that holds it.
    pub(super) list_setting: &'static str,
    /// Whether that is for a context window of which no list was seen.
    pub(super) is_window_given: bool,
    pub(super) description_chars: usize,
    pub(super) bundled_skills: bool,
    /// What a runtime that extends Claude Code says, and the context window that a share is taken of.
    pub(super) parameters: Parameters,
    pub(super) window: usize,
}

/// Which files the start reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// CLAUDE.md and its relatives.
    Claude,
    /// AGENTS.md where there is no CLAUDE.md with text on the way to the start.
    ClaudeOrAgents,
    /// Both.
    Both,
    /// Only what an administrator sets.
    Managed,
}

impl Reads {
    /// The value of `instructionFiles`.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "claude-md" => Self::Claude,
            "claude-md-or-agents-md" => Self::ClaudeOrAgents,
            "claude-md-and-agents-md" => Self::Both,
            "managed-only" => Self::Managed,
            _ => return None,
        })
    }

    /// The setting as it is written.
    pub(super) fn written(self) -> String {
        let name = match self {
            Self::Claude => "claude-md",
            Self::ClaudeOrAgents => "claude-md-or-agents-md",
            Self::Both => "claude-md-and-agents-md",
            Self::Managed => "managed-only",
        };
        format!("instructionFiles = {name}")
    }
}

/// Where the texts stand in the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Blocks of their own; skills and nested AGENTS.md in messages of the role `system`.
    Blocks,
    /// All in blocks of the user's first message; what a touch adds is in the tool's result.
    OneMessage,
    /// Release 2.1.197.
    Before,
}

impl Layout {
    pub(super) fn is_older(self) -> bool {
        self == Self::OneMessage
    }
}

pub(super) fn read(situation: &Situation, files: &dyn Files, before_agents: bool) -> ClaudeSettings {
    let says = |file: &ConfigFile| config::read(files, file, super::SETTINGS);
    let user = files::user_file(situation).as_ref().and_then(says);
    let mut all = Layers::over(&situation.settings);
    for file in files::project_files(situation) {
        all.add(says(&file));
    }
    all.add(user.clone());

    let (layout, unknown_model) = layout(&all, before_agents);
    let (base, window) = if layout.is_older() {
        (OLDER_LIST_CHARS, OLDER_WINDOW)
    } else {
        (LIST_CHARS, WINDOW)
    };
    let parameters = Parameters::of(situation);
    let share = all
        .get("skillListingBudgetFraction", Value::as_f64)
        .filter(|share| *share > 0.0 && *share <= 1.0)
        .unwrap_or(LIST_SHARE);
    let given = situation.settings.get("contextWindowTokens");
    let given = given
        .as_ref()
        .and_then(config::count)
        .filter(|tokens| *tokens > 0);
    let given = parameters.context_window.or(given);
    // Far below 2^52.
    let base = given.map_or(base, |tokens| tokens as f64 * LIST_SHARE * CHARS_PER_TOKEN);
    // Between 0 and 100 times a small number.
    let chars = (base * share / LIST_SHARE) as usize;
    let window = given.unwrap_or(window);
    let own = parameters.skills_limit(window);
    ClaudeSettings {
        reads: reads(situation, user, &all, before_agents),
        excludes: excludes(situation, &all),
        external_imports: all
            .get("hasClaudeMdExternalIncludesApproved", Value::as_bool)
            .unwrap_or_else(|| approved(situation, files)),
        memory: all.get("autoMemoryEnabled", Value::as_bool).unwrap_or(true),
        memory_folder: memory_folder(situation, &all),
        layout,
        unknown_model,
        is_window_given: given.is_some(),
        list: own.unwrap_or(Limit::new(chars, Unit::Utf16)),
        list_setting: own.map_or("skillListingBudgetFraction", |_| parameters::SKILLS_CAP.key),
        description_chars: all
            .get("skillListingMaxDescChars", config::count)
            .filter(|chars| *chars > 0)
            .unwrap_or(DESCRIPTION_CHARS),
        bundled_skills: !all.get("disableBundledSkills", Value::as_bool).unwrap_or(false),
        parameters,
        window,
    }
}

/// AGENTS.md is read by a plugin that comes along; its option counts in the user's settings only, and any
/// settings may switch it off.
fn reads(situation: &Situation, user: Option<Value>, all: &Layers<'_>, before_agents: bool) -> Reads {
    let mut own = Layers::over(&situation.settings);
    let option = |value: &Value| value.as_str().and_then(Reads::of);
    let set = own.get("instructionFiles", option);
    own.add(user);
    let set = set.or_else(|| own.get("pluginConfigs.agents-md@builtin.options.instructionFiles", option));
    let enabled = all.get("enabledPlugins.agents-md@builtin", Value::as_bool);
    let reads = set.unwrap_or(Reads::ClaudeOrAgents);
    if reads != Reads::Managed && (before_agents || enabled == Some(false)) {
        return Reads::Claude;
    }
    reads
}

/// The patterns of all layers together.
fn excludes(situation: &Situation, all: &Layers<'_>) -> Vec<GlobMatcher> {
    let set = situation.settings.get("claudeMdExcludes");
    let lists = all.files().iter().filter_map(|file| file.get("claudeMdExcludes"));
    let lists = set.iter().chain(lists).filter_map(config::strings);
    lists
        .flatten()
        .filter_map(|pattern| globs::matcher(&pattern, false))
        .collect()
}

/// What the user answered when asked about mentions that lead out: kept for each project in `~/.claude.json`.
fn approved(situation: &Situation, files: &dyn Files) -> bool {
    let Some(file) = files::state_file(situation) else {
        return false;
    };
    let state = foreign::read(files, &file.path, file.kind.format);
    // The file may be large: it is looked into as it is.
    let Some(projects) = state.value.as_ref().and_then(|state| state.get("projects")) else {
        return false;
    };
    let of = |folder: &Path| {
        let project = projects.get(folder.to_str()?)?;
        project.get("hasClaudeMdExternalIncludesApproved")?.flag()
    };
    situation.start.ancestors().find_map(of).unwrap_or(false)
}

/// The memory, when it lies in the opened folder.
pub(super) fn further(situation: &Situation, files: &dyn Files) -> Vec<Further> {
    let settings = read(situation, files, false);
    let root = &situation.root;
    match settings.memory_folder.filter(|_| settings.memory) {
        Some(folder) => Further::exactly(&folder.join("MEMORY.md"), root, Role::Memory)
            .into_iter()
            .collect(),
        None => {
            let own = [("projects/*/memory/MEMORY.md", Role::Memory)];
            Further::of_user(files::user_folder(situation), &own, root)
        }
    }
}

fn layout(all: &Layers<'_>, before_agents: bool) -> (Layout, Option<String>) {
    if before_agents {
        return (Layout::Before, None);
    }
    let model = all.get("model", |value| value.as_str().map(str::to_owned));
    match model.as_deref() {
        None | Some("default") => (Layout::Blocks, None),
        Some(name) if name.starts_with("claude-opus-5-5") => (Layout::Blocks, None),
        Some(name) if name.starts_with("claude-sonnet-4-5") => (Layout::OneMessage, None),
        Some(_) => (Layout::Blocks, model),
    }
}

/// Where the memory lies. The settings files hold absolute paths, or such below the home folder; what is laid over
/// them may be relative to the opened folder.
fn memory_folder(situation: &Situation, all: &Layers<'_>) -> Option<PathBuf> {
    const KEY: &str = "autoMemoryDirectory";
    let own = situation.settings.get(KEY);
    let is_relative =
        |written: &&str| !written.is_empty() && !written.starts_with('~') && Path::new(written).is_relative();
    let relative = own.as_ref().and_then(|value| value.as_str());
    match relative.filter(is_relative) {
        Some(relative) => Some(walk::lexical(&situation.root.join(relative))),
        None => all.get(KEY, |value| place(value.as_str()?, situation.home.as_deref())),
    }
}

fn place(written: &str, home: Option<&Path>) -> Option<PathBuf> {
    match written.strip_prefix("~/") {
        Some(rest) => Some(home?.join(rest)),
        None => Some(PathBuf::from(written)).filter(|path| path.is_absolute()),
    }
}
