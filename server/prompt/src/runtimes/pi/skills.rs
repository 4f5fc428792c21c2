//! pi's skills: where they are looked for, which are taken, and their list.

use super::{Release, settings};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault, Unit},
    situation::Situation,
    steps::{
        catalog::{self, Entry, Word},
        head::{self, Fence},
        loss, walk, yaml,
    },
};
use agents_workspace::Files;
use std::{
    borrow::Cow,
    collections::HashSet,
    path::{Path, PathBuf},
};

const FENCE: Fence = Fence {
    after_bom: false,
    closes_alone: false,
    open_ended: false,
};

/// Folders of one place that are looked into at most; pi itself has no limit.
const MOST_FOLDERS: usize = 2_000;

/// Whether a file of this path may be a skill: a `SKILL.md` below a folder of skills, or a file of its own in
/// `.pi/skills`.
pub(super) fn is_skill(path: &Path) -> bool {
    let names: Vec<_> = path.iter().collect();
    let below = |outer: &str| {
        let mut pairs = names.windows(2);
        pairs.position(|pair| pair[0] == outer && pair[1] == "skills")
    };
    let is_named = path.file_name().is_some_and(|name| name == "SKILL.md");
    let is_flat = path.extension().is_some_and(|extension| extension == "md")
        && below(".pi").is_some_and(|at| at + 3 == names.len());
    is_flat || is_named && (below(".pi").is_some() || below(".agents").is_some())
}

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    release: Release,
    situation: &Situation,
    files: &dyn Files,
    agent: Option<&Path>,
) {
    let mut scan = Scan {
        files,
        found: Vec::new(),
        folders: 0,
        has_ignores: false,
    };
    let has_patterns = places(&mut scan, release, situation, agent);
    let Scan {
        found,
        folders,
        has_ignores,
        ..
    } = scan;
    if has_ignores {
        prompt.inexact("Ignore files in folders of skills can hide skills; they are not applied here.");
    }
    if has_patterns {
        prompt
            .inexact("Patterns under `skills` in pi's settings can hide skills; they are not applied here.");
    }
    if folders > MOST_FOLDERS {
        prompt.inexact("There are more folders below the skills than are looked into.");
    }
    let listed = choose(prompt, release, files, found);
    if !listed.is_empty() {
        list(prompt, release, &listed);
    }
}

/// Looks through every place, those of the project first (`resolve` and `addAutoDiscoveredResources`). Returns
/// whether settings hold patterns.
fn places(scan: &mut Scan<'_>, release: Release, situation: &Situation, agent: Option<&Path>) -> bool {
    let files = scan.files;
    // Of an untrusted project the newer release takes no skills.
    let takes_project = situation.trusted || release == Release::Headings;
    let dot = situation.start.join(".pi");
    let mut has_patterns = false;
    if takes_project {
        has_patterns |= scan.settings(&dot, release, situation, situation.settings.get("skills"));
        scan.folder(&dot.join("skills"), Loose::AtTop);
        let users = situation.home.as_ref().map(|home| home.join(".agents/skills"));
        for folder in ancestors(&situation.start, files) {
            let place = folder.join(".agents/skills");
            if Some(&place) != users.as_ref() {
                scan.folder(&place, loose(release));
            }
        }
    }
    if let Some(agent) = agent {
        has_patterns |= scan.settings(agent, release, situation, None);
        scan.folder(&agent.join("skills"), Loose::AtTop);
    }
    if let Some(home) = &situation.home {
        scan.folder(&home.join(".agents/skills"), loose(release));
    }
    has_patterns
}

fn loose(release: Release) -> Loose {
    match release {
        Release::Headings => Loose::Nowhere,
        Release::Tags => Loose::Below,
    }
}

/// The start folder and those above it, up to the one that holds `.git`; without one up to the root.
fn ancestors<'a>(start: &'a Path, files: &dyn Files) -> impl Iterator<Item = &'a Path> {
    let root = walk::root_by_markers(files, start, &[".git".to_owned()]);
    start
        .ancestors()
        .take_while(move |folder| root.as_ref().is_none_or(|root| folder.starts_with(root)))
}

/// Where files called other than `SKILL.md` are skills too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loose {
    Nowhere,
    AtTop,
    Below,
}

struct Scan<'a> {
    files: &'a dyn Files,
    found: Vec<PathBuf>,
    folders: usize,
    has_ignores: bool,
}

