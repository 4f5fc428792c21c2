//! Paths where runtimes look for a folder of skills, rules or both: a file there is probably a link to a folder that
//! was checked out as text. Goes by paths alone.

use crate::{Active, Project, runtime::Role, runtimes};
use std::path::{Component, Path};

/// What lies in such folders.
const INSIDE: [&str; 6] = [
    "SKILL.md",
    "x/SKILL.md",
    "skills/x/SKILL.md",
    "x.md",
    "x.mdc",
    "x.instructions.md",
];

impl Project {
    /// Whether some runtime, at work or not, looks for a folder of this path. Only in the folders of tools, and only
    /// where the name has no ending.
    #[must_use]
    pub fn is_place_of_folder(&self, path: &Path) -> bool {
        let mut known = runtimes::all().iter().filter(|runtime| !runtime.is_profile());
        self.folder_place(path)
            .is_some_and(|below| known.any(|runtime| looks_for(&|path| runtime.reads(path), below)))
    }

    /// Whether a runtime at work does.
    #[must_use]
    pub fn looks_for_folder(&self, active: &Active, path: &Path) -> bool {
        let below = self.folder_place(path);
        below.is_some_and(|below| looks_for(&|path| active.reads(path), below))
    }

    /// The path below the opened folder, where a tool's folder may be.
    fn folder_place<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        let below = path.strip_prefix(&self.base.root).ok()?;
        let is_hidden = |part: Component<'_>| part.as_os_str().as_encoded_bytes().first() == Some(&b'.');
        (path.extension().is_none() && below.components().any(is_hidden)).then_some(below)
    }
}

fn looks_for(reads: &dyn Fn(&Path) -> Option<Role>, below: &Path) -> bool {
    let is_kept = |role| matches!(role, Role::Skill | Role::Instructions);
    let is_inside = |inside: &str| reads(&below.join(inside)).is_some_and(is_kept);
    reads(below).is_none() && INSIDE.iter().any(|inside| is_inside(inside))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Situation;

    #[test]
    fn folders_of_skills_and_of_rules_are_known() {
        let project = Project::with(Situation::at("/w"), Vec::new());
        let is_place = |path: &str| project.is_place_of_folder(&Path::new("/w").join(path));
        for path in [
            ".claude",
            ".agents/skills",
            ".agents/skills/lint",
            "app/.claude/skills/x",
            ".claude/rules",
            ".cursor/rules",
            ".github/instructions",
        ] {
            assert!(is_place(path), "{path}");
        }
        for path in [
            "skills",
            "AGENTS",
            ".claude/skills/x/SKILL.md",
            ".github/CODEOWNERS",
            ".npmrc",
            "src/x",
        ] {
            assert!(!is_place(path), "{path}");
        }
    }
}
