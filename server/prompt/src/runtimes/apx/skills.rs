//! Finding APX's skills, the hint about them, and their descriptions.

use super::frontmatter::{self, Field};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Skill, SkillFate, SkillFault, Unit},
    steps::{cut, loss, space},
};
use agents_syntax::Text;
use agents_workspace::{EntryKind, Files};
use serde::Serialize;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// A skill, known by its slug: the name of its folder, or of its file without `.md`.
#[derive(Debug, Clone)]
pub struct Found {
    /// The slug.
    pub slug: String,
    /// Whether it is the project's; else the user's.
    pub is_project: bool,
    /// Its file.
    pub path: PathBuf,
    /// The description in its head; empty without one.
    pub description: String,
    /// The file with the same slug that comes first.
    pub shadowed_by: Option<PathBuf>,
    text: Text,
    field: Option<Field>,
}

/// The folder of a project's skills.
pub(super) const FOLDER: &str = ".apc/skills";

/// The skills of a project and of the user's folder `home`, in the order of `list_skills`: the project's
/// folders, its files, the user's folders. The first of a slug wins; the others are marked.
#[must_use]
pub fn find(project: &Path, home: Option<&Path>, files: &dyn Files) -> Vec<Found> {
    let folder = project.join(FOLDER);
    let mut paths = folders(&folder, files, true);
    paths.extend(flat(&folder, files, true));
    if let Some(home) = home {
        paths.extend(folders(&home.join("skills"), files, false));
    }
    read(paths, files)
}

/// The skills of these folders alone, read in the same way; those below `project` are its own.
#[must_use]
pub fn find_in(project: &Path, places: &[PathBuf], files: &dyn Files) -> Vec<Found> {
    let paths = places.iter().flat_map(|folder| {
        let is_project = folder.starts_with(project);
        let mut paths = folders(folder, files, is_project);
        paths.extend(flat(folder, files, is_project));
        paths
    });
    read(paths.collect(), files)
}

fn read(paths: Vec<(String, PathBuf, bool)>, files: &dyn Files) -> Vec<Found> {
    let mut winners: HashMap<String, PathBuf> = HashMap::new();
    let mut out = Vec::new();
    for (slug, path, is_project) in paths {
        let text = files
            .file(&path)
            .map(|file| file.text().clone())
            .unwrap_or_default();
        let field = frontmatter::parse(&text.to_string()).fields.remove("description");
        let shadowed_by = winners.get(&slug).cloned();
        winners.entry(slug.clone()).or_insert_with(|| path.clone());
        out.push(Found {
            description: field
                .as_ref()
                .map(|field| field.value.clone())
                .unwrap_or_default(),
            slug,
            is_project,
            path,
            shadowed_by,
            text,
            field,
        });
    }
    out
}

/// `<slug>/SKILL.md`, one level deep.
fn folders(base: &Path, files: &dyn Files, is_project: bool) -> Vec<(String, PathBuf, bool)> {
    let names = files.list(base);
    let paths = names
        .iter()
        .map(|name| (name.clone(), base.join(name).join("SKILL.md"), is_project));
    paths.filter(|(_, path, _)| files.is_file(path)).collect()
}

/// `<slug>.md`, but not `README.md`.
fn flat(base: &Path, files: &dyn Files, is_project: bool) -> Vec<(String, PathBuf, bool)> {
    let names = files.list(base);
    let slugs = names
        .iter()
        .filter(|name| *name != "README.md")
        .filter_map(|name| name.strip_suffix(".md"));
    let paths = slugs.map(|slug| (slug.to_owned(), base.join(format!("{slug}.md")), is_project));
    paths
        .filter(|(_, path, _)| match files.entry(path) {
            EntryKind::File => true,
            EntryKind::Link => files.is_file(path),
            EntryKind::Folder | EntryKind::Other | EntryKind::Missing => false,
        })
        .collect()
}

/// The hint about these skills, as the super-agent gets it: the user's slugs only, since it asks for the
/// catalogue without a project. Empty when there are none.
#[must_use]
pub fn hint(skills: &[Found]) -> String {
    hint_segments(skills)
        .iter()
        .fold(String::new(), |mut out, segment| {
            segment.write(&mut out);
            out
        })
}

/// The slugs of the user's folder in the order of the catalogue.
fn in_hint(skills: &[Found]) -> Vec<&Found> {
    // Without a project nothing of it can shadow a skill of the user.
    skills.iter().filter(|skill| !skill.is_project).collect()
}

fn hint_segments(skills: &[Found]) -> Vec<Segment> {
    let listed = in_hint(skills);
    if listed.is_empty() {
        return Vec::new();
    }
    let slugs: Vec<&str> = listed.iter().map(|skill| skill.slug.as_str()).collect();
    let heading = format!(
        "# Available skills (catalog on demand)\n{} skills are available. Bodies are NOT loaded. For \
         details,\ncall `list_skills` (catalog with one-line descriptions) and then\n`load_skill({{slug}})` to \
         load the body of the matching one. Match\nsemantically — never by trigger string. Don't load a \
         skill unless the\ncurrent user request actually needs its exact syntax.\n\nSlugs: ",
        slugs.len()
    );
    vec![
        Segment::literal(heading, "fixed text"),
        Segment::literal(slugs.join(", "), "folders of skills"),
    ]
}

