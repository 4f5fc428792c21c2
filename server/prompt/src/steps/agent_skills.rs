//! Skills as the Agent Skills format has them (agentskills.io), with what a loader demands of them.

use super::{
    catalog::{self, Entry, Word},
    head::{self, Fence},
    loss, rule,
    skills::{self, Scan},
    yaml,
};
use crate::effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, SkillFate, SkillFault, Unit};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Folders below one place that are looked into at most (the format's advice to loaders).
const MOST_FOLDERS: usize = 2_000;

const FENCE: Fence = Fence {
    after_bom: true,
    closes_alone: true,
    open_ended: false,
};

/// What a loader demands.
#[derive(Debug, Clone, Copy)]
pub struct Loader {
    /// Levels of folders below a place that are looked into: 1 for `<place>/<name>/SKILL.md`.
    pub depth: usize,
    /// Whether a skill without a `name` has that of its folder; else it is skipped.
    pub name_from_folder: bool,
    /// Whether the name must be that of the folder.
    pub name_is_folder: bool,
    /// Why a name is refused, in a sentence.
    pub refuses: fn(&str) -> Option<&'static str>,
    /// Whether a skill without a description is skipped.
    pub needs_description: bool,
    /// The longest description, in Unicode characters; a longer one is skipped.
    pub description: Option<usize>,
    /// A key that hides a skill from the model when it is `true`.
    pub hidden_by: Option<&'static str>,
    /// Whether of equal names the last one wins; else the first.
    pub last_wins: bool,
}

impl Loader {
    /// What the format itself demands.
    pub const FORMAT: Self = Self {
        depth: 1,
        name_from_folder: false,
        name_is_folder: true,
        refuses: standard_name,
        needs_description: true,
        description: None,
        hidden_by: None,
        last_wins: false,
    };
}

/// What a loader bears in the text of a skill.
#[derive(Debug, Clone, Copy)]
pub struct Bears {
    /// Blank lines before the head.
    pub blank_before: bool,
    /// Bytes that are not UTF-8, which it replaces.
    pub broken_utf8: bool,
}

/// A skill that meets what a loader demands. What becomes of it is not said yet.
#[derive(Debug, Clone)]
pub struct Taken {
    /// Its name and description.
    pub entry: Entry,
    /// Whether the model is not to be told of it.
    pub is_hidden: bool,
}

/// Takes every name.
#[must_use]
pub fn any_name(_: &str) -> Option<&'static str> {
    None
}

/// Takes names of the format: at most 64 of `a-z`, `0-9` and single hyphens, none at the ends.
#[must_use]
pub fn standard_name(name: &str) -> Option<&'static str> {
    let is_plain = |char: char| char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-';
    if name.chars().count() > 64 {
        Some("it has more than 64 characters")
    } else if !name.chars().all(is_plain) {
        Some("it may hold a-z, 0-9 and hyphens")
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("a hyphen stands at an end or beside another")
    } else {
        None
    }
}

/// The skills of some places that the model is told of, in the order they are found. The others are noted with
/// what becomes of them.
pub fn load(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    places: &[PathBuf],
    loader: &Loader,
) -> Vec<Entry> {
    let scan = Scan {
        depth: loader.depth,
        folders: MOST_FOLDERS,
        follow_links: true,
        linked_files: true,
    };
    let mut listed: Vec<Entry> = Vec::new();
    let mut seen: Vec<PathBuf> = Vec::new();
    for place in places {
        for path in skills::find(files, place, scan) {
            let real = files.canonical(&path).unwrap_or_else(|| path.clone());
            if path.parent() == Some(place) || seen.contains(&real) {
                continue;
            }
            seen.push(real);
            let Some(mut entry) = read(prompt, files, &path, loader) else {
                continue;
            };
            let known = listed.iter_mut().find(|known| known.name.text == entry.name.text);
            match known {
                None => listed.push(entry),
                Some(known) => {
                    if loader.last_wins {
                        std::mem::swap(known, &mut entry);
                    }
                    let by = known.path.clone();
                    entry.shadowed(prompt, &by);
                }
            }
        }
    }
    for entry in &listed {
        prompt.skills.push(entry.skill(SkillFate::Listed));
    }
    listed
}

