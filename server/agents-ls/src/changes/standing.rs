//! What becomes of each rule in a prompt.

use super::rule::{Rule, Rules, text_of};
use agents_prompt::{
    EffectivePrompt, Loss, LossKind,
    effective::{Skill, SkillFate},
};
use agents_workspace::{File, Files};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A rule as it stands towards a prompt.
#[derive(Debug, Clone)]
pub(crate) struct Standing {
    /// The file it stands in, as the runtime names it.
    pub(crate) path: PathBuf,
    /// The words that reach the model, or would.
    pub(crate) text: Arc<str>,
    /// The headings it stands under.
    pub(crate) heading: Arc<[String]>,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// Whether it reaches the model.
    pub(crate) fate: Fate,
}

/// Whether a rule reaches the model.
#[derive(Debug, Clone)]
pub(crate) enum Fate {
    /// It does.
    Sent,
    /// The agent reads it when it needs it, or another touch adds it.
    Waiting,
    /// It does not.
    Lost(Loss),
}

impl Fate {
    /// Whether the model can come to see it.
    pub(crate) fn reaches(&self) -> bool {
        !matches!(self, Self::Lost(_))
    }
}

/// Every rule that has to do with a prompt, in the order of its files.
pub(crate) fn standings(prompt: &EffectivePrompt, files: &dyn Files, rules: &Rules) -> Vec<Standing> {
    let mut found = Vec::new();
    for skill in &prompt.skills {
        found.extend(entry_of(prompt, skill));
    }
    for path in known(prompt) {
        let Ok(file) = files.file(path) else { continue };
        of_file(prompt, path, &file, &rules.of(&file), &mut found);
    }
    found
}

/// The files whose text is in the prompt, or might be.
fn known(prompt: &EffectivePrompt) -> Vec<&Path> {
    let segments = prompt.parts.iter().flat_map(|part| &part.segments);
    let sent = segments.filter_map(|segment| segment.source.as_ref().map(|source| source.path.as_path()));
    let lost = prompt.all_losses().map(|loss| loss.path.as_path());
    let waiting = prompt
        .on_demand
        .iter()
        .chain(&prompt.waiting)
        .map(PathBuf::as_path);
    let skills = prompt.skills.iter().map(|skill| skill.path.as_path());
    let mut known: Vec<&Path> = Vec::new();
    for path in sent.chain(lost).chain(waiting).chain(skills) {
        if !known.contains(&path) {
            known.push(path);
        }
    }
    known
}

/// A skill's entry in the list of skills.
fn entry_of(prompt: &EffectivePrompt, skill: &Skill) -> Option<Standing> {
    let name = skill.name.as_deref()?;
    let text = match skill.description.as_deref() {
        Some(description) => format!("{name}: {description}"),
        None => name.to_owned(),
    };
    let loss = || prompt.all_losses().find(|loss| loss.path == skill.path).cloned();
    let fate = match &skill.fate {
        SkillFate::Listed => Fate::Sent,
        SkillFate::OnDemand => Fate::Waiting,
        SkillFate::Shadowed { .. } | SkillFate::Skipped(_) | SkillFate::OverBudget => Fate::Lost(loss()?),
    };
    Some(Standing {
        path: skill.path.clone(),
        text: text.split_whitespace().collect::<Vec<_>>().join(" ").into(),
        heading: Arc::from(["list of skills".to_owned()]),
        line: 1,
        fate,
    })
}

fn of_file(prompt: &EffectivePrompt, path: &Path, file: &File, rules: &[Rule], out: &mut Vec<Standing>) {
    let loaded: Vec<&Range<usize>> = prompt.loaded(path).collect();
    let losses: Vec<&Loss> = prompt.all_losses().filter(|loss| loss.path == path).collect();
    let stripped: Vec<Range<usize>> = losses
        .iter()
        .filter(|loss| loss.kind == LossKind::Stripped)
        .map(|loss| loss.range.clone())
        .collect();
    let is_named = |named: &PathBuf| named == path;
    let waits = prompt.on_demand.iter().chain(&prompt.waiting).any(is_named)
        || prompt
            .skills
            .iter()
            .any(|skill| skill.path == path && matches!(skill.fate, SkillFate::Listed | SkillFate::OnDemand));
    for rule in rules {
        let touches = |range: &Range<usize>| rule.ranges.iter().any(|own| overlap(own, range));
        let text = if stripped.iter().any(touches) {
            Arc::from(text_of(file.document(), &rule.ranges, &stripped))
        } else {
            Arc::clone(&rule.text)
        };
        if text.is_empty() {
            continue;
        }
        // Of two losses the cap's is the one that takes the text away.
        let lost = losses
            .iter()
            .find(|loss| loss.kind != LossKind::Stripped && (touches(&loss.range) || loss.range.is_empty()));
        let fate = match lost {
            Some(loss) => Fate::Lost((*loss).clone()),
            None if loaded.iter().any(|range| touches(range)) => Fate::Sent,
            None if waits => Fate::Waiting,
            None => continue,
        };
        out.push(Standing {
            path: path.to_path_buf(),
            text,
            heading: Arc::clone(&rule.heading),
            line: rule.line,
            fate,
        });
    }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
