//! Agent Skills, the format itself, as its guide for programs that load skills tells them to.
//!
//! A profile: it runs no agent. It judges the skills that no runtime at work reads ([`crate::Project::standard`]),
//! and those of a project in which it is named.
//!
//! Behaviour: agentskills.io/specification and agentskills.io/client-implementation/adding-skills-support
//! (github.com/agentskills/agentskills, `docs/`). Keys beyond the format's are passed over, as the guide advises;
//! the reference validator, which refuses them, is `skills-ref`.

use super::skill_keys::{COMPATIBILITY, LICENSE, METADATA};
use crate::{
    effective::EffectivePrompt,
    runtime::{
        Basis, Evidence, Fact, FieldKind, Imports, Loading, Role, Runtime, Setting, SkillField, Version,
    },
    situation::Situation,
    steps::{
        agent_skills::{self, Extras, Loader},
        walk,
    },
};
use agents_workspace::Files;
use std::path::{Component, Path, PathBuf};

/// The format.
pub struct AgentSkills;

/// The format has no releases; this is the day it was read.
pub(super) const VERSION: Version = Version {
    name: "2026",
    basis: Basis::Documented,
    source: "agentskills.io/specification and its guide for clients",
    date: "2026-08-09",
};

const SPECIFICATION: &str = "agentskills.io/specification";

const GUIDE: &str = "agentskills.io/client-implementation/adding-skills-support";

const FACTS: &[Fact] = &[
    Fact {
        about: "It is a format, and a profile here: it judges the skills of a project that no runtime at work reads, \
                and `all` does not name it.",
        source: "server/prompt/src/project.rs",
        date: "2026-12-01",
    },
    Fact {
        about: "A skill is a folder with a `SKILL.md`. Clients look in `skills` of a folder of their own, and in \
                `.agents/skills`, which they share.",
        source: GUIDE,
        date: "2026-08-09",
    },
    Fact {
        about: "The name has at most 64 of a-z, 0-9 and single hyphens, none at the ends, and is that of the folder.",
        source: SPECIFICATION,
        date: "2026-08-09",
    },
    Fact {
        about: "The description has at most 1,024 characters; a skill without one is skipped, as is one whose head is \
                no YAML.",
        source: GUIDE,
        date: "2026-08-09",
    },
];

/// The folder whose folders are skills.
const PLACE: &str = "skills";

/// Folders whose skills are there to be read or copied, not to be loaded.
const PAGES: [&str; 12] = [
    "__fixtures__",
    "doc",
    "docs",
    "documentation",
    "evals",
    "example",
    "examples",
    "fixtures",
    "template",
    "templates",
    "testdata",
    "tests",
];

/// Characters of a description.
const DESCRIPTION: usize = 1024;

const LOADER: Loader = Loader {
    description: Some(DESCRIPTION),
    ..Loader::FORMAT
};

const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: that of the folder, a-z, 0-9 and single hyphens.",
    )
    .required()
    .most(64),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the skill does and when to use it.",
    )
    .required()
    .most(DESCRIPTION),
    LICENSE,
    COMPATIBILITY,
    METADATA,
    SkillField::new(
        "allowed-tools",
        FieldKind::Tools {
            spaces: true,
            commas: false,
            list: true,
        },
        "Tools that may be used without asking; experimental.",
    ),
];

