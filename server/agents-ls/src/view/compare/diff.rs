//! The texts of two prompts, line by line.

use crate::view::{inert::plain, prompt::Style};
use agents_prompt::{EffectivePrompt, Part};
use similar::{ChangeTag, TextDiff};
use std::fmt::Write as _;

/// Lines of agreement around a difference.
const CONTEXT: usize = 3;

/// A unified diff of what two runtimes send; empty when it is the same.
pub(crate) fn diff(old: (&str, &EffectivePrompt), new: (&str, &EffectivePrompt), style: Style) -> String {
    let text = |prompt: &EffectivePrompt| {
        let parts: Vec<String> = prompt.parts.iter().map(Part::text).collect();
        let mut text = parts.join("\n");
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text
    };
    let (before, after) = (text(old.1), text(new.1));
    if before == after {
        return String::new();
    }
    let diff = TextDiff::from_lines(&before, &after);
    let mut out = format!("--- {}\n+++ {}\n", old.0, new.0);
    for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
        let _ = writeln!(out, "{}{}{}", style.dim, hunk.header(), style.plain);
        for change in hunk.iter_changes() {
            let (sign, on) = match change.tag() {
                ChangeTag::Equal => (' ', ""),
                ChangeTag::Delete => ('-', style.dim),
                ChangeTag::Insert => ('+', style.bold),
            };
            let line: String = change
                .value()
                .trim_end_matches(['\r', '\n'])
                .chars()
                .map(plain)
                .collect();
            let off = if on.is_empty() { "" } else { style.plain };
            let _ = writeln!(out, "{on}{sign}{line}{off}");
        }
    }
    out
}
