//! What several runtimes make of the same files, side by side.
//!
//! * [`matrix`](mod@matrix): a table for people.
//! * [`diff`](mod@diff): the texts of two prompts, line by line.

mod diff;
mod matrix;

use crate::view::{self, cause, summary::Summary};
use agents_prompt::{EffectivePrompt, Loss, LossKind, effective::SkillFate};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

pub(crate) use diff::diff;
pub(crate) use matrix::{matrix, reasons};

/// Runtimes and files, with what becomes of each file under each runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The runtimes.
    pub(crate) names: Vec<String>,
    /// The files, those of the opened folder first, each in the order of their paths.
    pub(crate) rows: Vec<Row>,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The file.
    pub(crate) path: PathBuf,
    /// Whether it is a skill to one of the runtimes.
    pub(crate) is_skill: bool,
    /// What becomes of it, a reading for each runtime.
    pub(crate) readings: Vec<Reading>,
}

/// What becomes of a file under a runtime.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Its text is sent, all of it that is meant for the model.
    Whole,
    /// Part of its text is sent; why not all.
    Part(Loss),
    /// It is named to the model, with a description at most.
    Named,
    /// The runtime knows of it and sends nothing.
    Lost(Loss),
    /// The runtime does not know of it here.
    Unread,
}

impl Reading {
    /// What becomes of `path` in `prompt`.
    fn of(prompt: &EffectivePrompt, path: &Path) -> Self {
        let skill = prompt.skills.iter().find(|skill| skill.path == path);
        if skill.is_some_and(|skill| matches!(skill.fate, SkillFate::Listed | SkillFate::OnDemand)) {
            return Self::Named;
        }
        let losses = || {
            let of_file = prompt.all_losses().filter(|loss| loss.path == path);
            of_file.filter(|loss| loss.kind != LossKind::Stripped)
        };
        let is_sent = prompt.loaded(path).next().is_some();
        match (is_sent, losses().next()) {
            (true, Some(loss)) => Self::Part(loss.clone()),
            (true, None) => Self::Whole,
            (false, Some(loss)) => Self::Lost(loss.clone()),
            (false, None) if prompt.on_demand.iter().any(|named| named == path) => Self::Named,
            (false, None) => Self::Unread,
        }
    }

    /// A word for it, for programs.
    fn word(&self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Part(_) => "part",
            Self::Named => "named",
            Self::Lost(_) => "lost",
            Self::Unread => "unread",
        }
    }

    /// Why something is lost, in a phrase.
    fn why(&self) -> Option<String> {
        match self {
            Self::Part(loss) | Self::Lost(loss) => Some(format!("{}: {}", loss.kind, cause::cause(loss))),
            Self::Whole | Self::Named | Self::Unread => None,
        }
    }
}

impl Row {
    /// Whether every runtime reads it in the same way.
    pub(crate) fn is_same(&self) -> bool {
        self.readings
            .windows(2)
            .all(|pair| pair[0].word() == pair[1].word())
    }
}

impl Comparison {
    /// Compares prompts, each under the name of its runtime.
    pub(crate) fn new<'a>(
        root: &Path,
        prompts: impl IntoIterator<Item = (String, &'a EffectivePrompt)>,
    ) -> Self {
        let (names, prompts): (Vec<String>, Vec<&EffectivePrompt>) = prompts.into_iter().unzip();
        let mut paths: Vec<&Path> = prompts.iter().flat_map(|prompt| known(prompt)).collect();
        paths.sort_by_key(|path| (!path.starts_with(root), *path));
        paths.dedup();
        let row = |path: &Path| Row {
            path: path.to_path_buf(),
            is_skill: prompts
                .iter()
                .any(|prompt| prompt.skills.iter().any(|skill| skill.path == path)),
            readings: prompts.iter().map(|prompt| Reading::of(prompt, path)).collect(),
        };
        Self {
            names,
            rows: paths.into_iter().map(row).collect(),
        }
    }

    /// Whether every file is read in the same way by all.
    pub(crate) fn is_same(&self) -> bool {
        self.rows.iter().all(Row::is_same)
    }

