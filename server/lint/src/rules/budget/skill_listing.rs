//! `budget.skill-listing`: the list of skills is over its budget.

use crate::{
    finding::{Finding, Related, Severity, list, number, quantity},
    repair::head,
    rule::Rule,
    view::{ProjectView, RuntimeView},
};
use agents_prompt::{Budget, Cause, EffectivePrompt, Part, Scope, Unit, effective::SkillFate, name::Name};
use agents_syntax::Text;
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// How many skills a message names.
const NAMED: usize = 5;
/// How many are related places: what a person looks through.
const MOST_RELATED: usize = 20;

/// See the module.
pub struct SkillListing;

impl Rule for SkillListing {
    fn code(&self) -> &'static str {
        "budget.skill-listing"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "The list in which a runtime tells the model its skills has a budget, and the descriptions of all skills \
together do not fit. Some are shortened or left out, so the model does not learn when to use those skills. It is one \
finding for the list, shown on the last skill that loses: the first to lose when the list grows.\n\n\
### Why it matters\n\nEach description is within the limit for one, so nothing seems wrong where it is written. A \
skill without its description is loaded by whoever knows its name.\n\n\
### Example\n\nTwelve descriptions of 828 characters need 9,936. Claude Code with a context window of 200,000 tokens \
has 8,000 for the whole list; the last three skills are listed by name alone.\n\n\
### What to do\n\nShorten the longest descriptions to the words that tell when to use the skill, keep skills that only \
people call out of the list (`disable-model-invocation`), or raise the budget in the runtime's own settings.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let mut told: HashSet<(&Name, PathBuf)> = HashSet::new();
        let mut looked_at: HashSet<*const EffectivePrompt> = HashSet::new();
        for view in project.views.values().flat_map(|file| &file.runtimes) {
            if !looked_at.insert(Arc::as_ptr(&view.prompt)) {
                continue;
            }
            let losers = losers(project, view);
            // A list of a folder below has the same skills and more.
            if losers
                .iter()
                .any(|one| told.contains(&(view.name(), one.path.clone())))
            {
                continue;
            }
            out.extend(self.finding(project, view, &losers));
            told.extend(losers.into_iter().map(|one| (view.name(), one.path)));
        }
    }
}

impl SkillListing {
    fn finding(
        &self,
        project: &ProjectView<'_>,
        view: &RuntimeView<'_>,
        losers: &[Loser],
    ) -> Option<Finding> {
        let is_shown = |one: &&Loser| project.views.contains_key(&one.path);
        let anchor = losers.iter().rev().find(is_shown)?;
        let budgets = &view.prompt.budgets;
        let budget = budgets.iter().find(|budget| budget.scope == Scope::List)?;
        let sentence = sentence(view, budget, losers)?;
        let place = |one: &Loser| Some(description_line(project.views.get(&one.path)?.text()?));
        let mut finding = Finding::new(self, &anchor.path, place(anchor)?).effect(view.name(), sentence);
        let others = losers.iter().filter(|one| one.path != anchor.path);
        let others = others.filter_map(|one| {
            Some(Related {
                path: one.path.clone(),
                range: place(one)?,
                message: one.loss.of_one().to_owned(),
            })
        });
        finding.related = others.take(MOST_RELATED).collect();
        Some(finding)
    }
}

/// A skill that loses something.
struct Loser {
    /// The real path of its file.
    path: PathBuf,
    name: String,
    loss: Loss,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    LeftOut,
    Bare,
    Shortened,
}

impl Loss {
    fn of_one(self) -> &'static str {
        match self {
            Self::LeftOut => "is left out of the list",
            Self::Bare => "loses its description",
            Self::Shortened => "has its description shortened",
        }
    }

    fn of_all(self, names: &str, is_one: bool) -> String {
        match (self, is_one) {
            (Self::LeftOut, true) => format!("{names} is left out"),
            (Self::LeftOut, false) => format!("{names} are left out"),
            (Self::Bare, true) => format!("{names} loses its description"),
            (Self::Bare, false) => format!("{names} lose their descriptions"),
            (Self::Shortened, true) => format!("the description of {names} is shortened"),
            (Self::Shortened, false) => format!("the descriptions of {names} are shortened"),
        }
    }
}

/// The skills that lose something, in the order of the list.
fn losers(project: &ProjectView<'_>, view: &RuntimeView<'_>) -> Vec<Loser> {
    let mut out: Vec<Loser> = Vec::new();
    let lost = view.prompt.all_losses();
    for loss in lost.filter(|loss| matches!(loss.cause, Cause::ListCap { .. })) {
        let Some(skill) = view.skill(&loss.path) else {
            continue;
        };
        let is_kept = |range: &Range<usize>| range.start < loss.range.end && range.end >= loss.range.start;
        let kind = match skill.fate {
            SkillFate::OverBudget => Loss::LeftOut,
            _ if view.prompt.loaded(&loss.path).any(is_kept) => Loss::Shortened,
            _ => Loss::Bare,
        };
        let real = project.files.canonical(&loss.path);
        let path = real.unwrap_or_else(|| loss.path.clone());
        if !out.iter().any(|known| known.path == path) {
            out.push(Loser {
                path,
                name: skill.name.clone().unwrap_or_default(),
                loss: kind,
            });
        }
    }
    out
}

