//! What the answer of a tool ends with when it read a file that rules or skills wait for. Files called QWEN.md are
//! not read on a touch.

use super::{
    paths,
    rules::{self, Rule},
    settings::Settings,
    skill_list,
    skills::Told,
};
use crate::{
    effective::{EffectivePrompt, Layer, Part, Segment, SkillFate},
    situation::Situation,
};
use agents_workspace::Files;
use std::path::{Path, PathBuf};

pub(super) fn add(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    situation: &Situation,
    files: &dyn Files,
    rules: &[Rule],
    mut skills: Vec<Told>,
) {
    let mut open: Vec<&Rule> = rules.iter().filter(|rule| rule.paths.is_some()).collect();
    for touched in &situation.touched {
        let matches = |patterns: &Option<Vec<String>>, root: &Path| {
            let patterns = patterns.as_deref().unwrap_or_default();
            let below = below(files, root, touched);
            below.iter().any(|path| paths::matches(patterns, path))
        };
        let (now, later): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|rule| matches(&rule.paths, &settings.root));
        open = later;
        // Patterns of skills are relative to the start folder.
        let (awake, asleep): (Vec<_>, Vec<_>) = skills
            .into_iter()
            .partition(|told| matches(&told.paths, &situation.start));
        skills = asleep;
        let mut blocks: Vec<Vec<Segment>> = now.iter().map(|rule| rules::block(rule, settings)).collect();
        if !awake.is_empty() {
            for told in &awake {
                let paths = prompt
                    .skills
                    .iter_mut()
                    .filter(|skill| skill.path == told.entry.path);
                paths.for_each(|skill| skill.fate = SkillFate::Listed);
            }
            let heading = "⟪qwen-code: about skills⟫\n<available_skills>\n";
            let mut list = vec![Segment::literal(heading, "heading")];
            list.extend(skill_list::entries(&awake, false));
            list.push(Segment::literal("</available_skills>", "end"));
            blocks.push(list);
        }
        push(prompt, blocks);
    }
}

fn push(prompt: &mut EffectivePrompt, blocks: Vec<Vec<Segment>>) {
    if blocks.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal("<system-reminder>", "heading")];
    for (index, block) in blocks.into_iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "\n\n" };
        segments.push(Segment::literal(gap, "between rules"));
        segments.extend(block);
    }
    segments.push(Segment::literal("\n</system-reminder>", "end"));
    prompt.inexact("How what a touch adds is set off from the answer of the tool is not measured.");
    prompt.parts.push(Part {
        name: "nested",
        role: "tool",
        layer: Layer::Touch,
        segments,
        losses: Vec::new(),
    });
}

/// The touched path as it is written and as it really is, relative to `root`; those that lie below it.
fn below(files: &dyn Files, root: &Path, touched: &Path) -> Vec<PathBuf> {
    let written = touched.strip_prefix(root).ok().map(Path::to_path_buf);
    let real = files.canonical(touched).zip(files.canonical(root));
    let real = real.and_then(|(touched, root)| touched.strip_prefix(root).ok().map(Path::to_path_buf));
    written.into_iter().chain(real).collect()
}
