//! `docs/runtimes.md`: what is known of each runtime, side by side and one by one.

use crate::keys;
use agents_prompt::{
    Loading, Runtime, Situation,
    runtime::{Evidence, Imports, Role},
    runtimes,
};
use std::{collections::BTreeMap, fmt::Write as _, path::Path};

/// Files by which is told what a runtime reads, and how the page names them.
const READ: &[(&str, &str)] = &[
    ("AGENTS.md", "AGENTS.md"),
    ("AGENTS.override.md", "AGENTS.override.md"),
    ("AGENTS.local.md", "AGENTS.local.md"),
    ("AGENT.md", "AGENT.md"),
    ("CLAUDE.md", "CLAUDE.md"),
    ("CLAUDE.local.md", "CLAUDE.local.md"),
    (".claude/CLAUDE.md", ".claude/CLAUDE.md"),
    (".claude/rules/x.md", ".claude/rules/*.md"),
    ("GEMINI.md", "GEMINI.md"),
    ("QWEN.md", "QWEN.md"),
    ("CONTEXT.md", "CONTEXT.md"),
    ("WARP.md", "WARP.md"),
    ("CRUSH.md", "CRUSH.md"),
    ("CODEX.md", "CODEX.md"),
    (".goosehints", ".goosehints"),
    (".rules", ".rules"),
    (".cursorrules", ".cursorrules"),
    (".windsurfrules", ".windsurfrules"),
    (".clinerules", ".clinerules"),
    (".clinerules/x.md", ".clinerules/*.md"),
    (".cline/rules/x.md", ".cline/rules/*.md"),
    (".roorules", ".roorules"),
    (".roo/rules/x.md", ".roo/rules/*"),
    (".cursor/rules/x.mdc", ".cursor/rules/*.mdc"),
    (".devin/rules/x.md", ".devin/rules/*.md"),
    (".windsurf/rules/x.md", ".windsurf/rules/*.md"),
    (".agents/rules/x.md", ".agents/rules/*.md"),
    (".kiro/steering/x.md", ".kiro/steering/*.md"),
    (".qwen/rules/x.md", ".qwen/rules/*.md"),
    (".junie/AGENTS.md", ".junie/AGENTS.md"),
    (".junie/guidelines.md", ".junie/guidelines.md"),
    (".junie/rules/x.md", ".junie/rules/*.md"),
    (
        ".github/copilot-instructions.md",
        ".github/copilot-instructions.md",
    ),
    (
        ".github/instructions/x.instructions.md",
        ".github/instructions/*.instructions.md",
    ),
    ("SOUL.md", "SOUL.md"),
    ("IDENTITY.md", "IDENTITY.md"),
    ("USER.md", "USER.md"),
    ("BOOTSTRAP.md", "BOOTSTRAP.md"),
    ("TOOLS.md", "TOOLS.md"),
    ("HEARTBEAT.md", "HEARTBEAT.md"),
    ("PLATFORM.md", "PLATFORM.md"),
    ("STATUS.md", "STATUS.md"),
    ("MEMORY.md", "MEMORY.md"),
    (".ai-leash/memory/MEMORY.md", ".ai-leash/memory/MEMORY.md"),
    ("memory/2026-01-31.md", "memory/YYYY-MM-DD.md"),
    ("memory/x.md", "memory/*.md"),
    (".skills/x.md", ".skills/*.md"),
    (".agents/skills/x/SKILL.md", ".agents/skills"),
    (".claude/skills/x/SKILL.md", ".claude/skills"),
    (".codex/skills/x/SKILL.md", ".codex/skills"),
    (".github/skills/x/SKILL.md", ".github/skills"),
    (".gemini/skills/x/SKILL.md", ".gemini/skills"),
    (".qwen/skills/x/SKILL.md", ".qwen/skills"),
    (".opencode/skills/x/SKILL.md", ".opencode/skills"),
    (".pi/skills/x/SKILL.md", ".pi/skills"),
    (".cursor/skills/x/SKILL.md", ".cursor/skills"),
    (".windsurf/skills/x/SKILL.md", ".windsurf/skills"),
    (".devin/skills/x/SKILL.md", ".devin/skills"),
    (".kiro/skills/x/SKILL.md", ".kiro/skills"),
    (".factory/skills/x/SKILL.md", ".factory/skills"),
    (".junie/skills/x/SKILL.md", ".junie/skills"),
    (".goose/skills/x/SKILL.md", ".goose/skills"),
    (".crush/skills/x/SKILL.md", ".crush/skills"),
    (".cline/skills/x/SKILL.md", ".cline/skills"),
    (".roo/skills/x/SKILL.md", ".roo/skills"),
    (".openhands/skills/x/SKILL.md", ".openhands/skills"),
    ("skills/x/SKILL.md", "skills"),
    ("SKILL.md", "SKILL.md"),
    (".apc/skills/x.md", ".apc/skills/*.md"),
    (".apc/skills/x/SKILL.md", ".apc/skills"),
    (".apc/agents/x.md", ".apc/agents/*.md"),
];