pub(super) fn add(prompt: &mut EffectivePrompt, skills: &[Found]) {
    let hint = hint_segments(skills);
    if !hint.is_empty() {
        prompt
            .inexact("The hint counts and names the skills that APX brings as well; they are left out here.");
        prompt.parts.push(part("skills_hint", hint));
    }
    let (listed, shadowed): (Vec<_>, Vec<_>) = skills.iter().partition(|skill| skill.shadowed_by.is_none());
    if !listed.is_empty() {
        prompt.parts.push(part("skills_list", list_segments(&listed)));
    }
    for skill in listed {
        let fate = if skill.is_project {
            SkillFate::OnDemand
        } else {
            SkillFate::Listed
        };
        prompt.skills.push(skill.entry(fate));
    }
    for skill in shadowed {
        let by = skill.shadowed_by.clone().unwrap_or_default();
        let cause = Cause::SameName { by: by.clone() };
        prompt.losses.push(loss::whole(
            LossKind::Shadowed,
            &skill.path,
            &skill.text,
            cause,
            Unit::Utf16,
        ));
        prompt.skills.push(skill.entry(SkillFate::Shadowed { by }));
    }
}

impl Found {
    /// Why the list has no description of it, where one was meant: a skill need not have a head. What only hides a
    /// description that is written down is found by taking it away.
    fn passed(&self) -> Option<SkillFault> {
        if !self.description.is_empty() {
            return None;
        }
        let text = self.text.to_string();
        if !text.starts_with("---\n") {
            return None;
        }
        if frontmatter::parse(&text).fields.contains_key("description") {
            return Some(SkillFault::EmptyValue("description"));
        }
        let is_closed = text["---".len()..].contains("\n---");
        (!is_closed).then_some(SkillFault::Unclosed)
    }

    fn entry(&self, fate: SkillFate) -> Skill {
        Skill {
            path: self.path.clone(),
            name: Some(self.slug.clone()),
            description: Some(self.description.clone()).filter(|text| !text.is_empty()),
            fate,
            passed: self.passed(),
        }
    }
}

fn part(name: &'static str, segments: Vec<Segment>) -> Part {
    Part {
        name,
        role: "-",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    }
}

/// What the tool `list_skills` knows, as JSON indented by one space. It is no prompt text.
fn list_segments(skills: &[&Found]) -> Vec<Segment> {
    let mut segments = vec![Segment::literal("[\n", "list of skills")];
    for (index, skill) in skills.iter().enumerate() {
        let source = if skill.is_project { "project" } else { "global" };
        let slug = json(&skill.slug);
        let before = format!(" {{\n  \"slug\": {slug},\n  \"source\": \"{source}\",\n  \"description\": ");
        segments.push(Segment::literal(before, "skill"));
        let value = json(&skill.description);
        segments.push(match &skill.field {
            Some(field) => Segment::rewritten(&skill.path, field.range.clone(), value, "description"),
            None => Segment::literal(value, "no description"),
        });
        let end = if index + 1 < skills.len() {
            "\n },\n"
        } else {
            "\n }\n"
        };
        segments.push(Segment::literal(end, "skill"));
    }
    segments.push(Segment::literal("]", "list of skills"));
    segments
}

fn json(text: &impl Serialize) -> String {
    // A string always serialises.
    serde_json::to_string(text).unwrap_or_default()
}

/// Phrases at which a description turns into a list of triggers (`catalog.js`, `TRIGGER_MARKER`); small
/// letters.
const TRIGGERS: &[&str] = &[
    "trigger on",
    "triggers on",
    "triggers",
    "trigger",
    "activate on",
    "activate when",
    "activate only",
    "use this skill whenever",
    "use this skill when",
    "use when",
    "use it when",
    "triggers include",
    "skip",
    "also use",
    "also triggers",
    "activa cuando",
    "activa en",
    "activar cuando",
    "activar en",
    "disparadores",
    "usar cuando",
    "usá cuando",
    "se activa cuando",
];

/// A shorter phrase than this, in UTF-16 units, says too little.
const LEAST_GIST: usize = 15;

/// UTF-16 units of a condensed description.
const CONDENSED: usize = 160;

/// A description as `list_skills` tells it: what stands before its triggers, the first sentence, not too
/// long.
#[must_use]
pub fn condense(description: &str) -> String {
    const NONE: &str = "(no description)";
    let words: Vec<&str> = description
        .split(space::javascript)
        .filter(|word| !word.is_empty())
        .collect();
    let full = words.join(" ");
    let gist = full[..trigger(&full).unwrap_or(full.len())].trim_end();
    let units = |text: &str| text.encode_utf16().count();
    let gist = if units(gist) < LEAST_GIST {
        full.as_str()
    } else {
        gist
    };
    let stop = gist
        .match_indices('.')
        .map(|(at, _)| at)
        .find(|at| gist[at + 1..].is_empty() || gist[at + 1..].starts_with(' '));
    let sentence = match stop {
        Some(at) if at > 0 => &gist[..=at],
        _ => gist,
    };
    if sentence.is_empty() {
        return NONE.to_owned();
    }
    if units(sentence) <= CONDENSED {
        return sentence.to_owned();
    }
    let text = Text::new(sentence);
    let cut = cut::after_utf16(&text, CONDENSED - 3);
    let kept = text.substring(0..cut.at);
    let broken = cut::REPLACEMENT.repeat(cut.broken);
    let kept = if cut.broken == 0 {
        kept.trim_end().to_owned()
    } else {
        kept
    };
    format!("{kept}{broken}…")
}

/// Where the first trigger phrase begins; it ends at the end of a word.
fn trigger(text: &str) -> Option<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.char_indices().map(|(at, _)| at).find(|at| {
        TRIGGERS.iter().any(|phrase| {
            let mut rest = text[*at..].chars();
            let same = phrase.chars().all(|wanted| {
                rest.next()
                    .is_some_and(|c| c.to_lowercase().eq(wanted.to_lowercase()))
            });
            same && !rest.next().is_some_and(is_word)
        })
    })
}