impl Runtime for AgentSkills {
    fn name(&self) -> &'static str {
        "agent-skills"
    }

    fn versions(&self) -> &'static [Version] {
        const { &[VERSION] }
    }

    fn facts(&self) -> &'static [Fact] {
        FACTS
    }

    fn is_profile(&self) -> bool {
        true
    }

    fn loading(&self) -> Loading {
        Loading::Touch
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn reads(&self, path: &Path) -> Option<Role> {
        is_skill(path).then_some(Role::Skill)
    }

    fn skill_fields(&self) -> &'static [SkillField] {
        FIELDS
    }

    fn evidence(&self) -> &'static [Evidence] {
        &[]
    }

    fn imports(&self) -> Imports {
        Imports::Literal
    }

    fn assemble(&self, version: &Version, situation: &Situation, files: &dyn Files) -> EffectivePrompt {
        let mut prompt = EffectivePrompt::empty(self.name(), version.name);
        let below = walk::folders_below(files, &situation.root, &situation.touched);
        let mut places = Vec::new();
        for folder in std::iter::once(&situation.root).chain(&below) {
            places.extend(places_of(files, folder));
        }
        // The guide lets a client try again with values in quotes; whether it does is no matter of the format.
        let extras = Extras {
            strict_yaml: true,
            ..Extras::default()
        };
        // Each folder is another program's: none of its skills stands in the place of another one's.
        let mut listed = Vec::new();
        for place in places {
            listed.extend(agent_skills::load_with(
                &mut prompt,
                files,
                &[place],
                &LOADER,
                extras,
            ));
        }
        agent_skills::list(&mut prompt, &listed);
        prompt
    }
}

/// The folders of skills that lie in a folder: the shared one first.
fn places_of(files: &dyn Files, folder: &Path) -> Vec<PathBuf> {
    let names = files.list(folder);
    let is_own = |name: &&String| name.starts_with('.') && *name != ".git";
    let mut names: Vec<&String> = names.iter().filter(is_own).collect();
    names.sort_by_key(|name| *name != ".agents");
    let hidden = names.into_iter().map(|name| folder.join(name).join(PLACE));
    hidden.chain([folder.join(PLACE)]).collect()
}

/// Whether a path, relative to the opened folder, is `skills/<name>/SKILL.md` in a folder or in a dot folder of it.
fn is_skill(path: &Path) -> bool {
    let parts: Option<Vec<&str>> = path
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    let Some([above @ .., PLACE, name, "SKILL.md"]) = parts.as_deref() else {
        return false;
    };
    let folders = match above {
        [before @ .., last] if last.starts_with('.') && *last != ".git" => before,
        all => all,
    };
    !name.starts_with('.')
        && !folders
            .iter()
            .any(|folder| folder.starts_with('.') || PAGES.contains(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effective::SkillFate;
    use agents_workspace::MemoryFiles;

    #[test]
    fn skills_lie_in_folders_of_skills() {
        for path in [
            ".agents/skills/x/SKILL.md",
            "a/.windsurf/skills/x/SKILL.md",
            "skills/x/SKILL.md",
            "plugins/p/skills/x/SKILL.md",
        ] {
            assert!(is_skill(Path::new(path)), "{path}");
        }
        for path in [
            "SKILL.md",
            "x/SKILL.md",
            ".agents/skills/SKILL.md",
            ".agents/skills/x/skill.md",
            ".agents/skills/x/y/SKILL.md",
            ".agents/skills/.x/SKILL.md",
            ".git/skills/x/SKILL.md",
            ".a/plugins/p/skills/x/SKILL.md",
            "docs/skills/x/SKILL.md",
            "templates/.agents/skills/x/SKILL.md",
        ] {
            assert!(!is_skill(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn keys_of_programs_are_passed_over_and_a_skill_without_description_is_not_taken() {
        let mut files = MemoryFiles::new();
        files
            .add(
                "/w/.agents/skills/a/SKILL.md",
                "---\nname: a\ndescription: b\nargument-hint: c\n---\n",
            )
            .add("/w/.agents/skills/b/SKILL.md", "---\nname: b\n---\n")
            .add("/w/p/skills/c/SKILL.md", "---\nname: d\ndescription: e\n---\n");
        let mut situation = Situation::at("/w");
        situation.touched = vec![PathBuf::from("/w/p")];
        let prompt = crate::runtime::assemble(&AgentSkills, &VERSION, &situation, &files);
        let listed = |name: &str| {
            let path = Path::new("/w").join(name);
            let skill = prompt.skills.iter().find(|skill| skill.path == path);
            skill.map(|skill| skill.fate == SkillFate::Listed)
        };
        assert_eq!(listed(".agents/skills/a/SKILL.md"), Some(true));
        assert_eq!(listed(".agents/skills/b/SKILL.md"), Some(false));
        assert_eq!(
            listed("p/skills/c/SKILL.md"),
            Some(false),
            "another name than its folder"
        );
    }
}
