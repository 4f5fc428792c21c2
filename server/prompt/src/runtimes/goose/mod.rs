//! goose, as its public source has it; nothing of it was measured.
//!
//! Behaviour: github.com/aaif-goose/goose (formerly block/goose), `crates/goose/src/`: `hints/load_hints.rs` and
//! `hints/import_files.rs` at d0a2390d, `skills/mod.rs` at 013ab848, `skills/client.rs` at 0d2074cc.
//!
//! * `hints`: which hint files there are, their order, and what the shared cap leaves out; `piece`: those that are
//!   sent together.
//! * `expand`: a hint file with what it imports in its places; `references`: what it imports; `ignored`: what it
//!   may not; `clean`: the text without invisible characters.
//! * `skills`: which skills there are, and their list.

mod clean;
mod expand;
mod hints;
mod ignored;
mod piece;
mod references;
mod skill_fields;
mod skills;
#[cfg(test)]
mod tests;

use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, ConfigFile, ConfigKind, Evidence, Fact, Further, Imports, Loading, Role, Runtime, Setting,
        SkillField, Version,
    },
    situation::Situation,
    steps::config::{self, check},
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// goose.
pub struct Goose;

const VERSIONS: &[Version] = &[Version {
    name: "d0a2390d",
    basis: Basis::Source,
    source: "crates/goose/src/hints and crates/goose/src/skills of github.com/aaif-goose/goose",
    date: "2026-11-30",
}];

const HINTS: &str = "aaif-goose/goose@d0a2390d crates/goose/src/hints/load_hints.rs";
const IMPORTS: &str = "aaif-goose/goose@d0a2390d crates/goose/src/hints/import_files.rs";
const SKILLS: &str = "block/goose@013ab848 crates/goose/src/skills/mod.rs";

const FACTS: &[Fact] = &[
    Fact {
        about: "`CONTEXT_FILE_NAMES` names the hint files, by default `.goosehints` and `AGENTS.md`; all of them \
                are read in a folder, in that order.",
        source: HINTS,
        date: "2026-11-30",
    },
    Fact {
        about: "Each name is read in `~/.config/goose` too, and `~/.agents/AGENTS.md` where AGENTS.md is among them.",
        source: HINTS,
        date: "2026-11-30",
    },
    Fact {
        about: "From the git root down to the start folder; without git the start folder alone.",
        source: HINTS,
        date: "2026-11-30",
    },
    Fact {
        about: "1 MiB for everything together: a file that does not fit is left out whole, and a smaller one behind \
                it still gets in.",
        source: HINTS,
        date: "2026-11-30",
    },
    Fact {
        about: "A path in a tool's arguments adds the hints of the folders between the start folder and that path.",
        source: HINTS,
        date: "2026-11-30",
    },
    Fact {
        about: "`@path` is replaced by the file's text, three levels deep and 64 times in a hint file, in code as well; \
                never what lies outside the git root, in `.git`, or is ignored by git.",
        source: IMPORTS,
        date: "2026-11-30",
    },
    Fact {
        about: "Skills in `.agents/skills`, `.goose/skills` and `.claude/skills`, then those of the user; the first of \
                a name wins. A name is needed, a description is not.",
        source: SKILLS,
        date: "2026-11-30",
    },
];

const SETTINGS: &[Setting] = &[Setting {
    key: "CONTEXT_FILE_NAMES",
    about: "Names of the files that are read as hints ([\".goosehints\", \"AGENTS.md\"]).",
    check: check::strings,
}];

/// The names where none are set.
const NAMES: [&str; 2] = [".goosehints", AGENTS];

const AGENTS: &str = "AGENTS.md";

impl Runtime for Goose {
    fn name(&self) -> &'static str {
        "goose"
    }

    fn versions(&self) -> &'static [Version] {
        VERSIONS
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        SETTINGS
    }

    fn config_files(&self, situation: &Situation, _: &dyn Files) -> Vec<ConfigFile> {
        let path = config_folder(situation).map(|folder| folder.join("config.yaml"));
        let kind = &ConfigKind::YAML;
        path.map(|path| ConfigFile { path, kind }).into_iter().collect()
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        if NAMES.contains(&name) {
            return Some(Role::Instructions);
        }
        // In the folder of the start, which may be any.
        let is_place = |folder: &Path| skills::PLACES.iter().any(|place| folder.ends_with(place));
        let is_skill = name == "SKILL.md" && path.ancestors().any(is_place);
        is_skill.then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        skill_fields::FIELDS
    }

    fn further(&self, situation: &Situation, files: &dyn Files) -> Vec<Further> {
        let names = names(situation, files);
        let others = names.iter().filter(|name| !NAMES.contains(&name.as_str()));
        let globs = others.filter_map(|name| {
            let pattern = format!("**/{}", globset::escape(name));
            Some(globset::Glob::new(&pattern).ok()?.compile_matcher())
        });
        let role = Role::Instructions;
        globs.map(|files| Further { files, role }).collect()
    }

    fn variables(&self) -> &'static [&'static str] {
        &["CONTEXT_FILE_NAMES"]
    }

    fn root(&self, situation: &Situation, files: &dyn Files) -> Option<PathBuf> {
        Some(hints::root(files, &situation.start))
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project(".goosehints"),
            Evidence::Project(".goose"),
            Evidence::Home(".config/goose"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Followed
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        skills::add(&mut prompt, situation, files);
        hints::add(&mut prompt, &names(situation, files), situation, files);
        prompt
    }
}

/// `~/.config/goose`.
fn config_folder(situation: &Situation) -> Option<PathBuf> {
    let folder = situation.user_folder("XDG_CONFIG_HOME", ".config");
    folder.map(|folder| folder.join("goose"))
}

/// The names of hint files in the order in which they are read.
fn names(situation: &Situation, files: &dyn Files) -> Vec<String> {
    const KEY: &str = "CONTEXT_FILE_NAMES";
    let set = situation.settings.get(KEY).as_ref().and_then(config::strings);
    let written = || {
        let folder = config_folder(situation)?;
        config::yaml_strings(files, &folder.join("config.yaml"), KEY, false)
    };
    set.or_else(written)
        .unwrap_or_else(|| NAMES.map(str::to_owned).to_vec())
}
