//! Plain Markdown files among the skills: always on, for paths (`paths`), or for words of the user (`triggers`).

use super::{Places, repository};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment, Unit},
    situation::Situation,
    steps::{
        gather::Gather,
        globs::{self, BaseMatch},
        loss,
        rule::{self, Rule},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Levels of folders below a place; the program itself has no limit.
const DEPTH: usize = 16;

/// A file with its name as a skill.
pub(super) struct Note {
    pub(super) name: String,
    pub(super) when: When,
    rule: Rule,
}

/// When it is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// When a file is touched that matches.
    Paths(Vec<String>),
    /// When the user writes a word.
    Words,
}

impl Note {
    /// What stands behind the head.
    pub(super) fn segment(&self, why: &'static str) -> [Segment; 1] {
        let text = self.rule.file.text();
        [Segment::file(&self.rule.path, text, self.rule.body.clone(), why)]
    }
}

/// The files of all places, each name once; `taken` are names that others have. Heads are noted as lost.
pub(super) fn read(
    gather: &mut Gather<'_>,
    places: &Places,
    files: &dyn Files,
    taken: &mut Vec<(String, PathBuf)>,
) -> Vec<Note> {
    let mut out = Vec::new();
    for place in &places.skills {
        for path in paths(files, place) {
            if gather.read(&path).is_none() {
                continue;
            }
            let Ok(rule) = Rule::read(files, &path) else {
                continue;
            };
            let name = name(&rule, place);
            if let Some((_, by)) = taken.iter().find(|(known, _)| *known == name) {
                gather.shadowed(&path, by);
                continue;
            }
            taken.push((name.clone(), path));
            if rule.has_head() {
                let (kind, cause) = (LossKind::Stripped, Cause::Frontmatter);
                let (text, head) = (rule.file.text(), 0..rule.body.start);
                let lost = loss::of(kind, &rule.path, text, head, cause, Unit::Characters);
                gather.prompt.losses.push(lost);
            }
            out.push(Note {
                name,
                when: when(&rule),
                rule,
            });
        }
    }
    out
}

/// Those that wait for words of the user: only named.
pub(super) fn add_named(prompt: &mut EffectivePrompt, files: &dyn Files, notes: &[Note]) {
    let mut gather = Gather::new(prompt, files);
    for note in notes.iter().filter(|note| note.when == When::Words) {
        gather.listed(&note.rule.path, note.rule.text("description"));
    }
    gather.done("instructions-named", "system", Layer::Start);
}

/// Those whose patterns match; the others wait.
pub(super) fn add_matching(gather: &mut Gather<'_>, situation: &Situation, notes: &[Note]) {
    for note in notes {
        let When::Paths(patterns) = &note.when else {
            continue;
        };
        let matcher = BaseMatch::new(patterns.iter().map(String::as_str));
        let is_for = |path: &PathBuf| {
            let below = path.strip_prefix(&situation.start);
            below.is_ok_and(|below| matcher.matches(below))
        };
        let fault = patterns
            .iter()
            .find(|pattern| globs::matcher(pattern, false).is_none());
        if situation.touched.iter().any(is_for) {
            gather.push([Segment::literal("⟪openhands: about a rule⟫\n", "not captured")]);
            gather.push(note.segment("rule whose patterns match"));
        } else if let Some(pattern) = fault {
            gather.unreadable_pattern(&note.rule, pattern.clone());
        } else {
            gather.waits(&note.rule.path);
        }
    }
}

/// The Markdown files of a place that belong to no skill and are none.
fn paths(files: &dyn Files, place: &Path) -> Vec<PathBuf> {
    let is_of_skill = |path: &Path| {
        let inside = path
            .strip_prefix(place)
            .ok()
            .and_then(|below| below.components().next());
        inside.is_some_and(|first| files.is_file(&place.join(first).join("SKILL.md")))
    };
    let is_note = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name != "README.md" && !name.eq_ignore_ascii_case("SKILL.md") && !is_of_skill(path)
    };
    rule::below(files, place, &[".md"], DEPTH)
        .into_iter()
        .filter(is_note)
        .collect()
}

fn name(rule: &Rule, place: &Path) -> String {
    let file = rule.path.file_name().unwrap_or_default().to_string_lossy();
    if let Some(known) = repository::name_of(&file) {
        return known.to_owned();
    }
    let below = rule
        .path
        .strip_prefix(place)
        .unwrap_or(&rule.path)
        .with_extension("");
    let own = rule.text("name").map(str::to_owned);
    own.unwrap_or_else(|| below.to_string_lossy().into_owned())
}

fn when(rule: &Rule) -> When {
    let paths = rule.patterns("paths");
    if !paths.is_empty() {
        When::Paths(paths)
    } else if rule.patterns("triggers").is_empty() {
        When::Always
    } else {
        When::Words
    }
}
