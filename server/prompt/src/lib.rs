//! What a runtime puts in front of the model: the *effective prompt* for a [`Situation`].
//!
//! * [`situation`]: what a prompt depends on besides files.
//! * [`effective`]: the prompt itself: parts, segments, losses, budgets.
//! * [`managed`]: files that a platform renders.
//! * [`name`]: what a runtime at work is called.
//! * [`project`]: which runtimes are at work in an opened folder, and their prompts.
//! * [`stray`]: skills that lie where none of these looks; [`look_alike`]: instruction files that do.
//! * `owned`: for which program a file is by its name; `folder_place`: where folders of skills and rules are looked for.
//! * [`runtime`]: what a runtime is; [`runtimes`] holds one file for each.
//! * [`steps`]: what runtimes are built from: walking folders, joining, cutting, reading skills.

pub mod effective;
mod folder_place;
pub mod look_alike;
pub mod managed;
pub mod name;
mod owned;
pub mod project;
pub mod runtime;
pub mod runtimes;
pub mod situation;
pub mod steps;
pub mod stray;

pub use effective::{
    Budget, Cause, EffectivePrompt, Import, ImportOutcome, Layer, Loss, LossKind, Part, Scope, Segment, Unit,
};
pub use managed::{Managed, Marker};
pub use project::{Active, Project, PromptCache, UserCap};
pub use runtime::{Loading, Runtime, Version};
pub use situation::{Settings, Situation};
