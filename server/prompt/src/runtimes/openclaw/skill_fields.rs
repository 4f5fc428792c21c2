//! The keys of a skill's head (docs.openclaw.ai/tools/skills, and `docs/tools/skills.md` of
//! github.com/openclaw/openclaw).

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name; that of the folder when there is none.",
    ),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill.",
    )
    .required(),
    SkillField::new(
        "user-invocable",
        FieldKind::Flag,
        "Whether people can call the skill as a command (true).",
    ),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether the model is not told of the skill (false).",
    ),
    SkillField::new(
        "command-dispatch",
        FieldKind::Word(&["tool"]),
        "`tool`: the command goes to a tool and not to the model.",
    ),
    SkillField::new(
        "command-tool",
        FieldKind::Text,
        "That tool, with `command-dispatch: tool`.",
    ),
    SkillField::new(
        "command-arg-mode",
        FieldKind::Word(&["raw"]),
        "How the tool gets the arguments: as they are typed.",
    ),
    SkillField::new("homepage", FieldKind::Text, "The address that people are shown."),
    SkillField::new(
        "metadata",
        FieldKind::Map,
        "Under `openclaw`, what must be there for the skill to count: programs, variables, settings, systems.",
    ),
];
