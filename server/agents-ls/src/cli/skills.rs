//! `agents-ls skills`: every skill and what each runtime makes of it.

use crate::{
    cli::{output, situation::SituationArgs},
    survey::Survey,
    view::{cause, inert, json, prompt::Style},
};
use agents_lint::{
    finding::{list, number},
    view::shown,
};
use agents_prompt::{
    Active, Project, PromptCache, Runtime,
    effective::{Skill, SkillFate},
    runtime::Role,
    runtimes,
};
use agents_workspace::{DiskFiles, EntryKind, Files, paths};
use serde_json::{Value, json};
use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Columns where nobody reads along in a terminal.
const WIDTH: usize = 80;
/// A longer name pushes its own row to the right, not all of them.
const LONGEST_NAME: usize = 24;
/// Runtimes that are named where they would read a skill; the others are counted.
const MOST_READERS: usize = 4;
/// Columns of the longest fate, `over budget`.
const FATE: usize = 11;
/// Columns of the characters of a description.
const COUNT: usize = 6;

/// List the skills: for each runtime which ones it lists, which it drops, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Skills {
    /// A file or folder: the skills that count there. By default those of the opened folder and all below it.
    path: Option<PathBuf>,
    #[command(flatten)]
    situation: SituationArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A table for reading.
    Pretty,
    /// Everything, for programs.
    Json,
}

