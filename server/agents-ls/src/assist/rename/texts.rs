//! The texts that change: names in heads, mentions, paths that lead into what is moved.

use super::{Order, Target, twins};
use crate::assist::{
    Scope, links,
    mentions::mentions,
    navigate::{may_name, names},
    skills::{Known, Skills},
    subject::{Subject, name_in_head},
};
use agents_lint::TextEdit;
use agents_workspace::File;
use std::{
    collections::BTreeSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// The changes of texts: the names in the heads, the mentions, the paths that lead into what is moved.
pub(super) fn texts(
    scope: Scope<'_>,
    subject: &Subject,
    targets: &[Target],
    order: &Order<'_>,
) -> Vec<(PathBuf, Vec<TextEdit>)> {
    let mut files: Vec<PathBuf> = targets.iter().map(|target| target.path.clone()).collect();
    files.extend(order.files.iter().filter(|path| (order.is_open)(path)).cloned());
    files.extend(order.files.iter().cloned());
    // What only programs read that are not at work here.
    files.extend(targets.iter().flat_map(|target| twins::neighbours(scope, target)));
    let mut known = BTreeSet::new();
    // Two paths of one real file are one text.
    files.retain(|path| known.insert(scope.files.canonical(path).unwrap_or_else(|| path.clone())));
    files.sort();
    let reals: Vec<PathBuf> = targets.iter().map(|target| target.real.clone()).collect();
    let names = names(&subject.name, &reals);
    let mut out = Vec::new();
    for path in files.into_iter().take_while(|_| !(order.is_cancelled)()) {
        let ranges = if may_name(scope, &path, &names) {
            ranges(scope, &path, targets, order)
        } else {
            BTreeSet::new()
        };
        if !ranges.is_empty() {
            let edits = ranges
                .into_iter()
                .map(|(start, end)| TextEdit::new(start..end, order.name));
            out.push((path, edits.collect()));
        }
    }
    out
}

/// The bytes of a file that are to be the new name.
fn ranges(scope: Scope<'_>, path: &Path, targets: &[Target], order: &Order<'_>) -> BTreeSet<(usize, usize)> {
    let Ok(file) = scope.files.file(path) else {
        return BTreeSet::new();
    };
    let skills = Skills::of(scope, path);
    let mut all = mentioned(scope, path, &file, targets, &skills);
    let real = scope.files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    if targets.iter().any(|target| target.real == real) {
        all.extend(in_head(&file));
    }
    if order.can_move {
        all.extend(in_paths(scope, path, &file, targets, &skills));
    }
    all.into_iter().map(|range| (range.start, range.end)).collect()
}

/// The value of `name` in a head, whatever is wrong with it; `None` where the place gives the name.
fn in_head(file: &File) -> Option<Range<usize>> {
    let entry = file.document().frontmatter()?.entry("name")?;
    let whole = || Some(entry.value_range.clone()).filter(|range| !range.is_empty());
    name_in_head(file).or_else(whole)
}

/// Where the skill is named in words, and is the one that counts there.
fn mentioned(
    scope: Scope<'_>,
    path: &Path,
    file: &File,
    targets: &[Target],
    skills: &Skills,
) -> Vec<Range<usize>> {
    let is_target = |known: &&Known| known.wins() && targets.iter().any(|target| target.real == known.real);
    mentions(scope, path, file.document(), skills, 0..file.text().len())
        .into_iter()
        .filter(|mention| mention.file.is_none() && mention.skills(skills).iter().any(is_target))
        .map(|mention| mention.range)
        .collect()
}

/// The part that carries the old name in paths that lead to what is moved, or into it.
fn in_paths(
    scope: Scope<'_>,
    path: &Path,
    file: &File,
    targets: &[Target],
    skills: &Skills,
) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    for inline in file.document().inlines() {
        let Some(leads) = links::leads_to(scope, path, &inline, skills) else {
            continue;
        };
        let leads = scope.files.canonical(&leads).unwrap_or(leads);
        for target in targets {
            let Some(below) = target.carrier().and_then(|place| leads.strip_prefix(place).ok()) else {
                continue;
            };
            let depth = below.components().count();
            let part = links::part(file.text(), &inline, |parts| parts.len().checked_sub(depth + 1));
            out.extend(part.filter(|range| file.text().slice(range.clone()) == *target.name));
        }
    }
    out
}