/// The files named exactly `SKILL.md` in `place` and up to `depth` levels of folders below, those whose names
/// begin with a dot among them, in the order of their paths.
#[must_use]
pub fn find(files: &dyn Files, place: &Path, depth: usize) -> Vec<PathBuf> {
    let mut found = rule::below(files, place, &["SKILL.md"], depth + 1);
    found.retain(|path| path.file_name().is_some_and(|name| name == "SKILL.md"));
    found
}

/// Reads a skill and holds it against what a loader demands; one that falls short is noted.
pub fn take(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    path: &Path,
    loader: &Loader,
    bears: Bears,
) -> Option<Taken> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt
                .losses
                .push(loss::unreadable(path, fault, Unit::Characters));
            return None;
        }
    };
    if file.raw().is_some() && !bears.broken_utf8 {
        catalog::refuse(prompt, path, file.text(), SkillFault::NotUtf8, None);
        return None;
    }
    let text = file.text().to_string();
    let before = if bears.blank_before {
        blank_before(&text)
    } else {
        0
    };
    let head = match parse(&text, before) {
        Ok(head) => head,
        Err(fault) => {
            catalog::refuse(prompt, path, file.text(), fault, None);
            return None;
        }
    };
    let shown = head.name.as_ref().map(|name| name.text.clone());
    let is_hidden = head.is_true(loader.hidden_by);
    let (name, description) = match demand(head, path, loader) {
        Ok(words) => words,
        Err(fault) => {
            catalog::refuse(prompt, path, file.text(), fault, shown);
            return None;
        }
    };
    let entry = Entry {
        path: path.to_path_buf(),
        text: file.text().clone(),
        name,
        description,
    };
    Some(Taken { entry, is_hidden })
}

