//! aider, which reads no instruction file by itself: only what `read:` names.
//!
//! Behaviour: <https://aider.chat/docs/config/aider_conf.html> and, for what becomes of the names,
//! github.com/Aider-AI/aider at 5dc9490b, `aider/main.py`.

use crate::{
    effective::{EffectivePrompt, Layer, Segment},
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting,
        Version,
    },
    situation::Situation,
    steps::{
        config::{self, check},
        gather::Gather,
        globs, rule, walk,
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// aider.
pub struct Aider;

const VERSIONS: &[Version] = &[Version {
    name: "5dc9490b",
    basis: Basis::Source,
    source: "github.com/Aider-AI/aider and aider.chat/docs",
    date: "2026-05-22",
}];

const CONF: &str = "aider.chat/docs/config/aider_conf.html";

const FACTS: &[Fact] = &[
    Fact {
        about: "No AGENTS.md or file of another name is read by itself.",
        source: "Aider-AI/aider@5dc9490b",
        date: "2026-05-22",
    },
    Fact {
        about: "`read:` in `.aider.conf.yml` names files that are sent whole and not edited: one or a list.",
        source: CONF,
        date: "2026-05-22",
    },
    Fact {
        about: "`.aider.conf.yml` is read in the home folder, the git root and the working folder; what a later one says \
                counts.",
        source: CONF,
        date: "2026-05-22",
    },
    Fact {
        about: "Names are relative to the working folder; of a folder every file below it is sent.",
        source: "Aider-AI/aider@5dc9490b aider/main.py",
        date: "2026-05-22",
    },
];

const READ: &str = "read";

const SETTINGS: &[Setting] = &[Setting {
    key: READ,
    about: "Files that are sent, relative to the working folder.",
    check: check::strings,
}];

/// Levels of folders below one that is named; aider has no limit.
const DEPTH: usize = 16;

impl Runtime for Aider {
    fn name(&self) -> &'static str {
        "aider"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Folder
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let folders = situation.home.iter().chain([&situation.root, &situation.start]);
        let mut out: Vec<ConfigFile> = Vec::new();
        for folder in folders {
            let (path, kind) = (folder.join(CONFIG), &ConfigKind::YAML);
            if !out.iter().any(|known| known.path == path) {
                out.push(ConfigFile { path, kind });
            }
        }
        out
    }

    fn reads(&self, _: &Path) -> Option<Role> {
        None
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        let named = named(situation, files).into_iter();
        let globs = named.filter_map(|path| {
            let below = path.strip_prefix(&situation.root).ok()?;
            globs::of_path(below, files.is_folder(&path))
        });
        let role = Role::Instructions;
        globs.map(|files| Further { files, role }).collect()
    }

    fn reads_nothing(&self) -> bool {
        true
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[Evidence::Project(CONFIG)]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let mut paths: Vec<PathBuf> = Vec::new();
        for path in named(situation, files) {
            if files.is_folder(&path) {
                paths.extend(rule::below(files, &path, &[""], DEPTH));
            } else {
                paths.push(path);
            }
        }
        let mut sent: Vec<PathBuf> = Vec::new();
        let mut gather = Gather::new(&mut prompt, files);
        for path in paths {
            if sent.contains(&path) {
                continue;
            }
            let Some(file) = gather.open(&path) else {
                continue;
            };
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            let around = format!("\n⟪aider: what stands around {name}⟫\n");
            let text = file.text();
            gather.push([
                Segment::literal(around, "heading of a file"),
                Segment::file(&path, text, 0..text.len(), "named under `read`"),
            ]);
            sent.push(path);
        }
        gather.done("read-only", "user", Layer::Start);
        if sent.len() > 1 {
            prompt.inexact(
                "aider keeps the files under `read` in a set without order; here they are as they are named.",
            );
        }
        prompt
    }
}

const CONFIG: &str = ".aider.conf.yml";

/// What `read` names, as absolute paths: of the settings, else of the last file that has the key.
fn named(situation: &Situation, files: &dyn Files) -> Vec<PathBuf> {
    let start = &situation.start;
    let git = walk::root_by_markers(files, start, &[".git".to_owned()]);
    let folders: Vec<&PathBuf> = situation.home.iter().chain(&git).chain([start]).collect();
    let written = || {
        let mut found = folders.iter().rev();
        found.find_map(|folder| config::yaml_strings(files, &folder.join(CONFIG), READ, true))
    };
    let set = situation.settings.get(READ).as_ref().and_then(config::strings);
    let names = set.or_else(written).unwrap_or_default();
    let absolute = |name: &String| {
        let path = match (name.strip_prefix("~/"), &situation.home) {
            (Some(below), Some(home)) => home.join(below),
            _ => start.join(name),
        };
        walk::lexical(&path)
    };
    names.iter().map(absolute).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn what_read_names_is_read_and_nothing_else() {
        let mut files = MemoryFiles::new();
        files
            .folder("/r/.git")
            .folder("/r/a/docs")
            .add("/h/.aider.conf.yml", "read: HOME.md\n")
            .add(
                "/r/.aider.conf.yml",
                "read:\n  - AGENTS.md\n  - docs\n  - ../up.md\n",
            );
        let mut situation = Situation::at("/r");
        situation.start = PathBuf::from("/r/a");
        situation.home = Some(PathBuf::from("/h"));
        let further = Aider.further(&situation, &files);
        let is_read = |path: &str| further.iter().any(|further| further.files.is_match(path));
        assert!(["a/AGENTS.md", "a/docs/x/d.md", "up.md"].into_iter().all(is_read));
        assert!(
            !["AGENTS.md", "a/b/AGENTS.md", "HOME.md", "a/docs.md"]
                .into_iter()
                .any(is_read)
        );
        let config = Aider.config_files(&situation, &MemoryFiles::new());
        let paths: Vec<_> = config.iter().map(|file| file.path.as_path()).collect();
        let expected = ["/h", "/r", "/r/a"].map(|folder| Path::new(folder).join(CONFIG));
        assert_eq!(paths, expected);
    }
}
