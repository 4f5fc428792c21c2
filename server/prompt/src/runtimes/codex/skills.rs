//! Codex's skills: where they are looked for, and which are taken.

use super::{
    found::{Found, Origin, tail_range},
    settings::CodexSettings,
    skill_list,
};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Skill, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{head, loss, skills, skills::Scan, walk, yaml},
};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// `MAX_SCAN_DEPTH` and `MAX_SKILLS_DIRS_PER_ROOT` of the loader.
const SCAN: Scan = Scan {
    depth: 6,
    folders: 2_000,
    follow_links: true,
    linked_files: false,
};

/// Characters of a name; a longer one is refused.
pub(super) const NAME_CHARS: usize = 64;

/// Characters of a description; of a longer one the first 1,021 are shown, and `...`.
pub(super) const DESCRIPTION_CHARS: usize = 1_024;

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    situation: &Situation,
    files: &dyn Files,
) {
    let mut found = Vec::new();
    let mut roots = Vec::new();
    let mut seen = HashSet::new();
    for (path, scope) in scan_roots(settings, situation, files) {
        let real = files.canonical(&path).unwrap_or(path);
        let before = found.len();
        let scan = Scan {
            follow_links: scope != Origin::System,
            ..SCAN
        };
        for path in skills::find(files, &real, scan) {
            if seen.insert(path.clone()) {
                take(prompt, settings, files, path, scope, roots.len(), &mut found);
            }
        }
        // The bundled skills lie in the system folder even when this tree does not hold them.
        if found.len() > before || scope == Origin::System {
            roots.push(real);
        }
    }
    if !settings.list_skills {
        for one in &found {
            prompt.skills.push(one.skill(SkillFate::OnDemand));
        }
        return;
    }
    found.sort_by(|a, b| (a.scope, &a.name, &a.path).cmp(&(b.scope, &b.name, &b.path)));
    if !found.is_empty() {
        skill_list::add(prompt, settings, &roots, &found);
    }
}

/// The folders that are searched, in the order in which they get their short names.
fn scan_roots(settings: &CodexSettings, situation: &Situation, files: &dyn Files) -> Vec<(PathBuf, Origin)> {
    let folders = walk::chain(&settings.root, &situation.start);
    let mut roots: Vec<(PathBuf, Origin)> = Vec::new();
    let parameters = &settings.parameters;
    if let Some(users) = parameters.home_skills(situation.home.as_deref()) {
        let here = folders.iter().filter_map(|folder| parameters.skills_in(folder));
        roots.extend(here.flatten().map(|path| (path, Origin::Repo)));
        roots.extend(users.into_iter().map(|path| (path, Origin::User)));
        return roots;
    }
    for folder in folders.iter().rev() {
        let dot = folder.join(".codex");
        if Some(&dot) != settings.home.as_ref() {
            roots.push((dot.join("skills"), Origin::Repo));
        }
    }
    if let Some(home) = &settings.home {
        roots.push((home.join("skills"), Origin::User));
    }
    if let Some(home) = &situation.home {
        roots.push((home.join(".agents/skills"), Origin::User));
    }
    if let Some(home) = &settings.home {
        roots.push((home.join("skills/.system"), Origin::System));
    }
    for folder in folders {
        let path = folder.join(".agents/skills");
        if files.is_folder(&path) {
            roots.push((path, Origin::Repo));
        }
    }
    let mut seen = HashSet::new();
    roots.retain(|(path, _)| seen.insert(path.clone()));
    roots
}

