//! Does this line reach the model, and if not why.

use super::{
    Asked, Detail, excerpt,
    fate::{Fate, fate},
    others, skill, started, table,
};
use crate::view::summary::summary;
use agents_syntax::Text;
use std::ops::Range;

pub(super) fn about_line(asked: &Asked<'_>, text: &Text, line: &Range<usize>) -> String {
    let active = asked.runtime(asked.path);
    let situation = asked.project.situation_of(active, asked.path);
    let prompt = asked.prompts.get(active, &situation, asked.files);
    let summary = summary(&prompt, asked.files);
    if let Some(skill) = prompt.skills.iter().find(|skill| skill.path == asked.path) {
        let mut blocks = vec![skill::about(asked.project, active, &prompt, skill)];
        blocks.extend(others::others(asked, active, line));
        blocks.extend(table::one_row(asked, &summary, skill));
        blocks.extend(table::skills(&prompt, asked.path));
        blocks.extend(others::differences(asked));
        return super::finish(asked, active, asked.path, blocks, None);
    }
    let fate = fate(&prompt, asked.path, line);
    let mut second = started("started", asked.project, &situation);
    if let Some(reason) = fate.reason() {
        // A terminal would break a line that is too wide within a word; elsewhere the break shows as a space.
        let fits = second.chars().count() + reason.chars().count() < table::WIDEST;
        let between = if fits { "; " } else { ";\n" };
        second = format!("{second}{between}{reason}");
    }
    let mut blocks = vec![format!("{}  \n{second}", fate.answer(active))];
    blocks.extend(others::others(asked, active, line));
    blocks.push(table::table(asked, &prompt, &summary, asked.path));
    if let (Fate::Partly(loss), Detail::Line) = (&fate, asked.detail) {
        blocks.push(excerpt::excerpt(loss, text, line));
    }
    blocks.extend(table::skills(&prompt, asked.path));
    blocks.extend(others::differences(asked));
    let size = table::size(asked, &prompt, &summary);
    super::finish(asked, active, asked.path, blocks, Some(size))
}
