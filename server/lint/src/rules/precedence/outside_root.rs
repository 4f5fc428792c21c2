//! `precedence.outside-root`: a file lies above what a runtime takes for the root of the project.

use super::unread;
use crate::{
    finding::{Finding, Related, Severity, list},
    rule::Rule,
    rules::{is_installed, is_specimen},
    view::{FileView, ProjectView, RuntimeView, first_line},
};
use agents_prompt::{name::Name, runtime::Role};
use agents_workspace::{EntryKind, Files};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Folders that a message names; the others are counted.
const MOST_NAMED: usize = 2;

/// See the module.
pub struct OutsideRoot;

impl Rule for OutsideRoot {
    fn code(&self) -> &'static str {
        "precedence.outside-root"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime that is started in a folder with instructions of its own does not read this file in a folder above, \
because its root of the project lies below this file.\n\n\
### Why it matters\n\nThe rules that are meant for everything hold in the root alone, and nobody is told.\n\n\
### Example\n\nCodex looks upwards for a `.git` and reads from there down to where it is started. Where there is none, as in \
a folder that no repository has been made of, or one of Mercurial, it reads the start folder alone. Where a folder below \
has a `.git` of its own, a submodule or a clone, that is the root for all that lies in it.\n\n\
### What is left alone\n\nRuntimes that look in every folder up to the root of the disk, and those that look in no folder \
above; repositories below that have no instructions, and what is installed there.\n\n\
### What to do\n\nMake one repository of it (`git init`), give the runtime another mark of the root \
(`project_root_markers` of Codex), or repeat in the folder below what has to hold there.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        // The folders from where a file is not read, for each file and runtime.
        let mut beyond: BTreeMap<(PathBuf, Vec<PathBuf>), Vec<Name>> = BTreeMap::new();
        for active in &project.project.active {
            let views: Vec<(&FileView<'_>, &RuntimeView<'_>)> = project
                .views
                .values()
                .filter_map(|file| {
                    Some((
                        file,
                        file.runtimes
                            .iter()
                            .find(|view| view.active.name == active.name)?,
                    ))
                })
                .filter(|(file, view)| {
                    view.role == Role::Instructions && unread::has_text(file) && is_loaded(file, view)
                })
                .collect();
            let mut below: BTreeMap<&Path, Vec<PathBuf>> = BTreeMap::new();
            for (lower, view) in &views {
                let is_judged = lower.path.strip_prefix(&project.project.base.root);
                let is_judged =
                    is_judged.is_ok_and(|path| !is_specimen(path) && !is_installed(&path.to_string_lossy()));
                let Some(root) = active
                    .runtime
                    .root(&view.situation, project.files)
                    .filter(|_| is_judged)
                else {
                    continue;
                };
                let start = &view.situation.start;
                for (upper, _) in &views {
                    let Some(folder) = upper.path.parent() else {
                        continue;
                    };
                    let is_above = start.starts_with(folder) && folder != start;
                    if is_above && !folder.starts_with(&root) {
                        below
                            .entry(upper.path)
                            .or_default()
                            .push(lower.path.to_path_buf());
                    }
                }
            }
            for (path, lower) in below {
                beyond
                    .entry((path.to_path_buf(), lower))
                    .or_default()
                    .push(active.name.clone());
            }
        }
        for ((path, lower), names) in beyond {
            out.push(finding(self, project, path, &lower, &names));
        }
    }
}

fn is_loaded(file: &FileView<'_>, view: &RuntimeView<'_>) -> bool {
    view.prompt.loaded(file.path).next().is_some()
}

