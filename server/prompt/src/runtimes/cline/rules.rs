//! Which rules there are, and how they are sent (`resolveRulesConfigSearchPaths`, `discoverRulesLikeFiles`,
//! `formatRulesForSystemPrompt`).

use super::{head, users_folder};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment, Unit},
    situation::Situation,
    steps::{collate, gather::Gather, loss, space},
};
use agents_workspace::{EntryKind, File, Files};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

const AGENTS: &str = "AGENTS.md";
const FILE_OR_FOLDER: &str = ".clinerules";
const FOLDER: &str = ".cline/rules";

/// Whether a file of this path, relative to the root, is taken for a rule.
pub(super) fn is_rule(path: &Path) -> bool {
    let is_in = |folder: &str| path.parent() == Some(Path::new(folder)) && is_text(path);
    path == Path::new(AGENTS) || path == Path::new(FILE_OR_FOLDER) || is_in(FILE_OR_FOLDER) || is_in(FOLDER)
}

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let mut rules: Vec<Rule> = Vec::new();
    for (path, why) in find(situation, files) {
        if let Some(rule) = read(prompt, situation, files, path, why) {
            keep(prompt, &mut rules, rule);
        }
    }
    rules.retain(|rule| match rule.off_by {
        None => true,
        Some(by) => {
            let by = by.to_owned();
            rule.lose(prompt, LossKind::Dropped, Cause::Disabled { by });
            false
        }
    });
    rules.sort_by(|a, b| collate::compare(&a.name, &b.name));
    if rules.iter().any(|rule| !collate::is_exact(&rule.name)) {
        prompt.inexact("The place of names beyond ASCII among the sorted rules is not known.");
    }
    let mut gather = Gather::new(prompt, files);
    for rule in &rules {
        let gap = if gather.is_empty() {
            "\n\n# Rules\n"
        } else {
            "\n\n"
        };
        let heading = format!("{gap}## {}\n", rule.name);
        gather.push([Segment::literal(heading, "heading of a rule")]);
        if rule.has_head {
            let (kind, cause) = (LossKind::Stripped, Cause::Frontmatter);
            let head = 0..rule.body.start;
            let lost = loss::of(kind, &rule.path, rule.file.text(), head, cause, Unit::Characters);
            gather.prompt.losses.push(lost);
        }
        gather.trimmed(
            &rule.path,
            &rule.file,
            rule.body.clone(),
            space::javascript,
            rule.why,
        );
    }
    gather.done("rules", "system", Layer::Start);
}

struct Rule {
    path: PathBuf,
    file: Arc<File>,
    name: String,
    off_by: Option<&'static str>,
    body: Range<usize>,
    has_head: bool,
    why: &'static str,
}

impl Rule {
    fn lose(&self, prompt: &mut EffectivePrompt, kind: LossKind, cause: Cause) {
        let lost = loss::whole(kind, &self.path, self.file.text(), cause, Unit::Characters);
        prompt.losses.push(lost);
    }
}

/// A later rule takes the place of an earlier one whose name is the same but for case, even when it is off.
fn keep(prompt: &mut EffectivePrompt, rules: &mut Vec<Rule>, mut rule: Rule) {
    let key = |rule: &Rule| rule.name.to_lowercase();
    match rules.iter_mut().find(|known| key(known) == key(&rule)) {
        None => rules.push(rule),
        Some(known) => {
            std::mem::swap(known, &mut rule);
            let by = known.path.clone();
            rule.lose(prompt, LossKind::Shadowed, Cause::Replaced { by });
        }
    }
}

/// The files in the order in which they are read.
fn find(situation: &Situation, files: &dyn Files) -> Vec<(PathBuf, &'static str)> {
    let root = &situation.root;
    let mut out = Vec::new();
    let mut place = |path: PathBuf, why| {
        if files.is_file(&path) {
            out.push((path, why));
        } else {
            out.extend(of_folder(files, &path).into_iter().map(|path| (path, why)));
        }
    };
    place(root.join(AGENTS), "root of the project");
    place(root.join(FILE_OR_FOLDER), "rule of the project");
    place(root.join(FOLDER), "rule of the project");
    if let Some(home) = &situation.home {
        place(home.join(".agents").join(AGENTS), "the user's file");
    }
    if let Some(folder) = users_folder(situation) {
        place(folder.join("rules"), "rule of the user");
    }
    if let Some(home) = &situation.home {
        place(home.join("Documents/Cline/Rules"), "rule of the user");
    }
    out
}

/// The texts in a folder that are no links, and an AGENTS.md that is one.
fn of_folder(files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
    let names = files.list(folder);
    let paths = names.iter().map(|name| folder.join(name));
    let mut out: Vec<PathBuf> = paths
        .filter(|path| is_text(path) && files.entry(path) == EntryKind::File)
        .collect();
    let agents = folder.join(AGENTS);
    if files.is_file(&agents) && !out.contains(&agents) {
        out.push(agents);
    }
    out
}

fn is_text(path: &Path) -> bool {
    let ending = path
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| matches!(ending.as_str(), "md" | "markdown" | "txt"))
}

fn read(
    prompt: &mut EffectivePrompt,
    situation: &Situation,
    files: &dyn Files,
    path: PathBuf,
    why: &'static str,
) -> Option<Rule> {
    let mut gather = Gather::new(prompt, files);
    let file = gather.open(&path)?;
    let headed = match head::read(&file) {
        Ok(headed) => headed,
        Err(fault) => {
            gather.lose(&path, &file, LossKind::Skipped, Cause::Skill(fault));
            return None;
        }
    };
    let body = file.text().slice(headed.body.clone());
    if body.chars().all(space::javascript) {
        gather.lose(&path, &file, LossKind::Skipped, Cause::Blank);
        return None;
    }
    let name = headed
        .name
        .map_or_else(|| name_of(situation, &path), |name| name.text);
    Some(Rule {
        name,
        off_by: headed.off_by,
        body: headed.body,
        has_head: headed.has_head,
        path,
        file,
        why,
    })
}

/// The name of a rule that has none of its own (`resolveRuleFallbackName`).
fn name_of(situation: &Situation, path: &Path) -> String {
    let users = situation
        .home
        .as_ref()
        .map(|home| home.join(".agents").join(AGENTS));
    if *path == situation.root.join(AGENTS) {
        "Workspace AGENTS.md".to_owned()
    } else if users.is_some_and(|users| users == path) {
        "Global AGENTS.md".to_owned()
    } else {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        stem.to_string_lossy().into_owned()
    }
}