/// Roles in the order of the page.
const ROLES: [(Role, &str); 5] = [
    (Role::Instructions, "instructions"),
    (Role::Memory, "memory"),
    (Role::Skill, "skills"),
    (Role::Reference, "read on demand"),
    (Role::Agent, "descriptions of agents"),
];

/// The page, without its mark.
pub(crate) fn page() -> String {
    let mut out = "# Runtimes\n\n\
        *measured*: the released program was run, and what it sent was read. *source*: read in its public source. \
        *documented*: read in its documentation; what a document leaves open is shown as open.\n\n\
        | runtime | version | known from | files of folders below | `@path` | reads | skills |\n\
        |---|---|---|---|---|---|---|\n"
        .to_owned();
    for runtime in runtimes::all() {
        row(&mut out, *runtime);
    }
    out.push_str(
        "\nWith `runtimes = \"auto\"`, a runtime is at work where one of its traces is there: in the opened folder or one \
         above it up to the root of its repository, or in the home folder (`~`). `agents-ls runtimes` shows which \
         ones are at work in a folder.\n",
    );
    out.push_str(
        "\nA *profile* is no program that runs agents but rules that a skill is held against. It is at work only where it \
         is named: neither `auto` nor `all` means it.\n\n",
    );
    out.push_str(&keys::matrix());
    for runtime in runtimes::all() {
        section(&mut out, *runtime);
    }
    out
}

fn row(out: &mut String, runtime: &dyn Runtime) {
    let Some(version) = runtime.versions().first() else {
        return;
    };
    let name = runtime.name();
    let files = files(runtime);
    let of = |role: Role| files.get(&role).cloned().unwrap_or_default();
    let mut reads = of(Role::Instructions);
    reads.extend(of(Role::Memory));
    let reads = match (reads.is_empty(), runtime.reads_nothing()) {
        (true, true) => "nothing by itself".to_owned(),
        (true, false) => "-".to_owned(),
        (false, _) => code(&reads),
    };
    let skills = of(Role::Skill);
    let skills = if skills.is_empty() {
        "-".to_owned()
    } else {
        code(&skills)
    };
    let _ = writeln!(
        out,
        "| [{name}](#{name}) | {} | {} {} | {} | {} | {reads} | {skills} |",
        version.name,
        version.basis.word(),
        version.date,
        loading(runtime.loading()),
        imports(runtime.imports()),
    );
}

