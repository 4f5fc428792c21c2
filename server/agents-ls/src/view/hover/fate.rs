//! What becomes of a line.

use crate::view::cause;
use agents_prompt::{Active, EffectivePrompt, Loss};
use std::{ops::Range, path::Path};

/// What becomes of a line.
pub(super) enum Fate<'a> {
    Reaches,
    Blank,
    Partly(&'a Loss),
    Lost(&'a Loss),
    NotSent,
}

pub(super) fn fate<'a>(prompt: &'a EffectivePrompt, path: &'a Path, line: &Range<usize>) -> Fate<'a> {
    let within = |range: &Range<usize>| range.start <= line.start && line.end <= range.end;
    let meets = |range: &Range<usize>| range.start < line.end && line.start < range.end;
    if prompt.loaded(path).any(&within) {
        return Fate::Reaches;
    }
    let sent = prompt.loaded(path).any(&meets);
    let loss = prompt
        .all_losses()
        .find(|loss| loss.path == path && (meets(&loss.range) || within(&loss.range)));
    match (loss, sent) {
        (Some(loss), true) => Fate::Partly(loss),
        (Some(loss), false) => Fate::Lost(loss),
        (None, true) => Fate::Reaches,
        (None, false) if line.is_empty() => Fate::Blank,
        (None, false) => Fate::NotSent,
    }
}

impl Fate<'_> {
    /// The answer, for the first line of a hover.
    pub(super) fn answer(&self, active: &Active) -> String {
        let title = active.title();
        match self {
            Self::Reaches => format!("**Reaches {title}**"),
            Self::Blank => "**A blank line**".to_owned(),
            Self::Partly(_) => format!("**Reaches {title} in part**"),
            Self::Lost(_) | Self::NotSent => format!("**Does not reach {title}**"),
        }
    }

    /// Why, for the second line.
    pub(super) fn reason(&self) -> Option<String> {
        match self {
            Self::Partly(loss) | Self::Lost(loss) => Some(cause::way_and_place(loss)),
            Self::NotSent => Some("this file is not sent".to_owned()),
            Self::Reaches | Self::Blank => None,
        }
    }

    /// The answer of one of the other runtimes.
    pub(super) fn short(&self) -> String {
        match self {
            Self::Reaches => "reaches".to_owned(),
            Self::Blank => "a blank line".to_owned(),
            Self::Partly(loss) => format!("reaches in part ({})", cause::way(loss)),
            Self::Lost(loss) => format!("does not reach ({})", cause::way(loss)),
            Self::NotSent => "not sent here".to_owned(),
        }
    }
}
