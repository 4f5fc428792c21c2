//! The keys of a skill's head: what the CLI reads of a head.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    skill_keys::NAME.required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; without it the skill can be loaded and is in no list.",
    ),
];
