//! The summary of Codex's memories, off unless `features.memories` is on.

use super::settings::CodexSettings;
use crate::{
    effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit},
    steps::{loss, space},
};
use agents_workspace::Files;

/// Tokens of the summary that are sent, four bytes each (`ext/memories/src/prompts.rs`).
const SUMMARY_TOKENS: usize = 2_500;

const BYTES_PER_TOKEN: usize = 4;

pub(super) fn add(prompt: &mut EffectivePrompt, settings: &CodexSettings, files: &dyn Files) {
    let Some(folder) = settings
        .home
        .as_ref()
        .map(|home| home.join("memories"))
        .filter(|_| settings.memories)
    else {
        return;
    };
    let path = folder.join("memory_summary.md");
    let Ok(file) = files.file(&path) else {
        return;
    };
    let text = file.text();
    let kept = space::trimmed(text, space::unicode);
    if file.raw().is_some() {
        prompt.losses.push(loss::whole(
            LossKind::Skipped,
            &path,
            text,
            Cause::NotUtf8,
            Unit::Tokens,
        ));
        return;
    }
    if kept.is_empty() {
        prompt.losses.push(loss::whole(
            LossKind::Skipped,
            &path,
            text,
            Cause::Blank,
            Unit::Tokens,
        ));
        return;
    }
    let mut segments = vec![Segment::literal(
        "========= MEMORY_SUMMARY BEGINS =========\n",
        "heading",
    )];
    let mut losses = Vec::new();
    let bytes = SUMMARY_TOKENS * BYTES_PER_TOKEN;
    if kept.len() <= bytes {
        segments.push(Segment::file(&path, text, kept.clone(), "memory summary"));
    } else {
        // Half from each end, and a note of what is missing between them.
        let head = kept.start..text.floor_char(kept.start + bytes / 2);
        let tail = text.ceil_char(kept.end - bytes / 2)..kept.end;
        let gap = head.end..tail.start;
        let note = format!("…{} tokens truncated…", gap.len().div_ceil(BYTES_PER_TOKEN));
        segments.push(Segment::file(&path, text, head, "memory summary, cut"));
        segments.push(Segment::literal(note, "notice"));
        segments.push(Segment::file(&path, text, tail, "memory summary, end"));
        let cause = Cause::FileCap { cap: SUMMARY_TOKENS };
        losses.push(loss::of(LossKind::Cut, &path, text, gap, cause, Unit::Tokens));
        prompt.inexact("The exact place where Codex cuts a long memory summary is not measured.");
    }
    for range in [0..kept.start, kept.end..text.len()] {
        if !range.is_empty() {
            losses.push(loss::of(
                LossKind::Stripped,
                &path,
                text,
                range,
                Cause::Trimmed,
                Unit::Tokens,
            ));
        }
    }
    segments.push(Segment::literal(
        "\n========= MEMORY_SUMMARY ENDS =========",
        "end",
    ));
    prompt.budgets.push(Budget {
        scope: Scope::File(path),
        used: kept.len().div_ceil(BYTES_PER_TOKEN),
        cap: Some(SUMMARY_TOKENS),
        unit: Unit::Tokens,
        setting: None,
    });
    prompt.on_demand.push(folder.join("MEMORY.md"));
    prompt.on_demand.retain(|path| files.is_file(path));
    prompt.parts.push(Part {
        name: "memory",
        role: "developer",
        layer: Layer::Start,
        segments,
        losses,
    });
}
