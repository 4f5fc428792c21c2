//! The keys of a skill's head: `Skill` of the SDK, which takes the keys of the open format beside its own. A longer description is cut.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: that of the folder, which is taken when there is none; of `a-z`, `0-9` and single hyphens.",
    ).most(64),
    skill_keys::FORMAT_DESCRIPTION,
    skill_keys::LICENSE,
    skill_keys::COMPATIBILITY,
    skill_keys::METADATA,
    skill_keys::ALLOWED_TOOLS,
    SkillField::new(
        "triggers",
        FieldKind::Texts,
        "Words of a message that bring the skill in.",
    ),
    skill_keys::DISABLE_MODEL_INVOCATION,
];