impl Scan<'_> {
    fn folder(&mut self, folder: &Path, loose: Loose) {
        self.below(folder, loose, 0);
    }

    /// A folder with a `SKILL.md` is one skill and is not looked into further (`collectSkillEntries`). Node
    /// lists a folder in byte order.
    fn below(&mut self, folder: &Path, loose: Loose, depth: usize) {
        // Links may lead round in circles: a path has an end, and so has this.
        const DEEPEST: usize = 32;
        self.folders += 1;
        if self.folders > MOST_FOLDERS || depth > DEEPEST {
            return;
        }
        let names = self.files.list(folder);
        let ignores = [".gitignore", ".ignore", ".fdignore"];
        self.has_ignores |= names.iter().any(|name| ignores.contains(&name.as_str()));
        let own = folder.join("SKILL.md");
        if names.iter().any(|name| name == "SKILL.md") && self.files.is_file(&own) {
            self.found.push(own);
            return;
        }
        for name in names
            .iter()
            .filter(|name| !name.starts_with('.') && *name != "node_modules")
        {
            let path = folder.join(name);
            if self.files.is_folder(&path) {
                self.below(&path, loose, depth + 1);
            } else if name.ends_with(".md") && self.files.is_file(&path) {
                let is_taken = match loose {
                    Loose::Nowhere => false,
                    Loose::AtTop => depth == 0,
                    Loose::Below => depth > 0,
                };
                self.found.extend(is_taken.then_some(path));
            }
        }
    }

    /// The places a settings file names; returns whether there are patterns among them.
    fn settings(
        &mut self,
        folder: &Path,
        release: Release,
        situation: &Situation,
        set: Option<serde_json::Value>,
    ) -> bool {
        let named = settings::skills(self.files, folder, release, set);
        for path in settings::places(&named, folder, situation) {
            if self.files.is_file(&path) {
                self.found.push(path);
            } else {
                self.folder(&path, Loose::AtTop);
            }
        }
        named.iter().any(|name| settings::is_pattern(name))
    }
}

/// One skill per real file and per name, the first wins (`loadSkills`).
fn choose(
    prompt: &mut EffectivePrompt,
    release: Release,
    files: &dyn Files,
    found: Vec<PathBuf>,
) -> Vec<Entry> {
    let mut listed: Vec<Entry> = Vec::new();
    let mut names: Vec<(String, PathBuf)> = Vec::new();
    let mut seen = HashSet::new();
    for path in found {
        let real = files.canonical(&path).unwrap_or_else(|| path.clone());
        if !seen.insert(real) {
            continue;
        }
        let Some((entry, is_hidden)) = read(prompt, release, files, &path) else {
            continue;
        };
        if let Some((_, by)) = names.iter().find(|(name, _)| *name == entry.name.text) {
            entry.shadowed(prompt, by);
            continue;
        }
        names.push((entry.name.text.clone(), path));
        if is_hidden {
            prompt.skills.push(entry.skill(SkillFate::OnDemand));
        } else {
            prompt.skills.push(entry.skill(SkillFate::Listed));
            listed.push(entry);
        }
    }
    listed
}

fn read(
    prompt: &mut EffectivePrompt,
    release: Release,
    files: &dyn Files,
    path: &Path,
) -> Option<(Entry, bool)> {
    let file = match files.file(path) {
        Ok(file) => file,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    let text = file.text();
    let parsed = parse(&text.to_string(), release);
    let (name, description, is_hidden) = match parsed {
        Ok(parsed) => parsed,
        Err(fault) => {
            catalog::refuse(prompt, path, text, fault, None);
            return None;
        }
    };
    // The name of the folder, also for a file of its own.
    let name = name.unwrap_or_else(|| Word {
        text: path
            .parent()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default(),
        range: None,
    });
    let entry = Entry {
        path: path.to_path_buf(),
        text: text.clone(),
        name,
        description,
        passed: None,
    };
    Some((entry, is_hidden))
}

/// Name, description, and whether the model is not to see the skill.
fn parse(text: &str, release: Release) -> Result<(Option<Word>, Word, bool), SkillFault> {
    let fence = Fence {
        after_bom: release == Release::Tags,
        ..FENCE
    };
    let range = fence.find(text)?;
    let head = &text[range.clone()];
    let entries = head::strict(head, range.start).map_err(SkillFault::Yaml)?;
    let word = |key: &'static str| match yaml::get(&entries, key) {
        None => Ok(None),
        Some(entry) if entry.value == yaml::Value::Null => Ok(None),
        Some(entry) => match head::text(head, range.start, entry) {
            Some(word) => Ok(Some(Word::from(word)).filter(|word| !word.text.is_empty())),
            None => Err(SkillFault::Kind(key, "a text")),
        },
    };
    let name = word("name")?;
    let description = word("description")?;
    let description = description.filter(|word| !word.text.trim().is_empty());
    let Some(description) = description else {
        return Err(head::missed(&entries, "description"));
    };
    let is_hidden = yaml::get(&entries, "disable-model-invocation")
        .is_some_and(|entry| head::raw(head, range.start, entry) == "true");
    Ok((name, description, is_hidden))
}

fn list(prompt: &mut EffectivePrompt, release: Release, listed: &[Entry]) {
    let (heading, end) = match release {
        Release::Headings => (
            "\n\n⟪pi: about skills⟫\n\n<available_skills>\n",
            "</available_skills>",
        ),
        // A section of its own (`buildSystemPromptSections`).
        Release::Tags => (
            "<skills>\n⟪pi: about skills⟫\n\n<available_skills>\n",
            "</available_skills>\n</skills>",
        ),
    };
    let mut segments = vec![Segment::literal(heading, "heading")];
    for entry in listed {
        catalog::xml(&mut segments, entry, escape, escape);
    }
    segments.push(Segment::literal(end, "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

fn escape(text: &str) -> Cow<'_, str> {
    catalog::escaped(text, "&apos;")
}
