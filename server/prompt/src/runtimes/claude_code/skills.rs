//! Claude Code's skills and commands: where they are looked for, and what of them is shown.
//!
//! Only `.claude/skills` counts: the user's, then from the start folder up to the repository's root. A skill is
//! called after its folder; the `name` in its head is a label.

use super::{settings::ClaudeSettings, skill_list};
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Part, Skill, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{catalog, collate, globs, head, loss, strip, walk, yaml},
};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// Characters of a body's first line that stand in for a description.
const BODY_CHARS: usize = 100;

/// The folder of skills that belongs to the program; no one else's are taken from it.
const OWN: &str = "synced";

/// Folders of commands are looked into this deep; people nest them once.
const COMMAND_DEPTH: usize = 8;

/// The list of the start, and what a touch adds to it.
pub(super) fn parts(
    prompt: &mut EffectivePrompt,
    situation: &Situation,
    settings: &ClaudeSettings,
    files: &dyn Files,
) -> (Option<Part>, Vec<Part>) {
    let mut finder = Finder::new(files, settings);
    let dots = dots(situation, files);
    for folder in folders(situation, settings, &dots) {
        finder.skills(prompt, &folder);
    }
    let skills = finder.found.len();
    for dot in &dots {
        finder.commands(prompt, &dot.join("commands"), "", 0);
    }
    // Commands follow the skills, wherever they come from.
    finder.found[skills..].sort_by(|a, b| collate::compare(&a.name, &b.name));
    let (listed, scoped): (Vec<Found>, Vec<Found>) = std::mem::take(&mut finder.found)
        .into_iter()
        .partition(|one| one.paths.is_none());
    let part = skill_list::part(prompt, settings, &listed);
    let nested = touched(prompt, situation, settings, &mut finder, scoped, &listed);
    (part, nested)
}

/// The `.claude` folders: the user's first, then upwards from the start.
fn dots(situation: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let user = situation.user_folder("CLAUDE_CONFIG_DIR", ".claude");
    let root = walk::root_by_markers(files, &situation.start, &[".git".to_owned()]);
    let root = root.unwrap_or_else(|| situation.start.clone());
    let mut out = vec![
        user.clone()
            .unwrap_or_else(|| PathBuf::from("/nonexistent/.claude")),
    ];
    for folder in walk::chain(&root, &situation.start).into_iter().rev() {
        let dot = folder.join(".claude");
        if Some(&dot) != user.as_ref() {
            out.push(dot);
        }
    }
    out
}

/// The folders of skills, in the order in which the first of a name wins.
fn folders(situation: &Situation, settings: &ClaudeSettings, dots: &[PathBuf]) -> Vec<PathBuf> {
    let parameters = &settings.parameters;
    let Some(users) = parameters.home_skills(situation.home.as_deref()) else {
        return dots.iter().map(|dot| dot.join("skills")).collect();
    };
    // The dot folder of the user comes first, those of the project's folders follow.
    let here = dots.iter().skip(1).filter_map(|dot| dot.parent());
    let here = here.filter_map(|folder| parameters.skills_in(folder));
    here.flatten().chain(users).collect()
}

/// What touches add: skills of folders below the start, and those that wait for a path.
fn touched(
    prompt: &mut EffectivePrompt,
    situation: &Situation,
    settings: &ClaudeSettings,
    finder: &mut Finder<'_>,
    mut scoped: Vec<Found>,
    listed: &[Found],
) -> Vec<Part> {
    let mut out = Vec::new();
    for path in &situation.touched {
        let path = walk::lexical(&situation.start.join(path));
        let Ok(relative) = path.strip_prefix(&situation.start) else {
            continue;
        };
        let folder = if finder.files.is_folder(&path) {
            path.as_path()
        } else {
            path.parent().unwrap_or(&path)
        };
        let mut discovered = Vec::new();
        let below = walk::chain(&situation.start, folder);
        for folder in below.into_iter().skip(1).rev() {
            let own = settings.parameters.skills_in(folder);
            for place in own.unwrap_or_else(|| vec![folder.join(".claude/skills")]) {
                let before = std::mem::take(&mut finder.found);
                finder.names.clear();
                finder.skills(prompt, &place);
                let here = std::mem::replace(&mut finder.found, before);
                let inside = |path: &Path| path.strip_prefix(&situation.start).map(Path::to_path_buf);
                if let (false, Ok(folder), Ok(place)) = (here.is_empty(), inside(folder), inside(&place)) {
                    discovered.push(Discovered { folder, place, here });
                }
            }
        }
        let is_now = |one: &Found| {
            let patterns = one.paths.iter().flatten().map(String::as_str);
            globs::IgnoreList::new(patterns).matches(relative)
        };
        let (now, later): (Vec<Found>, Vec<Found>) = scoped.into_iter().partition(is_now);
        scoped = later;
        out.extend(skill_list::touch_part(prompt, settings, discovered, now, listed));
    }
    for one in &scoped {
        prompt.skills.push(one.skill(SkillFate::OnDemand));
    }
    out
}

