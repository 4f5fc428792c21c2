//! Qwen Code's skills: where they are looked for, and which are taken.

use super::{paths, settings::Settings, skill_list};
use crate::{
    effective::{EffectivePrompt, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        catalog::{self, Entry, Word},
        collate,
        head::{self, Fence},
        loss, yaml,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: true,
    open_ended: false,
};

/// A skill that the model is told of.
pub(super) struct Told {
    pub(super) entry: Entry,
    /// `project` or `user`.
    pub(super) level: &'static str,
    /// When to use it, in the skill's words.
    pub(super) when: Option<Word>,
    /// The files it waits for.
    pub(super) paths: Option<Vec<String>>,
}

/// Adds the list and returns the skills that wait for files.
pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) -> Vec<Told> {
    let mut known: Vec<(String, PathBuf)> = Vec::new();
    let mut told = Vec::new();
    for (place, level) in places(settings, situation) {
        for path in files_of(files, &place) {
            let Some(one) = read(prompt, files, &path, level) else {
                continue;
            };
            let name = one.told.entry.name.text.clone();
            if let Some((_, by)) = known.iter().find(|(known, _)| *known == name) {
                one.told.entry.shadowed(prompt, by);
                continue;
            }
            known.push((name.clone(), path));
            let is_off = one.is_hidden || settings.disabled_skills.contains(&name.to_lowercase());
            let fate = if is_off || one.told.paths.is_some() {
                SkillFate::OnDemand
            } else {
                SkillFate::Listed
            };
            prompt.skills.push(one.told.entry.skill(fate));
            told.extend((!is_off).then_some(one.told));
        }
    }
    told.sort_by(|a, b| collate::compare(&a.entry.name.text, &b.entry.name.text));
    if told.iter().any(|told| !collate::is_exact(&told.entry.name.text)) {
        prompt.inexact("The place of names beyond ASCII in the sorted list of skills is not known.");
    }
    let (waiting, listed): (Vec<Told>, Vec<Told>) = told.into_iter().partition(|told| told.paths.is_some());
    skill_list::add(prompt, &listed);
    waiting
}

/// The folders, the strongest first; of the project only the start folder's, and none when that is the home.
fn places(settings: &Settings, situation: &Situation) -> Vec<(PathBuf, &'static str)> {
    let mut out = Vec::new();
    if situation.home.as_ref() != Some(&situation.start) {
        out.extend([".qwen/skills", ".agents/skills"].map(|name| (situation.start.join(name), "project")));
    }
    out.extend(settings.home.iter().map(|home| (home.join("skills"), "user")));
    out.extend(
        situation
            .home
            .iter()
            .map(|home| (home.join(".agents/skills"), "user")),
    );
    out
}

/// `SKILL.md` in each folder of a place, links to folders followed.
fn files_of(files: &dyn Files, place: &Path) -> Vec<PathBuf> {
    let names = files.list(place);
    let paths = names
        .iter()
        .map(|name| place.join(name))
        .filter(|folder| files.is_folder(folder));
    paths
        .map(|folder| folder.join("SKILL.md"))
        .filter(|path| files.is_file(path))
        .collect()
}

struct Read {
    told: Told,
    is_hidden: bool,
}

fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, level: &'static str) -> Option<Read> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    let text = file.text();
    let parsed = match parse(&text.to_string()) {
        Ok(parsed) => parsed,
        Err(fault) => {
            catalog::refuse(prompt, path, text, fault, None);
            return None;
        }
    };
    let told = Told {
        entry: Entry {
            path: path.to_path_buf(),
            text: text.clone(),
            name: parsed.name,
            description: parsed.description,
            passed: None,
        },
        level,
        when: parsed.when,
        paths: parsed.paths,
    };
    Some(Read {
        told,
        is_hidden: parsed.is_hidden,
    })
}

struct Parsed {
    name: Word,
    description: Word,
    when: Option<Word>,
    paths: Option<Vec<String>>,
    is_hidden: bool,
}

fn parse(text: &str) -> Result<Parsed, SkillFault> {
    let range = FENCE.find(text)?;
    let base = range.start;
    let head = &text[range];
    let is_strict = head::strict(head, base).is_ok();
    let entries = yaml::entries(head, base).map_err(SkillFault::Yaml)?;
    // What YAML refuses is read again, each line as it is.
    let word = |key: &str| {
        let entry = yaml::get(&entries, key)?;
        let raw = head::raw(head, base, entry);
        match &entry.value {
            _ if !is_strict && head::plain_fault(raw).is_some() => {
                Some(Word::from((raw.to_owned(), entry.range.clone())))
            }
            yaml::Value::Scalar(text) => Some(Word::from((text.clone(), entry.range.clone()))),
            yaml::Value::Null | yaml::Value::Nested => None,
        }
    };
    let wanted = |key: &'static str| {
        let word = word(key).ok_or_else(|| head::missed(&entries, key))?;
        if word.text.is_empty() {
            return Err(SkillFault::EmptyValue(key));
        }
        Ok(word)
    };
    let name = wanted("name")?;
    let is_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | ':' | '.' | '-');
    if !name.text.chars().all(is_name) {
        let fault = "it may hold letters, digits, `_`, `:`, `.` and `-`";
        return Err(SkillFault::Name(fault.to_owned()));
    }
    Ok(Parsed {
        description: wanted("description")?,
        when: word("when_to_use"),
        paths: paths::read(head, base, &entries),
        is_hidden: word("disable-model-invocation").is_some_and(|word| word.text == "true"),
        name,
    })
}
