//! Roo Code's skills: where they are looked for, which are taken, and their list (`SkillsManager`,
//! `getSkillsSection`).

use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate, SkillFault},
    situation::Situation,
    steps::{
        agent_skills::{self, Bears, Loader},
        catalog::{self, Entry},
        rule::Rule,
    },
};
use agents_workspace::Files;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

/// Folders that may hold skills; of two in one place the later wins.
const DOTS: [&str; 2] = [".agents", ".roo"];

/// UTF-16 units of a description.
const DESCRIPTION: usize = 1024;

const BEARS: Bears = Bears {
    blank_before: false,
    broken_utf8: true,
};

/// Whether a file of this path, relative to the root, may be a skill.
pub(super) fn is_skill(path: &Path) -> bool {
    let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
    let [dot, folder, _, file] = names.as_slice() else {
        return false;
    };
    let is_folder = folder == "skills" || folder.starts_with("skills-");
    file == "SKILL.md" && is_folder && DOTS.contains(&dot.as_ref())
}

/// A skill with what decides between two of a name.
struct Found {
    entry: Entry,
    is_of_project: bool,
    modes: Vec<String>,
}

impl Found {
    /// One for a mode goes before one for all, one of the project before both.
    fn rank(&self) -> (bool, bool) {
        (self.is_of_project, !self.modes.is_empty())
    }
}

pub(super) fn add(prompt: &mut EffectivePrompt, mode: &str, situation: &Situation, files: &dyn Files) {
    let mut found: Vec<Found> = Vec::new();
    let home = situation.home.iter().map(|home| (home, false));
    let folders: Vec<(&PathBuf, bool)> = home.chain([(&situation.root, true)]).collect();
    for dot in DOTS {
        for (folder, is_of_project) in &folders {
            for of_mode in [None, Some(mode)] {
                let name = of_mode.map_or("skills".to_owned(), |mode| format!("skills-{mode}"));
                let place = folder.join(dot).join(name);
                for one in read(prompt, files, &place, *is_of_project, of_mode) {
                    keep(prompt, &mut found, one);
                }
            }
        }
    }
    let chosen = choose(prompt, found, mode);
    if chosen.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal(
        "====\n\nAVAILABLE SKILLS\n\n<available_skills>\n",
        "heading",
    )];
    for entry in &chosen {
        prompt.skills.push(entry.skill(SkillFate::Listed));
        catalog::xml(&mut segments, entry, escape, escape);
    }
    let end = "</available_skills>\n\n⟪roo-code: how to use skills⟫\n";
    segments.push(Segment::literal(end, "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "system",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// The skills one level below a place.
fn read(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    place: &Path,
    is_of_project: bool,
    mode: Option<&str>,
) -> Vec<Found> {
    let mut out = Vec::new();
    for path in agent_skills::find(files, place, 1) {
        if path.parent() == Some(place) {
            continue;
        }
        let Some(taken) = agent_skills::take(prompt, files, &path, &Loader::FORMAT, BEARS) else {
            continue;
        };
        let entry = taken.entry;
        if entry.description.text.trim().encode_utf16().count() > DESCRIPTION {
            let fault = SkillFault::TooLong("description", DESCRIPTION);
            let name = Some(entry.name.text.clone());
            catalog::refuse(prompt, &path, &entry.text, fault, name);
            continue;
        }
        out.push(Found {
            modes: modes(files, &path, mode),
            entry,
            is_of_project,
        });
    }
    out
}

/// The modes a skill is for: those its head names, else that of its folder; none for all.
fn modes(files: &dyn Files, path: &Path, of_folder: Option<&str>) -> Vec<String> {
    let rule = Rule::read(files, path).ok();
    let listed = rule
        .as_ref()
        .map(|rule| rule.patterns("modeSlugs"))
        .unwrap_or_default();
    if !listed.is_empty() {
        return listed;
    }
    let one = rule.as_ref().and_then(|rule| rule.text("mode")).or(of_folder);
    one.map(str::to_owned).into_iter().collect()
}

/// Of one source, for one mode, a later skill takes the place of an earlier one.
fn keep(prompt: &mut EffectivePrompt, found: &mut Vec<Found>, mut one: Found) {
    let is_same = |known: &&mut Found| {
        known.entry.name.text == one.entry.name.text
            && known.is_of_project == one.is_of_project
            && known.modes.first() == one.modes.first()
    };
    match found.iter_mut().find(is_same) {
        None => found.push(one),
        Some(known) if known.entry.path == one.entry.path => {}
        Some(known) => {
            std::mem::swap(known, &mut one);
            one.entry.shadowed(prompt, &known.entry.path);
        }
    }
}

/// One skill of each name that is for the mode.
fn choose(prompt: &mut EffectivePrompt, found: Vec<Found>, mode: &str) -> Vec<Entry> {
    let mut chosen: Vec<Found> = Vec::new();
    for mut one in found {
        if !one.modes.is_empty() && !one.modes.iter().any(|known| known == mode) {
            prompt.skills.push(one.entry.skill(SkillFate::OnDemand));
            continue;
        }
        match chosen
            .iter_mut()
            .find(|known| known.entry.name.text == one.entry.name.text)
        {
            None => chosen.push(one),
            Some(known) => {
                if one.rank() > known.rank() {
                    std::mem::swap(known, &mut one);
                }
                one.entry.shadowed(prompt, &known.entry.path);
            }
        }
    }
    chosen.into_iter().map(|found| found.entry).collect()
}

fn escape(text: &str) -> Cow<'_, str> {
    catalog::escaped(text, "&apos;")
}