/// Skills of a folder below the start.
pub(super) struct Discovered {
    /// The folder they are for, from the start folder.
    pub(super) folder: PathBuf,
    /// Where they lie, from there as well.
    pub(super) place: PathBuf,
    pub(super) here: Vec<Found>,
}

/// A skill or command that is taken.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) text: Text,
    pub(super) name: String,
    /// The `name` of its head where that is another one.
    pub(super) label: Option<String>,
    /// As it is listed before any budget.
    pub(super) description: String,
    /// The bytes it is made of.
    pub(super) range: Range<usize>,
    /// Patterns of the files it is for.
    paths: Option<Vec<String>>,
    /// What is wrong with its head.
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

    /// The name with its label.
    pub(super) fn title(&self) -> String {
        match &self.label {
            Some(label) => format!("{} ({label})", self.name),
            None => self.name.clone(),
        }
    }
}

struct Finder<'a> {
    files: &'a dyn Files,
    settings: &'a ClaudeSettings,
    real: HashSet<PathBuf>,
    names: Vec<(String, PathBuf)>,
    found: Vec<Found>,
}

impl<'a> Finder<'a> {
    fn new(files: &'a dyn Files, settings: &'a ClaudeSettings) -> Self {
        Self {
            files,
            settings,
            real: HashSet::new(),
            names: Vec::new(),
            found: Vec::new(),
        }
    }

    fn skills(&mut self, prompt: &mut EffectivePrompt, folder: &Path) {
        let mut names: Vec<String> = self.files.list(folder).to_vec();
        names.sort_by(|a, b| collate::compare(a, b));
        for name in names {
            if !self.files.is_folder(&folder.join(&name)) {
                continue;
            }
            let path = folder.join(&name).join("SKILL.md");
            if !self.files.is_file(&path) {
                continue;
            }
            if name.eq_ignore_ascii_case(OWN) {
                self.refuse(prompt, &path, name);
            } else {
                self.take(prompt, path, name, "Skill");
            }
        }
    }

    /// A skill in the folder that the program keeps for itself.
    fn refuse(&self, prompt: &mut EffectivePrompt, path: &Path, name: String) {
        if let Ok(file) = self.files.file(path) {
            let fault = SkillFault::Reserved(format!("the folder `{OWN}` is the program's own"));
            catalog::refuse(prompt, path, file.text(), fault, Some(name));
        }
    }

    fn commands(&mut self, prompt: &mut EffectivePrompt, folder: &Path, prefix: &str, depth: usize) {
        for name in self.files.list(folder).to_vec() {
            let path = folder.join(&name);
            if self.files.is_folder(&path) && depth < COMMAND_DEPTH {
                self.commands(prompt, &path, &format!("{prefix}{name}:"), depth + 1);
            } else if let Some(stem) = name.strip_suffix(".md") {
                self.take(prompt, path, format!("{prefix}{stem}"), "Custom command");
            }
        }
    }

    fn take(&mut self, prompt: &mut EffectivePrompt, path: PathBuf, name: String, default: &'static str) {
        let file = match self.files.file(&path) {
            Ok(file) => file,
            Err(fault) => {
                prompt.losses.push(loss::unreadable(&path, fault, Unit::Utf16));
                return;
            }
        };
        let real = self.files.canonical(&path).unwrap_or_else(|| path.clone());
        if !self.real.insert(real) {
            return;
        }
        let text = file.text();
        if let Some((_, by)) = self.names.iter().find(|(known, _)| *known == name) {
            let cause = Cause::SameName { by: by.clone() };
            let unit = Unit::Utf16;
            prompt
                .losses
                .push(loss::whole(LossKind::Shadowed, &path, text, cause, unit));
            prompt.skills.push(Skill {
                path,
                name: Some(name),
                description: None,
                fate: SkillFate::Shadowed { by: by.clone() },
                passed: None,
            });
            return;
        }
        let head = Head::read(text, &name);
        let cap = self.settings.description_chars;
        let (shown, range) = head.description(text, default);
        let description = cut(&shown, cap);
        if description != shown {
            let kept = text
                .slice(range.clone())
                .chars()
                .take(cap - 1)
                .map(char::len_utf8)
                .sum::<usize>();
            let lost = range.start + kept..range.end;
            let cause = Cause::FileCap { cap };
            prompt
                .losses
                .push(loss::of(LossKind::Cut, &path, text, lost, cause, Unit::Utf16));
        }
        self.names.push((name.clone(), path.clone()));
        let one = Found {
            label: head.label(&name).filter(|_| path.ends_with("SKILL.md")),
            name,
            description: description.replace('<', "&lt;").replace('>', "&gt;"),
            range,
            paths: head.paths,
            passed: head.passed,
            text: text.clone(),
            path,
        };
        if head.hidden {
            prompt.skills.push(one.skill(SkillFate::OnDemand));
        } else {
            self.found.push(one);
        }
    }
}

/// What is read of a skill's head. A head that is not YAML counts as none, its body stays.
struct Head {
    name: Option<String>,
    description: Option<(String, Range<usize>)>,
    when: Option<String>,
    hidden: bool,
    paths: Option<Vec<String>>,
    /// Where the body begins.
    body: usize,
    /// What is wrong with it, which the program bears.
    passed: Option<SkillFault>,
}

