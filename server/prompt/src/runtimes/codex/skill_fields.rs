//! The keys of a skill's head (`codex-rs/core-skills/src/loader.rs`); others are passed over.

use super::skills::{DESCRIPTION_CHARS, NAME_CHARS};
use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name by which the skill is listed; that of its folder when there is none. A longer one is refused.",
    )
    .most(NAME_CHARS),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill, on one line; of a longer one the beginning.",
    )
    .required()
    .most(DESCRIPTION_CHARS),
    SkillField::new(
        "metadata",
        FieldKind::Map,
        "Its `short-description` is what people are shown in lists of skills.",
    ),
];
