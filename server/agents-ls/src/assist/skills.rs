//! The skills that count for a file: what each runtime at work finds in the file's own situation, by name.

use super::Scope;
use agents_prompt::{
    Active,
    effective::{Skill, SkillFate, SkillFault},
    runtimes,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// The skills that count for a file.
pub(crate) struct Skills {
    /// The runtimes that were asked, the one that hover shows in full first, and behind them the format of skills
    /// for those that none of them reads. Where none left traces all there are, since any of them may be the one.
    pub(crate) runtimes: Vec<Active>,
    named: BTreeMap<String, Vec<Known>>,
}

/// One file of a skill. Paths that lead to one real file are one skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The file as the first runtime names it.
    pub(crate) path: PathBuf,
    /// The file with all links resolved.
    pub(crate) real: PathBuf,
    /// The description as the first runtime sees it.
    pub(crate) description: Option<String>,
    /// What the runtimes make of it: their place in [`Skills::runtimes`], the file as they name it, its fate.
    pub(crate) seen: Vec<Seen>,
}

/// What a runtime makes of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The runtime's place in [`Skills::runtimes`].
    pub(crate) runtime: usize,
    /// The skill as the runtime has it.
    pub(crate) skill: Skill,
}

impl Skills {
    /// The skills that count for the file at `path`.
    pub(crate) fn of(scope: Scope<'_>, path: &Path) -> Self {
        let runtimes = runtimes_of(scope);
        let mut named: BTreeMap<String, Vec<Known>> = BTreeMap::new();
        for (index, active) in runtimes.iter().enumerate() {
            let situation = scope.project.situation_of(active, path);
            let prompt = scope.prompts.get(active, &situation, scope.files);
            // The format has no say in what a runtime at work reads.
            let is_concern =
                |skill: &Skill| !scope.project.is_standard(active) || is_judged(scope, active, skill);
            let skills = prompt.skills.iter().filter(|skill| !is_misplaced(skill));
            for skill in skills.filter(|skill| is_concern(skill)) {
                let Some(name) = name(skill) else { continue };
                let group = named.entry(name).or_default();
                let real = scope
                    .files
                    .canonical(&skill.path)
                    .unwrap_or_else(|| skill.path.clone());
                let seen = Seen {
                    runtime: index,
                    skill: skill.clone(),
                };
                match group.iter_mut().find(|known| known.real == real) {
                    Some(known) => {
                        known.description = known.description.take().or_else(|| skill.description.clone());
                        known.seen.push(seen);
                    }
                    None => group.push(Known {
                        path: skill.path.clone(),
                        real,
                        description: skill.description.clone(),
                        seen: vec![seen],
                    }),
                }
            }
        }
        for group in named.values_mut() {
            // Stable, so that what the first runtime finds first stays first.
            group.sort_by_key(Known::rank);
        }
        Self { runtimes, named }
    }

    /// The skills of a name, the one that wins first.
    pub(crate) fn named(&self, name: &str) -> &[Known] {
        self.named.get(name).map_or(&[], Vec::as_slice)
    }

    /// The skill in a real file, and its name.
    pub(crate) fn at(&self, real: &Path) -> Option<(&str, &Known)> {
        self.all().find(|(_, known)| known.real == real)
    }

    /// All of them by name, those that win first.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.named
            .iter()
            .flat_map(|(name, group)| group.iter().map(move |known| (name.as_str(), known)))
    }

    /// The names the agent can use, each with the skill that wins.
    pub(crate) fn usable(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.named.iter().filter_map(|(name, group)| {
            let known = group.iter().find(|known| known.is_usable())?;
            Some((name.as_str(), known))
        })
    }
}

impl Known {
    /// Whether a runtime lets the agent use it.
    pub(crate) fn is_usable(&self) -> bool {
        self.seen
            .iter()
            .any(|seen| matches!(seen.skill.fate, SkillFate::Listed | SkillFate::OnDemand))
    }

    /// Whether some runtime takes this one for its name: no other stands in its place.
    pub(crate) fn wins(&self) -> bool {
        let loses = |seen: &Seen| matches!(seen.skill.fate, SkillFate::Shadowed { .. });
        !self.seen.iter().all(loses)
    }

