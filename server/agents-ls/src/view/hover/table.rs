//! The files of a prompt and how far its cap is used.

use super::Asked;
use crate::view::{
    inert, rows,
    summary::{FileUse, Summary, exact_tokens, tokens},
};
use agents_lint::finding::number;
use agents_prompt::{
    EffectivePrompt,
    effective::{Skill, SkillFate},
};
use agents_syntax::Text;
use std::path::Path;

/// The widest line: a hover of 80 columns with a border has room for it.
pub(super) const WIDEST: usize = 78;

/// Of more files than this only those around the file in question are listed.
const MOST_ROWS: usize = 16;

/// The bar and a row for each file but the skills, `here` marked.
pub(super) fn table(asked: &Asked<'_>, prompt: &EffectivePrompt, summary: &Summary, here: &Path) -> String {
    let is_skill = |file: &&FileUse| prompt.skills.iter().any(|skill| skill.path == file.path);
    let files: Vec<&FileUse> = summary
        .files
        .iter()
        .filter(|file| file.path == here || !is_skill(file))
        .collect();
    let mut lines = vec![summary.usage()];
    // The last ones come from the closest folders, unless `here` stands before.
    let at = files.iter().position(|file| file.path == here);
    let first = at
        .unwrap_or(usize::MAX)
        .min(files.len().saturating_sub(MOST_ROWS));
    let last = (first + MOST_ROWS).min(files.len());
    if first > 0 {
        lines.push(format!("  … {} more before", number(first)));
    }
    lines.extend(rows::rows(
        asked.project,
        &files[first..last],
        Some(here),
        Some(WIDEST),
    ));
    if last < files.len() {
        lines.push(format!("  … {} more after", number(files.len() - last)));
    }
    inert::fence(&lines)
}

/// The row of one skill.
pub(super) fn one_row(asked: &Asked<'_>, summary: &Summary, skill: &Skill) -> Option<String> {
    let mut file = summary.files.iter().find(|file| file.path == skill.path)?.clone();
    match skill.fate {
        SkillFate::Listed => "sent from the start".clone_into(&mut file.why),
        SkillFate::OnDemand => "sent on demand".clone_into(&mut file.why),
        _ => {}
    }
    Some(inert::fence(&rows::rows(
        asked.project,
        &[&file],
        Some(&skill.path),
        Some(WIDEST),
    )))
}

/// `2 other skills are sent, 2 are dropped`, where there are skills other than `path`.
pub(super) fn skills(prompt: &EffectivePrompt, path: &Path) -> Option<String> {
    let is_of_them = prompt.skills.iter().any(|skill| skill.path == path);
    let others = || prompt.skills.iter().filter(|skill| skill.path != path);
    let listed = others().filter(|skill| skill.fate == SkillFate::Listed).count();
    let loadable = others().filter(|skill| skill.fate == SkillFate::OnDemand).count();
    let counts = [
        (listed, "sent"),
        (loadable, "sent only on demand"),
        (others().count() - listed - loadable, "dropped"),
    ];
    let mut what = if is_of_them { " other skill" } else { " skill" }.to_owned();
    let mut out = Vec::new();
    for (count, how) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let (plural, verb) = if count == 1 { ("", "is") } else { ("s", "are") };
        let plural = if what.is_empty() { "" } else { plural };
        out.push(format!("{}{what}{plural} {verb} {how}", number(count)));
        what.clear();
    }
    (!out.is_empty()).then(|| out.join(", "))
}

/// The tokens of the prompt, counted only where a budget is in tokens.
pub(super) fn size(asked: &Asked<'_>, prompt: &EffectivePrompt, summary: &Summary) -> String {
    let in_tokens = asked.project.caps.iter().any(|cap| cap.cap.is_in_tokens());
    let counted: Option<usize> = in_tokens
        .then(|| {
            let parts = prompt.parts.iter();
            parts
                .map(|part| asked.tokens.count(&Text::new(&part.text())))
                .sum()
        })
        .flatten();
    counted.map_or_else(|| tokens(summary.bytes), exact_tokens)
}
