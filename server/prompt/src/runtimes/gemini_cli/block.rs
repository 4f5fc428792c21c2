//! One file with its imports, between two lines that name it.

use super::settings::Settings;
use crate::{
    effective::{EffectivePrompt, Segment},
    steps::{
        context::{self, Format, Wanted},
        imports::{self, Dialect},
    },
};
use agents_workspace::Files;

/// Code is what lies between backticks, in indented code and comments as elsewhere.
const DIALECT: Dialect = Dialect {
    code: imports::between_backticks,
    keeps_missing: false,
    resolves_links: true,
    knows_itself: false,
};

/// The blocks of some files, with an empty line between them; empty when no file has text.
/// `in_place` has imports in their places whatever the settings say.
pub(super) fn blocks(
    prompt: &mut EffectivePrompt,
    settings: &Settings,
    files: &dyn Files,
    wanted: &[Wanted],
    in_place: bool,
) -> Vec<Segment> {
    let format = Format {
        dialect: DIALECT,
        is_flat: settings.is_flat && !in_place,
        flat_levels: None,
    };
    let mut out = Vec::new();
    for one in wanted {
        let inside = settings.root(files, one.path.parent().unwrap_or(&one.path));
        let Some(text) = context::segments(prompt, files, one, &inside, format) else {
            continue;
        };
        let path = one.path.display();
        let gap = if out.is_empty() { "" } else { "\n\n" };
        let heading = format!("{gap}--- Context from: {path} ---\n");
        out.push(Segment::literal(heading, "heading of a file"));
        out.extend(text);
        let end = format!("\n--- End of Context from: {path} ---");
        out.push(Segment::literal(end, "end of a file"));
    }
    out
}