    /// The best fate first; of equal ones that under the first runtime.
    fn rank(&self) -> (u8, usize) {
        let ranks = self.seen.iter().map(|seen| {
            let rank = match seen.skill.fate {
                SkillFate::Listed | SkillFate::OnDemand => 0,
                SkillFate::OverBudget => 1,
                SkillFate::Skipped(_) => 2,
                SkillFate::Shadowed { .. } => 3,
            };
            (rank, seen.runtime)
        });
        ranks.min().unwrap_or((u8::MAX, usize::MAX))
    }
}

/// The runtimes at work, the primary one first; all there are where none left traces.
fn runtimes_of(scope: Scope<'_>) -> Vec<Active> {
    let project = scope.project;
    if project.is_fallback {
        let all = runtimes::all().iter();
        return all
            .filter_map(|runtime| Active::new(*runtime, Vec::new()))
            .collect();
    }
    let primary = project.primary().clone();
    let others = project.active.iter().filter(|active| active.name != primary.name);
    let others = others.chain(&project.standard).cloned();
    std::iter::once(primary.clone()).chain(others).collect()
}

/// Whether the format judges a skill, which no runtime at work reads.
fn is_judged(scope: Scope<'_>, standard: &Active, skill: &Skill) -> bool {
    let mut readers = scope.project.readers(&skill.path);
    readers.any(|(reader, _)| reader.name == standard.name)
}

/// A file that is no skill because of its place or the name of the file itself (`skill.md`).
fn is_misplaced(skill: &Skill) -> bool {
    matches!(skill.fate, SkillFate::Skipped(SkillFault::Location(_)))
}

/// The skill's name, or else the one its place gives it.
fn name(skill: &Skill) -> Option<String> {
    let given = skill.name.clone().filter(|name| !name.trim().is_empty());
    given.or_else(|| name_of_place(&skill.path))
}

/// The name that a skill's place gives it: that of its folder, or of the file where it has no folder of its own.
pub(crate) fn name_of_place(path: &Path) -> Option<String> {
    let is_in_folder = path
        .file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
    let place = if is_in_folder {
        path.parent()?.file_name()?
    } else {
        path.file_stem()?
    };
    Some(place.to_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use crate::assist::testing::Tree;
    use std::path::Path;

    #[test]
    fn the_one_that_wins_comes_first_and_misnamed_files_are_none() {
        let tree = Tree::new(&["codex", "claude-code"])
            .skill(".claude/skills/deploy/SKILL.md", "deploy", "from claude")
            .skill(".agents/skills/deploy/SKILL.md", "deploy", "from agents")
            .skill("a/.agents/skills/deploy/SKILL.md", "deploy", "nested")
            .skill(".claude/skills/triage/skill.md", "triage", "misnamed")
            .file(".agents/skills/broken/SKILL.md", "---\nname: broken\n---\n");
        let shown = |path: &str| -> Vec<String> {
            let skills = tree.skills(path);
            let shown = skills.all().map(|(name, known)| {
                let path = known.path.strip_prefix("/w").unwrap_or(&known.path);
                format!("{name} {}", path.display())
            });
            shown.collect()
        };
        assert_eq!(
            shown("AGENTS.md"),
            [
                "broken .agents/skills/broken/SKILL.md",
                "deploy .agents/skills/deploy/SKILL.md",
                "deploy .claude/skills/deploy/SKILL.md"
            ]
        );
        assert_eq!(shown("a/AGENTS.md").len(), 4, "the nested one counts there");
        let usable: Vec<String> = tree
            .skills("AGENTS.md")
            .usable()
            .map(|(name, _)| name.to_owned())
            .collect();
        assert_eq!(usable, ["deploy"]);
    }

    #[test]
    fn without_traces_of_a_runtime_any_may_be_the_one() {
        let tree = Tree::new(&[]).skill(".agents/skills/x-y/SKILL.md", "x-y", "one");
        assert!(tree.scope().project.is_fallback);
        assert_eq!(tree.skills("AGENTS.md").named("x-y").len(), 1);
    }

    #[test]
    fn a_link_leads_to_the_same_skill() {
        let mut tree = Tree::new(&["codex", "claude-code"]).skill(".agents/skills/x/SKILL.md", "x", "one");
        tree.files.link("/w/.claude/skills", "../.agents/skills");
        let skills = tree.skills("AGENTS.md");
        let known = skills.named("x");
        assert_eq!(known.len(), 1);
        assert_eq!(known[0].seen.len(), 2);
        assert_eq!(known[0].real, Path::new("/w/.agents/skills/x/SKILL.md"));
    }
}