fn section(out: &mut String, runtime: &dyn Runtime) {
    let _ = writeln!(out, "\n## {}\n", runtime.name());
    for version in runtime.versions() {
        let _ = writeln!(
            out,
            "* `{}@{}`: {} {}: {}",
            runtime.name(),
            version.name,
            version.basis.word(),
            version.date,
            version.source
        );
    }
    let traces: Vec<String> = runtime
        .evidence()
        .iter()
        .map(|evidence| match evidence {
            Evidence::Project(name) => (*name).to_owned(),
            Evidence::Home(name) => format!("~/{name}"),
        })
        .collect();
    let traces = if runtime.is_profile() {
        "none; it is a profile".to_owned()
    } else if !traces.is_empty() {
        code(&traces)
    } else if runtime.name() == runtimes::fallback().0.name() {
        "none; it stands in where no other runtime left any".to_owned()
    } else {
        "none; it is at work where it is named".to_owned()
    };
    let _ = writeln!(out, "* Traces: {traces}");
    let config = config_files(runtime);
    if !config.is_empty() {
        let _ = writeln!(out, "* Settings files: {}", code(&config));
    }
    if !runtime.variables().is_empty() {
        let names: Vec<String> = runtime
            .variables()
            .iter()
            .map(|name| (*name).to_owned())
            .collect();
        let _ = writeln!(out, "* Variables of the environment: {}", code(&names));
    }
    let files = files(runtime);
    for (role, word) in ROLES {
        if let Some(names) = files.get(&role) {
            let _ = writeln!(out, "* Files, {word}: {}", code(names));
        }
    }
    if !runtime.facts().is_empty() {
        out.push_str("\n| fact | source | date |\n|---|---|---|\n");
        for fact in runtime.facts() {
            let _ = writeln!(
                out,
                "| {} | {} | {} |",
                cell(fact.about),
                cell(fact.source),
                fact.date
            );
        }
    }
    keys::section(out, runtime);
    settings(
        out,
        "Settings, for `--set` and `[runtimes.…]`",
        runtime.settings(),
    );
    settings(
        out,
        "Parameters, for a [runtime of your own](own-runtime.md)",
        runtime.parameters(),
    );
}

fn settings(out: &mut String, heading: &str, settings: &[agents_prompt::runtime::Setting]) {
    if settings.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{heading}:\n\n| key | |\n|---|---|");
    for setting in settings {
        let _ = writeln!(out, "| `{}` | {} |", setting.key, cell(setting.about));
    }
}

/// The names of the files it reads in the opened folder, by role.
fn files(runtime: &dyn Runtime) -> BTreeMap<Role, Vec<String>> {
    let mut by_role: BTreeMap<Role, Vec<String>> = BTreeMap::new();
    for (path, name) in READ {
        // A name that is read in every folder is no more to say of this one.
        let file = path.rsplit('/').next().unwrap_or(path);
        let is_anywhere = || runtime.reads(&Path::new("folder").join(file)).is_some();
        if path.starts_with('.') && path.contains('/') && is_anywhere() {
            continue;
        }
        if let Some(role) = runtime.reads(Path::new(path)) {
            by_role.entry(role).or_default().push((*name).to_owned());
        }
    }
    by_role
}

/// Its settings files, `~` for the home folder.
fn config_files(runtime: &dyn Runtime) -> Vec<String> {
    let mut situation = Situation::at("/project");
    situation.home = Some("/home".into());
    let shown = |path: &Path| {
        let path = path.to_string_lossy().replace('\\', "/");
        let below = path.strip_prefix("/project/").map(str::to_owned);
        let home = || path.strip_prefix("/home/").map(|below| format!("~/{below}"));
        below.or_else(home).unwrap_or(path)
    };
    let files = runtime.config_files(&situation, &agents_workspace::MemoryFiles::new());
    files.iter().map(|file| shown(&file.path)).collect()
}

fn code(names: &[String]) -> String {
    let spans: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    spans.join(", ")
}

/// Text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn loading(loading: Loading) -> &'static str {
    match loading {
        Loading::Start => "up to the start folder",
        Loading::Touch => "when one is touched",
        Loading::Folder => "not",
    }
}

fn imports(imports: Imports) -> &'static str {
    match imports {
        Imports::Followed => "followed",
        Imports::Literal => "sent as it stands",
        Imports::Unspecified => "not specified",
    }
}
