//! Which files are instructions, skills or descriptions of agents, whether an active runtime reads them or not.

use agents_prompt::{Project, runtime::Role, runtimes};
use std::path::{Path, PathBuf};

/// What a file is, for the help in writing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A skill in a folder of its own.
    Skill,
    /// A skill that is one file among others (`.skills/deploy.md`).
    FlatSkill,
    /// A description of an agent.
    Agent,
    /// An instruction or memory file.
    Instructions,
}

impl Kind {
    /// Whether it is a skill.
    pub(crate) fn is_skill(self) -> bool {
        matches!(self, Self::Skill | Self::FlatSkill)
    }
}

/// What a file is to the active runtimes, or else to any runtime there is. `None`: something else.
///
/// A file whose name differs in case alone (`skill.md`) is written like the one it should be.
pub(crate) fn kind(project: &Project, path: &Path) -> Option<Kind> {
    let role = role(project, path).or_else(|| role(project, &upper(path)?))?;
    let is_in_folder = path
        .file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    Some(match role {
        Role::Skill if is_in_folder => Kind::Skill,
        Role::Skill => Kind::FlatSkill,
        Role::Agent => Kind::Agent,
        Role::Instructions | Role::Memory | Role::Reference => Kind::Instructions,
    })
}

fn role(project: &Project, path: &Path) -> Option<Role> {
    let below = path.strip_prefix(&project.base.root).ok()?;
    let active = project.active.iter().find_map(|active| active.reads(below));
    active.or_else(|| runtimes::all().iter().find_map(|runtime| runtime.reads(below)))
}

/// The path with the stem of its name in capitals, as the names are that runtimes look for.
fn upper(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?.to_uppercase();
    let is_markdown = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md"));
    is_markdown.then(|| path.with_file_name(format!("{stem}.md")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::Situation;
    use agents_workspace::MemoryFiles;

    #[test]
    fn files_are_known_by_place_and_name() {
        let project = Project::detect(Situation::at("/w"), &MemoryFiles::new());
        let of = |path: &str| kind(&project, Path::new(path));
        assert_eq!(of("/w/.claude/skills/x/SKILL.md"), Some(Kind::Skill));
        assert_eq!(of("/w/.claude/skills/x/skill.md"), Some(Kind::Skill));
        assert_eq!(of("/w/.skills/x.md"), Some(Kind::FlatSkill));
        assert_eq!(of("/w/.claude/agents/x.md"), Some(Kind::Agent));
        assert_eq!(of("/w/a/AGENTS.md"), Some(Kind::Instructions));
        assert_eq!(of("/w/a/agents.md"), Some(Kind::Instructions));
        for none in ["/w/README.md", "/w/src/main.rs", "/elsewhere/AGENTS.md"] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
