//! Changes of one file with one cause.

use super::Told;
use crate::{
    changes::{Change, Kind, Place, Reason},
    view::cause,
};
use agents_prompt::Loss;

/// Changes of one file with one cause.
pub(super) struct Bunch<'a> {
    /// The file.
    pub(super) file: String,
    /// Why they are told, in a phrase; nothing where the file was edited.
    pub(super) note: String,
    /// The changes, those with the same heading together.
    pub(super) changes: Vec<&'a Change>,
}

/// The changes by file and cause, in their order. `quote` is for what stems from files, `phrase` tells a loss.
pub(super) fn bunches<'a>(
    told: &Told<'_>,
    changes: &'a [Change],
    quote: fn(&str) -> String,
    phrase: fn(&Loss) -> String,
) -> Vec<Bunch<'a>> {
    let mut bunches: Vec<Bunch<'a>> = Vec::new();
    for change in changes {
        let file = told.name(&change.place.path);
        let note = note(told, change, quote, phrase);
        match bunches
            .iter_mut()
            .find(|bunch| bunch.file == file && bunch.note == note)
        {
            Some(bunch) => bunch.changes.push(change),
            None => bunches.push(Bunch {
                file,
                note,
                changes: vec![change],
            }),
        }
    }
    bunches
}

impl Change {
    /// One character for the way it changed.
    pub(super) fn sign(&self) -> char {
        match self.kind {
            Kind::Gained | Kind::Restored => '+',
            Kind::Lost | Kind::Withheld => '-',
            Kind::Reworded => '~',
            Kind::Moved | Kind::Deferred | Kind::Promoted => '>',
            Kind::Unsent => '!',
        }
    }
}

fn note(told: &Told<'_>, change: &Change, quote: fn(&str) -> String, phrase: fn(&Loss) -> String) -> String {
    let why = match &change.reason {
        Reason::Edited => String::new(),
        Reason::NewFile => "new file".to_owned(),
        Reason::GoneFile => "deleted".to_owned(),
        Reason::ReadNow => "was there, and is read now".to_owned(),
        Reason::NotRead => "is there, and is not read any more".to_owned(),
        Reason::Loss(loss) => format!("{}: {}", loss.0.kind, phrase(&loss.0)),
    };
    let way = match change.kind {
        Kind::Gained | Kind::Lost | Kind::Reworded => String::new(),
        Kind::Restored => "reaches the agent now; was".to_owned(),
        Kind::Unsent => "new, and does not reach the agent;".to_owned(),
        Kind::Withheld => "does not reach the agent any more;".to_owned(),
        Kind::Deferred => "is read only when needed now".to_owned(),
        Kind::Promoted => "is always sent now".to_owned(),
        Kind::Moved => String::new(),
    };
    let from = change
        .from
        .as_ref()
        .map(|from| moved(told, from, &change.place, quote));
    let waits = change.waits && !matches!(change.kind, Kind::Deferred);
    let waits = waits.then(|| "read only when needed".to_owned());
    let head = [way, why]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let parts = [Some(head).filter(|head| !head.is_empty()), from, waits];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// From where a rule came: `moved from docs/a.md`, `moved from under “Style”`.
fn moved(told: &Told<'_>, from: &Place, to: &Place, quote: fn(&str) -> String) -> String {
    if from.path != to.path {
        return format!("moved from {}", quote(&told.name(&from.path)));
    }
    match from.heading.last() {
        Some(_) => format!("moved from under {}", quote(&from.heading.join(" › "))),
        None => "moved from the top of the file".to_owned(),
    }
}

/// For a terminal.
pub(super) fn line_phrase(loss: &Loss) -> String {
    cause::cause(loss)
}
