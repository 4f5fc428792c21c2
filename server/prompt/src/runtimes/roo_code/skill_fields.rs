//! The keys of a skill's head: `SkillsManager`. The description is measured in UTF-16 units.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    skill_keys::FORMAT_NAME.required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; with a longer one, in UTF-16 units, the skill is dropped.",
    )
    .required()
    .most(1_024),
    SkillField::new(
        "modeSlugs",
        FieldKind::Several {
            spaces: false,
            commas: false,
            list: true,
        },
        "The modes the skill is for; all when there are none.",
    ),
    SkillField::new(
        "mode",
        FieldKind::Text,
        "The one mode the skill is for, in older skills.",
    ),
];