fn finding(
    rule: &dyn Rule,
    project: &ProjectView<'_>,
    path: PathBuf,
    lower: &[PathBuf],
    names: &[Name],
) -> Finding {
    let range = project
        .files
        .file(&path)
        .map_or(0..0, |file| first_line(file.text()));
    let folders: Vec<&Path> = lower.iter().filter_map(|path| path.parent()).collect();
    let shown = |folder: &&Path| crate::view::shown(project.project, folder);
    let mut named: Vec<String> = folders.iter().take(MOST_NAMED).map(shown).collect();
    if folders.len() > MOST_NAMED {
        named.push(format!("{} more folders", folders.len() - MOST_NAMED));
    }
    let top = path.parent().unwrap_or(&path).to_path_buf();
    let repositories = folders
        .iter()
        .filter(|folder| is_in_own(project.files, folder, &top))
        .count();
    let (cause, advice) = if repositories == folders.len() {
        (
            "a repository of its own begins below it",
            "Repeat there what has to hold there.",
        )
    } else {
        (
            "no folder above is marked as the root of a project",
            "`git init` would make one project of it.",
        )
    };
    let mut finding = Finding::new(rule, path, range);
    for name in names {
        let sentence = format!(
            "Started in {}, nothing of this file reaches {{}}: {cause}.",
            list(&named)
        );
        finding = finding.effect(name, sentence);
    }
    finding.advice = advice.to_owned();
    finding.related = lower
        .iter()
        .map(|path| Related {
            path: path.clone(),
            range: 0..0,
            message: "is read without it".to_owned(),
        })
        .collect();
    finding
}

/// Whether a folder belongs to a repository that begins below `top`.
fn is_in_own(files: &dyn Files, folder: &Path, top: &Path) -> bool {
    let mut above = folder.ancestors().take_while(|above| *above != top);
    above.any(|above| files.entry(&above.join(".git")) != EntryKind::Missing)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "precedence.outside-root";

    const TREE: &str = "//- AGENTS.md\n# All\n//- a/AGENTS.md\n# A\n//- b/c/AGENTS.md\n# B\n";

    #[test]
    fn without_a_repository_only_the_start_folder_counts() {
        let mut fixture = Fixture::new(&["codex", "claude-code", "pi"], TREE);
        assert!(fixture.codes().is_empty());
        fixture.remove(".git");
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md warning precedence.outside-root
          # All
          ^^^^^
          Started in a and b/c, nothing of this file reaches codex: no folder above is marked as the root of a project. `git init` would make one project of it.
          see a/AGENTS.md: is read without it
          see b/c/AGENTS.md: is read without it
        ");
        fixture.set("project_root_markers", vec!["AGENTS.md"]);
        assert_eq!(fixture.findings()[0].related.len(), 2, "each folder is a root");
        fixture
            .add(".root", "")
            .set("project_root_markers", vec![".root"]);
        assert!(fixture.codes().is_empty());
    }

    #[test]
    fn a_repository_in_a_repository_begins_anew() {
        let mut fixture = Fixture::new(&["codex"], TREE);
        fixture.add("b/.git", "gitdir: ../.git/modules/b\n");
        assert_eq!(
            fixture.message(CODE),
            "Started in b/c, nothing of this file reaches codex: a repository of its own begins below it. Repeat there \
             what has to hold there."
        );
        // A folder of clones.
        fixture.remove(".git").folder("a/.git");
        assert_eq!(fixture.findings()[0].related.len(), 2);
        assert_eq!(fixture.codes(), ["precedence.outside-root AGENTS.md:1"]);
    }

    #[test]
    fn what_others_bring_and_who_looks_everywhere_is_silent() {
        let mut fixture = Fixture::new(&["codex"], "//- AGENTS.md\n# All\n//- vendor/x/AGENTS.md\n# X\n");
        fixture.folder("vendor/x/.git");
        assert!(fixture.codes().is_empty());
        let runtimes = [
            "claude-code",
            "pi",
            "qwen-code",
            "crush",
            "zed",
            "agents-md",
            "gemini-cli",
            "copilot-cli",
        ];
        let mut fixture = Fixture::new(&runtimes, TREE);
        fixture.remove(".git");
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        let mut single = Fixture::new(&["codex"], "//- AGENTS.md\n# All\n");
        single.remove(".git");
        assert!(single.codes().is_empty());
    }
}
