//! The keys of a skill's head: code.visualstudio.com/docs, the page about skills. A description that is longer is cut.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    skill_keys::FORMAT_NAME.required(),
    skill_keys::FORMAT_DESCRIPTION.required(),
    skill_keys::ARGUMENT_HINT,
    skill_keys::USER_INVOCABLE,
    skill_keys::DISABLE_MODEL_INVOCATION,
    SkillField::new(
        "context",
        FieldKind::Word(&["fork"]),
        "`fork` for a context of its own; an experiment.",
    ),
];
