//! The keys of a skill's head (`packages/core/src/skills/skillLoader.ts` of github.com/google-gemini/gemini-cli).

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name; of its characters `:\\/<>*?\"|` become hyphens.",
    )
    .required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill.",
    )
    .required(),
];
