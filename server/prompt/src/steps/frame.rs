//! The words around files: the base's, where no parameter takes their place.

use super::parameters::Parameters;
use crate::effective::Segment;
use std::{borrow::Cow, path::Path};

/// The words around the files of one prompt.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    parameters: &'a Parameters,
    /// The workspace, from which paths are shown.
    root: &'a Path,
}

impl<'a> Frame<'a> {
    /// The words that `parameters` leave or replace.
    #[must_use]
    pub fn new(parameters: &'a Parameters, root: &'a Path) -> Self {
        Self { parameters, root }
    }

    /// Before all files.
    pub fn before_all(&self, base: impl Into<Cow<'static, str>>) -> Option<Segment> {
        words(self.parameters.heading.clone(), base, "heading")
    }

    /// Before a file.
    pub fn before(&self, path: &Path, base: impl Into<Cow<'static, str>>) -> Option<Segment> {
        words(self.parameters.heading_of(self.root, path), base, "heading")
    }

    /// After a file.
    pub fn after(&self, path: &Path, base: impl Into<Cow<'static, str>>) -> Option<Segment> {
        words(self.parameters.end_of(self.root, path), base, "after the file")
    }

    /// Between two files.
    pub fn between(&self, base: impl Into<Cow<'static, str>>) -> Option<Segment> {
        words(self.parameters.separator.clone(), base, "between files")
    }

    /// After all files.
    pub fn after_all(&self, base: impl Into<Cow<'static, str>>) -> Option<Segment> {
        words(self.parameters.ending.clone(), base, "end")
    }
}

fn words(own: Option<String>, base: impl Into<Cow<'static, str>>, why: &'static str) -> Option<Segment> {
    let words = own.map_or_else(|| base.into(), Cow::Owned);
    (!words.is_empty()).then(|| Segment::literal(words, why))
}
