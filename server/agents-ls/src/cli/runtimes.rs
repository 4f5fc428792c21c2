//! `agents-ls runtimes`: every runtime there is, where it is known from, and what speaks for it here.

use crate::{
    cli::{
        output,
        situation::{self, SituationArgs},
    },
    survey::Survey,
    view::{inert, json, prompt::Style},
};
use agents_lint::view::shown;
use agents_prompt::{Active, Project, runtime::Basis, runtimes};
use agents_workspace::{DiskFiles, Files};
use serde_json::Value;
use std::{path::PathBuf, process::ExitCode};

/// List the runtimes: the version each is known in, how it is known, and its traces here.
#[derive(Debug, clap::Args)]
pub(crate) struct Runtimes {
    /// A file or folder of the project; by default the current folder.
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
pub(crate) fn run(args: &Runtimes) -> Result<ExitCode, String> {
    let files = DiskFiles::new();
    if let Some(path) = &args.path {
        situation::existing(path, &files)?;
    }
    let survey = args.situation.survey(args.path.as_deref(), &files)?;
    situation::tell(&survey, &files);
    let text = match args.format {
        Format::Pretty => {
            let style = if output::is_terminal() {
                Style::TERMINAL
            } else {
                Style::NONE
            };
            table(&survey, &files, style)
        }
        Format::Json => format!("{:#}\n", values(&survey, &files)),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A runtime with its traces, and whether it is at work.
struct Line<'a> {
    active: &'a Active,
    is_active: bool,
    is_primary: bool,
}

/// A project with everything there is at work, the profiles behind the runtimes.
fn every(survey: &Survey, files: &dyn Files) -> Project {
    let mut every = survey.every(files);
    let profiles = runtimes::all().iter().filter(|runtime| runtime.is_profile());
    every
        .active
        .extend(profiles.filter_map(|profile| Active::new(*profile, Vec::new())));
    every
}

/// Every runtime, those at work in the versions and with the settings they have here.
fn lines<'a>(project: &'a Project, every: &'a Project) -> Vec<Line<'a>> {
    let at_work = |name: &str| project.active.iter().find(|active| active.name == *name);
    let line = |known: &'a Active| {
        let own = at_work(&known.name);
        Line {
            // Its traces are looked for whether it was named or found.
            active: known,
            is_active: own.is_some(),
            is_primary: project.primary().name == known.name,
        }
    };
    every.active.iter().map(line).collect()
}

fn table(survey: &Survey, files: &dyn Files, style: Style) -> String {
    let project = &survey.project;
    let every = every(survey, files);
    let lines = lines(project, &every);
    let mut rows = vec![["", "runtime", "version", "known from", "traces here"].map(str::to_owned)];
    for line in &lines {
        let version = version(project, line.active);
        let traces: Vec<String> = line
            .active
            .evidence
            .iter()
            .map(|path| shown(project, path))
            .collect();
        let runtime = line.active.runtime;
        rows.push([
            mark(line).to_owned(),
            called(line.active),
            version.name.to_owned(),
            format!("{} {}", version.basis.word(), version.date),
            if !traces.is_empty() {
                inert::line(&traces.join(", "))
            } else if line.is_active && !project.is_fallback {
                "- (named by you)".to_owned()
            } else if project.is_standard(line.active) {
                "- (for skills that no runtime reads)".to_owned()
            } else if runtime.is_profile() {
                "- (validator, only by name)".to_owned()
            } else if runtime.reads_nothing() {
                "- (reads none by itself)".to_owned()
            } else {
                "-".to_owned()
            },
        ]);
    }
    let widths: Vec<usize> = (0..4)
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        let mut text = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            text.push_str(&format!("{cell:<width$}  "));
        }
        text.push_str(&row[4]);
        let text = text.trim_end();
        let is_head = index == 0;
        let (on, off) = match is_head {
            true => (style.dim, style.plain),
            false if row[0].is_empty() => ("", ""),
            false => (style.bold, style.plain),
        };
        out.push_str(&format!("{on}{text}{off}\n"));
    }
    out.push_str(&closing(project));
    out
}

/// Its name, and for one of the user's own that of the one it extends.
fn called(active: &Active) -> String {
    if active.is_own() {
        format!("{} ({})", active.name, active.runtime.name())
    } else {
        active.name.to_string()
    }
}

fn closing(project: &Project) -> String {
    let primary = &project.primary().name;
    if project.is_fallback {
        let skills = project.standard.as_ref().map_or_else(String::new, |standard| {
            format!(", and {} judges the skills", standard.name)
        });
        return format!("\nNo runtime left traces here; {primary} stands in{skills}.\n");
    }
    format!("\n*: at work here · >: shown first ({primary})\n")
}

fn mark(line: &Line<'_>) -> &'static str {
    match (line.is_active, line.is_primary) {
        (true, true) => ">",
        (true, false) => "*",
        (false, _) => "",
    }
}

/// The version that is shown: that of the runtime at work, else its default.
fn version<'a>(project: &'a Project, known: &'a Active) -> &'a agents_prompt::Version {
    let own = project.active.iter().find(|active| active.name == known.name);
    own.unwrap_or(known).version
}

fn values(survey: &Survey, files: &dyn Files) -> Value {
    let project = &survey.project;
    let every = every(survey, files);
    let value = |line: &Line<'_>| {
        let version = version(project, line.active);
        serde_json::json!({
            "runtime": line.active.name,
            "extends": line.active.is_own().then(|| line.active.runtime.name()),
            "version": version.name,
            "versions": line.active.runtime.versions().iter().map(|version| version.name).collect::<Vec<_>>(),
            "basis": version.basis.word(),
            "measured": version.basis == Basis::Measured,
            "source": version.source,
            "date": version.date,
            "evidence": line.active.evidence.iter().map(|path| json::path(path)).collect::<Vec<_>>(),
            "profile": line.active.runtime.is_profile(),
            "active": line.is_active,
            "primary": line.is_primary,
        })
    };
    lines(project, &every).iter().map(value).collect()
}
