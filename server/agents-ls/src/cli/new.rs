//! `agents-ls new`: files that are right from the start.

use crate::{
    cli::{output, situation::SituationArgs},
    survey::Survey,
};
use agents_lint::{Checker, NoTokens, check_file, check_shared};
use agents_prompt::{Active, PromptCache, effective::SkillFate, steps::agent_skills::standard_name};
use agents_syntax::{Document, Text};
use agents_workspace::{DiskFiles, EntryKind, Files, Overlay, paths};
use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

/// Where runtimes look for skills, those that most of them read first; `{}` is the name.
const PLACES: [&str; 20] = [
    ".agents/skills/{}/SKILL.md",
    ".claude/skills/{}/SKILL.md",
    ".github/skills/{}/SKILL.md",
    ".skills/{}.md",
    "skills/{}/SKILL.md",
    ".apc/skills/{}.md",
    ".apc/skills/{}/SKILL.md",
    ".cursor/skills/{}/SKILL.md",
    ".codex/skills/{}/SKILL.md",
    ".agent/skills/{}/SKILL.md",
    ".gemini/skills/{}/SKILL.md",
    ".qwen/skills/{}/SKILL.md",
    ".windsurf/skills/{}/SKILL.md",
    ".factory/skills/{}/SKILL.md",
    ".junie/skills/{}/SKILL.md",
    ".kiro/skills/{}/SKILL.md",
    ".cline/skills/{}/SKILL.md",
    ".roo/skills/{}/SKILL.md",
    ".openhands/skills/{}/SKILL.md",
    ".skills/{}/SKILL.md",
];

/// Write a new file that is right from the start.
#[derive(Debug, clap::Args)]
pub(crate) struct New {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Skill(NewSkill),
}

/// A skill, at the place where the main runtime looks for skills. Prints its path.
#[derive(Debug, clap::Args)]
struct NewSkill {
    /// Its name: at most 64 of a-z, 0-9 and single hyphens, none at the ends.
    name: String,
    /// The folder it is for; by default the opened folder.
    #[arg(long = "in", value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    situation: SituationArgs,
}

