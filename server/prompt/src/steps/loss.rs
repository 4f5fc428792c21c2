//! Saying what was lost.

use crate::effective::{Cause, Loss, LossKind, Unit};
use agents_syntax::Text;
use std::{ops::Range, path::Path};

/// A loss of `range` of a file's text, its amount measured in `unit`. Lines are those the range touches.
#[must_use]
pub fn of(kind: LossKind, path: &Path, text: &Text, range: Range<usize>, cause: Cause, unit: Unit) -> Loss {
    let range = range.start.min(text.len())..range.end.min(text.len());
    Loss {
        kind,
        path: path.to_path_buf(),
        amount: measure(text, &range, unit),
        range,
        cause,
        unit,
    }
}

/// A loss of a whole file.
#[must_use]
pub fn whole(kind: LossKind, path: &Path, text: &Text, cause: Cause, unit: Unit) -> Loss {
    of(kind, path, text, 0..text.len(), cause, unit)
}

/// A file that has no text to lose, because it cannot be read.
#[must_use]
pub fn unreadable(path: &Path, reason: impl ToString, unit: Unit) -> Loss {
    Loss {
        kind: LossKind::Skipped,
        path: path.to_path_buf(),
        range: 0..0,
        cause: Cause::Unreadable(reason.to_string()),
        amount: 0,
        unit,
    }
}

/// The length of a part of a text in `unit`.
#[must_use]
pub fn measure(text: &Text, range: &Range<usize>, unit: Unit) -> usize {
    let slice = text.slice(range.clone());
    match unit {
        Unit::Bytes => slice.len_bytes(),
        Unit::Utf16 => slice.len_utf16_cu(),
        Unit::Characters => slice.len_chars(),
        Unit::Lines => slice.len_lines(),
        Unit::Tokens => slice.len_bytes().div_ceil(4),
    }
}