fn sentence(view: &RuntimeView<'_>, budget: &Budget, losers: &[Loser]) -> Option<String> {
    let cap = budget.cap?;
    let (count, length) = descriptions(view, budget.unit)?;
    let what = [Loss::LeftOut, Loss::Bare, Loss::Shortened]
        .into_iter()
        .filter_map(|kind| {
            let names: Vec<&str> = losers
                .iter()
                .filter(|one| one.loss == kind)
                .map(|one| one.name.as_str())
                .collect();
            (!names.is_empty()).then(|| kind.of_all(&named(&names), names.len() == 1))
        });
    let skills = if count == 1 {
        "1 skill"
    } else {
        &format!("{} skills", number(count))
    };
    Some(format!(
        "The list of skills for {{}} needs {} of {}, {} of them for the descriptions of {skills}, so {}.",
        number(budget.used),
        quantity(cap, budget.unit),
        number(length),
        list(&what.collect::<Vec<_>>()),
    ))
}

/// How many skills the list is made of, and how long their descriptions are before any is cut.
fn descriptions(view: &RuntimeView<'_>, unit: Unit) -> Option<(usize, usize)> {
    let is_list = |part: &&Part| {
        part.losses
            .iter()
            .any(|loss| matches!(loss.cause, Cause::ListCap { .. }))
    };
    let part = view.prompt.parts.iter().find(is_list)?;
    let sources = part.segments.iter().filter_map(|segment| segment.source.as_ref());
    let mut paths: HashSet<&Path> = sources.map(|source| source.path.as_path()).collect();
    paths.extend(part.losses.iter().map(|loss| loss.path.as_path()));
    let skills = view
        .prompt
        .skills
        .iter()
        .filter(|skill| paths.contains(skill.path.as_path()));
    let lengths: Vec<usize> = skills
        .map(|skill| unit.measure(&Text::new(skill.description.as_deref().unwrap_or_default())))
        .collect();
    Some((lengths.len(), lengths.iter().sum()))
}

fn named(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(NAMED).map(|name| format!("“{name}”")).collect();
    if names.len() > NAMED {
        shown.push(format!("{} more", number(names.len() - NAMED)));
    }
    list(&shown)
}

/// The line of the description, or else the one that opens the head.
fn description_line(text: &Text) -> Range<usize> {
    head::key_line(text, "description").map_or_else(|| head::opening_line(text), |line| line.range)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "budget.skill-listing";

    fn skills(fixture: &mut Fixture, folder: &str, count: usize, length: usize) {
        for index in 0..count {
            let head = format!(
                "---\nname: s{index:02}\ndescription: {}\n---\n",
                "x".repeat(length)
            );
            fixture.add(&format!("{folder}/s{index:02}/SKILL.md"), head);
        }
    }

    #[test]
    fn a_list_has_one_finding_on_the_last_that_loses() {
        let mut fixture = Fixture::new(
            &["claude-code"],
            "//- CLAUDE.md\nrules\n//- a/CLAUDE.md\nnested\n",
        );
        skills(&mut fixture, ".claude/skills", 12, 828);
        assert!(fixture.codes().is_empty(), "the default window has room");
        fixture.set("contextWindowTokens", 200_000);
        assert_eq!(
            fixture.codes(),
            ["budget.skill-listing .claude/skills/s11/SKILL.md:3"]
        );
        assert_eq!(
            fixture.message(CODE),
            "The list of skills for claude-code needs 10,031 of 8,000 UTF-16 units, 9,936 of them for the descriptions \
             of 12 skills, so “s09”, “s10” and “s11” lose their descriptions."
        );
        let related = &fixture.findings()[0].related;
        assert_eq!(related.len(), 2);
        assert_eq!(related[0].message, "loses its description");
    }

    #[test]
    fn lists_are_shortened_in_many_ways() {
        let told = |runtime: &str, folder: &str, key: Option<(&str, usize)>, count: usize, length: usize| {
            let mut fixture = Fixture::new(&[runtime], "");
            skills(&mut fixture, folder, count, length);
            if let Some((key, value)) = key {
                fixture.set(key, value);
            }
            let message = fixture.message(CODE);
            message.rsplit_once(", so ").unwrap().1.to_owned()
        };
        let codex = |tokens, count| {
            let key = Some(("skills.max_context_tokens", tokens));
            told("codex", ".agents/skills", key, count, 400)
        };
        let told = [
            codex(400, 3),
            codex(150, 3),
            told("copilot-cli", ".github/skills", None, 40, 900),
            told(
                "openclaw",
                "skills",
                Some(("skills.limits.maxSkillsPromptChars", 1_000)),
                3,
                400,
            ),
        ];
        insta::assert_snapshot!(told.join("\n"), @r#"
        the descriptions of “s00”, “s01” and “s02” are shortened.
        “s02” is left out and “s00” and “s01” lose their descriptions.
        “s15”, “s16”, “s17”, “s18”, “s19” and 20 more are left out.
        the descriptions of “s00”, “s01” and “s02” are shortened.
        "#);
    }

    #[test]
    fn folders_with_the_same_list_and_more_do_not_tell_again() {
        let mut fixture = Fixture::new(
            &["codex"],
            "//- AGENTS.md\nr\n//- a/AGENTS.md\na\n//- b/AGENTS.md\nb\n",
        );
        skills(&mut fixture, ".agents/skills", 3, 400);
        skills(&mut fixture, "a/.agents/skills", 3, 400);
        fixture.set("skills.max_context_tokens", 400);
        assert_eq!(fixture.marked(CODE).len(), 1, "{:?}", fixture.codes());
    }

    #[test]
    fn a_list_that_is_too_long_only_below_is_told_there() {
        let mut fixture = Fixture::new(&["codex"], "//- AGENTS.md\nr\n//- a/AGENTS.md\na\n");
        skills(&mut fixture, "a/.agents/skills", 3, 400);
        fixture.set("skills.max_context_tokens", 400);
        assert_eq!(
            fixture.codes(),
            ["budget.skill-listing a/.agents/skills/s02/SKILL.md:3"]
        );
    }
}
