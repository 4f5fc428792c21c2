//! The keys of a skill's head: docs.github.com/en/copilot, the pages about skills.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new("name", FieldKind::Text, "The name, in lower case with hyphens.").required(),
    skill_keys::DESCRIPTION.required(),
    skill_keys::LICENSE,
];
