//! The keys of a skill's head: `Skill` in `internal/skills/skills.go`. Lengths are in bytes.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: that of the folder but for case, of ASCII letters, digits and single hyphens.",
    )
    .required()
    .most(64),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; with a longer one, in bytes, the skill is dropped.",
    )
    .required()
    .most(1_024),
    skill_keys::LICENSE,
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it; with a longer one, in bytes, the skill is dropped.",
    )
    .most(500),
    skill_keys::METADATA,
    SkillField::new(
        "user-invocable",
        FieldKind::Flag,
        "Whether people can call the skill (false).",
    ),
    skill_keys::DISABLE_MODEL_INVOCATION,
];
