//! The keys of a skill's head (`packages/core/src/skills/` of github.com/QwenLM/qwen-code).

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: letters, digits, `_`, `:`, `.` and `-`.",
    )
    .required(),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill.",
    )
    .required(),
    SkillField::new(
        "when_to_use",
        FieldKind::Text,
        "When to use the skill; stands behind the description, and goes first when the list is long.",
    ),
    SkillField::new(
        "paths",
        FieldKind::Texts,
        "Patterns of files: the model is told of the skill once one of them is touched.",
    ),
    SkillField::new("priority", FieldKind::Number, "The place among other skills."),
    SkillField::new(
        "allowedTools",
        FieldKind::Any,
        "Tools for the skill; how several are written is not documented.",
    ),
    SkillField::new("model", FieldKind::Model, "The model for the skill."),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether the model is not told of the skill (false).",
    ),
    SkillField::new(
        "user-invocable",
        FieldKind::Flag,
        "Whether people can call the skill (true).",
    ),
];
