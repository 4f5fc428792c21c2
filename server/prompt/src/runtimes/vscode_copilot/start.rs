//! What every request holds: instructions for every file, what they link to, and the files that are always on.

use super::{
    links,
    places::Places,
    rules::Scoped,
    settings::{self, Settings},
};
use crate::{
    effective::{EffectivePrompt, Layer},
    steps::{gather::Gather, walk},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

pub(super) const COPILOT_FILE: &str = ".github/copilot-instructions.md";
pub(super) const AGENTS_FILE: &str = "AGENTS.md";
const CLAUDE_FILES: [&str; 2] = ["CLAUDE.md", ".claude/CLAUDE.md"];
const LOCAL_FILE: &str = "CLAUDE.local.md";

/// Whether a path, relative to the opened folder, is one of the files that are always on.
pub(super) fn is_always_on(path: &Path) -> bool {
    let is_agents = path
        .to_str()
        .is_some_and(|path| path.eq_ignore_ascii_case(AGENTS_FILE));
    let mut others = CLAUDE_FILES.iter().chain(&[COPILOT_FILE, LOCAL_FILE]);
    is_agents || others.any(|other| path == Path::new(other))
}

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    places: &Places,
    settings: &Settings,
    files: &dyn Files,
    rules: &[Scoped],
) {
    let follows = settings.is_on(settings::REFERENCED);
    let mut gather = Gather::new(prompt, files);
    let for_all: Vec<&Scoped> = rules.iter().filter(|rule| rule.is_for_all()).collect();
    let mut sent: Vec<PathBuf> = Vec::new();
    if settings.is_on(settings::APPLYING) {
        for scoped in &for_all {
            gather.body(&scoped.rule, "instructions for every file");
            sent.push(scoped.rule.path.clone());
        }
    }
    let links = links::Links::new(places, files);
    if follows {
        links.add(&mut gather, &mut sent, 0);
    }
    let first = sent.len();
    let always = |gather: &mut Gather<'_>, sent: &mut Vec<PathBuf>, path: &Path, key: &str| {
        if sent.iter().any(|sent| sent == path) {
            return;
        }
        if !settings.is_on(key) {
            gather.disabled(path, &Settings::written(key));
        } else if gather.whole(path, "always on") {
            sent.push(path.to_path_buf());
        }
    };
    for root in &places.roots {
        always(
            &mut gather,
            &mut sent,
            &root.join(COPILOT_FILE),
            settings::COPILOT_FILE,
        );
    }
    if follows {
        links.add(&mut gather, &mut sent, first);
    }
    for root in &places.roots {
        if let Some(path) = walk::any_case(files, root, AGENTS_FILE) {
            always(&mut gather, &mut sent, &path, settings::AGENTS_FILE);
        }
    }
    for path in claude_files(places) {
        always(&mut gather, &mut sent, &path, settings::CLAUDE_FILE);
    }
    gather.done("instructions", "-", Layer::Start);
}

/// CLAUDE.md and its relatives: the project's, the user's, the local ones.
fn claude_files(places: &Places) -> Vec<PathBuf> {
    let shared = places
        .roots
        .iter()
        .flat_map(|root| CLAUDE_FILES.map(|name| root.join(name)));
    let user = places.home.iter().map(|home| home.join(".claude/CLAUDE.md"));
    let local = places.roots.iter().map(|root| root.join(LOCAL_FILE));
    shared.chain(user).chain(local).collect()
}
