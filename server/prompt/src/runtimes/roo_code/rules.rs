//! Rules of a mode, AGENTS.md and rules for all modes (`addCustomInstructions`).

use super::{
    AGENTS, LOCAL,
    folders::{self, relative},
    is_on,
};
use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Segment},
    situation::Situation,
    steps::{gather::Gather, space},
};
use agents_workspace::{File, Files};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

pub(super) fn add(prompt: &mut EffectivePrompt, mode: &str, situation: &Situation, files: &dyn Files) {
    let is_deep = is_on(situation, "enableSubfolderRules", false);
    let root = &situation.root;
    let (below, is_complete) = if is_deep {
        folders::below(files, root)
    } else {
        (Vec::new(), true)
    };
    if !is_complete {
        prompt.inexact("There are more folders below the root than are searched for `.roo` here.");
    }
    if !below.is_empty() {
        prompt
            .inexact("Roo Code leaves out `.roo` in folders that git ignores; here they are not told apart.");
    }
    let own = situation
        .home
        .iter()
        .chain([root])
        .map(|folder| folder.join(".roo"));
    let roo: Vec<PathBuf> = own.chain(below.iter().cloned()).collect();
    let mut sender = Sender {
        gather: Gather::new(prompt, files),
        files,
        root,
    };
    sender.of_mode(mode, &roo);
    if files.is_file(&root.join(".rooignore")) {
        sender.begin("⟪roo-code: about .rooignore⟫");
    }
    sender.agents(is_on(situation, "useAgentRules", true), &below);
    sender.for_all(&roo);
    sender.gather.done("instructions", "system", Layer::Start);
}

struct Sender<'a> {
    gather: Gather<'a>,
    files: &'a dyn Files,
    root: &'a Path,
}

impl Sender<'_> {
    /// Begins a piece with a line of its own, behind an empty line.
    fn begin(&mut self, heading: &str) {
        let before = if self.gather.is_empty() {
            "\n====\n\nUSER'S CUSTOM INSTRUCTIONS\n\n⟪roo-code: about instructions, those of its settings⟫\n\nRules:\n\n"
        } else {
            "\n\n"
        };
        let heading = format!("{before}{heading}");
        self.gather.push([Segment::literal(heading, "heading")]);
    }

    /// A file under its heading, without the space at its ends.
    fn file(&mut self, heading: &str, path: &Path, file: &File, why: &'static str) {
        self.begin(heading);
        self.gather.push([Segment::literal("\n", "heading")]);
        let whole = 0..file.text().len();
        self.gather.trimmed(path, file, whole, space::javascript, why);
    }

    fn of_mode(&mut self, mode: &str, roo: &[PathBuf]) {
        let folder = format!("rules-{mode}");
        let found = self.of_folders(roo, &folder);
        let old = [".roorules", ".clinerules"].map(|name| format!("{name}-{mode}"));
        if found.is_empty() {
            self.old(&old);
            return;
        }
        self.begin(&format!("# Rules from {folder} directories:"));
        self.shadow(&old, &found);
        self.all(found, "rule of the mode");
    }

    fn for_all(&mut self, roo: &[PathBuf]) {
        let found = self.of_folders(roo, "rules");
        let old = [".roorules", ".clinerules"].map(str::to_owned);
        if found.is_empty() {
            self.old(&old);
            return;
        }
        self.begin("# Rules from .roo directories:");
        self.shadow(&old, &found);
        self.all(found, "rule for all modes");
    }

    /// The files of a folder of rules in each of the `.roo` folders.
    fn of_folders(&mut self, roo: &[PathBuf], name: &str) -> Vec<(PathBuf, Arc<File>)> {
        let mut out = Vec::new();
        for folder in roo {
            let found = folders::rules(self.files, &folder.join(name));
            if found.len() > 1 && !found.iter().all(folders::RuleFile::is_sorted) {
                let caveat = "The place of names beyond ASCII among the sorted rules is not known.";
                self.gather.prompt.inexact(caveat);
            }
            for file in found {
                if let Some(text) = self.gather.open(&file.path) {
                    out.push((file.path, text));
                }
            }
        }
        out
    }

    fn all(&mut self, found: Vec<(PathBuf, Arc<File>)>, why: &'static str) {
        for (path, file) in found {
            let heading = format!("# Rules from {}:", relative(self.root, &path).display());
            self.file(&heading, &path, &file, why);
        }
    }

    /// The first of the files of older releases that has text.
    fn old(&mut self, names: &[String; 2]) {
        let mut winner: Option<PathBuf> = None;
        for name in names {
            let path = self.root.join(name);
            match &winner {
                Some(by) => self.gather.shadowed(&path, by),
                None => {
                    if let Some(file) = self.gather.read(&path) {
                        self.file(
                            &format!("# Rules from {name}:"),
                            &path,
                            &file,
                            "rule of an older release",
                        );
                        winner = Some(path);
                    }
                }
            }
        }
    }

    /// The files of older releases do not count where there are rules of newer ones.
    fn shadow(&mut self, names: &[String; 2], found: &[(PathBuf, Arc<File>)]) {
        if let Some((by, _)) = found.first() {
            for name in names {
                self.gather.shadowed(&self.root.join(name), by);
            }
        }
    }

    /// AGENTS.md and its relatives, of the root and of the folders that count.
    fn agents(&mut self, is_on: bool, below: &[PathBuf]) {
        let root = self.root;
        let below = below.iter().filter_map(|roo| roo.parent());
        for folder in std::iter::once(root).chain(below) {
            let from = if folder == root {
                String::new()
            } else {
                format!(" from {}", relative(root, folder).display())
            };
            let mut winner: Option<PathBuf> = None;
            for name in AGENTS.into_iter().chain([LOCAL]) {
                let path = folder.join(name);
                if let Some(by) = winner.as_ref().filter(|_| name != LOCAL) {
                    self.gather.shadowed(&path, by);
                    continue;
                }
                let Some(file) = self.gather.read(&path) else {
                    continue;
                };
                if !is_on {
                    let by = "useAgentRules = false".to_owned();
                    self.gather
                        .lose(&path, &file, LossKind::Dropped, Cause::Disabled { by });
                    continue;
                }
                let kind = if name == LOCAL { "Local" } else { "Standard" };
                let why = if folder == root {
                    "root of the project"
                } else {
                    "folder with a .roo"
                };
                self.file(
                    &format!("# Agent Rules {kind} ({name}){from}:"),
                    &path,
                    &file,
                    why,
                );
                winner = Some(path).filter(|_| name != LOCAL);
            }
        }
    }
}
