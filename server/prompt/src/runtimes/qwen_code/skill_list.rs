//! The list of skills in the first message, and what becomes of it when it is long.

use super::skills::Told;
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    steps::{
        catalog::{self, Word},
        loss, space,
    },
};
use std::ops::Range;

/// UTF-16 units of all entries; beyond them descriptions are cut (`MAX_SKILL_LISTING_CHARS`).
const MOST_UNITS: usize = 8_000;

/// UTF-16 units of the entries of the skills that 0.24.4 brings with it, counted from its package.
const BUNDLED_UNITS: usize = 5_857;

pub(super) fn add(prompt: &mut EffectivePrompt, listed: &[Told]) {
    if listed.is_empty() {
        return;
    }
    let full = entries(listed, false);
    let used = BUNDLED_UNITS
        + full
            .iter()
            .map(|segment| segment.measure(Unit::Utf16))
            .sum::<usize>();
    prompt.budgets.push(Budget {
        scope: Scope::List,
        used,
        cap: Some(MOST_UNITS),
        unit: Unit::Utf16,
        setting: None,
    });
    let is_over = used > MOST_UNITS;
    let mut segments = vec![Segment::literal("<available_skills>\n", "heading")];
    if is_over {
        report(prompt, listed);
        segments.extend(entries(listed, true));
    } else {
        segments.extend(full);
    }
    segments.push(Segment::literal("</available_skills>", "end"));
    prompt.parts.push(Part {
        name: "skills",
        role: "user",
        layer: Layer::Start,
        segments,
        losses: Vec::new(),
    });
}

/// The entries, each with its last line break. Shortened ones have the first line of their description.
pub(super) fn entries(listed: &[Told], is_short: bool) -> Vec<Segment> {
    let mut out = Vec::new();
    for told in listed {
        let entry = &told.entry;
        let escaped = |word: &Word, why| entry.segment(word, catalog::escaped(&word.text, "&apos;"), why);
        out.push(Segment::literal("<skill>\n<name>\n", "skill"));
        out.push(escaped(&entry.name, "name of the skill"));
        out.push(Segment::literal("\n</name>\n<description>\n", "skill"));
        if is_short {
            out.push(escaped(&first_line(told).0, "first line of the description"));
        } else {
            out.push(escaped(&entry.description, "description"));
            if let Some(when) = told.when.as_ref().filter(|when| !when.text.is_empty()) {
                out.push(Segment::literal(" — ", "skill"));
                out.push(escaped(when, "when to use it"));
            }
        }
        let level = told.level;
        let end = format!(" ({level})\n</description>\n<location>\n{level}\n</location>\n</skill>\n");
        out.push(Segment::literal(end, "level of the skill"));
    }
    out
}

/// The first line of a description, and the bytes that are not in it. Where the text was rewritten on the way
/// (folding, quotes) these are the bytes to within the rewriting.
fn first_line(told: &Told) -> (Word, Range<usize>) {
    let word = &told.entry.description;
    let line = word.text.split('\n').next().unwrap_or_default();
    let line = line.trim_matches(space::javascript);
    let Some(range) = word.range.clone() else {
        return (word.clone(), 0..0);
    };
    let is_whole = word.text.trim_matches(space::javascript) == line;
    let kept = if is_whole {
        range.end
    } else {
        told.entry
            .text
            .floor_char((range.start + line.len()).min(range.end))
    };
    let short = Word {
        text: line.to_owned(),
        range: Some(range.start..kept),
    };
    (short, kept..range.end)
}

fn report(prompt: &mut EffectivePrompt, listed: &[Told]) {
    for told in listed {
        let when = told.when.as_ref().and_then(|when| when.range.clone());
        for range in std::iter::once(first_line(told).1).chain(when) {
            if range.is_empty() {
                continue;
            }
            let cause = Cause::ListCap { cap: MOST_UNITS };
            let entry = &told.entry;
            prompt.losses.push(loss::of(
                LossKind::Cut,
                &entry.path,
                &entry.text,
                range,
                cause,
                Unit::Utf16,
            ));
        }
    }
}
