//! A skill where a text names it: what it is for, who sends it, and which one counts.

use super::{Asked, skill, table};
use crate::{assist::subject::Subject, view::inert};
use agents_lint::view::shown;
use agents_prompt::{Active, effective::SkillFate};

/// Lines of a description; what is beyond stands in the file.
const MOST_LINES: usize = 8;

pub(super) fn about_mention(asked: &Asked<'_>, named: &Subject) -> String {
    let name = inert::code(&named.name);
    let mut blocks = Vec::new();
    if let Some(first) = named.known.first() {
        let file = inert::code(&shown(asked.project, &first.path));
        blocks.push(format!("**{name} is a skill** in {file}"));
        let description = first.description.as_deref().unwrap_or_default();
        let mut lines = inert::wrapped(description, table::WIDEST);
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            lines.push("…".to_owned());
        }
        if !lines.is_empty() {
            blocks.push(inert::fence(&lines));
        }
    }
    let runtimes = named.skills.runtimes.iter().enumerate();
    let mut lines: Vec<String> = runtimes
        .flat_map(|(index, active)| of_runtime(asked, named, index, active))
        .collect();
    if asked.project.is_fallback {
        lines.push("No agent runtime left traces here; these would find it.".to_owned());
    }
    // Two spaces make Markdown keep the line break.
    blocks.push(lines.join("  \n"));
    let reader = named.known.first().and_then(|known| known.seen.first());
    let active = reader.and_then(|seen| named.skills.runtimes.get(seen.runtime));
    let active = active.unwrap_or(asked.project.primary());
    let link = super::link(asked, active, asked.path);
    super::joined(blocks, link.into_iter().collect())
}

/// What a runtime makes of each file of the name, a line each.
fn of_runtime(asked: &Asked<'_>, named: &Subject, index: usize, active: &Active) -> Vec<String> {
    let title = active.title();
    let situation = asked.project.situation_of(active, asked.path);
    let prompt = asked.prompts.get(active, &situation, asked.files);
    let mut lines = Vec::new();
    for (nth, known) in named.known.iter().enumerate() {
        for seen in known.seen.iter().filter(|seen| seen.runtime == index) {
            let what = if nth == 0 {
                "it".to_owned()
            } else {
                inert::code(&shown(asked.project, &seen.skill.path))
            };
            let mut line = format!("{title} {}", skill::short_of(asked.project, &seen.skill, &what));
            if seen.skill.fate == SkillFate::Listed
                && let Some(listed) = skill::listed(&prompt, &seen.skill)
            {
                let words: Vec<&str> = listed.split_whitespace().collect();
                line.push_str(" as ");
                line.push_str(&inert::code(&words.join(" ")));
            }
            lines.push(line);
        }
    }
    let is_expected = !asked.project.is_fallback && !asked.project.is_standard(active);
    if lines.is_empty() && is_expected {
        lines.push(format!("{title} does not find it here"));
    }
    lines
}
