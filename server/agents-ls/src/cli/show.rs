//! `agents-ls show`: the effective prompt for a file.

use crate::{
    cli::{
        output,
        situation::{self, SituationArgs},
    },
    tokens::TokenTable,
    view::{
        self,
        compare::{self, Comparison},
        json,
        prompt::{Style, pretty},
        summary::{Summary, summary},
    },
};
use agents_lint::Tokens;
use agents_prompt::{Active, EffectivePrompt, Part, Project, PromptCache};
use agents_syntax::Text;
use agents_workspace::{DiskFiles, Files};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Columns of a table where the terminal's width is not known.
const WIDEST: usize = 100;

/// Show what reaches the model for a file or folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// A file or folder; by default the opened folder.
    path: Option<PathBuf>,
    #[command(flatten)]
    situation: SituationArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    format: Format,
    /// Which part `--format raw` prints, when there are several.
    #[arg(long, value_name = "NAME")]
    part: Option<String>,
    /// Compare the runtimes: which files each of them reads, and where their texts differ from the first one's.
    #[arg(long, conflicts_with = "part")]
    diff: bool,
    /// Count tokens exactly (o200k) instead of estimating them; takes a moment.
    #[arg(long)]
    tokens: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For reading, with where each line comes from.
    Pretty,
    /// One part's exact bytes.
    Raw,
    /// Everything, for programs.
    Json,
}

