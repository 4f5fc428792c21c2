//! Prompts for programs: `show --format json` and `agents-ls/effectivePrompt`.

use crate::view::cause::cause;
use agents_prompt::{
    Budget, EffectivePrompt, Import, Layer, Loss, Part, Scope, Segment,
    effective::{Skill, SkillFate},
};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A prompt with everything known about it.
pub(crate) fn prompt(prompt: &EffectivePrompt) -> Value {
    let mut value = json!({
        "runtime": prompt.runtime,
        "version": prompt.version,
        "exact": prompt.exact,
        "caveats": prompt.caveats,
        "parts": prompt.parts.iter().map(part_json).collect::<Vec<_>>(),
        "losses": prompt.losses.iter().map(loss_json).collect::<Vec<_>>(),
        "imports": prompt.imports.iter().map(import_json).collect::<Vec<_>>(),
        "skills": prompt.skills.iter().map(skill).collect::<Vec<_>>(),
        "budgets": prompt.budgets.iter().map(budget_json).collect::<Vec<_>>(),
        "on_demand": paths(&prompt.on_demand),
        "waiting": paths(&prompt.waiting),
        "log": prompt.log,
    });
    if prompt.runtime != *prompt.base {
        value["extends"] = prompt.base.into();
    }
    value
}

fn part_json(part: &Part) -> Value {
    let mut at = 0;
    let segments: Vec<Value> = part
        .segments
        .iter()
        .map(|segment| segment_json(segment, &mut at))
        .collect();
    json!({
        "part": part.name,
        "role": part.role,
        "layer": match part.layer { Layer::Start => "A", Layer::Touch => "B" },
        "text": part.text(),
        "segments": segments,
        "losses": part.losses.iter().map(loss_json).collect::<Vec<_>>(),
    })
}

fn segment_json(segment: &Segment, at: &mut usize) -> Value {
    let start = *at;
    *at += segment.len();
    let source = segment.source.as_ref();
    json!({
        "source": source.map(|source| path(&source.path)),
        "source_range": source.map(|source| [source.range.start, source.range.end]),
        "range": [start, *at],
        "exact": !segment.is_marker(),
        "why": segment.why,
    })
}

fn loss_json(loss: &Loss) -> Value {
    json!({
        "kind": loss.kind.to_string(),
        "source": path(&loss.path),
        "range": [loss.range.start, loss.range.end],
        "why": cause(loss),
        "amount": loss.amount,
        "unit": loss.unit.to_string(),
    })
}

fn import_json(import: &Import) -> Value {
    json!({
        "source": path(&import.path),
        "range": [import.range.start, import.range.end],
        "written": import.written,
        "target": path(&import.target),
        "outcome": import.outcome.word(),
        "kept": import.is_kept,
    })
}

/// A skill of a runtime.
pub(crate) fn skill(skill: &Skill) -> Value {
    json!({
        "source": path(&skill.path),
        "name": skill.name,
        "description": skill.description,
        "fate": match &skill.fate {
            SkillFate::Listed => "listed",
            SkillFate::OnDemand => "on-demand",
            SkillFate::Shadowed { .. } => "shadowed",
            SkillFate::Skipped(_) => "skipped",
            SkillFate::OverBudget => "over-budget",
        },
    })
}

fn budget_json(budget: &Budget) -> Value {
    let (scope, of) = match &budget.scope {
        Scope::File(file) => ("file", Some(path(file))),
        Scope::Total => ("total", None),
        Scope::List => ("list", None),
    };
    json!({
        "scope": scope,
        "path": of,
        "used": budget.used,
        "cap": budget.cap,
        "unit": budget.unit.to_string(),
        "setting": budget.setting,
    })
}

/// A path as JSON has it; what is not Unicode in it becomes U+FFFD.
pub(crate) fn path(path: &Path) -> Value {
    path.to_string_lossy().into_owned().into()
}

fn paths(list: &[PathBuf]) -> Vec<Value> {
    list.iter().map(|one| path(one)).collect()
}
