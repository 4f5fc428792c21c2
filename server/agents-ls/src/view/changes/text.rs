//! Changes for a terminal.

use super::{Bunch, Told, bunch::line_phrase, bunches, counts, plain};
use crate::{
    changes::{Change, Kind},
    view::{
        inert::{end_off, wrapped},
        prompt::Style,
    },
};
use agents_lint::finding::number;
use std::fmt::Write as _;

/// Changes of one file with one cause that are told; a new file is read, not listed.
const MOST_CHANGES: usize = 20;

/// A rule is shown up to so many characters: a block of code says in its first lines what it is.
const LONGEST: usize = 400;

/// Columns where nobody says how many there are.
const USUAL_WIDTH: usize = 80;

/// The changes, in lines of `width` columns where that is known.
pub(crate) fn text(told: &Told<'_>, style: Style, width: Option<usize>) -> String {
    let width = width.unwrap_or(USUAL_WIDTH).max(40);
    let since = told.since(plain);
    if told.log.is_empty() {
        let prompts = match told.log.prompts {
            1 => "1 prompt".to_owned(),
            count => format!("{} prompts", number(count)),
        };
        return format!("Since {since}, no rule changed ({prompts} compared).\n");
    }
    let mut out = format!("Since {since}: {}\n", counts(told.log.counts));
    for (from, to) in &told.log.renamed {
        let _ = writeln!(
            out,
            "\n{} is now {}",
            plain(&told.name(from)),
            plain(&told.name(to))
        );
    }
    for group in &told.log.groups {
        out.push('\n');
        for scope in &group.scopes {
            let scope = told.scope(scope, &scope.runtimes.join(", "), plain);
            for line in wrapped(&plain(&scope), width) {
                let _ = writeln!(out, "{}{line}{}", style.bold, style.plain);
            }
        }
        for bunch in bunches(told, &group.changes, plain, line_phrase) {
            write_bunch(&mut out, &bunch, style, width);
        }
    }
    out
}

fn write_bunch(out: &mut String, bunch: &Bunch<'_>, style: Style, width: usize) {
    let file = plain(&bunch.file);
    let head = if bunch.note.is_empty() {
        file
    } else {
        format!("{file} ({})", bunch.note)
    };
    for line in wrapped(&plain(&head), width - 2) {
        let _ = writeln!(out, "  {line}");
    }
    let most = super::told(bunch, MOST_CHANGES);
    let mut heading = None;
    for change in bunch.changes.iter().take(most) {
        if heading != Some(&change.place.heading) && !change.place.heading.is_empty() {
            let path = plain(&change.place.heading.join(" › "));
            let _ = writeln!(
                out,
                "    {}{}{}",
                style.dim,
                end_off(&path, width - 4),
                style.plain
            );
        }
        heading = Some(&change.place.heading);
        write_change(out, change, width);
    }
    if let Some(more) = bunch.changes.len().checked_sub(most).filter(|more| *more > 0) {
        let _ = writeln!(out, "      and {} more", number(more));
    }
}

fn write_change(out: &mut String, change: &Change, width: usize) {
    let mut say = |first: &str, text: &str| {
        let indent = first.chars().count();
        let longest = match change.kind {
            Kind::Moved => width.saturating_sub(indent),
            _ => LONGEST,
        };
        let text = end_off(&plain(text), longest);
        for (at, line) in wrapped(&text, width - indent).into_iter().enumerate() {
            let first = if at == 0 { first } else { "" };
            let _ = writeln!(out, "{first:<indent$}{line}");
        }
    };
    say(&format!("      {} ", change.sign()), &change.text);
    if let Some(was) = &change.was {
        say("        was: ", was);
    }
}
