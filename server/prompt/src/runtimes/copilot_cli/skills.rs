//! Copilot CLI's skills: where they are looked for, and which are taken.
//!
//! A folder with a `SKILL.md` is a skill, and nothing below it is looked into. The head must be YAML without a
//! fault. The files in `.claude/commands` are skills too; they need no head.

use super::{places::Places, skill_list};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Skill, SkillFate, SkillFault, Unit},
    steps::{head, loss, strip, yaml},
};
use agents_syntax::Text;
use agents_workspace::{File, Files};
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// The folders that hold skills, in the order in which they are searched.
pub(super) const KINDS: &[&str] = &[".github", ".agents", ".claude"];

/// Folders this many levels below a folder of skills are looked into.
const DEPTH: usize = 6;

/// Characters of a name.
pub(super) const NAME_CHARS: usize = 64;

/// UTF-16 units of a description; a skill with a longer one is dropped.
pub(super) const DESCRIPTION_UNITS: usize = 1_024;

/// Lines of a body that stand in for a description.
const BODY_LINES: usize = 3;

/// Where a skill comes from. Neighbours in the search of one origin are sorted by name together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Start,
    Above,
    Copilot,
    Agents,
}

pub(super) fn add(prompt: &mut EffectivePrompt, places: &Places<'_>) {
    let mut finder = Finder {
        files: places.files,
        seen: HashSet::new(),
        found: Vec::new(),
    };
    let folders = places.chain();
    for kind in KINDS {
        for folder in folders.iter().rev() {
            let origin = if *folder == places.start() {
                Origin::Start
            } else {
                Origin::Above
            };
            finder.search(prompt, &folder.join(kind).join("skills"), origin, 0);
        }
    }
    if let Some(home) = &places.home {
        finder.search(prompt, &home.join("skills"), Origin::Copilot, 0);
    }
    if let Some(home) = &places.situation.home {
        finder.search(prompt, &home.join(".agents/skills"), Origin::Agents, 0);
    }
    for folder in folders.iter().rev() {
        let origin = if *folder == places.start() {
            Origin::Start
        } else {
            Origin::Above
        };
        finder.commands(prompt, &folder.join(".claude/commands"), origin);
    }
    let mut found = finder.found;
    for run in found.chunk_by_mut(|a, b| a.origin == b.origin) {
        run.sort_by(|a, b| a.name.cmp(&b.name));
    }
    skill_list::add(prompt, &found);
}

/// A skill that is taken.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) text: Text,
    pub(super) origin: Origin,
    pub(super) name: String,
    pub(super) description: String,
    /// The bytes the description is made of.
    pub(super) range: Range<usize>,
    passed: Option<SkillFault>,
}

impl Found {
    pub(super) fn skill(&self, fate: SkillFate) -> Skill {
        Skill {
            path: self.path.clone(),
            name: Some(self.name.clone()),
            description: Some(self.description.clone()),
            fate,
            passed: self.passed.clone(),
        }
    }
}

struct Finder<'a> {
    files: &'a dyn Files,
    seen: HashSet<PathBuf>,
    found: Vec<Found>,
}

impl Finder<'_> {
    fn search(&mut self, prompt: &mut EffectivePrompt, folder: &Path, origin: Origin, depth: usize) {
        let Some(real) = self.files.canonical(folder) else {
            return;
        };
        if !self.seen.insert(real) {
            return;
        }
        let path = folder.join("SKILL.md");
        if self.files.is_file(&path) {
            self.take(prompt, path, origin, true);
            return;
        }
        for name in self.files.list(folder).iter() {
            let below = folder.join(name);
            if depth < DEPTH && self.files.is_folder(&below) {
                self.search(prompt, &below, origin, depth + 1);
            }
        }
    }

    fn commands(&mut self, prompt: &mut EffectivePrompt, folder: &Path, origin: Origin) {
        for name in self
            .files
            .list(folder)
            .iter()
            .filter(|name| name.ends_with(".md"))
        {
            let path = folder.join(name);
            if self.files.is_file(&path) {
                self.take(prompt, path, origin, false);
            }
        }
    }

    fn take(&mut self, prompt: &mut EffectivePrompt, path: PathBuf, origin: Origin, needs_head: bool) {
        let file = match self.files.file(&path) {
            Ok(file) => file,
            Err(fault) => {
                prompt.losses.push(loss::unreadable(&path, fault, Unit::Utf16));
                return;
            }
        };
        let text = file.text();
        let mut lose = |kind, cause| {
            prompt
                .losses
                .push(loss::whole(kind, &path, text, cause, Unit::Utf16));
        };
        let head = match Head::read(&file, &path, needs_head) {
            Ok(head) => head,
            Err(fault) => {
                lose(LossKind::Skipped, Cause::Skill(fault.clone()));
                prompt.skills.push(Skill {
                    path,
                    name: None,
                    description: None,
                    fate: SkillFate::Skipped(fault),
                    passed: None,
                });
                return;
            }
        };
        let one = Found {
            text: text.clone(),
            origin,
            name: head.name,
            description: head.description,
            range: head.range,
            path: path.clone(),
            passed: head.passed,
        };
        if let Some(first) = self.found.iter().find(|known| known.name == one.name) {
            let by = first.path.clone();
            lose(LossKind::Shadowed, Cause::SameName { by: by.clone() });
            prompt.skills.push(one.skill(SkillFate::Shadowed { by }));
        } else if head.hidden {
            prompt.skills.push(one.skill(SkillFate::OnDemand));
        } else {
            self.found.push(one);
        }
    }
}

