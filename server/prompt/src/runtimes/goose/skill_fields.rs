//! The keys of a skill's head: `discover_skills`.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new("name", FieldKind::Text, "The name, without a slash.").required(),
    skill_keys::DESCRIPTION,
];
