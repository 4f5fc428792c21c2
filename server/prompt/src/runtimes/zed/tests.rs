use super::Zed;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Scope, SkillFate, SkillFault},
    runtime::{Runtime, assemble},
    situation::Situation,
};
use agents_workspace::MemoryFiles;
use std::path::Path;

fn prompt(files: &MemoryFiles) -> EffectivePrompt {
    assemble(&Zed, &Zed.versions()[0], &Situation::at("/r"), files)
}

fn path(name: &str) -> String {
    format!("/r/.agents/skills/{name}/SKILL.md")
}

fn skill(name: &str, description: usize, body: usize) -> String {
    let (description, body) = ("d".repeat(description), "b".repeat(body));
    format!("---\nname: {name}\ndescription: {description}\n---\n{body}")
}

fn fate(prompt: &EffectivePrompt, name: &str) -> Option<SkillFate> {
    let path = path(name);
    let skill = prompt.skills.iter().find(|skill| skill.path == Path::new(&path));
    skill.map(|skill| skill.fate.clone())
}

/// Names of five bytes with 1,019 of description make 1 KiB each, so fifty of them fill the list.
#[test]
fn the_first_skill_over_the_budget_ends_the_list() {
    let mut files = MemoryFiles::new();
    for index in 0..49 {
        let name = format!("s{index:04}");
        files.add(path(&name), skill(&name, 1_019, 0));
    }
    files
        .add(path("t-long"), skill("t-long", 1_019, 0))
        .add(path("u"), skill("u", 1, 0));
    let over = prompt(&files);
    assert_eq!(fate(&over, "s0048"), Some(SkillFate::Listed));
    assert_eq!(fate(&over, "t-long"), Some(SkillFate::OverBudget));
    assert_eq!(fate(&over, "u"), Some(SkillFate::OverBudget));
    let dropped: Vec<_> = over
        .all_losses()
        .filter(|loss| loss.kind == LossKind::Dropped)
        .map(|loss| loss.cause.clone())
        .collect();
    assert_eq!(dropped, vec![Cause::ListCap { cap: 50 * 1024 }; 2]);
    let budget = &over.budgets[0];
    assert_eq!((&budget.scope, budget.cap), (&Scope::List, Some(50 * 1024)));
    assert_eq!(budget.used, 50 * 1024 + 1 + 2);
    assert!(!over.parts[0].text().contains("<name>u</name>"));

    files.add(path("t-long"), skill("t-long", 1_018, 0));
    let full = prompt(&files);
    assert_eq!(fate(&full, "t-long"), Some(SkillFate::Listed));
    assert_eq!(fate(&full, "u"), Some(SkillFate::OverBudget));
}

#[test]
fn long_descriptions_and_large_files_are_refused() {
    let mut files = MemoryFiles::new();
    let accents = format!("---\nname: accents\ndescription: {}\n---\n", "é".repeat(513));
    files
        .add(path("accents"), accents)
        .add(path("just"), skill("just", 1_024, 0))
        .add(path("large"), skill("large", 1, 100 * 1024))
        .add(path("long"), skill("long", 1_025, 0));
    let prompt = prompt(&files);
    let too_long = SkillFault::TooLong("description", 1_024);
    assert_eq!(fate(&prompt, "just"), Some(SkillFate::Listed));
    assert_eq!(fate(&prompt, "long"), Some(SkillFate::Skipped(too_long.clone())));
    assert_eq!(fate(&prompt, "accents"), Some(SkillFate::Skipped(too_long)));
    assert!(matches!(
        fate(&prompt, "large"),
        Some(SkillFate::Skipped(SkillFault::Location(_)))
    ));
}