fn take(
    prompt: &mut EffectivePrompt,
    settings: &CodexSettings,
    files: &dyn Files,
    path: PathBuf,
    scope: Origin,
    root: usize,
    found: &mut Vec<Found>,
) {
    let file = match files.file(&path) {
        Ok(file) => file,
        Err(fault) => {
            prompt
                .losses
                .push(loss::unreadable(&path, fault, Unit::Characters));
            return;
        }
    };
    let text = file.text();
    let refuse = |prompt: &mut EffectivePrompt, cause: Cause, fate: SkillFate, name: Option<String>| {
        prompt.losses.push(loss::whole(
            LossKind::Skipped,
            &path,
            text,
            cause,
            Unit::Characters,
        ));
        prompt.skills.push(Skill {
            path: path.clone(),
            name,
            description: None,
            fate,
            passed: None,
        });
    };
    if file.raw().is_some() {
        refuse(
            prompt,
            Cause::NotUtf8,
            SkillFate::Skipped(SkillFault::NotUtf8),
            None,
        );
        return;
    }
    let head = match Head::read(text) {
        Ok(head) => head,
        Err(fault) => {
            refuse(
                prompt,
                Cause::Skill(fault.clone()),
                SkillFate::Skipped(fault),
                None,
            );
            return;
        }
    };
    let name = head.name.clone().filter(|(name, _)| !name.is_empty());
    let (name, name_range) = match name {
        Some((name, range)) => (name, Some(range)),
        None => (folder_name(&path), None),
    };
    let fault = if name.chars().count() > NAME_CHARS {
        Some(SkillFault::TooLong("name", NAME_CHARS))
    } else {
        match &head.description {
            None => Some(head.missed.clone()),
            Some((description, _)) if description.is_empty() => Some(SkillFault::EmptyValue("description")),
            Some(_) => None,
        }
    };
    let Some((description, description_range)) = head.description.filter(|_| fault.is_none()) else {
        let fault = fault.unwrap_or(SkillFault::MissingKey("description"));
        refuse(
            prompt,
            Cause::Skill(fault.clone()),
            SkillFate::Skipped(fault),
            Some(name),
        );
        return;
    };
    let one = Found {
        text: text.clone(),
        scope,
        root,
        name,
        name_range,
        description: shown(&description),
        description_range,
        path: path.clone(),
    };
    if one.description != description {
        let range = tail_range(&one, DESCRIPTION_CHARS - 3);
        let cause = Cause::FileCap {
            cap: DESCRIPTION_CHARS,
        };
        prompt.losses.push(loss::of(
            LossKind::Cut,
            &path,
            text,
            range,
            cause,
            Unit::Characters,
        ));
    }
    let switched_off = settings
        .disabled_skills
        .iter()
        .any(|off| *off == path || path.parent() == Some(off));
    if switched_off || !implicit(files, &path) {
        prompt.skills.push(one.skill(SkillFate::OnDemand));
    } else {
        found.push(one);
    }
}

/// A description as it is listed before any shortening.
fn shown(description: &str) -> String {
    if description.chars().count() <= DESCRIPTION_CHARS {
        return description.to_owned();
    }
    let kept: String = description.chars().take(DESCRIPTION_CHARS - 3).collect();
    kept + "..."
}

fn folder_name(path: &Path) -> String {
    let name = path
        .parent()
        .and_then(Path::file_name)
        .map(|name| name.to_string_lossy());
    let name = name.map(|name| one_line(&name)).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| "skill".to_owned())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What Codex reads of a skill's head.
struct Head {
    name: Option<(String, Range<usize>)>,
    description: Option<(String, Range<usize>)>,
    /// What is wrong with the description's key if there is none.
    missed: SkillFault,
}

impl Head {
    /// The head lies between a first line and a later one that are `---` once trimmed.
    fn read(text: &Text) -> Result<Self, SkillFault> {
        let line = |index: usize| text.substring(text.line_range(index));
        let first = line(0);
        if first.trim() != "---" {
            return Err(head::unopened(&text.to_string()));
        }
        let close = (1..text.line_count()).find(|index| line(*index).trim() == "---");
        let close = close.ok_or(SkillFault::Unclosed)?;
        let start = text.line_start(1);
        let head = text.substring(start..text.line_start(close));
        if close == 1 {
            return Err(SkillFault::NoFrontmatter);
        }
        let entries = yaml::entries(&head, start).map_err(SkillFault::Yaml)?;
        let value = |key: &'static str| match yaml::get(&entries, key) {
            Some(yaml::Entry {
                value: yaml::Value::Scalar(text),
                range,
                ..
            }) => Ok(Some((one_line(text), range.clone()))),
            Some(yaml::Entry {
                value: yaml::Value::Nested,
                ..
            }) => Err(SkillFault::Kind(key, "a text")),
            Some(_) | None => Ok(None),
        };
        Ok(Self {
            name: value("name")?,
            description: value("description")?,
            missed: head::missed(&entries, "description"),
        })
    }
}

/// Whether the model may see the skill in the list: `agents/openai.yaml` beside it can say no.
fn implicit(files: &dyn Files, path: &Path) -> bool {
    let Some(folder) = path.parent() else {
        return true;
    };
    let Ok(file) = files.file(&folder.join("agents/openai.yaml")) else {
        return true;
    };
    let text = file.text().to_string();
    let mut in_policy = false;
    for line in text.lines() {
        if !line.starts_with([' ', '\t']) && !line.trim().is_empty() {
            in_policy = line.trim_end() == "policy:";
        }
        if in_policy
            && line.split('#').next().unwrap_or_default().trim() == "allow_implicit_invocation: false"
        {
            return false;
        }
    }
    true
}
