//! The keys of a skill's head (`dist/core/skills.js` of the released program); what is over a limit is warned of
//! and taken.

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: a-z, 0-9 and single hyphens; another one is warned of. That of the folder when there is none.",
    )
    .most(64),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; a longer one is warned of.",
    )
    .required()
    .most(1_024),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether the model is not told of the skill (false).",
    ),
];