struct Head {
    name: String,
    description: String,
    range: Range<usize>,
    hidden: bool,
    /// What is wrong with the description, which the body then takes the place of.
    passed: Option<SkillFault>,
}

impl Head {
    fn read(file: &File, path: &Path, needs_head: bool) -> Result<Self, SkillFault> {
        let text = file.text();
        let start = strip::text_start(text);
        let first = text.substring(start..text.line_range(0).end);
        if first.trim_end() != "---" {
            if !needs_head {
                let (description, range) = first_lines(text, start);
                let name = checked_name(&own_name(path))?;
                return Ok(Self {
                    name,
                    description,
                    range,
                    hidden: false,
                    passed: None,
                });
            }
            return Err(head::unopened(&text.substring(start..text.len())));
        }
        let close = (1..text.line_count()).find(|line| text.slice(text.line_range(*line)) == "---");
        let close = close.ok_or(SkillFault::Unclosed)?;
        let content = text.line_start(1)..text.line_range(close - 1).end.max(text.line_start(1));
        if let Some(fault) = file.document().frontmatter().and_then(|head| head.faults.first()) {
            return Err(SkillFault::Yaml(fault.message.clone()));
        }
        // Without its last line break, which a block at the end then has not.
        let written = text.substring(content.clone());
        let entries = yaml::entries(&written, content.start).map_err(SkillFault::Yaml)?;
        if let Some(twice) =
            (1..entries.len()).find(|at| entries[..*at].iter().any(|it| it.key == entries[*at].key))
        {
            return Err(SkillFault::Yaml(format!(
                "`{}` is there twice",
                entries[twice].key
            )));
        }
        let string = |key: &'static str| match yaml::get(&entries, key) {
            None => Ok(None),
            Some(entry) => match string_of(entry, &written, content.start) {
                Some(text) => Ok(Some((text, entry.range.clone()))),
                None if entry.value == yaml::Value::Null => Ok(None),
                None => Err(head::missed(&entries, key)),
            },
        };
        let name = match string("name")? {
            Some((name, _)) => name,
            None => own_name(path),
        };
        let name = checked_name(&name)?;
        let body = text.line_start(close + 1);
        let described = string("description")?;
        let is_empty = described.as_ref().is_none_or(|(text, _)| text.trim().is_empty());
        let missed = is_empty.then(|| head::missed(&entries, "description"));
        let (description, range) = described.unwrap_or_else(|| first_lines(text, body));
        if description.encode_utf16().count() > DESCRIPTION_UNITS {
            return Err(SkillFault::TooLong("description", DESCRIPTION_UNITS));
        }
        let hidden =
            yaml::get(&entries, "disable-model-invocation").is_some_and(|entry| match &entry.value {
                yaml::Value::Scalar(value) => matches!(value.to_lowercase().as_str(), "true" | "yes" | "on"),
                yaml::Value::Null | yaml::Value::Nested => false,
            });
        Ok(Self {
            name,
            description,
            range,
            hidden,
            passed: missed.filter(|fault| !matches!(fault, SkillFault::MissingKey(_))),
        })
    }
}

/// A value that YAML takes for a string.
fn string_of(entry: &yaml::Entry, head: &str, base: usize) -> Option<String> {
    let yaml::Value::Scalar(text) = &entry.value else {
        return None;
    };
    let raw = &head[entry.range.start - base..entry.range.end - base];
    if !yaml::is_string(raw, text) {
        return None;
    }
    let is_open_block = raw.starts_with(['|', '>']) && entry.range.end - base == head.len();
    match text.strip_suffix('\n').filter(|_| is_open_block) {
        Some(cut) => Some(cut.to_owned()),
        None => Some(text.clone()),
    }
}

/// Letters, digits and `-_.:` of ASCII; spaces become `-`.
fn checked_name(name: &str) -> Result<String, SkillFault> {
    if name.chars().count() > NAME_CHARS {
        return Err(SkillFault::TooLong("name", NAME_CHARS));
    }
    let allowed = |char: char| char.is_ascii_alphanumeric() || "-_.: ".contains(char);
    if !name.starts_with(|char: char| char.is_ascii_alphanumeric()) || !name.chars().all(allowed) {
        return Err(SkillFault::Name(
            "it may hold letters and digits of ASCII, `-_.:` and spaces, and begins with a letter or digit"
                .to_owned(),
        ));
    }
    Ok(name.split_whitespace().collect::<Vec<_>>().join("-"))
}

/// What a skill is called without a name of its own: after its folder, a command after its file.
fn own_name(path: &Path) -> String {
    let name = if path.ends_with("SKILL.md") {
        path.parent().and_then(Path::file_name)
    } else {
        path.file_stem()
    };
    name.map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// The first lines of a body that are no headings.
fn first_lines(text: &Text, body: usize) -> (String, Range<usize>) {
    let mut lines = Vec::new();
    let mut range = body..body;
    for index in text.line_of(body)..text.line_count() {
        if lines.len() == BODY_LINES {
            break;
        }
        let at = text.line_range(index);
        let line = text.substring(at.clone());
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || at.end < body {
            continue;
        }
        if lines.is_empty() {
            range.start = at.start;
        }
        range.end = at.end;
        lines.push(line.to_owned());
    }
    let joined = lines.join(" ");
    let mut units = 0;
    let kept = joined.chars().take_while(|char| {
        units += char.len_utf16();
        units <= DESCRIPTION_UNITS
    });
    (kept.collect(), range)
}
