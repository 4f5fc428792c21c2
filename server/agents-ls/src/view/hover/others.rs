//! What the other runtimes make of a line, and a start elsewhere; which files they do not read alike.

use super::{
    Asked,
    fate::{Fate, fate},
    skill, table,
};
use crate::view::{
    compare::{self, Comparison},
    inert,
};
use agents_lint::finding::{list, number};
use agents_prompt::{Active, EffectivePrompt, Loss, LossKind, runtimes};
use std::ops::Range;

/// Lines of the table of differences, its head included; more are counted.
const MOST_DIFFERENCES: usize = 14;

/// One line for each other active runtime; where none left traces, what the measured ones would lose.
pub(super) fn others(asked: &Asked<'_>, shown: &Active, line: &Range<usize>) -> Option<String> {
    let mut lines = Vec::new();
    let project = asked.project;
    // Who does not read a skill has no say in it.
    let is_asked = |active: &&Active| active.name != shown.name && !project.is_standard(shown);
    for active in project.active.iter().filter(is_asked) {
        let situation = project.situation_of(active, asked.path);
        let prompt = asked.prompts.get(active, &situation, asked.files);
        let skill = prompt.skills.iter().find(|skill| skill.path == asked.path);
        let short = skill.map_or_else(
            || fate(&prompt, asked.path, line).short(),
            |skill| skill::short(project, skill),
        );
        lines.push(format!("{}: {short}", active.name));
    }
    lines.extend(at_root(asked, shown, line));
    if project.is_standard(shown) {
        lines.push(if project.is_fallback {
            "No agent runtime left traces here; judged by the Agent Skills standard.".to_owned()
        } else {
            "No agent runtime at work here reads it; judged by the Agent Skills standard.".to_owned()
        });
    } else if project.is_fallback {
        lines.push(format!(
            "No agent runtime left traces here; shown as the plain AGENTS.md convention.{}",
            would_lose(asked)
        ));
    }
    // Two spaces make Markdown keep the line break.
    (!lines.is_empty()).then(|| lines.join("  \n"))
}

/// The files that the active runtimes do not read alike for this path, as a small table.
pub(super) fn differences(asked: &Asked<'_>) -> Option<String> {
    let project = asked.project;
    if project.active.len() < 2 {
        return None;
    }
    let prompts: Vec<_> = project
        .active
        .iter()
        .map(|active| {
            let situation = project.situation_of(active, asked.path);
            (active, asked.prompts.get(active, &situation, asked.files))
        })
        .collect();
    let named = prompts
        .iter()
        .map(|(active, prompt)| (active.name.to_string(), &**prompt));
    let comparison = Comparison::new(&project.base.root, named);
    let mut lines = compare::matrix(project, &comparison, asked.path, false, table::WIDEST);
    if lines.is_empty() {
        return None;
    }
    if lines.len() > MOST_DIFFERENCES {
        let more = lines.len() - MOST_DIFFERENCES;
        lines.truncate(MOST_DIFFERENCES);
        lines.push(format!("  … {} more", number(more)));
    }
    Some(format!("Not the same everywhere:\n{}", inert::fence(&lines)))
}

/// How a start in the opened folder differs from the file's own situation.
fn at_root(asked: &Asked<'_>, active: &Active, line: &Range<usize>) -> Option<String> {
    let own = asked.project.situation_of(active, asked.path);
    let root = asked.project.situation_at_root(active);
    if own == root {
        return None;
    }
    let prompt = asked.prompts.get(active, &root, asked.files);
    let own_prompt = asked.prompts.get(active, &own, asked.files);
    let reaches = |prompt: &EffectivePrompt| matches!(fate(prompt, asked.path, line), Fate::Reaches);
    if reaches(&prompt) == reaches(&own_prompt) {
        return None;
    }
    let what = if reaches(&prompt) {
        "reaches"
    } else if prompt.loaded(asked.path).next().is_some() {
        "does not reach"
    } else {
        "not sent"
    };
    Some(format!("started in the opened folder: {what}"))
}

/// What runtimes that are not active would cut or skip of this file.
fn would_lose(asked: &Asked<'_>) -> String {
    let mut losers = Vec::new();
    for runtime in runtimes::all().iter().filter(|runtime| !runtime.is_profile()) {
        let Some(active) = Active::new(*runtime, Vec::new()) else {
            continue;
        };
        let situation = asked.project.situation_of(&active, asked.path);
        let prompt = asked.prompts.get(&active, &situation, asked.files);
        let losses = prompt
            .all_losses()
            .filter(|loss| loss.path == asked.path && loss.kind != LossKind::Stripped);
        let lost: Vec<&Loss> = losses.collect();
        if let Some(first) = lost.first() {
            let amount: usize = lost
                .iter()
                .filter(|loss| loss.unit == first.unit)
                .map(|loss| loss.amount)
                .sum();
            losers.push(format!(
                "{} would lose {} {}",
                runtime.name(),
                number(amount),
                first.unit
            ));
        }
    }
    if losers.is_empty() {
        String::new()
    } else {
        format!(" {}.", list(&losers))
    }
}
