//! The skill under a cursor: named in a text, or described by the file itself.

use super::{
    Scope, Spot,
    mentions::{may_be_at, mention_at},
    skills::{Known, Skills},
};
use agents_workspace::File;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// The skill under a cursor.
pub(crate) struct Subject {
    /// The bytes that name it.
    pub(crate) range: Range<usize>,
    /// Those and the marks around them.
    pub(crate) whole: Range<usize>,
    /// Its name.
    pub(crate) name: String,
    /// Its files, the one that wins first.
    pub(crate) known: Vec<Known>,
    /// Whether the cursor is on the name in the skill's own head.
    pub(crate) is_declaration: bool,
    /// The skills that count for the file the cursor is in.
    pub(crate) skills: Skills,
}

/// The skill at `byte` of a file.
pub(crate) fn subject(scope: Scope<'_>, path: &Path, byte: usize) -> Option<Subject> {
    let file = scope.files.file(path).ok()?;
    if !may_be_at(file.document(), byte) {
        return None;
    }
    let skills = Skills::of(scope, path);
    if let Some(mention) = mention_at(scope, path, file.document(), &skills, byte) {
        let known = mention.skills(&skills).into_iter().cloned().collect();
        return Some(Subject {
            range: mention.range,
            whole: mention.whole,
            name: mention.name,
            known,
            is_declaration: false,
            skills,
        });
    }
    let range = name_in_head(&file).filter(|range| range.start <= byte && byte <= range.end)?;
    let real = scope.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    let (name, _) = skills.at(&real)?;
    let name = name.to_owned();
    let known = skills.named(&name).to_vec();
    Some(Subject {
        range: range.clone(),
        whole: range,
        name,
        known,
        is_declaration: true,
        skills,
    })
}

impl Subject {
    /// The real files it may mean.
    pub(crate) fn reals(&self) -> Vec<PathBuf> {
        self.known.iter().map(|known| known.real.clone()).collect()
    }
}

/// The value of `name` in a head.
pub(crate) fn name_in_head(file: &File) -> Option<Range<usize>> {
    let document = file.document();
    document.frontmatter()?.entry("name")?.written(document.text())
}

/// Where a skill is described: its name in its head, or the start of the file where it is not written.
pub(crate) fn described_at(scope: Scope<'_>, path: &Path) -> Option<Spot> {
    let file = scope.files.file(path).ok()?;
    let range = name_in_head(&file).unwrap_or(0..0);
    Some(Spot::new(path.to_path_buf(), range))
}
