//! What the extension for editors sends.

use super::{
    AGENT_FILES,
    note::{self, Note, When},
    rule_folders,
};
use crate::{
    effective::{EffectivePrompt, Layer, Segment},
    situation::Situation,
    steps::gather::Gather,
};
use agents_workspace::Files;

pub(super) fn add(prompt: &mut EffectivePrompt, situation: &Situation, files: &dyn Files) {
    let root = &situation.root;
    let mut start = Gather::new(prompt, files);
    let agents = note::read(&mut start, files, &root.join(AGENT_FILES[0]));
    if let Some(agents) = &agents {
        send(&mut start, agents, "root of the opened folder");
    }
    let rules = note::rules(&mut start, files, &rule_folders(situation, root));
    for rule in rules.iter().filter(|rule| rule.when == When::Always) {
        send(&mut start, rule, "rule for every message");
    }
    start.done("instructions", "system", Layer::Start);

    let mut touched = Gather::new(prompt, files);
    for rule in &rules {
        let is_certain = match &rule.when {
            When::Always => continue,
            When::Asked => {
                touched.waits(&rule.rule.path);
                continue;
            }
            When::Matching { is_certain, .. } => *is_certain,
        };
        match rule.is_for(root, &situation.touched) {
            Ok(false) => touched.waits(&rule.rule.path),
            Ok(true) => {
                if !is_certain {
                    touched.prompt.inexact(
                        "A rule with `regex` is for files whose text it matches, which is not looked at here.",
                    );
                }
                send(&mut touched, rule, "rule whose patterns match");
            }
            Err(pattern) => touched.unreadable_pattern(&rule.rule, pattern),
        }
    }
    touched.done("nested", "system", Layer::Touch);
}

/// Each rule stands behind the message of the system and an empty line.
fn send(gather: &mut Gather<'_>, note: &Note, why: &'static str) {
    note.lose_head(gather.prompt);
    if note.sent.is_empty() {
        return;
    }
    gather.push([Segment::literal("\n\n", "between rules"), note.segment(why)]);
}
