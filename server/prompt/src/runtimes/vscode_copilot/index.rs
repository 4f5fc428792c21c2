//! What is only named: all instruction files, and with a setting AGENTS.md of other folders.

use super::{
    places::Places,
    rules::Scoped,
    settings::{self, Settings},
    start::AGENTS_FILE,
};
use crate::{
    effective::{EffectivePrompt, Layer},
    steps::{
        gather::Gather,
        walk::{self, Below},
    },
};
use agents_workspace::Files;

/// Folders that are searched for AGENTS.md; VS Code itself has no limit.
const SEARCHED: Below = Below {
    levels: 16,
    folders: 2_000,
    // What VS Code leaves out of a search unless told otherwise, as far as it can be told by the name.
    enters: |name| {
        !matches!(
            name,
            ".git" | ".svn" | ".hg" | "node_modules" | "bower_components"
        )
    },
};

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    places: &Places,
    settings: &Settings,
    files: &dyn Files,
    rules: &[Scoped],
) {
    let sent: Vec<_> = rules
        .iter()
        .map(|scoped| &scoped.rule.path)
        .filter(|path| prompt.loaded(path).next().is_some())
        .cloned()
        .collect();
    let mut gather = Gather::new(prompt, files);
    for scoped in rules {
        let about = scoped.rule.text("description").unwrap_or_default();
        let patterns = scoped.patterns.join(", ");
        let line = [about, &patterns].map(str::trim).into_iter();
        let line: Vec<&str> = line.filter(|part| !part.is_empty()).collect();
        gather.listed(
            &scoped.rule.path,
            Some(&line.join(" · "))
                .filter(|line| !line.is_empty())
                .map(String::as_str),
        );
    }
    let mut is_cut_short = false;
    if settings.is_on(settings::NESTED_AGENTS) {
        let (folders, more) = walk::below(files, places.opened(), SEARCHED);
        is_cut_short = more;
        for folder in folders.iter().skip(1) {
            let path = folder.join(AGENTS_FILE);
            if files.is_file(&path) {
                gather.listed(&path, Some("instructions for this folder"));
            }
        }
    }
    gather.done("instructions-named", "-", Layer::Start);
    prompt.on_demand.retain(|path| !sent.contains(path));
    if settings.is_on(settings::NESTED_AGENTS) {
        prompt.inexact("Folders that git or settings keep out of VS Code's search are searched here.");
    }
    if is_cut_short {
        prompt.inexact("There are more folders than are searched for AGENTS.md here.");
    }
}
