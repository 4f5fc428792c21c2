//! The plain AGENTS.md convention, without any runtime's additions.
//!
//! Behaviour: <https://agents.md> (github.com/agentsmd/agents.md): AGENTS.md at the root and in folders below;
//! the closest file takes precedence. It ranks the files; it removes none, so all of them are shown, the
//! closest last. How a reader joins them is left open.

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    runtime::{Basis, Evidence, Fact, Imports, Loading, Role, Runtime, Setting, Version},
    situation::Situation,
    steps::{
        cap::CONTEXT_WINDOW,
        frame::Frame,
        keep::Keeper,
        loss,
        parameters::{self, Parameters, Reach},
        space, walk,
    },
};
use agents_workspace::{FileFault, Files};
use std::path::{Path, PathBuf};

/// The AGENTS.md convention.
pub struct AgentsMd;

/// The file of a folder.
const NAME: &str = "AGENTS.md";

/// The convention has no releases; this is the year it was published.
pub(super) const VERSION: Version = Version {
    name: "2025",
    basis: Basis::Documented,
    source: "the convention as published on agents.md",
    date: "2026-03-12",
};

const PAGE: &str = "agents.md, its questions and answers (github.com/agentsmd/agents.md)";

const FACTS: &[Fact] = &[
    Fact {
        about: "AGENTS.md lies in the root of a project.",
        source: PAGE,
        date: "2026-03-12",
    },
    Fact {
        about: "Folders below may have files of their own.",
        source: PAGE,
        date: "2026-03-12",
    },
    Fact {
        about: "Of several files the closest to what is edited goes before the others; what the user says in the \
                conversation goes before all of them. Whether the others are left out is not said.",
        source: PAGE,
        date: "2026-03-12",
    },
    Fact {
        about: "It is plain Markdown: no heading and no field is required.",
        source: PAGE,
        date: "2026-03-12",
    },
    Fact {
        about: "Nothing is said of other names, of a file for the user, of limits, imports or skills.",
        source: PAGE,
        date: "2026-03-12",
    },
    Fact {
        about: "A file of an older name is kept by renaming it and leaving a link in its place.",
        source: PAGE,
        date: "2026-03-12",
    },
];

impl Runtime for AgentsMd {
    fn name(&self) -> &'static str {
        "agents-md"
    }

    fn versions(&self) -> &'static [Version] {
        const { &[VERSION] }
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn loading(&self) -> Loading {
        Loading::Start
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn parameters(&self) -> &'static [Setting] {
        &[
            parameters::FILES,
            parameters::FILE_CAP,
            parameters::TOTAL_CAP,
            parameters::CONTEXT_WINDOW,
            parameters::HEADING,
            parameters::FILE_HEADING,
            parameters::FILE_END,
            parameters::SEPARATOR,
            parameters::ENDING,
        ]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        path.ends_with(NAME).then_some(Role::Instructions)
    }

    fn reads_with(&self, path: &Path, parameters: &Parameters) -> Option<Role> {
        let is_named = parameters.names(path, Reach::Folders);
        is_named.map_or_else(
            || self.reads(path),
            |is_named| is_named.then_some(Role::Instructions),
        )
    }

    fn evidence(&self) -> &'static [Evidence] {
        // It stands in where no runtime left a trace; the files themselves speak for nobody.
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Unspecified
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty("agents-md", version.name);
        let root = root(situation, files);
        let parameters = Parameters::of(situation);
        let frame = Frame::new(&parameters, &root);
        let mut keeper = Keeper::new(&parameters, CONTEXT_WINDOW);
        let mut segments: Vec<Segment> = Vec::new();
        let names = parameters.files.clone().unwrap_or_else(|| vec![NAME.to_owned()]);
        let folders = walk::chain(&root, &situation.start);
        let places = folders
            .iter()
            .flat_map(|folder| names.iter().map(move |name| (*folder, folder.join(name))));
        for (folder, path) in places {
            let file = match files.file(&path) {
                Ok(file) => file,
                Err(FileFault::Missing | FileFault::Folder) => continue,
                Err(fault) => {
                    prompt.losses.push(loss::unreadable(&path, fault, Unit::Bytes));
                    continue;
                }
            };
            let text = file.text();
            if space::is_blank(text, space::unicode) {
                let (kind, cause) = (LossKind::Skipped, Cause::Blank);
                prompt
                    .losses
                    .push(loss::whole(kind, &path, text, cause, Unit::Bytes));
                continue;
            }
            let Some(kept) = keeper.take_all(&path, text) else {
                continue;
            };
            if segments.is_empty() {
                segments.extend(frame.before_all(""));
            } else {
                segments.extend(frame.between("\n\n"));
                if parameters.separator.is_none() {
                    prompt.inexact(
                        "The convention leaves open how several files are joined; here by a blank line.",
                    );
                }
            }
            let why = if folder == root {
                "root of the project"
            } else {
                "closer folder"
            };
            segments.extend(frame.before(&path, ""));
            segments.push(Segment::file(&path, text, kept, why));
            segments.extend(frame.after(&path, ""));
        }
        if !segments.is_empty() {
            segments.extend(frame.after_all(""));
            prompt.parts.push(Part {
                name: "instructions",
                role: "-",
                layer: Layer::Start,
                segments,
                losses: Vec::new(),
            });
        }
        keeper.finish(&mut prompt, self.name());
        prompt
    }
}

