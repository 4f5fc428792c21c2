//! What reaches the agent that works on a file, in the few words of an editor's status line.

use crate::view::usage::{Usage, usage};
use agents_prompt::{Active, Project, PromptCache};
use agents_workspace::Files;
use std::path::Path;

/// What a status line says, and what it is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Status {
    /// The runtime's name.
    pub(crate) runtime: String,
    /// `codex 28 %`.
    pub(crate) text: String,
    /// `codex 9,162 / 32,768 bytes (28 %) with 2 files above`, a line for each active runtime, the main one first.
    pub(crate) detail: String,
    /// The numbers.
    pub(crate) usage: Usage,
    /// How many files are sent.
    pub(crate) files: usize,
}

/// The status of a file, an instruction file or any other.
pub(crate) fn status(project: &Project, files: &dyn Files, prompts: &PromptCache, path: &Path) -> Status {
    let looked = |active: &Active| -> Usage {
        let situation = project.situation_of(active, path);
        usage(&prompts.get(active, &situation, files), &situation, path)
    };
    let primary = project.primary();
    let main = looked(primary);
    let line = |active: &Active, usage: &Usage| format!("{} {}", active.name, usage.words());
    let mut lines = vec![line(primary, &main)];
    let others = project
        .active
        .iter()
        .filter(|active| active.name != primary.name && !active.runtime.is_profile());
    lines.extend(others.map(|active| line(active, &looked(active))));
    Status {
        runtime: primary.name.to_string(),
        text: format!("{} {}", primary.name, main.brief()),
        detail: lines.join("\n"),
        files: main.others.count + usize::from(main.is_sent),
        usage: main,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::{Situation, runtimes};
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_source_file_has_the_status_of_its_folder() {
        let mut files = MemoryFiles::new();
        files
            .folder("/w/.git")
            .add("/w/AGENTS.md", "x".repeat(3_276))
            .add("/w/CLAUDE.md", "12345")
            .add("/w/a/main.rs", "");
        let active = ["codex", "claude-code"].map(|name| {
            let (runtime, _) = runtimes::find(name).expect("a runtime");
            Active::new(runtime, Vec::new()).expect("a version")
        });
        let project = Project::with(Situation::at("/w"), active.to_vec());
        let of = |path| status(&project, &files, &PromptCache::default(), Path::new(path));
        let source = of("/w/a/main.rs");
        assert_eq!(
            (&*source.runtime, &*source.text, source.files),
            ("codex", "codex 10 %", 1)
        );
        assert_eq!(
            source.detail,
            "codex 3,276 / 32,768 bytes (10 %) from 1 file above\nclaude-code 5 bytes from 1 file above, no cap"
        );
        assert_eq!(of("/w/AGENTS.md").files, 1);
    }
}
