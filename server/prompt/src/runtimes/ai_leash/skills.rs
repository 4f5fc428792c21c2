//! Which skills there are, their list in the prompt, and what `load_skill` answers.

use super::{
    global_folder, scope,
    skill::{self, SkillFile},
};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Segment, Skill, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        loss,
        parameters::{Parameters, Reach},
    },
};
use agents_syntax::Text;
use agents_workspace::{FileFault, Files};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// The folder of skills in a folder that applies.
pub(super) const FOLDER: &str = ".skills";

/// What stands before the list.
pub(super) const HEADING: &str = "# Available skills\n\nCall `load_skill` with a skill's exact name to load \
                                  its full instructions when it's relevant to the current task.\n\n";

/// What the tool `load_skill` returns for a name (`None`: called without one) in this situation.
#[must_use]
pub fn load_skill(situation: &Situation, files: &dyn Files, name: Option<&str>) -> String {
    let Some(name) = name else {
        return "Error: missing `name`".to_owned();
    };
    let scopes = scope::scopes(situation, files);
    let global = global_folder(situation);
    let parameters = Parameters::of(situation);
    let found = find(situation, files, &scopes, global.as_deref(), &parameters);
    if let Some(one) = found.listed.iter().find(|one| one.parsed.name.0 == name) {
        return one.parsed.body.clone();
    }
    let names: Vec<&str> = found
        .listed
        .iter()
        .map(|one| one.parsed.name.0.as_str())
        .collect();
    let known = if names.is_empty() {
        "There are no skills available in this project.".to_owned()
    } else {
        format!("Available skills: {}.", names.join(", "))
    };
    format!(
        "No skill named `{name}` found. {known} Tools (read_file, edit_file, write_file, list_dir, grep, \
         shell) are called directly and are never loaded as skills."
    )
}

/// Whether a file of this name is looked at: the extension is `md`, in small letters.
pub(super) fn is_skill_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// Whether a path below the opened folder is a skill, or what somebody takes for one who knows the other layout:
/// `.skills/<name>/SKILL.md`, an ending in capitals.
pub(super) fn is_meant_as_skill(path: &Path, parameters: &Parameters) -> bool {
    let Some(below) = parameters.in_skills(path, Reach::Folders, &[FOLDER]) else {
        return false;
    };
    match below.components().count() {
        1 => below
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("md")),
        2 => below.ends_with("SKILL.md"),
        _ => false,
    }
}

/// The skills of one situation.
#[derive(Default)]
pub(super) struct Found {
    /// Those in the list, in its order.
    pub(super) listed: Vec<Listed>,
    /// Files that are no skills, and skills whose name is taken.
    rest: Vec<Rest>,
    /// Whether the file system's order of names has a say.
    unordered: bool,
}

pub(super) struct Listed {
    path: PathBuf,
    text: Text,
    parsed: SkillFile,
}

struct Rest {
    path: PathBuf,
    text: Option<Text>,
    cause: Cause,
    skill: Skill,
}

/// Looks through `.skills` of the folders that apply, the deepest first, then the root's, then the
/// user's. The first skill of a name wins.
pub(super) fn find(
    situation: &Situation,
    files: &dyn Files,
    scopes: &[PathBuf],
    global: Option<&Path>,
    parameters: &Parameters,
) -> Found {
    let here = |folder: &PathBuf| {
        let own = parameters.skills_in(folder);
        own.unwrap_or_else(|| vec![folder.join(FOLDER)])
    };
    let mut folders: Vec<PathBuf> = scope::deep_first(&situation.root, scopes)
        .iter()
        .flat_map(here)
        .collect();
    match parameters.home_skills(situation.home.as_deref()) {
        Some(own) => folders.extend(own),
        None => folders.extend(global.map(|global| global.join("skills"))),
    }
    let mut found = Found::default();
    let mut winners: HashMap<String, PathBuf> = HashMap::new();
    for folder in folders {
        let before = found.listed.len();
        for name in files.list(&folder).iter() {
            let path = folder.join(name);
            if is_skill_name(&path) {
                found.take(files, path, &mut winners);
            } else {
                found.misplaced(files, path);
            }
        }
        found.unordered |= found.listed.len() > before + 1;
    }
    found
}

