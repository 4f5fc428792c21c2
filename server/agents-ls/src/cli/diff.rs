//! `agents-ls diff`: which rules the agent gained, lost or sees reworded since a git revision.

use crate::{
    changes::{Changelog, Sides, log::Compared, places::Found, rule::Rules},
    cli::{
        output,
        situation::{self, SituationArgs},
    },
    survey::Survey,
    view::{
        changes::{Told, json, markdown, text},
        prompt::Style,
    },
};
use agents_prompt::{Active, Project, PromptCache};
use agents_workspace::{
    DiskFiles, EntryKind, Files, History, Revision, Snapshot, Then, history::HEAD, paths,
};
use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The exit status with `--exit-code` when there are changes, as of `git diff`.
const CHANGES: u8 = 1;

/// Show which rules the agent gained, lost or sees reworded since a git revision.
///
/// Compares the prompts of the runtimes at work, in each folder that has instructions, as they were at the revision
/// with those of the working tree.
#[derive(Debug, clap::Args)]
pub(crate) struct Diff {
    /// A revision (by default HEAD), then files or folders: only prompts that these take part in. The first one
    /// is a revision unless it is a file.
    #[arg(value_name = "REV] [PATH")]
    arguments: Vec<String>,
    /// Files or folders only.
    #[arg(last = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Compare with the last commit that the revision and HEAD share, as a pull request does.
    #[arg(long)]
    merge_base: bool,
    #[command(flatten)]
    situation: SituationArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// End with status 1 when anything changed.
    #[arg(long)]
    exit_code: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For reading.
    Text,
    /// For a pull request.
    Markdown,
    /// For programs.
    Json,
}

/// Runs the subcommand: 0 whether something changed or not, but for `--exit-code`.
///
/// # Errors
/// What keeps it from answering, as a sentence.
pub(crate) fn run(args: &Diff) -> Result<ExitCode, String> {
    let files = DiskFiles::new();
    let here = env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
    let absolute = |given: &Path| paths::normal_path(&here.join(given));
    let is_there = |given: &Path| files.entry(&absolute(given)) != EntryKind::Missing;
    let named: Vec<&Path> = args.arguments.iter().map(Path::new).collect();
    let of_tree = named
        .iter()
        .copied()
        .chain(args.paths.iter().map(PathBuf::as_path));
    let first = of_tree.clone().find(|path| is_there(path));
    let survey = args.situation.survey(first, &files)?;
    situation::tell(&survey, &files);
    let root = survey.project.base.root.clone();
    let history = History::of(&root).map_err(|error| error.to_string())?;

    let (name, is_revision) = revision(&args.arguments, &history, &absolute, &files)?;
    let revision = match args.merge_base {
        true => history.merge_base(name),
        false => history.revision(name),
    };
    let revision = revision.map_err(|error| error.to_string())?;
    let snapshot = history.snapshot(&revision);
    let then = Then::new(&snapshot, &files);
    let mut only = Vec::new();
    for given in of_tree.skip(usize::from(is_revision)) {
        let path = absolute(given);
        if !is_there(given) && then.entry(&path) == EntryKind::Missing {
            return Err(format!(
                "{}: there is no such file or folder, now or at {}",
                given.display(),
                revision.name
            ));
        }
        if !path.starts_with(&root) {
            return Err(format!(
                "{} lies outside {}; name another folder with --root",
                given.display(),
                root.display()
            ));
        }
        only.push(path);
    }
    let log = compare(&survey, &then, &files, &snapshot, only);
    print(args, &survey.project, &revision, &log)?;
    let is_changed = args.exit_code && !log.is_empty();
    Ok(ExitCode::from(if is_changed { CHANGES } else { 0 }))
}

