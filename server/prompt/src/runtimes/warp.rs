//! Warp, as its source has it. The prompt itself is put together on Warp's servers.
//!
//! Behaviour: github.com/warpdotdev/warp, `crates/ai/src/project_context/`.

use crate::{
    effective::{EffectivePrompt, Layer},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, Version},
    situation::Situation,
    steps::{
        gather::Gather,
        walk::{self, Below},
    },
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

/// Warp.
pub struct Warp;

const VERSIONS: &[Version] = &[Version {
    name: "19548aec",
    basis: Basis::Source,
    source: "warpdotdev/warp crates/ai/src/project_context at 19548aec",
    date: "2026-08-22",
}];

const MODEL: &str = "warpdotdev/warp crates/ai/src/project_context/model.rs";

const FACTS: &[Fact] = &[
    Fact {
        about: "Of a folder one file counts: WARP.md, else AGENTS.md. Upper and lower case are one.",
        source: MODEL,
        date: "2026-08-22",
    },
    Fact {
        about: "The files of the whole repository are known. Those of the folder and of folders above it are sent; \
                of the others the paths, so that the agent can read one before it edits there.",
        source: MODEL,
        date: "2026-08-22",
    },
    Fact {
        about: "`~/.agents/AGENTS.md` is always sent, before the files of the project.",
        source: "warpdotdev/warp crates/ai/src/project_context/global_rules.rs",
        date: "2026-08-22",
    },
    Fact {
        about: "The first index of a repository goes to a depth of 3 and to 5,000 files; a file that changes later is \
                added wherever it lies, unless git ignores it.",
        source: "warpdotdev/warp crates/ai/src/project_context/model.rs at ca7794b0, read on the day given",
        date: "2026-11-30",
    },
    Fact {
        about: "The files go to Warp's servers, which make the prompt of them.",
        source: MODEL,
        date: "2026-08-22",
    },
];

/// The names, the one that counts first.
const NAMES: [&str; 2] = ["WARP.md", "AGENTS.md"];

const GLOBAL: &str = ".agents/AGENTS.md";

/// Folders whose files are named.
const INDEXED: Below = Below {
    levels: 3,
    folders: 2_000,
    enters: |name| !matches!(name, ".git" | "node_modules"),
};

impl Runtime for Warp {
    fn name(&self) -> &'static str {
        "warp"
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
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        let is_ours = NAMES.iter().any(|known| known.eq_ignore_ascii_case(name));
        is_ours.then_some(Role::Instructions)
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[
            Evidence::Project("WARP.md"),
            Evidence::Project(".warp"),
            Evidence::Home(".warp"),
        ]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        prompt.inexact(
            "Warp's servers put the prompt together; which files they get is known, the text is not.",
        );
        prompt.inexact("Rules and skills that Warp keeps elsewhere are not shown.");
        let root = walk::root_by_markers(files, &situation.start, &[".git".to_owned()]);
        let root = root.unwrap_or_else(|| situation.root.clone());
        let mut known: Vec<PathBuf> = Vec::new();

        let mut start = Gather::new(&mut prompt, files);
        if let Some(home) = &situation.home {
            start.whole(&home.join(GLOBAL), "global rule");
        }
        for folder in walk::chain(&root, &situation.start) {
            of_folder(&mut start, files, folder, "start folder or above", &mut known);
        }
        start.done("instructions", "-", Layer::Start);

        let mut touched = Gather::new(&mut prompt, files);
        for folder in walk::folders_below(files, &root, &situation.touched) {
            of_folder(
                &mut touched,
                files,
                &folder,
                "folder of what was touched",
                &mut known,
            );
        }
        touched.done("nested", "-", Layer::Touch);

        let (folders, more) = walk::below(files, &root, INDEXED);
        let mut others = Gather::new(&mut prompt, files);
        for folder in folders.iter().filter(|folder| !known.contains(folder)) {
            if let Some(path) = NAMES.iter().find_map(|name| walk::any_case(files, folder, name)) {
                others.listed(&path, None);
            }
        }
        let has_others = !others.is_empty();
        others.done("instructions-named", "-", Layer::Start);
        if has_others || more {
            prompt.inexact(
                "Warp names files of other folders; shown are those up to three levels below the root, and which of \
                 them it leaves out because git ignores them is not.",
            );
        }
        prompt
    }
}

/// The file of a folder that counts; another one beside it is shadowed. A folder comes once.
fn of_folder(
    gather: &mut Gather<'_>,
    files: &dyn Files,
    folder: &Path,
    why: &'static str,
    known: &mut Vec<PathBuf>,
) {
    if known.iter().any(|other| other == folder) {
        return;
    }
    known.push(folder.to_path_buf());
    let mut there = NAMES
        .iter()
        .filter_map(|name| walk::any_case(files, folder, name));
    let Some(path) = there.next() else {
        return;
    };
    gather.whole(&path, why);
    for other in there {
        gather.shadowed(&other, &path);
    }
}
