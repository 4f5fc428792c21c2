//! The keys of a skill's head: `name` and `description` as the released program reads them, the others from
//! opencode.ai/docs/skills.

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new("name", FieldKind::Text, "The name; any text.").required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; without it the skill can be loaded and is in no list.",
    ),
    SkillField::new("license", FieldKind::Text, "The license; not looked at."),
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it; not looked at.",
    ),
    SkillField::new("metadata", FieldKind::Map, "Texts by key; not looked at."),
];