/// The revision that is asked for, and whether it was named.
fn revision<'a>(
    arguments: &'a [String],
    history: &History,
    absolute: &dyn Fn(&Path) -> PathBuf,
    files: &DiskFiles,
) -> Result<(&'a str, bool), String> {
    let Some(first) = arguments.first() else {
        return Ok((HEAD, false));
    };
    let known = history.revision(first);
    let is_there = files.entry(&absolute(Path::new(first))) != EntryKind::Missing;
    match (known, is_there) {
        (Ok(_), true) => Err(format!(
            "{first} is a revision and a file; write `./{first}` for the file, or `{first}^0` for the revision"
        )),
        (Ok(_), false) => Ok((first, true)),
        (Err(_), true) => Ok((HEAD, false)),
        // A file that was there at the last commit and is gone.
        (Err(_), false) if was_there(history, &absolute(Path::new(first)), files) => Ok((HEAD, false)),
        (Err(fault), false) => Err(fault.to_string()),
    }
}

fn was_there(history: &History, path: &Path, files: &DiskFiles) -> bool {
    history.revision(HEAD).is_ok_and(|head| {
        let snapshot = history.snapshot(&head);
        Then::new(&snapshot, files).entry(path) != EntryKind::Missing
    })
}

fn compare(
    survey: &Survey,
    then: &Then<'_>,
    files: &DiskFiles,
    snapshot: &Snapshot,
    only: Vec<PathBuf>,
) -> Changelog {
    let progress = output::Progress::new();
    let (old, now) = projects(survey, then, files);
    let say = |folders: usize| progress.show(&format!("looking for instruction files: {folders} folders"));
    let found = Found {
        now: survey.instruction_files(&say, &|| false),
        then: files_then(&old, &now, snapshot, files),
        only,
    };
    progress.clear();
    let (prompts_then, prompts_now) = (PromptCache::default(), PromptCache::default());
    let compared = Compared {
        sides: Sides { then, now: files },
        then: &old,
        now: &now,
        prompts: (&prompts_then, &prompts_now),
        rules: &Rules::default(),
    };
    let actives: Vec<(&Active, &Active)> = old.active.iter().zip(&now.active).collect();
    Changelog::new(&compared, &found, &actives)
}

/// The project as it was and as it is, with the same runtimes: those at work now, and those that left traces then.
/// What the user says about them is taken as it is now.
fn projects(survey: &Survey, then: &Then<'_>, files: &DiskFiles) -> (Project, Project) {
    let mut now = survey.project.clone();
    if survey.is_detected {
        let before = Project::detect(now.base.clone(), then);
        let is_new = |active: &Active| now.active.iter().all(|known| known.name != active.name);
        let gone: Vec<Active> = before
            .active
            .iter()
            .filter(|active| is_new(active))
            .cloned()
            .collect();
        // The plain convention stands in only where there is nothing else on either side.
        if !before.is_fallback && !gone.is_empty() {
            if now.is_fallback {
                now.active.clear();
                now.primary = 0;
            }
            now.active.extend(gone);
        }
    }
    let mut old = now.clone();
    now.look_at_settings(files);
    old.look_at_settings(then);
    (old, now)
}

/// The instruction files of the revision, below the opened folder.
fn files_then(old: &Project, now: &Project, snapshot: &Snapshot, files: &DiskFiles) -> Vec<PathBuf> {
    let root = &now.base.root;
    let real = files.canonical(root).unwrap_or_else(|| root.clone());
    let Ok(below) = real.strip_prefix(snapshot.folder()) else {
        return Vec::new();
    };
    let reads = |path: &Path| old.reads(&root.join(path)) || now.reads(&root.join(path));
    let found = snapshot.files(below, &reads);
    found.into_iter().map(|path| root.join(path)).collect()
}

fn print(args: &Diff, project: &Project, revision: &Revision, log: &Changelog) -> Result<(), String> {
    let told = Told {
        project,
        revision,
        log,
    };
    let style = if output::is_terminal() {
        Style::TERMINAL
    } else {
        Style::NONE
    };
    output::print(&match args.format {
        Format::Text => text::text(&told, style, output::width()),
        Format::Markdown => markdown::markdown(&told),
        Format::Json => format!("{:#}\n", json::json(&told)),
    })
}