/// Runs the subcommand.
///
/// # Errors
/// What keeps it from answering, as a sentence.
pub(crate) fn run(args: &Skills) -> Result<ExitCode, String> {
    let files = DiskFiles::new();
    let survey = args.situation.survey(args.path.as_deref(), &files)?;
    let here = env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
    let place = args
        .path
        .as_ref()
        .map(|path| paths::normal_path(&here.join(path)));
    if let (Some(place), Some(given)) = (&place, &args.path)
        && files.entry(place) == EntryKind::Missing
    {
        return Err(format!("{}: there is no such file or folder", given.display()));
    }
    let project = &survey.project;
    let paths = survey.instruction_files(&|_| {}, &|| false);
    let readers = project.active.iter().chain(&project.standard);
    let mut found: Vec<(&Active, Vec<Skill>)> = readers
        .map(|active| (active, skills(&survey, active, &paths, place.as_deref(), &files)))
        .collect();
    // The format is told of where it judges something; the plain convention knows no skills.
    found.retain(|(active, skills)| match project.is_standard(active) {
        true => project.is_fallback || !skills.is_empty(),
        false => !project.is_fallback,
    });
    let text = match args.format {
        Format::Pretty => {
            let style = if output::is_terminal() {
                Style::TERMINAL
            } else {
                Style::NONE
            };
            let width = output::width().unwrap_or(WIDTH);
            let tables = found
                .iter()
                .map(|(active, skills)| table(project, active, skills, style, width));
            format!(
                "{}{}",
                tables.collect::<Vec<_>>().join("\n"),
                closing(project, &found, width)
            )
        }
        Format::Json => {
            let values = found
                .iter()
                .map(|(active, skills)| value(project, active, skills));
            format!("{:#}\n", Value::Array(values.collect()))
        }
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The skills of a runtime in the order it has them: those at a place, or at the root and then those that only
/// count further down.
fn skills(
    survey: &Survey,
    active: &Active,
    paths: &[PathBuf],
    place: Option<&Path>,
    files: &dyn Files,
) -> Vec<Skill> {
    let project = &survey.project;
    let prompts = PromptCache::default();
    let situation = match place {
        Some(place) if files.is_folder(place) => project.situation_of_folder(active, place),
        Some(place) => project.situation_of(active, place),
        None => project.situation_at_root(active),
    };
    let mut skills = prompts.get(active, &situation, files).skills.clone();
    if project.is_standard(active) {
        // What a runtime at work reads is not for the format to judge.
        skills.retain(|skill| {
            project
                .readers(&skill.path)
                .any(|(reader, _)| reader.name == active.name)
        });
    }
    if place.is_some() {
        return skills;
    }
    for path in paths {
        let is_known = |skills: &[Skill]| skills.iter().any(|skill| skill.path == *path);
        let is_reader = |(reader, role): (&Active, Role)| reader.name == active.name && role == Role::Skill;
        if is_known(&skills) || !project.readers(path).any(is_reader) {
            continue;
        }
        let prompt = prompts.get(active, &project.situation_of(active, path), files);
        skills.extend(prompt.skills.iter().filter(|skill| skill.path == *path).cloned());
    }
    skills
}

fn table(project: &Project, active: &Active, skills: &[Skill], style: Style, width: usize) -> String {
    let listed = skills
        .iter()
        .filter(|skill| skill.fate == SkillFate::Listed)
        .count();
    let summary = match (skills.len(), listed) {
        (0, _) => "no skills".to_owned(),
        (count, listed) => match skills
            .iter()
            .filter(|skill| skill.fate == SkillFate::OnDemand)
            .count()
        {
            0 => format!("{listed} of {count} listed"),
            demanded => format!("{listed} of {count} listed, {demanded} on demand"),
        },
    };
    let title = if project.is_standard(active) {
        "the Agent Skills standard".to_owned()
    } else {
        inert::line(&active.title())
    };
    let mut out = format!("{}{title}: {summary}{}\n", style.bold, style.plain);
    let names: Vec<String> = skills.iter().map(called).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let column = longest.clamp(1, LONGEST_NAME);
    for (skill, name) in skills.iter().zip(&names) {
        let count = skill
            .description
            .as_ref()
            .map(|text| number(text.chars().count()));
        let count = count.unwrap_or_else(|| "-".to_owned());
        let fate = word(&skill.fate);
        let start = format!("  {name:<column$}  {fate:<FATE$}  {count:>COUNT$}  ");
        let room = width.saturating_sub(start.chars().count()).max(1);
        let path = inert::middle_off(&inert::line(&shown(project, &skill.path)), room);
        out.push_str(&format!("{start}{path}\n"));
        let Some(why) = why(project, skill) else { continue };
        for line in inert::wrapped(&why, width.saturating_sub(column + 4)) {
            out.push_str(&format!("{}{:column$}    {line}{}\n", style.dim, "", style.plain));
        }
    }
    out
}

/// Why the runtimes that are shown are shown, and how to choose others, where that is not plain.
fn closing(project: &Project, found: &[(&Active, Vec<Skill>)], width: usize) -> String {
    let unread = found.iter().find(|(active, _)| project.is_standard(active));
    let Some((_, unread)) = unread else {
        return String::new();
    };
    let others = readers_of(project, unread);
    let why = match (project.is_fallback, unread.is_empty()) {
        (true, true) => "No agent runtime left traces here, and there are no skills in the usual places".to_owned(),
        (true, false) => "No agent runtime left traces here, so the skills are judged by the Agent Skills standard".to_owned(),
        (false, _) => "No agent runtime at work here reads these skills, so they are judged by the Agent Skills standard".to_owned(),
    };
    let readers = match others.as_slice() {
        [] => String::new(),
        names if names.len() > MOST_READERS => format!(
            " They are read by {} and {} other runtimes.",
            names[..MOST_READERS].join(", "),
            number(names.len() - MOST_READERS)
        ),
        names => format!(" They are read by {}.", list(names)),
    };
    let how = "Name a runtime with `--runtime NAME`, or for good as `runtimes` in agents-ls.toml; `agents-ls runtimes` \
               lists them.";
    let lines = inert::wrapped(&format!("{why}.{readers} {how}"), width);
    format!("\n{}\n", lines.join("\n"))
}

/// The runtimes not at work that read all of these skills.
fn readers_of(project: &Project, skills: &[Skill]) -> Vec<String> {
    let reads = |runtime: &dyn Runtime, skill: &Skill| {
        let below = skill.path.strip_prefix(&project.base.root);
        below.is_ok_and(|below| runtime.reads(below) == Some(Role::Skill))
    };
    let known = runtimes::all().iter().filter(|runtime| !runtime.is_profile());
    let readers =
        known.filter(|runtime| !skills.is_empty() && skills.iter().all(|skill| reads(**runtime, skill)));
    readers.map(|runtime| runtime.name().to_owned()).collect()
}

/// The name of a skill, or what stands in for one it has not.
fn called(skill: &Skill) -> String {
    let name = skill.name.as_deref().map(inert::line);
    let name = name.filter(|name| !name.trim().is_empty());
    let cut = |name: String| inert::end_off(&name, LONGEST_NAME);
    name.map_or_else(|| "-".to_owned(), cut)
}

fn word(fate: &SkillFate) -> &'static str {
    match fate {
        SkillFate::Listed => "listed",
        SkillFate::OnDemand => "on demand",
        SkillFate::Shadowed { .. } => "shadowed",
        SkillFate::Skipped(_) => "skipped",
        SkillFate::OverBudget => "over budget",
    }
}

/// Why the model does not see a skill, where there is more to say than its fate.
fn why(project: &Project, skill: &Skill) -> Option<String> {
    match &skill.fate {
        SkillFate::Shadowed { by } => Some(format!("by {}", inert::line(&shown(project, by)))),
        SkillFate::Skipped(fault) => Some(cause::skill_line(fault)),
        SkillFate::Listed | SkillFate::OnDemand | SkillFate::OverBudget => None,
    }
}

fn value(project: &Project, active: &Active, skills: &[Skill]) -> Value {
    let skill = |skill: &Skill| {
        let mut value = json::skill(skill);
        value["descriptionCharacters"] = json!(skill.description.as_ref().map(|text| text.chars().count()));
        value["by"] = match &skill.fate {
            SkillFate::Shadowed { by } => json!(by),
            _ => Value::Null,
        };
        value["why"] = match &skill.fate {
            SkillFate::Skipped(fault) => json!(cause::skill_line(fault)),
            _ => Value::Null,
        };
        value
    };
    json!({
        "runtime": active.name,
        "version": active.version.name,
        "isStandIn": project.is_standard(active),
        "skills": skills.iter().map(skill).collect::<Vec<_>>(),
    })
}
