//! The keys of a skill's head: `parseMarkdownFrontmatter` and what reads its values.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    skill_keys::NAME_OR_FOLDER,
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the skill does; the model is told its name alone.",
    ),
    SkillField::new("disabled", FieldKind::Flag, "Whether the skill is off (false)."),
    SkillField::new(
        "enabled",
        FieldKind::Flag,
        "Whether the skill is on (true); `disabled` goes before it.",
    ),
];
