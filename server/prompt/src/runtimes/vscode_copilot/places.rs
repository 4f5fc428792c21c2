//! The folders that are looked into.

use super::settings::{self, Settings};
use crate::{
    runtime::{Further, Role},
    situation::Situation,
    steps::{globs, walk},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

pub(super) const INSTRUCTIONS: &str = ".github/instructions";
pub(super) const RULES: &str = ".claude/rules";

/// Places of instruction files that are looked into unless a setting says otherwise.
const KNOWN: [&str; 4] = [INSTRUCTIONS, RULES, "~/.copilot/instructions", "~/.claude/rules"];

/// Places of a project's skills; which of two wins is not documented.
pub(super) const SKILLS: [&str; 3] = [".github/skills", ".claude/skills", ".agents/skills"];

const USER_SKILLS: [&str; 3] = ["~/.copilot/skills", "~/.claude/skills", "~/.agents/skills"];

/// The folders of one situation.
pub(super) struct Places {
    /// The opened folder, then with a setting those above it up to the root of the repository.
    pub(super) roots: Vec<PathBuf>,
    pub(super) home: Option<PathBuf>,
    pub(super) instructions: Vec<PathBuf>,
    pub(super) skills: Vec<PathBuf>,
    /// Whether a place is written as a pattern, which is not followed here.
    pub(super) has_patterns: bool,
}

impl Places {
    pub(super) fn new(situation: &Situation, files: &dyn Files, settings: &Settings) -> Self {
        let mut places = Self {
            roots: roots(situation, files, settings),
            home: situation.home.clone(),
            instructions: Vec::new(),
            skills: Vec::new(),
            has_patterns: false,
        };
        places.instructions = places.all(settings, settings::INSTRUCTION_PLACES, &KNOWN);
        let known: Vec<&str> = SKILLS.into_iter().chain(USER_SKILLS).collect();
        places.skills = places.all(settings, settings::SKILL_PLACES, &known);
        places
    }

    pub(super) fn opened(&self) -> &Path {
        // The opened folder is always there.
        self.roots.first().map_or(Path::new(""), PathBuf::as_path)
    }

    fn all(&mut self, settings: &Settings, key: &str, known: &[&str]) -> Vec<PathBuf> {
        let mut out: Vec<PathBuf> = Vec::new();
        for (place, wanted) in settings.places(key, known) {
            if !wanted {
                continue;
            }
            if is_pattern(&place) {
                self.has_patterns = true;
                continue;
            }
            match (place.strip_prefix("~/"), &self.home) {
                (Some(below), Some(home)) => out.push(home.join(below)),
                (Some(_), None) => {}
                (None, _) => out.extend(self.roots.iter().map(|root| walk::lexical(&root.join(&place)))),
            }
        }
        let mut seen: Vec<PathBuf> = Vec::new();
        out.retain(|folder| {
            let is_new = !seen.contains(folder);
            seen.push(folder.clone());
            is_new
        });
        out
    }
}

/// Files of places below the opened folder that settings name.
pub(super) fn further(settings: &Settings) -> Vec<Further> {
    let of = |key, ending: &str, role| {
        let places = settings.places(key, &[]).into_iter();
        let inside = |place: &String| !place.starts_with(['/', '~']) && !place.starts_with("..");
        let wanted = places.filter(|(place, wanted)| *wanted && !is_pattern(place) && inside(place));
        let one = |(place, _): (String, bool)| {
            let files = globs::matcher(&format!("{place}/{ending}"), false)?;
            Some(Further { files, role })
        };
        wanted.filter_map(one).collect::<Vec<_>>()
    };
    let instructions = of(
        settings::INSTRUCTION_PLACES,
        "**/*.instructions.md",
        Role::Instructions,
    );
    let skills = of(settings::SKILL_PLACES, "*/SKILL.md", Role::Skill);
    instructions.into_iter().chain(skills).collect()
}

fn roots(situation: &Situation, files: &dyn Files, settings: &Settings) -> Vec<PathBuf> {
    let opened = situation.root.as_path();
    let mut out = vec![opened.to_path_buf()];
    let git = walk::root_by_markers(files, opened, &[".git".to_owned()]);
    if let Some(root) = git.filter(|_| settings.is_on(settings::PARENTS) && situation.trusted) {
        let above = opened.ancestors().skip(1);
        let inside = above.take_while(|folder| folder.starts_with(&root));
        out.extend(inside.map(Path::to_path_buf));
    }
    out
}

fn is_pattern(place: &str) -> bool {
    place.contains(['*', '?', '[', '{'])
}
