//! What stands above the first line of an instruction file: for each runtime how far its cap is used.

use crate::view::usage::usage;
use agents_lint::{
    finding::{list, number, quantity},
    view::{FileView, RuntimeView},
};
use agents_prompt::{
    Cause, EffectivePrompt, LossKind, Project, PromptCache, Scope, Unit, effective::SkillFate, name::Name,
};
use agents_workspace::Files;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// More lenses than this would hide the text they stand above; then there is one for all.
const MOST: usize = 4;

/// What becomes of the files below one, by runtime. Found for whole projects after a pause, so it may be a moment old.
pub(crate) type Below = BTreeMap<Name, Nested>;

/// Files below a file that share a cap with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nested {
    /// How many there are.
    pub(crate) files: usize,
    /// How many of them lose text to the cap.
    pub(crate) starved: usize,
    /// How much they lose.
    pub(crate) lost: usize,
    /// The unit of that.
    pub(crate) unit: Unit,
}

/// The runtimes a file has lenses for, the main one first.
pub(crate) fn runtimes(
    project: &Project,
    files: &dyn Files,
    prompts: &PromptCache,
    path: &Path,
) -> Vec<Name> {
    let view = FileView::new(project, files, prompts, path);
    let readers = readers(&view);
    let most = if readers.len() > MOST { 1 } else { MOST };
    readers
        .iter()
        .take(most)
        .map(|reader| reader.name().clone())
        .collect()
}

/// The words of a lens; `None` when there is none for this runtime.
pub(crate) fn title(
    project: &Project,
    files: &dyn Files,
    prompts: &PromptCache,
    path: &Path,
    runtime: &str,
    below: &Below,
) -> Option<String> {
    let view = FileView::new(project, files, prompts, path);
    let readers = readers(&view);
    let reader = readers.iter().find(|reader| **reader.name() == *runtime)?;
    let mut title = one(reader, path, below.get(reader.name()));
    if readers.len() > MOST {
        let others = readers.iter().filter(|other| other.name() != reader.name());
        let losing = others.filter(|other| loses(&other.prompt, path));
        let losing: Vec<&str> = losing.map(|other| &**other.name()).collect();
        title.push_str(&format!(" · {} more runtimes", number(readers.len() - 1)));
        if !losing.is_empty() {
            title.push_str(&format!(", text lost for {}", list(&losing)));
        }
    }
    Some(title)
}

/// What becomes of the files below `path` among `known`, all that there are.
pub(crate) fn below(
    project: &Project,
    files: &dyn Files,
    prompts: &PromptCache,
    path: &Path,
    known: &[PathBuf],
    is_cancelled: &dyn Fn() -> bool,
) -> Below {
    let mut found = Below::new();
    let Some(folder) = path.parent() else {
        return found;
    };
    let view = FileView::new(project, files, prompts, path);
    let sharing = readers(&view)
        .into_iter()
        .filter(|reader| shared_unit(&reader.prompt).is_some() && reader.skill(path).is_none());
    let sharing: Vec<_> = sharing.collect();
    let is_below = |other: &&PathBuf| {
        let other = other.parent();
        other.is_some_and(|other| other != folder && other.starts_with(folder))
    };
    for other in known.iter().filter(is_below) {
        if is_cancelled() {
            break;
        }
        for reader in &sharing {
            if project.role(reader.active, other).is_none() {
                continue;
            }
            let situation = project.situation_of(reader.active, other);
            let prompt = prompts.get(reader.active, &situation, files);
            let Some(unit) = shared_unit(&prompt) else {
                continue;
            };
            let is_shared = prompt.loaded(path).next().is_some();
            let is_skill = prompt.skills.iter().any(|skill| skill.path == *other);
            let lost = lost_to_shared_cap(&prompt, other, unit);
            let takes_part = prompt.loaded(other).next().is_some() || lost > 0;
            if !is_shared || is_skill || !takes_part {
                continue;
            }
            let nested = found.entry(reader.name().clone()).or_insert(Nested {
                files: 0,
                starved: 0,
                lost: 0,
                unit,
            });
            nested.files += 1;
            nested.starved += usize::from(lost > 0);
            nested.lost += lost;
        }
    }
    found
}

/// How the runtimes that agents run in see a file, those left out that do not send it.
pub(super) fn readers<'a, 'b>(view: &'b FileView<'a>) -> Vec<&'b RuntimeView<'a>> {
    let path = view.path;
    let reads = |reader: &&RuntimeView<'_>| {
        let runtime = reader.active.runtime;
        let prompt = &reader.prompt;
        !runtime.is_profile()
            && (prompt.loaded(path).next().is_some() || reader.skill(path).is_some() || loses(prompt, path))
    };
    view.runtimes.iter().filter(reads).collect()
}