impl Head {
    /// Reads the head of the skill in `folder`.
    fn read(text: &Text, folder: &str) -> Self {
        let mut out = Self {
            name: None,
            description: None,
            when: None,
            hidden: false,
            paths: None,
            body: strip::text_start(text),
            passed: None,
        };
        let Some((range, content)) = strip::frontmatter(text) else {
            out.passed = unread(text);
            return out;
        };
        out.body = range.end;
        let head = text.substring(content.clone());
        let entries = match yaml::entries(&head, content.start) {
            Ok(entries) => entries,
            Err(fault) => {
                out.passed = Some(SkillFault::Yaml(fault));
                return out;
            }
        };
        let scalar = |key: &str| {
            let entry = yaml::get(&entries, key)?;
            let text = match &entry.value {
                yaml::Value::Scalar(text) => one_line(text),
                yaml::Value::Null => return None,
                // `[x` is no list; it is tried again in quotes.
                yaml::Value::Nested => match yaml::strings(entry, &head, content.start)?.as_slice() {
                    [raw] if raw.starts_with('[') => one_line(raw),
                    _ => return None,
                },
            };
            (!text.is_empty()).then(|| (text, entry.range.clone()))
        };
        out.name = scalar("name").map(|(name, _)| name);
        out.description = scalar("description");
        out.when = scalar("when_to_use").map(|(when, _)| when);
        out.hidden = scalar("disable-model-invocation")
            .is_some_and(|(value, _)| matches!(value.to_lowercase().as_str(), "true" | "yes" | "on" | "1"));
        let paths = yaml::get(&entries, "paths").and_then(|it| yaml::strings(it, &head, content.start));
        let paths = paths.map(|lists| {
            lists
                .iter()
                .flat_map(|list| globs::split_commas(list))
                .collect::<Vec<_>>()
        });
        out.paths = paths.filter(|patterns| patterns.iter().any(|pattern| pattern != "**"));
        let missed = out
            .description
            .is_none()
            .then(|| missed_key(&entries, "description"));
        let is_label =
            |entry: &yaml::Entry| matches!(&entry.value, yaml::Value::Scalar(text) if text.trim() != folder);
        // A name is a label: where it is that of the folder nothing is missed.
        let is_other = entries
            .iter()
            .any(|entry| entry.key.eq_ignore_ascii_case("name") && is_label(entry));
        let unnamed = || (out.name.is_none() && is_other).then(|| missed_key(&entries, "name"));
        out.passed = missed.flatten().or_else(|| unnamed().flatten());
        out
    }

    /// The label, where it is a word of its own.
    fn label(&self, folder: &str) -> Option<String> {
        let word = |char: char| char.is_alphanumeric() || "-_.:/".contains(char);
        let name = self.name.as_deref()?;
        (name != folder && name.chars().all(word)).then(|| name.to_owned())
    }

    /// The description, or the body's first line, or `default`; and the bytes it comes from.
    fn description(&self, text: &Text, default: &'static str) -> (String, Range<usize>) {
        let (mut shown, range) = self
            .description
            .clone()
            .unwrap_or_else(|| self.first_line(text, default));
        if let Some(when) = &self.when {
            shown.push_str(" - ");
            shown.push_str(when);
        }
        (shown, range)
    }

    fn first_line(&self, text: &Text, default: &'static str) -> (String, Range<usize>) {
        for index in text.line_of(self.body)..text.line_count() {
            let range = text.line_range(index);
            let range = range.start.max(self.body)..range.end.max(self.body);
            let line = text.substring(range.clone());
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let title = line.trim_start_matches('#');
            let heading = title.len() < line.len() && title.starts_with(' ');
            let line = if heading { title.trim() } else { line };
            let shown = if line.encode_utf16().count() > BODY_CHARS {
                let kept = line.chars().take(BODY_CHARS - 3).collect::<String>();
                kept + "..."
            } else {
                line.to_owned()
            };
            return (shown, range);
        }
        (default.to_owned(), self.body..self.body)
    }
}

/// Why a text has no head, where one was meant; a skill need not have any.
fn unread(text: &Text) -> Option<SkillFault> {
    let text = text.substring(strip::text_start(text)..text.len());
    if text.lines().next().is_some_and(|line| line.trim_end() == "---") {
        return Some(SkillFault::Unclosed);
    }
    Some(head::unopened(&text)).filter(|fault| *fault != SkillFault::NoFrontmatter)
}

/// What is wrong with a key that no text is found under, if it is there in some way.
fn missed_key(entries: &[yaml::Entry], key: &'static str) -> Option<SkillFault> {
    Some(head::missed(entries, key)).filter(|fault| !matches!(fault, SkillFault::MissingKey(_)))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first `cap` UTF-16 units, the last of them `…` when something is cut.
fn cut(text: &str, cap: usize) -> String {
    if text.encode_utf16().count() <= cap {
        return text.to_owned();
    }
    let mut units = 0;
    let kept = text.chars().take_while(|char| {
        units += char.len_utf16();
        units < cap
    });
    kept.chain(['…']).collect()
}
