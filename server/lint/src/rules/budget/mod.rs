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

use agents_prompt::{Cause, Loss, LossKind};

/// Whether a loss is the work of a cap over one file or over all of them.
fn is_by_cap(loss: &Loss) -> bool {
    matches!(loss.kind, LossKind::Cut | LossKind::Dropped)
        && matches!(loss.cause, Cause::FileCap { .. } | Cause::TotalCap { .. })
}
