//! The list of skills where it is not known how it is written.

use crate::{
    effective::{Cause, EffectivePrompt, Layer, LossKind, Part, Segment, Unit},
    steps::{
        catalog::{self, Entry},
        loss,
    },
};

/// Adds the list of skills where it is not known how it is written.
pub fn list(prompt: &mut EffectivePrompt, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    let mut segments = vec![Segment::literal(
        "⟪how skills are listed is not documented⟫\n",
        "not documented",
    )];
    for entry in entries {
        segments.push(entry.segment(
            &entry.name,
            catalog::as_it_is(&entry.name.text),
            "name of the skill",
        ));
        if !entry.description.text.is_empty() {
            segments.push(Segment::literal(": ", "not documented"));
            let shown = catalog::as_it_is(&entry.description.text);
            segments.push(entry.segment(&entry.description, shown, "description"));
        }
        segments.push(Segment::literal("\n", "not documented"));
    }
    prompt.parts.push(Part {
        name: "skills",
        role: "-",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// Leaves of each description its first `most` characters.
pub fn cut_descriptions(prompt: &mut EffectivePrompt, entries: &mut [Entry], most: usize) {
    for entry in entries {
        let word = &mut entry.description;
        let Some((end, _)) = word.text.char_indices().nth(most) else {
            continue;
        };
        word.text.truncate(end);
        if let Some(range) = &word.range {
            let kept = entry.text.slice(range.clone()).chars().take(most);
            let lost = range.start + kept.map(char::len_utf8).sum::<usize>()..range.end;
            let (kind, cause) = (LossKind::Cut, Cause::FileCap { cap: most });
            let unit = Unit::Characters;
            prompt
                .losses
                .push(loss::of(kind, &entry.path, &entry.text, lost, cause, unit));
        }
    }
}
