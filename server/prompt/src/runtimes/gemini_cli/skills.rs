//! Gemini CLI's skills: where they are looked for, which are taken, and their list.

use super::settings::Settings;
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        catalog::{self, Entry, Word},
        head::{self, Fence},
        loss, yaml,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

const FENCE: Fence = Fence {
    after_bom: false,
    closes_alone: false,
    open_ended: false,
};

/// What becomes a hyphen in a name, so that it can be one of a folder.
const NOT_IN_NAMES: [char; 9] = [':', '\\', '/', '<', '>', '*', '?', '"', '|'];

/// Whether a path lies below a folder where skills are looked for.
pub(super) fn is_below_skills(path: &Path) -> bool {
    let names: Vec<_> = path.iter().collect();
    names
        .windows(2)
        .any(|pair| (pair[0] == ".gemini" || pair[0] == ".agents") && pair[1] == "skills")
}

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
) {
    // The weakest first (`discoverSkills`). Of the project only the start folder counts.
    let mut places: Vec<PathBuf> = settings.home.iter().map(|home| home.join("skills")).collect();
    places.extend(situation.home.iter().map(|home| home.join(".agents/skills")));
    if settings.trusted {
        places.extend([".gemini/skills", ".agents/skills"].map(|name| situation.start.join(name)));
    }
    let mut found: Vec<Entry> = Vec::new();
    for path in places.iter().flat_map(|place| files_of(files, place)) {
        let Some(mut entry) = read(prompt, files, &path) else {
            continue;
        };
        // A later one takes the place of an earlier one in the list.
        match found.iter_mut().find(|known| known.name.text == entry.name.text) {
            None => found.push(entry),
            Some(known) if known.path == entry.path => {}
            Some(known) => {
                std::mem::swap(known, &mut entry);
                let by = known.path.clone();
                entry.shadowed(prompt, &by);
            }
        }
    }
    let is_listed = |entry: &Entry| {
        settings.lists_skills && !settings.disabled_skills.contains(&entry.name.text.to_lowercase())
    };
    for entry in &found {
        let fate = if is_listed(entry) {
            SkillFate::Listed
        } else {
            SkillFate::OnDemand
        };
        prompt.skills.push(entry.skill(fate));
    }
    found.retain(is_listed);
    if found.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("<available_skills>\n", "heading")];
    for entry in &found {
        catalog::xml(&mut segments, entry, catalog::as_it_is, catalog::as_it_is);
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "user",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// `SKILL.md` of a place itself, then those one level below, the last name first: the order in which the `glob`
/// package reports what Node lists by name. Names with a dot in front are not matched.
fn files_of(files: &dyn Files, place: &Path) -> Vec<PathBuf> {
    let names = files.list(place);
    let below = names
        .iter()
        .rev()
        .filter(|name| !name.starts_with('.') && *name != "node_modules");
    let paths =
        std::iter::once(place.join("SKILL.md")).chain(below.map(|name| place.join(name).join("SKILL.md")));
    paths.filter(|path| files.is_file(path)).collect()
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
    match parse(&text.to_string()) {
        Ok((mut name, description)) => {
            name.text = name.text.replace(NOT_IN_NAMES, "-");
            Some(Entry {
                path: path.to_path_buf(),
                text: text.clone(),
                name,
                description,
                passed: None,
            })
        }
        Err(fault) => {
            catalog::refuse(prompt, path, text, fault, None);
            None
        }
    }
}

/// Name and description: as YAML has them when both are texts, else as two lines (`parseFrontmatter`).
fn parse(text: &str) -> Result<(Word, Word), SkillFault> {
    let range = FENCE.find(text)?;
    let base = range.start;
    let head = &text[range];
    if let Ok(entries) = head::strict(head, base) {
        let word = |key: &str| {
            let entry = yaml::get(&entries, key)?;
            head::text(head, base, entry).map(Word::from)
        };
        if let (Some(name), Some(description)) = (word("name"), word("description")) {
            return Ok((name, description));
        }
    }
    let (name, description) = lines(head, base);
    let name = name.ok_or(SkillFault::MissingKey("name"))?;
    Ok((name, description.ok_or(SkillFault::MissingKey("description"))?))
}

/// The last lines that begin with the keys, whatever stands before them; lines that are indented continue a
/// description.
fn lines(head: &str, base: usize) -> (Option<Word>, Option<Word>) {
    let mut name = None;
    let mut description = None;
    let mut start = base;
    let mut lines = head
        .split('\n')
        .map(|line| {
            let at = start;
            start += line.len() + 1;
            (at, line.trim_end_matches('\r'))
        })
        .peekable();
    while let Some((at, line)) = lines.next() {
        let value = |key: &str| {
            let value = line.trim_start().strip_prefix(key)?.strip_prefix(':')?;
            let text = value.trim();
            let lead = value.len() - value.trim_start().len();
            let from = at + (line.len() - value.len()) + lead.min(value.len());
            Some((text.to_owned(), from..from + text.len()))
        };
        if let Some(word) = value("name") {
            name = Some(Word::from(word));
        } else if let Some((first, mut range)) = value("description") {
            let mut parts = vec![first];
            let is_more = |line: &str| line.starts_with([' ', '\t']) && !line.trim().is_empty();
            while let Some((at, line)) = lines.next_if(|(_, line)| is_more(line)) {
                parts.push(line.trim().to_owned());
                range.end = at + line.trim_end().len();
            }
            parts.retain(|part| !part.is_empty());
            description = Some(Word::from((parts.join(" "), range)));
        }
    }
    (name, description)
}
