//! Changes as Markdown, for a pull request: what stems from files stands in code.

use super::{Bunch, Told, bunches, counts, plain};
use crate::{
    changes::{Change, Kind},
    view::{
        cause,
        inert::{code, end_off, fence_of},
    },
};
use agents_lint::finding::number;
use std::fmt::Write as _;

/// Changes of one file with one cause that are told.
const MOST_CHANGES: usize = 40;

/// A rule is shown up to so many characters.
const LONGEST: usize = 400;

/// The changes.
pub(crate) fn markdown(told: &Told<'_>) -> String {
    let since = told.since(code);
    if told.log.is_empty() {
        return format!("**Agent instructions** · no rule changed since {since}\n");
    }
    let mut out = format!(
        "**Agent instructions** · {} since {since}\n",
        counts(told.log.counts)
    );
    for (from, to) in &told.log.renamed {
        let _ = writeln!(
            out,
            "\n{} is now {}",
            code(&told.name(from)),
            code(&told.name(to))
        );
    }
    for group in &told.log.groups {
        out.push('\n');
        let scopes: Vec<String> = group
            .scopes
            .iter()
            .map(|scope| {
                let runtimes = format!("**{}**", scope.runtimes.join(", "));
                told.scope(scope, &runtimes, code)
            })
            .collect();
        // Two spaces at the end break a line.
        let _ = writeln!(out, "{}", scopes.join("  \n"));
        for bunch in bunches(told, &group.changes, code, cause::markdown) {
            let note = if bunch.note.is_empty() {
                String::new()
            } else {
                format!(" · {}", bunch.note)
            };
            let _ = writeln!(
                out,
                "\n{}{note}\n\n{}",
                code(&bunch.file),
                fence_of("diff", &lines(&bunch))
            );
        }
    }
    out
}

/// The changes as lines of a diff: headings between `@@`, a reworded rule as a lost and a gained one.
fn lines(bunch: &Bunch<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let most = super::told(bunch, MOST_CHANGES);
    let mut heading = None;
    for change in bunch.changes.iter().take(most) {
        if heading != Some(&change.place.heading) && !change.place.heading.is_empty() {
            lines.push(format!("@@ {} @@", plain(&change.place.heading.join(" › "))));
        }
        heading = Some(&change.place.heading);
        lines.extend(change_lines(change));
    }
    if let Some(more) = bunch.changes.len().checked_sub(most).filter(|more| *more > 0) {
        lines.push(format!("  and {} more", number(more)));
    }
    lines
}

fn change_lines(change: &Change) -> Vec<String> {
    let say = |sign: char, text: &str| format!("{sign} {}", end_off(&plain(text), LONGEST));
    match (change.kind, &change.was) {
        (Kind::Reworded, Some(was)) => vec![say('-', was), say('+', &change.text)],
        (Kind::Moved | Kind::Deferred | Kind::Promoted, _) => vec![say(' ', &change.text)],
        _ => vec![say(change.sign(), &change.text)],
    }
}