/// Whether a runtime would send more of a file if it had room.
fn loses(prompt: &EffectivePrompt, path: &Path) -> bool {
    let is_by_cap = |kind| matches!(kind, LossKind::Cut | LossKind::Dropped);
    prompt
        .all_losses()
        .any(|loss| loss.path == path && is_by_cap(loss.kind))
}

fn one(reader: &RuntimeView<'_>, path: &Path, below: Option<&Nested>) -> String {
    let name = reader.name();
    if let Some(skill) = reader.skill(path) {
        let fate = match skill.fate {
            SkillFate::Listed => "lists this skill",
            SkillFate::OnDemand => "sends this skill on demand",
            SkillFate::Shadowed { .. } => "drops this skill, another of its name comes first",
            SkillFate::Skipped(_) => "drops this skill",
            SkillFate::OverBudget => "drops this skill, the list is too long",
        };
        return format!("{name} {fate}{}", list_of_skills(&reader.prompt));
    }
    let usage = usage(&reader.prompt, &reader.situation, path);
    let nested = below.map_or_else(String::new, Nested::words);
    format!("{name} {}{nested}", usage.words())
}

/// ` · list 1,204 / 8,000 characters`, where the list of skills has a cap.
fn list_of_skills(prompt: &EffectivePrompt) -> String {
    let mut lists = prompt.budgets.iter().filter(|budget| budget.scope == Scope::List);
    let capped = lists.find_map(|budget| Some((budget, budget.cap?)));
    capped.map_or_else(String::new, |(budget, cap)| {
        format!(" · list {} / {}", number(budget.used), quantity(cap, budget.unit))
    })
}

impl Nested {
    /// ` · 3 nested files fit` or ` · 1 of 3 nested files loses 53 bytes`.
    fn words(&self) -> String {
        let all = number(self.files);
        let plural = if self.files == 1 { "" } else { "s" };
        if self.starved == 0 {
            let fit = if self.files == 1 { "fits" } else { "fit" };
            return format!(" · {all} nested file{plural} {fit}");
        }
        let which = if self.files == self.starved {
            all
        } else {
            format!("{} of {all}", number(self.starved))
        };
        let lose = if self.starved == 1 { "loses" } else { "lose" };
        format!(
            " · {which} nested file{plural} {lose} {}",
            quantity(self.lost, self.unit)
        )
    }
}

/// The unit of the cap that all files share, if there is one.
fn shared_unit(prompt: &EffectivePrompt) -> Option<Unit> {
    let mut budgets = prompt.budgets.iter();
    let shared = budgets.find(|budget| budget.scope == Scope::Total && budget.cap.is_some());
    shared.map(|budget| budget.unit)
}

