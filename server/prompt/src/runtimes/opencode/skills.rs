//! opencode's skills: where they are looked for, which are taken, and their list.

use super::settings::{self, Settings};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        catalog::{self, Entry, Word},
        collate,
        head::{self, Fence},
        loss, yaml,
    },
};
use agents_workspace::Files;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: false,
    open_ended: true,
};

/// Folders below one place that are looked into at most; opencode itself has no limit.
const MOST_FOLDERS: usize = 2_000;

/// Whether a path lies below a folder where skills are looked for.
pub(super) fn is_below_skills(path: &Path) -> bool {
    let names: Vec<_> = path.iter().collect();
    names.windows(2).any(|pair| match pair[0].to_str() {
        Some(".claude" | ".agents") => pair[1] == "skills",
        Some(".opencode") => pair[1] == "skills" || pair[1] == "skill",
        _ => false,
    })
}

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    let mut entries: Vec<Entry> = Vec::new();
    for path in find(prompt, settings, situation, files) {
        entries.extend(read(prompt, files, &path));
    }
    let mut listed = choose(prompt, entries);
    listed.sort_by(|a, b| collate::compare(&a.name.text, &b.name.text));
    if listed.iter().any(|entry| !collate::is_exact(&entry.name.text)) {
        prompt.inexact("The place of names beyond ASCII in the sorted list of skills is not known.");
    }
    if listed.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("<available_skills>\n", "heading")];
    for entry in &listed {
        catalog::xml(&mut segments, entry, catalog::as_it_is, |path| {
            catalog::escaped(path, "&#39;")
        });
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// Every `SKILL.md`, in the order of the search (`Skill.discovery`).
fn find(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = Vec::new();
    if settings.reads_external_skills {
        let dots: Vec<&str> = [".claude", ".agents"]
            .into_iter()
            .filter(|dot| settings.reads_claude_skills || *dot != ".claude")
            .collect();
        let home = situation.home.as_deref().into_iter();
        for folder in home.chain(settings::up(&situation.start, &settings.worktree)) {
            places.extend(dots.iter().map(|dot| folder.join(dot).join("skills")));
        }
    }
    for folder in &settings.folders {
        places.extend(["skill", "skills"].map(|name| folder.join(name)));
    }
    for path in &settings.skill_paths {
        places.push(settings::place(path, situation));
    }
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for place in places {
        if !below(files, &place, &mut out) {
            prompt.inexact("There are more folders below the skills than are looked into.");
        }
    }
    out.retain(|path| seen.insert(path.clone()));
    out
}

/// Collects the `SKILL.md` at any depth; links are followed, once to a place.
fn below(files: &dyn Files, place: &Path, out: &mut Vec<PathBuf>) -> bool {
    let mut open = vec![place.to_path_buf()];
    let mut seen = HashSet::new();
    while let Some(folder) = open.pop() {
        let real = files.canonical(&folder).unwrap_or_else(|| folder.clone());
        if !seen.insert(real) {
            continue;
        }
        if seen.len() > MOST_FOLDERS {
            return false;
        }
        for name in files.list(&folder).iter().rev() {
            let path = folder.join(name);
            if files.is_folder(&path) {
                open.push(path);
            } else if name == "SKILL.md" && files.is_file(&path) {
                out.push(path);
            }
        }
    }
    true
}

fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path) -> Option<Entry> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    let text = file.text();
    let (name, description, passed) = match parse(&text.to_string()) {
        Ok(words) => words,
        Err(fault) => {
            catalog::refuse(prompt, path, text, fault, None);
            return None;
        }
    };
    let has_description = description.is_some();
    let entry = Entry {
        path: path.to_path_buf(),
        text: text.clone(),
        name,
        description: description.unwrap_or(Word {
            text: String::new(),
            range: None,
        }),
        passed,
    };
    if !has_description {
        // It can be loaded by its name, but no list holds it.
        prompt.skills.push(entry.skill(SkillFate::OnDemand));
        return None;
    }
    Some(entry)
}

/// The name, the description, and what is wrong with that where it is not there.
fn parse(text: &str) -> Result<(Word, Option<Word>, Option<SkillFault>), SkillFault> {
    let range = FENCE.find(text)?;
    let base = range.start;
    let head = &text[range];
    let (entries, is_repaired) = match head::strict(head, base) {
        Ok(entries) => (entries, false),
        Err(fault) => (repairable(head, base).ok_or(SkillFault::Yaml(fault))?, true),
    };
    let word = |key: &'static str| match yaml::get(&entries, key) {
        None => Ok(None),
        Some(entry) if is_repaired && is_repaired_value(head::raw(head, base, entry)) => {
            let line = head[entry.range.start - base..]
                .lines()
                .next()
                .unwrap_or_default();
            let line = line.trim_end();
            let range = entry.range.start..entry.range.start + line.len();
            Ok(Some(Word::from((line.to_owned(), range))))
        }
        Some(entry) => match head::text(head, base, entry) {
            Some(word) => Ok(Some(Word::from(word))),
            None => Err(head::missed(&entries, key)),
        },
    };
    let name = word("name")?.ok_or_else(|| head::missed(&entries, "name"))?;
    let description = word("description")?;
    let missed = head::missed(&entries, "description");
    let is_nearly = description.is_none() && matches!(missed, SkillFault::KeyCase(_));
    Ok((name, description, is_nearly.then_some(missed)))
}

/// The entries of a head that YAML refuses, when it takes it once values with a colon are in block form
/// (`ConfigMarkdown.sanitize`).
fn repairable(head: &str, base: usize) -> Option<Vec<yaml::Entry>> {
    let entries = yaml::entries(head, base).ok()?;
    let is_fine = |entry: &yaml::Entry| {
        let raw = head::raw(head, base, entry);
        let is_scalar = matches!(entry.value, yaml::Value::Scalar(_));
        !is_scalar || is_repaired_value(raw) || head::plain_fault(raw).is_none()
    };
    let mut keys = HashSet::new();
    let is_taken = entries
        .iter()
        .all(|entry| is_fine(entry) && keys.insert(&entry.key));
    is_taken.then_some(entries)
}

fn is_repaired_value(raw: &str) -> bool {
    raw.contains(':') && !raw.starts_with(['"', '\'', '>', '|'])
}

/// One skill per name. The files are read at the same time, and the last that is ready wins: as a rule the last
/// that was found, but in every run that was measured the one right below `.claude/skills`.
fn choose(prompt: &mut EffectivePrompt, entries: Vec<Entry>) -> Vec<Entry> {
    let is_claude = |entry: &Entry| {
        let place = entry.path.ancestors().nth(2);
        place.is_some_and(|place| place.ends_with(".claude/skills"))
    };
    let mut listed: Vec<Entry> = Vec::new();
    for entry in entries {
        let Some(known) = listed.iter_mut().find(|known| known.name.text == entry.name.text) else {
            listed.push(entry);
            continue;
        };
        prompt.inexact(
            "Of several skills with one name the file that is read last is listed, which differs from run \
             to run; shown is the one that was listed when it was measured.",
        );
        let mut loser = entry;
        if !is_claude(known) || is_claude(&loser) {
            std::mem::swap(known, &mut loser);
        }
        let by = known.path.clone();
        loser.shadowed(prompt, &by);
    }
    for entry in &listed {
        prompt.skills.push(entry.skill(SkillFate::Listed));
    }
    listed
}