/// Adds the list of skills where it is not known how it is written.
pub fn list(prompt: &mut EffectivePrompt, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal(
        "⟪how skills are listed is not documented⟫\n",
        "not documented",
    )];
    for entry in entries {
        segments.push(entry.segment(
            &entry.name,
            catalog::as_it_is(&entry.name.text),
            "name of the skill",
        ));
        if !entry.description.text.is_empty() {
            segments.push(Segment::literal(": ", "not documented"));
            let shown = catalog::as_it_is(&entry.description.text);
            segments.push(entry.segment(&entry.description, shown, "description"));
        }
        segments.push(Segment::literal("\n", "not documented"));
    }
    prompt.parts.push(Part {
        name: "skills",
        role: "-",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// Leaves of each description its first `most` characters.
pub fn cut_descriptions(prompt: &mut EffectivePrompt, entries: &mut [Entry], most: usize) {
    for entry in entries {
        let word = &mut entry.description;
        let Some((end, _)) = word.text.char_indices().nth(most) else {
            continue;
        };
        word.text.truncate(end);
        if let Some(range) = &word.range {
            let kept = entry.text.slice(range.clone()).chars().take(most);
            let lost = range.start + kept.map(char::len_utf8).sum::<usize>()..range.end;
            let (kind, cause) = (LossKind::Cut, Cause::FileCap { cap: most });
            let unit = Unit::Characters;
            prompt
                .losses
                .push(loss::of(kind, &entry.path, &entry.text, lost, cause, unit));
        }
    }
}

/// Says `caveat` when a skill has the name of another one.
pub fn admit_order(prompt: &mut EffectivePrompt, caveat: &'static str) {
    let is_shadowed = |fate: &SkillFate| matches!(fate, SkillFate::Shadowed { .. });
    if prompt.skills.iter().any(|skill| is_shadowed(&skill.fate)) {
        prompt.inexact(caveat);
    }
}

fn read(prompt: &mut EffectivePrompt, files: &dyn Files, path: &Path, loader: &Loader) -> Option<Entry> {
    let bears = Bears {
        blank_before: false,
        broken_utf8: true,
    };
    let taken = take(prompt, files, path, loader, bears)?;
    if taken.is_hidden {
        prompt.skills.push(taken.entry.skill(SkillFate::OnDemand));
        return None;
    }
    Some(taken.entry)
}

/// Bytes of blank lines, and of a mark before them, that a head may stand behind.
fn blank_before(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{feff}').trim_start().len()
}

struct Head {
    name: Option<Word>,
    description: Option<Word>,
    true_keys: Vec<String>,
}

impl Head {
    fn is_true(&self, key: Option<&str>) -> bool {
        key.is_some_and(|key| self.true_keys.iter().any(|known| known == key))
    }
}

fn parse(text: &str, before: usize) -> Result<Head, SkillFault> {
    let range = FENCE.find(&text[before..])?;
    let base = before + range.start;
    let head = &text[base..before + range.end];
    let entries = head::strict(head, base).map_err(SkillFault::Yaml)?;
    let word = |key: &str| match &yaml::get(&entries, key) {
        Some(yaml::Entry {
            value: yaml::Value::Scalar(text),
            range,
            ..
        }) if !text.trim().is_empty() => Some(Word::from((text.clone(), range.clone()))),
        _ => None,
    };
    let is_true = |entry: &&yaml::Entry| matches!(&entry.value, yaml::Value::Scalar(text) if text == "true");
    Ok(Head {
        name: word("name"),
        description: word("description"),
        true_keys: entries
            .iter()
            .filter(is_true)
            .map(|entry| entry.key.clone())
            .collect(),
    })
}

fn demand(head: Head, path: &Path, loader: &Loader) -> Result<(Word, Word), SkillFault> {
    let folder = path.parent().and_then(Path::file_name);
    let folder = folder
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name = match head.name {
        Some(name) => name,
        None if loader.name_from_folder => Word {
            text: folder.clone(),
            range: None,
        },
        None => return Err(SkillFault::MissingKey("name")),
    };
    if let Some(why) = (loader.refuses)(&name.text) {
        return Err(SkillFault::Name(why.to_owned()));
    }
    if loader.name_is_folder && name.text != folder {
        return Err(SkillFault::Name(format!(
            "it is not that of its folder, {folder}"
        )));
    }
    let description = match head.description {
        Some(description) => description,
        None if loader.needs_description => return Err(SkillFault::MissingKey("description")),
        None => Word {
            text: String::new(),
            range: None,
        },
    };
    match loader.description {
        Some(most) if description.text.chars().count() > most => {
            Err(SkillFault::TooLong("description", most))
        }
        _ => Ok((name, description)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    const LOADER: Loader = Loader {
        depth: 1,
        name_from_folder: false,
        name_is_folder: true,
        refuses: standard_name,
        needs_description: true,
        description: Some(10),
        hidden_by: Some("disable-model-invocation"),
        last_wins: false,
    };

    #[test]
    fn each_demand_has_its_fault() {
        let mut files = MemoryFiles::new();
        let skill = |name: &str, rest: &str| format!("---\nname: {name}\n{rest}---\n");
        files
            .add("/p/ok/SKILL.md", skill("ok", "description: fine\n"))
            .add("/p/SKILL.md", skill("p", "description: too high\n"))
            .add("/p/ok/deep/SKILL.md", skill("deep", "description: d\n"))
            .add("/p/other/SKILL.md", skill("name", "description: d\n"))
            .add("/p/Big/SKILL.md", skill("Big", "description: d\n"))
            .add("/p/bare/SKILL.md", skill("bare", ""))
            .add("/p/long/SKILL.md", skill("long", "description: more than ten\n"))
            .add(
                "/p/hid/SKILL.md",
                skill("hid", "description: d\ndisable-model-invocation: true\n"),
            )
            .add("/q/ok/SKILL.md", skill("ok", "description: again\n"));
        let mut prompt = EffectivePrompt::empty("x", "1");
        let places = ["/p", "/q"].map(PathBuf::from);
        let listed = load(&mut prompt, &files, &places, &LOADER);
        let names: Vec<_> = listed
            .iter()
            .map(|entry| entry.description.text.as_str())
            .collect();
        assert_eq!(names, ["fine"]);
        let fate = |path: &str| {
            let skill = prompt.skills.iter().find(|skill| skill.path == Path::new(path));
            skill.map(|skill| skill.fate.clone())
        };
        let skipped = |fault| Some(SkillFate::Skipped(fault));
        assert_eq!(fate("/p/SKILL.md"), None);
        assert_eq!(fate("/p/ok/deep/SKILL.md"), None);
        assert!(matches!(
            fate("/p/other/SKILL.md"),
            Some(SkillFate::Skipped(SkillFault::Name(_)))
        ));
        assert!(matches!(
            fate("/p/Big/SKILL.md"),
            Some(SkillFate::Skipped(SkillFault::Name(_)))
        ));
        assert_eq!(
            fate("/p/bare/SKILL.md"),
            skipped(SkillFault::MissingKey("description"))
        );
        assert_eq!(
            fate("/p/long/SKILL.md"),
            skipped(SkillFault::TooLong("description", 10))
        );
        assert_eq!(fate("/p/hid/SKILL.md"), Some(SkillFate::OnDemand));
        let by = PathBuf::from("/p/ok/SKILL.md");
        assert_eq!(fate("/q/ok/SKILL.md"), Some(SkillFate::Shadowed { by }));
    }

    #[test]
    fn a_long_description_is_cut() {
        let mut files = MemoryFiles::new();
        let text = "---\nname: a\ndescription: aäb cd\n---\n";
        files.add("/p/a/SKILL.md", text).add("/q/a/SKILL.md", text);
        let mut prompt = EffectivePrompt::empty("x", "1");
        let loader = Loader {
            description: None,
            ..LOADER
        };
        let mut listed = load(&mut prompt, &files, &["/p", "/q"].map(PathBuf::from), &loader);
        admit_order(&mut prompt, "either");
        assert_eq!(prompt.caveats, ["either"]);
        prompt.losses.clear();
        cut_descriptions(&mut prompt, &mut listed, 6);
        assert!(prompt.losses.is_empty());
        cut_descriptions(&mut prompt, &mut listed, 3);
        assert_eq!(listed[0].description.text, "aäb");
        let lost = &prompt.losses[0];
        assert_eq!((&text[lost.range.clone()], lost.amount), (" cd", 3));
    }

    #[test]
    fn a_skill_is_taken_with_what_its_loader_bears() {
        let mut files = MemoryFiles::new();
        let skill = "---\nname: a\ndescription: d\ndisable-model-invocation: true\n---\n";
        files
            .add("/p/.dot/a/SKILL.md", format!("\u{feff}\n \n{skill}"))
            .add("/p/a/SKILL.md", [skill.as_bytes(), b"\xff"].concat())
            .add("/p/a/x/y/SKILL.md", skill)
            .add("/p/a/NOT-SKILL.md", skill);
        let [dotted, broken] = ["/p/.dot/a/SKILL.md", "/p/a/SKILL.md"].map(Path::new);
        assert_eq!(find(&files, Path::new("/p"), 2), [dotted, broken]);
        let loader = Loader {
            hidden_by: Some("disable-model-invocation"),
            ..Loader::FORMAT
        };
        let mut prompt = EffectivePrompt::empty("x", "1");
        let mut is_taken = |path: &Path, blank_before, broken_utf8| {
            let bears = Bears {
                blank_before,
                broken_utf8,
            };
            take(&mut prompt, &files, path, &loader, bears).map(|taken| taken.is_hidden)
        };
        assert_eq!(is_taken(dotted, false, true), None);
        assert_eq!(is_taken(dotted, true, false), Some(true));
        assert_eq!(is_taken(broken, true, false), None);
        assert_eq!(is_taken(broken, true, true), Some(true));
        let faults: Vec<_> = prompt.skills.iter().map(|skill| skill.fate.clone()).collect();
        let skipped = [SkillFault::LeadingText, SkillFault::NotUtf8].map(SkillFate::Skipped);
        assert_eq!(faults, skipped);
    }
}
