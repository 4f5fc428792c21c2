//! Changes for programs.

use super::Told;
use crate::{
    changes::{Change, Kind, Place, Reason},
    view::{cause, json::path},
};
use serde_json::{Value, json};

/// Everything known about the changes.
pub(crate) fn json(told: &Told<'_>) -> Value {
    let counts = told.log.counts;
    let groups = told.log.groups.iter().map(|group| {
        let scopes = group.scopes.iter().map(|scope| {
            json!({
                "runtimes": scope.runtimes,
                "folders": scope.folders.iter().map(|folder| path(folder)).collect::<Vec<_>>(),
                "everywhere": scope.is_everywhere,
            })
        });
        json!({
            "prompts": scopes.collect::<Vec<_>>(),
            "changes": group.changes.iter().map(change).collect::<Vec<_>>(),
        })
    });
    let renamed = told.log.renamed.iter();
    let renamed = renamed.map(|(from, to)| json!({ "from": path(from), "to": path(to) }));
    json!({
        "revision": { "name": told.revision.name, "id": told.revision.id },
        "compared": told.log.prompts,
        "counts": {
            "gained": counts.gained,
            "lost": counts.lost,
            "reworded": counts.reworded,
            "moved": counts.moved,
            "unsent": counts.unsent,
        },
        "renamed": renamed.collect::<Vec<_>>(),
        "groups": groups.collect::<Vec<_>>(),
    })
}

fn change(change: &Change) -> Value {
    let mut value = place(&change.place);
    value["kind"] = kind(change.kind).into();
    value["line"] = change.line.into();
    value["text"] = (*change.text).into();
    value["reason"] = reason(&change.reason).into();
    if let Reason::Loss(loss) = &change.reason {
        value["loss"] = format!("{}: {}", loss.0.kind, cause::cause(&loss.0)).into();
    }
    if let Some(was) = &change.was {
        value["was"] = (**was).into();
    }
    if let Some(from) = &change.from {
        value["from"] = place(from);
    }
    if change.waits {
        value["on_demand"] = true.into();
    }
    value
}

fn place(place: &Place) -> Value {
    json!({ "path": path(&place.path), "heading": &*place.heading })
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Gained => "gained",
        Kind::Restored => "restored",
        Kind::Unsent => "unsent",
        Kind::Reworded => "reworded",
        Kind::Moved => "moved",
        Kind::Deferred => "deferred",
        Kind::Promoted => "promoted",
        Kind::Withheld => "withheld",
        Kind::Lost => "lost",
    }
}

fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::Edited => "edited",
        Reason::NewFile => "new-file",
        Reason::GoneFile => "gone-file",
        Reason::ReadNow => "read-now",
        Reason::NotRead => "not-read",
        Reason::Loss(_) => "loss",
    }
}