/// Runs the subcommand.
///
/// # Errors
/// What keeps it from answering, as a sentence.
pub(crate) fn run(args: &Show) -> Result<ExitCode, String> {
    if args.part.is_some() && args.format != Format::Raw {
        return Err("--part goes with --format raw".to_owned());
    }
    let files = DiskFiles::new();
    let survey = args.situation.survey(args.path.as_deref(), &files)?;
    situation::tell(&survey, &files);
    let project = survey.project;
    let prompts = PromptCache::default();
    let path = match &args.path {
        Some(path) => situation::existing(path, &files)?,
        None => project.base.root.clone(),
    };
    let shown: Vec<(&Active, EffectivePrompt)> = if args.situation.runtime.is_empty() && !args.diff {
        vec![(
            project.primary(),
            prompt(&project, project.primary(), &path, &prompts, &files),
        )]
    } else {
        project
            .active
            .iter()
            .map(|active| (active, prompt(&project, active, &path, &prompts, &files)))
            .collect()
    };
    if args.diff {
        return compare(args, &project, &shown, &path, &files);
    }
    let table = TokenTable::default();
    if args.tokens {
        table.build();
    }
    let count = |prompt: &EffectivePrompt| {
        let counts = prompt
            .parts
            .iter()
            .map(|part| table.count(&Text::new(&part.text())));
        args.tokens.then(|| counts.sum::<Option<usize>>()).flatten()
    };
    match args.format {
        Format::Pretty => {
            let style = if output::is_terminal() {
                Style::TERMINAL
            } else {
                Style::NONE
            };
            let texts = shown.iter().map(|(active, prompt)| {
                let text = pretty(&project, active, prompt, &files, style, count(prompt));
                text + &not_sent(&project, active, prompt, &path)
            });
            let mut text = texts.collect::<Vec<_>>().join("\n");
            if args.situation.runtime.is_empty() {
                text.push_str(&others(&project));
            }
            output::print(&text)?;
        }
        Format::Raw => output::print(&raw(&shown, args.part.as_deref())?)?,
        Format::Json => {
            let mut values: Vec<Value> = shown
                .iter()
                .map(|(_, prompt)| {
                    let mut value = json::prompt(prompt);
                    if let Some(count) = count(prompt) {
                        value["tokens"] = count.into();
                    }
                    value
                })
                .collect();
            let value = if values.len() == 1 {
                values.remove(0)
            } else {
                Value::Array(values)
            };
            output::print(&format!("{value:#}\n"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The line that says that nothing of the file that was asked for is sent, where the prompt does not show it.
fn not_sent(project: &Project, active: &Active, prompt: &EffectivePrompt, path: &Path) -> String {
    let is_told = prompt.loaded(path).next().is_some()
        || prompt.all_losses().any(|loss| loss.path == path)
        || prompt
            .on_demand
            .iter()
            .chain(&prompt.waiting)
            .any(|named| named == path);
    if is_told || !project.reads(path) {
        return String::new();
    }
    let path = view::inert::line(&agents_lint::view::shown(project, path));
    format!("\n{path} is not sent to {}.\n", active.title())
}

/// The runtimes side by side.
fn compare(
    args: &Show,
    project: &Project,
    shown: &[(&Active, EffectivePrompt)],
    path: &Path,
    files: &dyn Files,
) -> Result<ExitCode, String> {
    if shown.len() < 2 {
        return Err(format!(
            "--diff compares runtimes, and only {} is at work; name several with --runtime",
            shown.first().map_or("none", |(active, _)| &*active.name)
        ));
    }
    let named = || shown.iter().map(|(active, prompt)| (active.title(), prompt));
    let comparison = Comparison::new(&project.base.root, named());
    let text = match args.format {
        Format::Pretty => {
            let style = if output::is_terminal() {
                Style::TERMINAL
            } else {
                Style::NONE
            };
            side_by_side(project, &comparison, &named().collect::<Vec<_>>(), path, style)
        }
        Format::Json => {
            let summaries: Vec<Summary> = shown.iter().map(|(_, prompt)| summary(prompt, files)).collect();
            format!("{:#}\n", comparison.json(&summaries))
        }
        Format::Raw => return Err("--diff goes with --format pretty or json".to_owned()),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The table of files, why some are lost, and the differences of the texts.
fn side_by_side(
    project: &Project,
    comparison: &Comparison,
    prompts: &[(String, &EffectivePrompt)],
    path: &Path,
    style: Style,
) -> String {
    let widest = output::width().unwrap_or(WIDEST);
    let mut out = compare::matrix(project, comparison, path, true, widest).join("\n");
    out.push_str(
        "\n\nyes: sent · part: sent in part · named: the model is told of it\nlost: left out · -: not read\n",
    );
    for reason in compare::reasons(project, comparison) {
        out.push_str(&format!("{reason}\n"));
    }
    if comparison.is_same() {
        out.push_str("Every file is read in the same way by all.\n");
    }
    let Some(((first, prompt), others)) = prompts.split_first() else {
        return out;
    };
    for (name, other) in others {
        let diff = compare::diff((first, prompt), (name, other), style);
        if diff.is_empty() {
            out.push_str(&format!("\n{first} and {name} send the same text.\n"));
        } else {
            out.push_str(&format!("\n{diff}"));
        }
    }
    out
}

/// The line that names the runtimes at work whose prompts are not shown.
fn others(project: &Project) -> String {
    let primary = &project.primary().name;
    let names: Vec<&str> = project
        .active
        .iter()
        .map(|active| &active.name)
        .filter(|name| *name != primary)
        .map(|name| &**name)
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!("\nalso active: {} (--runtime auto shows all)\n", names.join(", "))
}

fn prompt(
    project: &Project,
    active: &Active,
    path: &Path,
    prompts: &PromptCache,
    files: &dyn Files,
) -> EffectivePrompt {
    let situation = if files.is_folder(path) {
        project.situation_of_folder(active, path)
    } else {
        project.situation_of(active, path)
    };
    (*prompts.get(active, &situation, files)).clone()
}

/// The bytes of the one part that is asked for.
fn raw(shown: &[(&Active, EffectivePrompt)], wanted: Option<&str>) -> Result<String, String> {
    let parts: Vec<&Part> = shown.iter().flat_map(|(_, prompt)| &prompt.parts).collect();
    let named: Vec<&&Part> = parts
        .iter()
        .filter(|part| wanted.is_none_or(|name| part.name == name))
        .collect();
    match named.as_slice() {
        [part] => Ok(part.text()),
        [] if wanted.is_none() => Ok(String::new()),
        several => {
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            let problem = match (wanted, several.len()) {
                (Some(name), 0) => format!("there is no part {name}"),
                (Some(name), count) => format!("there are {count} parts {name}; ask for one runtime"),
                (None, _) => "there are several parts".to_owned(),
            };
            Err(format!("{problem}; name one with --part: {}", names.join(", ")))
        }
    }
}
