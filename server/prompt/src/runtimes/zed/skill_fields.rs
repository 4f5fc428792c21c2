//! The keys of a skill's head: what Zed reads of a head. The description is measured in bytes.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new("name", FieldKind::Text, "The name: of `a-z`, `0-9` and hyphens.")
        .required()
        .most(64),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; with a longer one, in bytes, the skill is dropped.",
    )
    .required()
    .most(1_024),
    skill_keys::DISABLE_MODEL_INVOCATION,
];