/// Runs the subcommand.
///
/// # Errors
/// What keeps it from writing the file, as a sentence.
pub(crate) fn run(args: &New) -> Result<ExitCode, String> {
    let What::Skill(args) = &args.what;
    if args.name.is_empty() {
        return Err("the name of a skill is empty".to_owned());
    }
    if let Some(why) = standard_name(&args.name) {
        return Err(format!(
            "{}: this is no name of a skill: {why}; at most 64 of a-z, 0-9 and single hyphens are allowed, none at \
             the ends",
            args.name
        ));
    }
    if !is_text(&args.name) {
        return Err(format!(
            "{}: YAML takes this for a number or for no value, and some loaders drop the skill; add a word to the name",
            args.name
        ));
    }
    let disk = Arc::new(DiskFiles::new());
    let survey = args.situation.survey(args.folder.as_deref(), &*disk)?;
    let folder = match &args.folder {
        Some(given) => {
            let here =
                env::current_dir().map_err(|error| format!("the current folder cannot be told: {error}"))?;
            let folder = paths::normal_path(&here.join(given));
            if !disk.is_folder(&folder) {
                return Err(format!("--in {}: there is no such folder", given.display()));
            }
            folder
        }
        None => survey.project.base.root.clone(),
    };
    let path = place(&survey, &folder, &args.name, &disk)?;
    write(&path, &text(&args.name)).map_err(|error| format!("{}: {error}", path.display()))?;
    output::print(&format!("{}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether YAML takes a name for a text as it stands.
fn is_text(name: &str) -> bool {
    let is_word = matches!(
        name,
        "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n"
    );
    // `1e5`, `0x1f`, `2026-01-31`, and what other parsers make of digits.
    let is_number = name.starts_with(|char: char| char.is_ascii_digit())
        && name
            .chars()
            .all(|char| char.is_ascii_hexdigit() || matches!(char, '-' | 'x' | 'o'));
    !is_word && !is_number
}

/// A skill to be filled in, which every loader takes as it is.
fn text(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: Says what this skill does and when to use it.\n---\n\n# {name}\n\nWrite down \
         the steps to take.\n"
    )
}

/// Where the skill is to lie: of the places from which the main runtime lists it, the first with nothing to say
/// against it under any runtime at work, those first whose folder is there.
fn place(survey: &Survey, folder: &Path, name: &str, disk: &Arc<DiskFiles>) -> Result<PathBuf, String> {
    let project = &survey.project;
    let usual = || PLACES.iter().map(|place| folder.join(place.replace("{}", name)));
    let taken = |path: &Path| Err(format!("{}: there is such a file already", path.display()));
    if project.is_fallback {
        // Nobody is at work here; the first place is the one that most runtimes read.
        let first = folder.join(PLACES[0].replace("{}", name));
        let is_free = disk.entry(&first) == EntryKind::Missing;
        return if is_free { Ok(first) } else { taken(&first) };
    }
    let primary = project.primary();
    let mut listed: Vec<PathBuf> = usual()
        .filter(|path| lists(survey, primary, path, name, disk))
        .collect();
    // Sorting keeps the order of those that are alike.
    listed.sort_by_key(|path| !is_begun(folder, path, disk));
    if let Some(there) = listed.iter().find(|path| disk.entry(path) != EntryKind::Missing) {
        return taken(there);
    }
    let clean = listed.iter().find(|path| is_clean(survey, path, name, disk));
    clean.or(listed.first()).cloned().ok_or_else(|| {
        format!(
            "{} reads no skill of {}; name another runtime with --runtime",
            primary.name,
            folder.display()
        )
    })
}

/// Whether the folder of skills that a path leads through is there already.
fn is_begun(folder: &Path, path: &Path, disk: &DiskFiles) -> bool {
    let skills = |above: &&Path| {
        above
            .file_name()
            .is_some_and(|name| name == "skills" || name == ".skills")
    };
    let above = path.ancestors().take_while(|above| *above != folder);
    above
        .into_iter()
        .find(skills)
        .is_some_and(|skills| disk.is_folder(skills))
}

/// The tree with the skill in it.
fn with(path: &Path, name: &str, disk: &Arc<DiskFiles>) -> Overlay {
    let mut files = Overlay::new(Arc::clone(disk));
    files.set(path, Document::open(Text::new(&text(name))));
    files
}

fn lists(survey: &Survey, active: &Active, path: &Path, name: &str, disk: &Arc<DiskFiles>) -> bool {
    if survey.project.role(active, path).is_none() {
        return false;
    }
    let situation = survey.project.situation_of(active, path);
    let prompt = PromptCache::default().get(active, &situation, &with(path, name, disk));
    let mut skills = prompt.skills.iter().filter(|skill| skill.path == path);
    // One that stands behind another of its name, or at the end of a list that is full, has its place all the same.
    skills.any(|skill| !matches!(skill.fate, SkillFate::Skipped(_)))
}

fn is_clean(survey: &Survey, path: &Path, name: &str, disk: &Arc<DiskFiles>) -> bool {
    let files = with(path, name, disk);
    let checker = Checker {
        project: &survey.project,
        files: &files,
        prompts: &PromptCache::default(),
        severities: &survey.severities,
        tokens: &NoTokens,
    };
    let alone = [path.to_path_buf()];
    check_file(checker, path).is_empty() && check_shared(checker, path, &alone).is_empty()
}

/// Writes a file that is not there yet, with the folders it lies in.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::is_text;

    #[test]
    fn a_name_is_a_text_to_yaml() {
        for no in ["true", "null", "123", "1e5", "0x1f", "2026-01-31", "no"] {
            assert!(!is_text(no), "{no}");
        }
        for yes in ["a", "deploy", "3d-print", "true-north", "e2e"] {
            assert!(is_text(yes), "{yes}");
        }
    }
}
