//! What a folder adds: files that are always on, and rules.

use super::sources::Sources;
use crate::{
    effective::{EffectivePrompt, LossKind},
    steps::{
        gather::Gather,
        rule::{self, Rule},
        when::{self, Timed, When},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// The files that are always on, with the switches that close them.
const NAMES: [(&str, &str); 5] = [
    ("AGENTS.md", "agents_standard"),
    ("AGENTS.local.md", "agents_standard"),
    ("AGENT.md", "agents_standard"),
    (".windsurfrules", "agents_standard"),
    ("CLAUDE.md", "claude"),
];

/// Folders of rules: how their files end, the switch that closes them, and when a rule of theirs counts.
const RULES: [Place; 3] = [
    Place {
        folder: ".devin/rules",
        endings: &[".md"],
        switch: None,
        when: when::of_trigger_or_always,
    },
    Place {
        folder: ".windsurf/rules",
        endings: &[".md"],
        switch: Some("windsurf"),
        when: when::of_trigger_or_always,
    },
    Place {
        folder: ".cursor/rules",
        endings: &[".md", ".mdc"],
        switch: Some("cursor"),
        when: |_, rule| when::of_flags(rule),
    },
];

/// Rules in one file; the first stands in for the second.
const GLOBAL: [&str; 2] = [".devin/global_rules.md", ".windsurf/global_rules.md"];

struct Place {
    folder: &'static str,
    endings: &'static [&'static str],
    switch: Option<&'static str>,
    when: fn(&mut EffectivePrompt, &Rule) -> When,
}

/// Whether a file of a project is one that may be sent.
pub(super) fn is_instructions(path: &Path) -> bool {
    NAMES.iter().any(|(name, _)| path.ends_with(name))
        || GLOBAL.iter().any(|name| path.ends_with(name))
        || is_rule(path)
}

/// Whether a file of a project is a rule with a head.
pub(super) fn is_rule(path: &Path) -> bool {
    RULES.iter().any(|place| {
        let name = path.to_string_lossy();
        let ends = place.endings.iter().any(|ending| name.ends_with(ending));
        ends && path.parent().is_some_and(|folder| folder.ends_with(place.folder))
    })
}

/// A folder's files.
#[derive(Default)]
pub(super) struct Folder {
    /// Those that are always on.
    whole: Vec<PathBuf>,
    /// Those of tools that are switched off.
    closed: Vec<(PathBuf, &'static str)>,
    /// One that another one stands in for, which is among `whole`.
    replaced: Option<(PathBuf, PathBuf)>,
    pub(super) rules: Vec<Timed>,
}

/// Reads folders.
pub(super) struct Reader<'a> {
    pub(super) files: &'a dyn Files,
    pub(super) sources: &'a Sources,
    /// The root of the project.
    pub(super) root: &'a Path,
}

impl Reader<'_> {
    /// The files of a folder of the project.
    pub(super) fn project(&self, prompt: &mut EffectivePrompt, folder: &Path) -> Folder {
        let mut out = Folder::default();
        for (name, switch) in NAMES {
            self.file(&mut out, folder.join(name), Some(switch));
        }
        let [own, windsurfs] = GLOBAL.map(|name| folder.join(name));
        if self.files.is_file(&own) && self.files.is_file(&windsurfs) && self.sources.is_on("windsurf") {
            out.replaced = Some((windsurfs, own.clone()));
        } else {
            self.file(&mut out, windsurfs, Some("windsurf"));
        }
        self.file(&mut out, own, None);
        for place in &RULES {
            self.rules(prompt, &mut out, folder, place);
        }
        if folder != self.root && out.rules.iter().any(Timed::is_matching) {
            prompt.inexact(
                "What the patterns of rules outside the root are relative to is not documented; here the opened folder.",
            );
        }
        out
    }

    /// The user's files.
    pub(super) fn users(&self, prompt: &mut EffectivePrompt, home: &Path) -> Folder {
        let mut out = Folder::default();
        for (name, _) in NAMES.iter().filter(|(name, _)| *name != "CLAUDE.md") {
            self.file(&mut out, home.join(".config/devin").join(name), None);
        }
        self.file(&mut out, home.join(".claude/CLAUDE.md"), Some("claude"));
        self.file(&mut out, home.join(GLOBAL[0]), None);
        self.rules(prompt, &mut out, home, &RULES[0]);
        out
    }

    fn file(&self, out: &mut Folder, path: PathBuf, switch: Option<&'static str>) {
        match switch.filter(|switch| !self.sources.is_on(switch)) {
            Some(switch) => out.closed.push((path, switch)),
            None => out.whole.push(path),
        }
    }

    fn rules(&self, prompt: &mut EffectivePrompt, out: &mut Folder, folder: &Path, place: &Place) {
        let paths = rule::below(self.files, &folder.join(place.folder), place.endings, 1);
        match place.switch.filter(|switch| !self.sources.is_on(switch)) {
            Some(switch) => out.closed.extend(paths.into_iter().map(|path| (path, switch))),
            None => out
                .rules
                .extend(when::read(prompt, self.files, &paths, self.root, place.when)),
        }
    }
}

impl Folder {
    /// Adds what is always on. What is switched off is dropped.
    pub(super) fn add(&self, gather: &mut Gather<'_>, why: &'static str) {
        for path in &self.whole {
            gather.whole(path, why);
        }
        when::always(gather, &self.rules);
        if let Some((path, by)) = &self.replaced {
            gather.shadowed(path, by);
        }
        for (path, switch) in &self.closed {
            if let Some(file) = gather.read(path) {
                gather.lose(path, &file, LossKind::Dropped, Sources::cause(switch));
            }
        }
    }
}
