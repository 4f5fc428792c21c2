//! The keys of a skill's head (code.claude.com/docs/en/skills, 2026-08-22); a head that is not YAML counts as none.

use super::settings::DESCRIPTION_CHARS;
use crate::runtime::{FieldKind, SkillField};

/// Spaces, commas or a list.
const TOOLS: FieldKind = FieldKind::Tools {
    spaces: true,
    commas: true,
    list: true,
};

/// How much a model thinks; agents have the same.
pub(super) const EFFORT: FieldKind = FieldKind::Word(&["low", "medium", "high", "xhigh", "max"]);

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "A label beside the name of the folder, which is the skill's.",
    ),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; without it, the first paragraph. Cut together with `when_to_use`.",
    )
    .most(DESCRIPTION_CHARS),
    SkillField::new(
        "when_to_use",
        FieldKind::Text,
        "When to use the skill; stands behind the description and is cut together with it.",
    )
    .most(DESCRIPTION_CHARS),
    SkillField::new(
        "argument-hint",
        FieldKind::Text,
        "What people are shown as arguments when they type the skill's name.",
    ),
    SkillField::new(
        "arguments",
        FieldKind::Several {
            spaces: true,
            commas: false,
            list: true,
        },
        "Names of arguments, for `$name` in the text.",
    ),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether only people can call the skill (false). Yes, no, on, off, 1 and 0 count too.",
    ),
    SkillField::new(
        "user-invocable",
        FieldKind::Flag,
        "Whether people can call the skill (true).",
    ),
    SkillField::new(
        "allowed-tools",
        TOOLS,
        "Tools that may be used without asking while the skill is at work.",
    ),
    SkillField::new(
        "disallowed-tools",
        TOOLS,
        "Tools that may not be used while the skill is at work.",
    ),
    SkillField::new(
        "model",
        FieldKind::Model,
        "The model while the skill is at work; `inherit` keeps the one there is.",
    ),
    SkillField::new("effort", EFFORT, "How much the model thinks while the skill is at work."),
    SkillField::new(
        "context",
        FieldKind::Word(&["fork"]),
        "`fork`: the skill runs in a subagent of its own.",
    ),
    SkillField::new(
        "agent",
        FieldKind::Text,
        "The kind of subagent, with `context: fork`.",
    ),
    SkillField::new(
        "background",
        FieldKind::Flag,
        "Whether the subagent runs in the background (true), with `context: fork`; from 2.1.218.",
    ),
    SkillField::new("hooks", FieldKind::Map, "Hooks while the skill is at work."),
    SkillField::new(
        "paths",
        FieldKind::Texts,
        "Patterns of files: the model is told of the skill once one of them is touched.",
    ),
    SkillField::new(
        "shell",
        FieldKind::Word(&["bash", "powershell"]),
        "What runs the commands in the text.",
    ),
    SkillField::new("metadata", FieldKind::Map, "Anything else, by key."),
    SkillField::new("license", FieldKind::Text, "The license; not looked at."),
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it; not looked at.",
    )
    .most(500),
];
