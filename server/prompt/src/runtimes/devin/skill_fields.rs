//! The keys of a skill's head: docs.devin.ai/product-guides/skills. How several tools are written is not documented.

use crate::{
    runtime::{FieldKind, SkillField},
    runtimes::skill_keys,
};

pub(super) const FIELDS: &[SkillField] = &[
    skill_keys::NAME_OR_FOLDER,
    skill_keys::DESCRIPTION,
    SkillField::new(
        "allowed-tools",
        FieldKind::Any,
        "Tools for the skill; how several are written is not documented.",
    ),
    skill_keys::ARGUMENT_HINT,
    SkillField::new(
        "triggers",
        FieldKind::Several {
            spaces: false,
            commas: false,
            list: true,
        },
        "Who may call the skill: `user`, `model` or both; without `model` the model is not told of it.",
    ),
    SkillField::new("model", FieldKind::Model, "The model for the skill."),
    SkillField::new(
        "subagent",
        FieldKind::Any,
        "Whether an agent of its own runs the skill.",
    ),
    SkillField::new("agent", FieldKind::Text, "The agent that runs the skill."),
    SkillField::new("permissions", FieldKind::Any, "What the skill may do."),
];
