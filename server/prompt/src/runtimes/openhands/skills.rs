//! Skills of the Agent Skills format.

use super::Places;
use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Unit},
    steps::{
        agent_skills::{self, Loader, standard_name},
        catalog::Entry,
        loss,
    },
};
use agents_workspace::Files;

const LOADER: Loader = Loader {
    depth: 1,
    name_from_folder: true,
    name_is_folder: true,
    refuses: standard_name,
    needs_description: false,
    // A longer one is cut.
    description: None,
    hidden_by: Some("disable-model-invocation"),
    last_wins: false,
};

/// Characters of a description, the notice included.
const DESCRIPTION: usize = 1_024;

pub(super) fn add(prompt: &mut EffectivePrompt, places: &Places, files: &dyn Files) {
    let mut skills = agent_skills::load(prompt, files, &places.skills, &LOADER);
    for entry in &mut skills {
        if entry.description.text.chars().count() > DESCRIPTION {
            cut(prompt, entry);
        } else if entry.description.text.is_empty() {
            prompt.inexact("A skill without a description is listed with the first line of its text.");
        }
    }
    agent_skills::list(prompt, &skills);
}

/// Leaves the beginning and the end of a description, with a notice between them.
fn cut(prompt: &mut EffectivePrompt, entry: &mut Entry) {
    let notice = format!(
        "<response clipped><NOTE>Due to the max output limit, only part of the full description is shown. You can \
         view the complete skill content at {}.</NOTE>",
        entry.path.display()
    );
    let room = DESCRIPTION.saturating_sub(notice.chars().count());
    let (head, tail) = (room.div_ceil(2), room / 2);
    let kept = |text: &str, many: usize| text.chars().take(many).map(char::len_utf8).sum::<usize>();
    let text = &entry.description.text;
    let ending: usize = text.chars().rev().take(tail).map(char::len_utf8).sum();
    let shown = format!(
        "{}{notice}{}",
        &text[..kept(text, head)],
        &text[text.len() - ending..]
    );
    if let Some(range) = &entry.description.range {
        let written = entry.text.substring(range.clone());
        let start = range.start + kept(&written, head);
        let end = (range.end - ending.min(range.len())).max(start);
        let (kind, cause) = (LossKind::Cut, Cause::FileCap { cap: DESCRIPTION });
        let unit = Unit::Characters;
        let lost = loss::of(kind, &entry.path, &entry.text, start..end, cause, unit);
        prompt.losses.push(lost);
    }
    entry.description.text = shown;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtimes::openhands::OpenHands;
    use crate::{
        runtime::{Runtime, assemble},
        situation::Situation,
    };
    use agents_workspace::MemoryFiles;

    #[test]
    fn a_long_description_keeps_both_ends() {
        let mut files = MemoryFiles::new();
        let long = format!("A{}Z", "é".repeat(1_500));
        files.add(
            "/w/.agents/skills/s/SKILL.md",
            format!("---\nname: s\ndescription: {long}\n---\n"),
        );
        let prompt = assemble(&OpenHands, &OpenHands.versions()[0], &Situation::at("/w"), &files);
        let shown = prompt.skills[0].description.clone().unwrap_or_default();
        let list: String = prompt.parts.iter().map(crate::Part::text).collect();
        assert_eq!(shown, long, "the skill itself is told whole");
        assert!(
            list.contains("éé<response clipped><NOTE>")
                && list.contains("</NOTE>éé")
                && list.contains("éZ\n")
        );
        let line = list.lines().last().unwrap_or_default();
        assert_eq!(line.chars().count(), "s: ".len() + DESCRIPTION);
        let cut = prompt
            .all_losses()
            .find(|loss| loss.kind == LossKind::Cut)
            .expect("a cut");
        let notice = DESCRIPTION - (1_502 - cut.amount);
        assert_eq!(line.matches('é').count() + notice + 2, DESCRIPTION);
    }
}