impl Found {
    fn take(&mut self, files: &dyn Files, path: PathBuf, winners: &mut HashMap<String, PathBuf>) {
        let file = match files.file(&path) {
            Ok(file) => file,
            Err(FileFault::Folder | FileFault::Missing) => return,
            Err(fault) => {
                let reason = fault.to_string();
                self.refuse(
                    path,
                    None,
                    Cause::Unreadable(reason.clone()),
                    SkillFault::Location(reason),
                    None,
                );
                return;
            }
        };
        let text = file.text().clone();
        if file.raw().is_some() {
            self.refuse(path, Some(text), Cause::NotUtf8, SkillFault::NotUtf8, None);
            return;
        }
        let parsed = match skill::parse(&text.to_string()) {
            Ok(parsed) => parsed,
            Err(fault) => {
                self.refuse(path, Some(text), Cause::Skill(fault.clone()), fault, None);
                return;
            }
        };
        if let Some(by) = winners.get(&parsed.name.0) {
            self.unordered |= by.parent() == path.parent();
            self.rest.push(Rest {
                text: Some(text),
                cause: Cause::SameName { by: by.clone() },
                skill: entry(&path, Some(&parsed), SkillFate::Shadowed { by: by.clone() }),
                path,
            });
            return;
        }
        winners.insert(parsed.name.0.clone(), path.clone());
        self.listed.push(Listed { path, text, parsed });
    }

    /// A file that looks like a skill where ai-leash does not look: a folder's `SKILL.md`, a name that
    /// ends in `.MD`.
    fn misplaced(&mut self, files: &dyn Files, path: PathBuf) {
        let upper = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("md"));
        let (path, why) = if upper && files.is_file(&path) {
            (path, "only names that end in `.md` are read, in small letters")
        } else {
            let inner = path.join("SKILL.md");
            if !files.is_file(&inner) {
                return;
            }
            (
                inner,
                "skills are single files in `.skills`, folders are not looked into",
            )
        };
        let text = files.file(&path).ok().map(|file| file.text().clone());
        let fault = SkillFault::Location(why.to_owned());
        self.refuse(path, text, Cause::Skill(fault.clone()), fault, None);
    }

    fn refuse(
        &mut self,
        path: PathBuf,
        text: Option<Text>,
        cause: Cause,
        fault: SkillFault,
        parsed: Option<&SkillFile>,
    ) {
        let skill = entry(&path, parsed, SkillFate::Skipped(fault));
        self.rest.push(Rest {
            path,
            text,
            cause,
            skill,
        });
    }

    /// Puts the skills and their losses into the prompt.
    pub(super) fn report(&self, prompt: &mut EffectivePrompt) {
        for one in &self.listed {
            prompt
                .skills
                .push(entry(&one.path, Some(&one.parsed), SkillFate::Listed));
        }
        for one in &self.rest {
            let kind = match one.cause {
                Cause::SameName { .. } => LossKind::Shadowed,
                _ => LossKind::Skipped,
            };
            let text = one.text.clone().unwrap_or_default();
            prompt.losses.push(loss::whole(
                kind,
                &one.path,
                &text,
                one.cause.clone(),
                Unit::Bytes,
            ));
            prompt.skills.push(one.skill.clone());
        }
        if self.unordered {
            prompt.inexact(
                "Skills of one folder come in the order of the file system, which decides between equal \
                 names as well; here they are in the order of their file names.",
            );
        }
    }

    /// The list's lines.
    pub(super) fn list(&self, segments: &mut Vec<Segment>) {
        for one in &self.listed {
            let value = |(_, range): &(String, std::ops::Range<usize>), why| {
                Segment::file(&one.path, &one.text, range.clone(), why)
            };
            segments.push(Segment::literal("- **", "skill"));
            segments.push(value(&one.parsed.name, "name of the skill"));
            segments.push(Segment::literal("**: ", "skill"));
            segments.push(value(&one.parsed.description, "description"));
            segments.push(Segment::literal("\n", "skill"));
        }
    }
}

fn entry(path: &Path, parsed: Option<&SkillFile>, fate: SkillFate) -> Skill {
    Skill {
        path: path.to_path_buf(),
        name: parsed.map(|parsed| parsed.name.0.clone()),
        description: parsed.map(|parsed| parsed.description.0.clone()),
        fate,
        passed: parsed.and_then(|parsed| parsed.passed.clone()),
    }
}
