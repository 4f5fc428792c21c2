//! Caps: what is lost to them, and what soon will be.

mod memory;
pub mod memory_bytes;
pub mod memory_lines;
pub mod near_limit;
pub mod role;
pub mod skill_listing;
pub mod starves_nested;
pub mod total;
pub mod truncated;

use crate::view::RuntimeView;
use agents_prompt::{Cause, Loss, LossKind, effective::Segment};
use std::{collections::HashSet, path::Path};

/// Whether a loss is the work of a cap over one file or over all of them.
fn is_by_cap(loss: &Loss) -> bool {
    matches!(loss.kind, LossKind::Cut | LossKind::Dropped)
        && matches!(loss.cause, Cause::FileCap { .. } | Cause::TotalCap { .. })
}

/// The segments that share a cap: not the list of skills, which has one of its own, and not the user's files,
/// which count against none.
fn shared_segments<'a>(view: &'a RuntimeView<'_>) -> impl Iterator<Item = &'a Segment> {
    let situation = &view.situation;
    let is_users = |path: &Path| {
        situation.home.as_ref().is_some_and(|home| path.starts_with(home))
            && !path.starts_with(&situation.root)
            && !path
                .parent()
                .is_some_and(|folder| situation.start.starts_with(folder))
    };
    let skills: HashSet<&Path> = view
        .prompt
        .skills
        .iter()
        .map(|skill| skill.path.as_path())
        .collect();
    let is_shared = move |segment: &&Segment| {
        let source = segment.source.as_ref();
        source.is_some_and(|source| !is_users(&source.path) && !skills.contains(source.path.as_path()))
    };
    let segments = view.prompt.parts.iter().flat_map(|part| &part.segments);
    segments.filter(is_shared)
}
