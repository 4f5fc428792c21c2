//! What changed in the prompts since a revision.
//!
//! * [`text`](mod@text): for a terminal.
//! * [`markdown`]: for a pull request.
//! * [`json`]: for programs.
//! * [`lens`](fn@lens): a few words above a file.

mod bunch;
pub(crate) mod json;
pub(crate) mod markdown;
pub(crate) mod text;

use crate::{
    changes::{Changelog, Counts, Kind, Scope},
    view::inert,
};
use agents_lint::{finding::number, view::shown};
use agents_prompt::Project;
use agents_workspace::Revision;
use bunch::{Bunch, bunches};
use std::path::{Path, PathBuf};

/// Folders of a scope that are named.
const MOST_FOLDERS: usize = 3;

/// Rules of a bunch that only moved.
const MOST_MOVED: usize = 3;

/// What is told.
pub(crate) struct Told<'a> {
    /// The project, for the names of its files.
    pub(crate) project: &'a Project,
    /// What it is compared with.
    pub(crate) revision: &'a Revision,
    /// The changes.
    pub(crate) log: &'a Changelog,
}

/// What a lens says: `since HEAD: +2 −1 rules`; nothing where nothing changed.
pub(crate) fn lens(counts: Counts) -> Option<String> {
    if counts.is_none() {
        return None;
    }
    let signs = [
        ("+", counts.gained),
        ("−", counts.lost),
        ("~", counts.reworded),
        (">", counts.moved),
        ("!", counts.unsent),
    ];
    let told = signs.into_iter().filter(|(_, count)| *count > 0);
    let told: Vec<String> = told
        .map(|(sign, count)| format!("{sign}{}", number(count)))
        .collect();
    let total = counts.gained + counts.lost + counts.reworded + counts.moved + counts.unsent;
    let noun = if total == 1 { "rule" } else { "rules" };
    Some(format!("since HEAD: {} {noun}", told.join(" ")))
}

/// The numbers in words: `2 rules gained, 1 lost, 1 reworded`.
fn counts(counts: Counts) -> String {
    let words = [
        (counts.gained, "gained"),
        (counts.lost, "lost"),
        (counts.reworded, "reworded"),
        (counts.moved, "moved"),
        (counts.unsent, "written but not sent"),
    ];
    let mut told: Vec<String> = Vec::new();
    for (count, word) in words.into_iter().filter(|(count, _)| *count > 0) {
        let noun = match (told.is_empty(), count) {
            (false, _) => "",
            (true, 1) => "rule ",
            (true, _) => "rules ",
        };
        told.push(format!("{} {noun}{word}", number(count)));
    }
    if told.is_empty() {
        "no rule changed".to_owned()
    } else {
        told.join(", ")
    }
}

impl Told<'_> {
    fn name(&self, path: &Path) -> String {
        shown(self.project, path)
    }

    /// `HEAD (1a2b3c4)`; an id alone needs no other.
    fn since(&self, quote: fn(&str) -> String) -> String {
        let Revision { name, id, .. } = self.revision;
        if name.starts_with(id.as_str()) {
            quote(id)
        } else {
            format!("{} ({id})", quote(name))
        }
    }

    /// Where the prompts of a scope are: `everywhere (12 folders)`, `in services/billing`, `in 5 folders: a, b, c, …`.
    fn place(&self, scope: &Scope, quote: fn(&str) -> String) -> String {
        let count = scope.folders.len();
        if scope.is_everywhere {
            return match count {
                0 | 1 => String::new(),
                count => format!("everywhere ({} folders)", number(count)),
            };
        }
        let name = |folder: &PathBuf| {
            if *folder == self.project.base.root {
                "the root folder".to_owned()
            } else {
                quote(&self.name(folder))
            }
        };
        let names: Vec<String> = scope.folders.iter().take(MOST_FOLDERS).map(name).collect();
        match count {
            0 | 1 => format!("in {}", names.join("")),
            count if count <= MOST_FOLDERS => format!("in {}", names.join(", ")),
            count => format!("in {} folders: {}, …", number(count), names.join(", ")),
        }
    }

    /// `codex 0.171.0, claude-code 2.1 · in services/billing`.
    fn scope(&self, scope: &Scope, runtimes: &str, quote: fn(&str) -> String) -> String {
        match self.place(scope, quote).as_str() {
            "" => runtimes.to_owned(),
            place => format!("{runtimes} · {place}"),
        }
    }
}

/// How many changes of a bunch are told, of `most`: that a rule stands elsewhere needs a few of them, not all.
fn told(bunch: &Bunch<'_>, most: usize) -> usize {
    let is_moved = bunch.changes.iter().all(|change| change.kind == Kind::Moved);
    if is_moved { MOST_MOVED } else { most }
}

/// Text from a file on one line.
fn plain(text: &str) -> String {
    inert::line(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lens_says_nothing_of_nothing() {
        assert_eq!(lens(Counts::default()), None);
        let one = Counts {
            gained: 1,
            ..Counts::default()
        };
        assert_eq!(lens(one).as_deref(), Some("since HEAD: +1 rule"));
        let some = Counts {
            gained: 2,
            lost: 1,
            ..Counts::default()
        };
        assert_eq!(lens(some).as_deref(), Some("since HEAD: +2 −1 rules"));
        assert_eq!(counts(some), "2 rules gained, 1 lost");
    }
}