    /// For programs.
    pub(crate) fn json(&self, summaries: &[Summary]) -> Value {
        let row = |row: &Row| {
            let cells = self.names.iter().zip(&row.readings).zip(summaries);
            let cells = cells.map(|((name, reading), summary)| {
                let used = summary.files.iter().find(|file| file.path == row.path);
                let cell = json!({
                    "reading": reading.word(),
                    "why": reading.why(),
                    "loaded": used.map_or(0, |file| file.loaded),
                    "unit": summary.unit.to_string(),
                });
                (name.clone(), cell)
            });
            json!({
                "path": view::json::path(&row.path),
                "skill": row.is_skill,
                "same": row.is_same(),
                "runtimes": Value::Object(cells.collect()),
            })
        };
        json!({
            "runtimes": self.names,
            "same": self.is_same(),
            "files": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

/// The files a prompt knows of.
fn known(prompt: &EffectivePrompt) -> impl Iterator<Item = &Path> {
    let segments = prompt.parts.iter().flat_map(|part| &part.segments);
    let sent = segments.filter_map(|segment| segment.source.as_ref().map(|source| source.path.as_path()));
    let lost = prompt.all_losses().map(|loss| loss.path.as_path());
    let skills = prompt.skills.iter().map(|skill| skill.path.as_path());
    let named = prompt.on_demand.iter().map(PathBuf::as_path);
    sent.chain(lost).chain(skills).chain(named)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use agents_prompt::{Active, Project, PromptCache, Situation, runtimes};
    use agents_workspace::MemoryFiles;

    /// The project and the comparison for a file in a small tree under some runtimes.
    pub(crate) fn compared(files: &MemoryFiles, runtimes: &[&str], path: &str) -> (Project, Comparison) {
        let active = runtimes.iter().map(|name| {
            let (runtime, _) = runtimes::find(name).expect("a runtime");
            Active::new(runtime, Vec::new()).expect("a version")
        });
        let project = Project::with(Situation::at("/w"), active.collect());
        let cache = PromptCache::default();
        let prompts: Vec<_> = project
            .active
            .iter()
            .map(|active| {
                let situation = project.situation_of(active, Path::new(path));
                cache.get(active, &situation, files)
            })
            .collect();
        let named = project.active.iter().zip(&prompts);
        let named = named.map(|(active, prompt)| (active.name.to_string(), &**prompt));
        let comparison = Comparison::new(Path::new("/w"), named);
        (project, comparison)
    }

    #[test]
    fn a_file_is_whole_cut_lost_named_or_unread() {
        let mut files = MemoryFiles::new();
        files
            .folder("/w/.git")
            .add("/w/AGENTS.md", "root\n")
            .add("/w/a/AGENTS.md", "x".repeat(40_000))
            .add("/w/a/AGENTS.override.md", "o\n")
            .add("/w/CLAUDE.md", "claude\n")
            .add(
                "/w/.agents/skills/s/SKILL.md",
                "---\nname: s\ndescription: d\n---\n",
            );
        let (_, found) = compared(&files, &["codex", "claude-code"], "/w/a/AGENTS.md");
        let words = |path: &str| {
            let row = found.rows.iter().find(|row| row.path == Path::new(path));
            row.map(|row| row.readings.iter().map(Reading::word).collect::<Vec<_>>())
        };
        let expected = |a, b| Some(vec![a, b]);
        // With a CLAUDE.md there, Claude Code leaves AGENTS.md out; the override hides the other from Codex.
        assert_eq!(words("/w/AGENTS.md"), expected("whole", "lost"));
        assert_eq!(words("/w/a/AGENTS.override.md"), expected("whole", "unread"));
        assert_eq!(words("/w/a/AGENTS.md"), expected("lost", "lost"));
        assert_eq!(words("/w/CLAUDE.md"), expected("unread", "whole"));
        assert_eq!(words("/w/.agents/skills/s/SKILL.md"), expected("named", "unread"));
        assert!(!found.is_same());
        let (_, same) = compared(&files, &["codex", "codex"], "/w/a/AGENTS.md");
        assert!(same.is_same());
    }
}