/// The git root or the opened folder, whichever is higher up.
fn root(situation: &Situation, files: &dyn Files) -> PathBuf {
    let git = walk::root_by_markers(files, &situation.start, &[".git".to_owned()]);
    let opened = Some(situation.root.clone()).filter(|root| situation.start.starts_with(root));
    let mut roots: Vec<PathBuf> = git.into_iter().chain(opened).collect();
    roots.sort_by_key(|root| root.components().count());
    roots
        .into_iter()
        .next()
        .unwrap_or_else(|| situation.start.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtime::assemble;
    use agents_workspace::MemoryFiles;
    use serde_json::json;

    fn text(files: &MemoryFiles, root: &str, start: &str) -> String {
        let mut situation = Situation::at(root);
        situation.start = PathBuf::from(start);
        let prompt = assemble(&AgentsMd, &VERSION, &situation, files);
        prompt.parts.first().map(Part::text).unwrap_or_default()
    }

    #[test]
    fn parameters_name_frame_and_cut_files() {
        let mut files = MemoryFiles::new();
        files
            .add("/o/TEAM.md", "team\n")
            .add("/o/a/AGENTS.md", "agents")
            .add("/o/a/TEAM.md", "0123456789");
        let mut situation = Situation::at("/o");
        situation.start = PathBuf::from("/o/a");
        for (key, value) in [
            ("files", json!(["AGENTS.md", "TEAM.md"])),
            ("totalCap", json!("16 chars")),
            ("heading", json!("<all>")),
            ("fileHeading", json!("<{path}>")),
            ("fileEnd", json!("</{name}>")),
            ("separator", json!(" + ")),
            ("ending", json!("</all>")),
        ] {
            let own = crate::name::Name::from("mine");
            crate::runtime::extend(&AgentsMd, &own, &mut situation.settings, key, &value).unwrap();
        }
        let prompt = assemble(&AgentsMd, &VERSION, &situation, &files);
        assert_eq!(
            prompt.parts[0].text(),
            "<all><TEAM.md>team\n</TEAM.md> + <a/AGENTS.md>agents</AGENTS.md> + <a/TEAM.md>01234</TEAM.md></all>"
        );
        assert_eq!(prompt.caveats.len(), 1, "{:?}", prompt.caveats);
        let parameters = Parameters::of(&situation);
        let reads = |path: &str| AgentsMd.reads_with(Path::new(path), &parameters);
        assert_eq!(reads("x/TEAM.md"), Some(Role::Instructions));
        assert_eq!(reads("README.md"), None);
    }

    #[test]
    fn every_file_from_the_upper_root_to_the_folder_is_there() {
        let mut files = MemoryFiles::new();
        files
            .add("/o/AGENTS.md", "O")
            .add("/o/r/AGENTS.md", "R")
            .add("/o/r/a/AGENTS.md", " ")
            .add("/o/r/a/b/AGENTS.md", "B");
        files.folder("/o/r/.git");
        assert_eq!(
            text(&files, "/o/r/a", "/o/r/a/b"),
            "R\n\nB",
            "the git root is above the opened folder"
        );
        assert_eq!(
            text(&files, "/o", "/o/r/a"),
            "O\n\nR",
            "the opened folder is above the git root"
        );
        assert_eq!(text(&files, "/o/r", "/o"), "O", "a start outside stands alone");
    }
}
