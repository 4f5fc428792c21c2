//! For which program a file is, by its name or its folder. Goes by paths alone.

use crate::{Active, Project, runtime::Evidence, runtime::Runtime, runtimes};
use std::{ffi::OsStr, path::Path};

impl Project {
    /// Whether a file is named for another program than this one: nobody misses `CLAUDE.md` under Codex, while
    /// `AGENTS.md` is for all.
    #[must_use]
    pub fn is_for_another(&self, active: &Active, path: &Path) -> bool {
        let Ok(below) = path.strip_prefix(&self.base.root) else {
            return false;
        };
        let mut owners = runtimes::all().iter().filter(|runtime| owns(**runtime, below));
        !owns(active.runtime, below) && owners.next().is_some()
    }

    /// Whether a file is named for this program; it may be named for others, too.
    #[must_use]
    pub fn is_for(&self, active: &Active, path: &Path) -> bool {
        // Files above the opened folder have the same names.
        let below = path.strip_prefix(&self.base.root).unwrap_or(path);
        owns(active.runtime, below)
    }
}

/// Whether a file is a trace of a program, or lies in a folder that is.
fn owns(runtime: &dyn Runtime, below: &Path) -> bool {
    let names: Vec<&OsStr> = below.iter().collect();
    runtime.evidence().iter().any(|evidence| match evidence {
        Evidence::Project(trace) => {
            let trace: Vec<&OsStr> = Path::new(trace).iter().collect();
            let is_folder = trace.last().is_some_and(|name| is_hidden(name));
            let mut places = names.windows(trace.len());
            // A file without a dot has its name at the end.
            places.any(|place| place == trace) && (is_folder || names.ends_with(&trace))
        }
        Evidence::Home(_) => false,
    })
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Situation;

    #[test]
    fn some_names_are_for_one_program_and_some_for_all() {
        let of = |name: &str| {
            let (runtime, _) = runtimes::find(name).expect("a runtime");
            Active::new(runtime, Vec::new()).expect("a version")
        };
        let project = Project::with(Situation::at("/w"), vec![of("opencode")]);
        let is_for_another =
            |name: &str, path: &str| project.is_for_another(&of(name), &Path::new("/w").join(path));
        for path in [
            "CLAUDE.md",
            "a/CLAUDE.md",
            ".claude/rules/x.md",
            "GEMINI.md",
            ".cursorrules",
        ] {
            assert!(is_for_another("opencode", path), "{path}");
        }
        for path in [
            "AGENTS.md",
            "a/AGENTS.md",
            "AGENT.md",
            "CONTEXT.md",
            "x/CLAUDE.md/y",
        ] {
            assert!(!is_for_another("opencode", path), "{path}");
        }
        assert!(!is_for_another("claude-code", "a/CLAUDE.local.md"));
        assert!(!is_for_another(
            "vscode-copilot",
            ".github/copilot-instructions.md"
        ));
        assert!(project.is_for(&of("claude-code"), Path::new("/elsewhere/CLAUDE.md")));
        assert!(!project.is_for(&of("claude-code"), Path::new("/w/AGENTS.md")));
    }
}
