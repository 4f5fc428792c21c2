//! `agents-ls new`: files that are right from the start.

use crate::{
    assist::{Scope, skills::Skills},
    cli::{output, situation::SituationArgs},
    survey::Survey,
};
use agents_lint::{Checker, Finding, NoTokens, check_file, check_shared, view::shown};
use agents_prompt::{
    Active, PromptCache,
    effective::SkillFate,
    steps::agent_skills::{place_name, standard_name},
};
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
    refuse_name(&args.name)?;
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
    let elsewhere = namesakes(&survey, &path, &args.name, &disk)?;
    let against = against(&survey, &path, &args.name, &disk);
    write(&path, &text(&args.name)).map_err(|error| format!("{}: {error}", path.display()))?;
    output::print(&format!("{}\n", path.display()))?;
    if survey.project.is_fallback {
        eprintln!(
            "agents-ls: no agent runtime left traces here, so this is the place that most of them read; --runtime NAME \
             chooses that of one"
        );
    }
    let vendor = VENDORS.iter().find(|vendor| args.name.contains(**vendor));
    if let Some(vendor) = vendor {
        eprintln!(
            "agents-ls: claude.ai and its API refuse a skill with `{vendor}` in its name; programs that read it from \
             the project do not mind"
        );
    }
    for note in elsewhere {
        eprintln!("agents-ls: {note}");
    }
    for finding in against {
        eprintln!("agents-ls: {}: {}", finding.rule, finding.message());
    }
    Ok(ExitCode::SUCCESS)
}

/// Words that claude.ai keeps out of names (platform.claude.com, rules for uploads).
const VENDORS: [&str; 2] = ["anthropic", "claude"];

/// Refuses what is no name for a skill, with the reason and, where there is one, a name that is.
fn refuse_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("the name of a skill is empty".to_owned());
    }
    if let Some(why) = standard_name(name) {
        let other = name.chars().find(|char| !char.is_ascii());
        let why = match other {
            Some(char) => format!(
                "`{}` (U+{:04X}) is none of a-z, though it may look like one",
                char.escape_debug(),
                u32::from(char)
            ),
            None => why.to_owned(),
        };
        let close = close_name(name).map_or_else(String::new, |close| format!("; `{close}` would be one"));
        return Err(format!(
            "{}: this is no name of a skill by the Agent Skills standard, and some runtimes drop the skill: {why}. At \
             most 64 of a-z, 0-9 and single hyphens are allowed, none at the ends{close}",
            name.escape_debug()
        ));
    }
    if let Some(why) = place_name(name) {
        return Err(format!("{name}: no folder should have this name: {why}"));
    }
    if !is_text(name) {
        return Err(format!(
            "{name}: YAML takes this for a number or for no value, and some loaders drop the skill; add a word to the \
             name"
        ));
    }
    Ok(())
}

/// The name that was probably meant: small letters, hyphens for what separates words.
fn close_name(name: &str) -> Option<String> {
    let plain: String = name
        .chars()
        .map(|char| match char {
            ' ' | '_' | '.' | '/' | ':' => '-',
            char => char.to_ascii_lowercase(),
        })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let close = words.join("-");
    let is_name = !close.is_empty() && standard_name(&close).is_none() && place_name(&close).is_none();
    (is_name && is_text(&close)).then_some(close)
}

/// Skills of the name that count beside the new one though they lie outside the opened folder, a sentence each.
///
/// # Errors
/// That one lies in it.
fn namesakes(survey: &Survey, path: &Path, name: &str, disk: &Arc<DiskFiles>) -> Result<Vec<String>, String> {
    let project = &survey.project;
    let scope = Scope {
        project,
        files: &**disk,
        prompts: &PromptCache::default(),
    };
    let skills = Skills::of(scope, path);
    let mut notes = Vec::new();
    for (_, known) in skills.all().filter(|(of, _)| of.eq_ignore_ascii_case(name)) {
        let readers = known.seen.iter().map(|seen| &skills.runtimes[seen.runtime]);
        let readers = readers.filter(|active| !project.is_standard(active));
        let readers: Vec<String> = readers.map(|active| active.name.to_string()).collect();
        let readers = if project.is_fallback || readers.is_empty() {
            String::new()
        } else {
            format!(" (read by {})", agents_lint::finding::list(&readers))
        };
        let place = shown(project, &known.path);
        if known.path.starts_with(&project.base.root) {
            return Err(format!(
                "{name}: there is a skill of this name already: {place}{readers}"
            ));
        }
        notes.push(format!(
            "there is a skill `{name}` in {place} as well{readers}; `agents-ls skills` tells which one counts"
        ));
    }
    Ok(notes)
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
        // Nobody is at work here; the first place is the one that most runtimes read, unless there are skills in
        // another one of the standard.
        let is_standard = |path: &PathBuf| project.readers(path).next().is_some();
        let mut places: Vec<PathBuf> = usual().filter(is_standard).collect();
        places.sort_by_key(|path| !is_begun(folder, path, disk));
        let first = places
            .into_iter()
            .next()
            .ok_or("there is no usual place for skills here")?;
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
    let clean = listed
        .iter()
        .find(|path| against(survey, path, name, disk).is_empty());
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

/// What is found wrong with the skill at a place.
fn against(survey: &Survey, path: &Path, name: &str, disk: &Arc<DiskFiles>) -> Vec<Finding> {
    let files = with(path, name, disk);
    let checker = Checker {
        project: &survey.project,
        files: &files,
        prompts: &PromptCache::default(),
        severities: &survey.severities,
        tokens: &NoTokens,
    };
    let alone = [path.to_path_buf()];
    let mut found = check_file(checker, path);
    found.extend(check_shared(checker, path, &alone));
    found
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
    use super::{is_text, refuse_name};

    /// Why a name is refused.
    fn why(name: &str) -> String {
        refuse_name(name).expect_err(name)
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_reason_and_a_name_that_is_one() {
        for name in ["con", "nul", "aux", "com1", "lpt9"] {
            assert!(why(name).contains("Windows"), "{name}");
        }
        assert!(why("Deploy Web").ends_with("`deploy-web` would be one"));
        assert!(why("deploy.").ends_with("`deploy` would be one"));
        assert!(why(&"x".repeat(65)).contains("more than 64 characters"));
        // A Cyrillic letter.
        assert!(why("d\u{435}ploy").contains("(U+0435)"));
        for name in ["deploy", "claude-tricks", "console", "com10"] {
            assert_eq!(refuse_name(name), Ok(()), "{name}");
        }
    }

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
