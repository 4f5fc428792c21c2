//! `agents-ls check`: what is wrong, for a terminal and for CI.

use crate::{
    cli::{
        output::{self, Progress},
        situation::SituationArgs,
    },
    survey::Survey,
    tokens::TokenTable,
    view::{json::path as json_path, prompt::Style, report, rule},
};
use agents_lint::{Checker, Finding, Fix, Severity, check_configs, check_project, fixes, manual, rules};
use agents_prompt::PromptCache;
use agents_syntax::{Encoding, Text};
use agents_workspace::{DiskFiles, Files, paths};
use serde_json::{Value, json};
use std::{
    env,
    ops::Range,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Find what is wrong with the instruction files of a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// Files or folders to report on; by default the opened folder, which the first one decides. All files of
    /// the project are looked at, since they share prompts.
    paths: Vec<PathBuf>,
    #[command(flatten)]
    situation: SituationArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// From which severity on the exit status is 1.
    #[arg(long, default_value_t = Severity::Warning)]
    severity: Severity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For reading.
    Text,
    /// For programs.
    Json,
}

/// Runs the subcommand: 0 when nothing grave is found, 1 when something is.
///
/// # Errors
/// What keeps it from answering, as a sentence.
pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    let files = DiskFiles::new();
    let here = env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
    let wanted: Vec<PathBuf> = args
        .paths
        .iter()
        .map(|path| paths::normal_path(&here.join(path)))
        .collect();
    for (path, given) in wanted.iter().zip(&args.paths) {
        if files.entry(path) == agents_workspace::EntryKind::Missing {
            return Err(format!("{}: there is no such file or folder", given.display()));
        }
    }
    let survey = args
        .situation
        .survey(wanted.first().map(PathBuf::as_path), &files)?;
    let prompts = PromptCache::default();
    let tokens = TokenTable::default();
    if survey.project.caps.iter().any(|cap| cap.cap.is_in_tokens()) {
        tokens.build();
    }
    let checker = Checker {
        project: &survey.project,
        files: &files,
        prompts: &prompts,
        severities: &survey.severities,
        tokens: &tokens,
    };
    let mut found = find(checker, &survey);
    if !wanted.is_empty() {
        found.retain(|finding| wanted.iter().any(|wanted| finding.path.starts_with(wanted)));
    }
    let findings = found;
    match args.format {
        Format::Text => {
            let style = if output::is_terminal() {
                Style::TERMINAL
            } else {
                Style::NONE
            };
            output::print(&report::text(
                &survey.project,
                &files,
                &findings,
                style,
                output::width(),
            ))?;
        }
        Format::Json => {
            let values: Vec<Value> = findings
                .iter()
                .map(|finding| to_json(&files, finding, &fixes(checker, finding)))
                .collect();
            output::print(&format!("{:#}\n", Value::Array(values)))?;
        }
    }
    let grave = findings.iter().any(|finding| finding.severity <= args.severity);
    Ok(if grave {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    })
}

/// All findings of the project. Shows how far it is while a person waits.
fn find(checker: Checker<'_>, survey: &Survey) -> Vec<Finding> {
    let progress = Progress::new();
    let searched = |folders: usize| progress.show(&format!("{folders} folders searched"));
    let paths = survey.instruction_files(&searched, &|| false);
    let found = check_project(checker, &paths, &mut |done| {
        progress.show(&format!("{done} of {} files", paths.len()));
        true
    });
    progress.clear();
    let found = found
        .into_values()
        .flat_map(|file| file.own.into_iter().chain(file.shared));
    let configs = check_configs(checker, &paths);
    let mut found: Vec<Finding> = survey
        .faults
        .iter()
        .cloned()
        .chain(configs)
        .chain(found)
        .collect();
    found.sort_by(|a, b| {
        (&a.path, a.range.start, a.severity, a.rule).cmp(&(&b.path, b.range.start, b.severity, b.rule))
    });
    found
}

/// A finding as `--format json` prints it: lines and columns from 1, columns in characters.
#[must_use]
pub(crate) fn to_json(files: &dyn Files, finding: &Finding, fixes: &[Fix]) -> Value {
    json!({
        "rule": finding.rule,
        "severity": finding.severity.to_string(),
        "path": json_path(&finding.path),
        "range": range_json(files, &finding.path, &finding.range),
        "bytes": [finding.range.start, finding.range.end],
        "message": finding.message(),
        "help": rules::find(finding.rule).map(manual::summary),
        "page": rule::web_page(finding.rule),
        "runtimes": finding.runtimes(),
        "related": finding.related.iter().map(|related| json!({
            "path": json_path(&related.path),
            "range": range_json(files, &related.path, &related.range),
            "message": related.message,
        })).collect::<Vec<_>>(),
        "fixes": fixes.iter().map(|fix| json!({
            "title": fix.title,
            "applicability": format!("{:?}", fix.applicability).to_lowercase(),
        })).collect::<Vec<_>>(),
    })
}

fn range_json(files: &dyn Files, path: &Path, range: &Range<usize>) -> Value {
    let file = files.file(path);
    let nothing = Text::default();
    let text = file.as_ref().map_or(&nothing, |file| file.text());
    let at = |byte| {
        let position = text.position(byte, Encoding::Utf32);
        json!({ "line": position.line + 1, "column": position.column + 1 })
    };
    json!({ "start": at(range.start), "end": at(range.end) })
}
