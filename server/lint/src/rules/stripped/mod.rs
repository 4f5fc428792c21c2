//! Text that runtimes take out as not meant for the model.

pub mod directive_in_comment;
pub mod frontmatter;

use crate::view::RuntimeView;
use std::{ops::Range, path::Path};

/// Whether bytes of a file reach a runtime.
fn reaches(view: &RuntimeView<'_>, path: &Path, range: &Range<usize>) -> bool {
    let mut loaded = view.prompt.loaded(path);
    loaded.any(|loaded| loaded.start <= range.start && range.end <= loaded.end)
}
