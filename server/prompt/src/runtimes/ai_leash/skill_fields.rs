//! The keys of a skill's head. Each counts only at the start of a line, and its value is taken as it stands.

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name by which `load_skill` finds the skill, at the start of a line; quotes and comments belong to it.",
    )
    .required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill, at the start of a line; quotes and comments belong to it.",
    )
    .required(),
];