fn lost_to_shared_cap(prompt: &EffectivePrompt, path: &Path, unit: Unit) -> usize {
    let losses = prompt.all_losses().filter(|loss| {
        loss.path == path && loss.unit == unit && matches!(loss.cause, Cause::TotalCap { .. })
    });
    losses.map(|loss| loss.amount).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::{Active, Situation};
    use agents_workspace::MemoryFiles;
    use serde_json::json;

    /// Every lens of a file, in a tree of files of these lengths.
    fn lenses(runtimes: &[(&str, &[(&str, usize)])], tree: &[(&str, usize)], path: &str) -> Vec<String> {
        let mut files = MemoryFiles::new();
        files.folder("/w/.git");
        for (path, length) in tree {
            files.add(format!("/w/{path}"), "x".repeat(*length));
        }
        titles(runtimes, &files, tree.iter().map(|(path, _)| *path), path)
    }

    fn titles<'a>(
        runtimes: &[(&str, &[(&str, usize)])],
        files: &MemoryFiles,
        known: impl Iterator<Item = &'a str>,
        path: &str,
    ) -> Vec<String> {
        let active = runtimes.iter().map(|(name, settings)| {
            let (runtime, _) = agents_prompt::runtimes::find(name).expect("a runtime");
            let mut active = Active::new(runtime, Vec::new()).expect("a version");
            for (key, value) in *settings {
                active.set(key, &json!(value)).expect("a setting");
            }
            active
        });
        let project = Project::with(Situation::at("/w"), active.collect());
        let prompts = PromptCache::default();
        let path = Path::new("/w").join(path);
        let known: Vec<PathBuf> = known.map(|path| Path::new("/w").join(path)).collect();
        let below = below(&project, files, &prompts, &path, &known, &|| false);
        let names = super::runtimes(&project, files, &prompts, &path);
        let title = |name: &Name| title(&project, files, &prompts, &path, name, &below).expect("a lens");
        names.iter().map(title).collect()
    }

    const CODEX_90: (&str, &[(&str, usize)]) = ("codex", &[("project_doc_max_bytes", 90)]);

    #[test]
    fn files_below_fit_or_lose_text() {
        let below = |sizes: &[usize]| {
            let names = ["a/AGENTS.md", "b/AGENTS.md", "b/c/AGENTS.md"];
            let mut tree = vec![("AGENTS.md", 60), ("README.md", 9)];
            tree.extend(names.iter().copied().zip(sizes.iter().copied()));
            lenses(&[CODEX_90], &tree, "AGENTS.md").remove(0)
        };
        assert_eq!(below(&[]), "codex 60 / 90 bytes (67 %)");
        assert_eq!(below(&[28]), "codex 60 / 90 bytes (67 %) · 1 nested file fits");
        assert_eq!(
            below(&[9, 9, 8]),
            "codex 60 / 90 bytes (67 %) · 3 nested files fit"
        );
        let starved = below(&[9, 50, 9]);
        assert!(
            starved.starts_with("codex 60 / 90 bytes (67 %) · 2 of 3 nested files lose "),
            "{starved}"
        );
        let starved = below(&[50]);
        assert!(
            starved.starts_with("codex 60 / 90 bytes (67 %) · 1 nested file loses 2"),
            "{starved}"
        );
    }

    #[test]
    fn a_file_that_is_cut_says_how_much_of_all_is_lost() {
        let tree = [("AGENTS.md", 60), ("a/AGENTS.md", 50)];
        let lens = lenses(&[CODEX_90], &tree, "a/AGENTS.md").remove(0);
        assert!(lens.starts_with("codex 90 / 90 bytes, 2"), "{lens}");
        assert!(lens.ends_with(" lost with 1 file above"), "{lens}");
    }

    #[test]
    fn runtimes_that_do_not_read_it_and_profiles_have_none() {
        let tree = [("AGENTS.md", 60), ("CLAUDE.md", 9)];
        let both: [(&str, &[(&str, usize)]); 2] = [CODEX_90, ("claude-code", &[])];
        let of = |path| lenses(&both, &tree, path);
        assert_eq!(of("AGENTS.md"), ["codex 60 / 90 bytes (67 %)"]);
        assert_eq!(of("CLAUDE.md").len(), 1);
        assert!(
            of("CLAUDE.md")[0].starts_with("claude-code 9 bytes, no cap"),
            "{:?}",
            of("CLAUDE.md")
        );
        assert!(of("README.md").is_empty());
        let mut files = MemoryFiles::new();
        files.add(
            "/w/.agents/skills/s/SKILL.md",
            "---\nname: s\ndescription: d\n---\n",
        );
        let of_skill = |name| {
            titles(
                &[(name, &[])],
                &files,
                [].into_iter(),
                ".agents/skills/s/SKILL.md",
            )
        };
        assert_eq!(of_skill("skills-ref"), [""; 0], "a validator builds no prompt");
        let lists = of_skill("codex");
        assert!(
            lists[0].starts_with("codex lists this skill · list "),
            "{lists:?}"
        );
    }

    #[test]
    fn a_file_that_another_one_stands_in_for_has_no_lens() {
        let tree = [("AGENTS.md", 60), ("AGENTS.override.md", 9)];
        assert!(lenses(&[CODEX_90], &tree, "AGENTS.md").is_empty());
        assert_eq!(
            lenses(&[CODEX_90], &tree, "AGENTS.override.md"),
            ["codex 9 / 90 bytes (10 %)"]
        );
    }

    #[test]
    fn more_than_four_runtimes_are_told_in_one_lens() {
        let names = ["agents-md", "amp", "crush", "opencode"];
        let mut all: Vec<(&str, &[(&str, usize)])> = names.iter().map(|name| (*name, &[] as _)).collect();
        let tree = [("AGENTS.md", 60)];
        assert_eq!(lenses(&all, &tree, "AGENTS.md").len(), 4);
        all.push(("codex", &[("project_doc_max_bytes", 9)]));
        let one = lenses(&all, &tree, "AGENTS.md");
        assert_eq!(one.len(), 1);
        assert!(one[0].starts_with("agents-md 60 bytes, no cap"), "{one:?}");
        assert!(
            one[0].ends_with(" · 4 more runtimes, text lost for codex"),
            "{one:?}"
        );
    }
}
