//! Keys of a skill's head that several runtimes share.

use crate::runtime::{FieldKind, SkillField};

/// Characters of a name, of a description and of what a skill needs, by the open format.
const MOST_NAME: usize = 64;
const MOST_DESCRIPTION: usize = 1_024;
const MOST_COMPATIBILITY: usize = 500;

/// The name where nothing is said about what it may hold.
pub(super) const NAME: SkillField = SkillField::new("name", FieldKind::Text, "The name.");

/// The name where that of the folder stands in for it.
pub(super) const NAME_OR_FOLDER: SkillField = SkillField::new(
    "name",
    FieldKind::Text,
    "The name; that of the folder when there is none.",
);

/// The name as the open format has it.
pub(super) const FORMAT_NAME: SkillField = SkillField::new(
    "name",
    FieldKind::Text,
    "The name: that of the folder, of `a-z`, `0-9` and single hyphens.",
)
.most(MOST_NAME);

/// The description where nothing is said about its length.
pub(super) const DESCRIPTION: SkillField = SkillField::new(
    "description",
    FieldKind::Text,
    "What the model is told of the skill.",
);

/// The description as the open format has it.
pub(super) const FORMAT_DESCRIPTION: SkillField = DESCRIPTION.most(MOST_DESCRIPTION);

/// The license.
pub(super) const LICENSE: SkillField = SkillField::new(
    "license",
    FieldKind::Text,
    "The license: a short name, or a file of the skill.",
);

/// What a skill needs.
pub(super) const COMPATIBILITY: SkillField = SkillField::new(
    "compatibility",
    FieldKind::Text,
    "What the skill needs around it.",
)
.most(MOST_COMPATIBILITY);

/// Anything else.
pub(super) const METADATA: SkillField =
    SkillField::new("metadata", FieldKind::Map, "Anything else: texts by key.");

/// Tools, as the open format has them.
pub(super) const ALLOWED_TOOLS: SkillField = SkillField::new(
    "allowed-tools",
    FieldKind::Tools {
        spaces: true,
        commas: false,
        list: false,
    },
    "Tools that may be used without asking.",
);

/// What people are shown when they call a skill.
pub(super) const ARGUMENT_HINT: SkillField = SkillField::new(
    "argument-hint",
    FieldKind::Text,
    "What people are shown as arguments when they type the skill's name.",
);

/// Whether a skill is kept from the model.
pub(super) const DISABLE_MODEL_INVOCATION: SkillField = SkillField::new(
    "disable-model-invocation",
    FieldKind::Flag,
    "Whether the model is not told of the skill (false).",
);

/// Whether people can call a skill.
pub(super) const USER_INVOCABLE: SkillField = SkillField::new(
    "user-invocable",
    FieldKind::Flag,
    "Whether people can call the skill (true).",
);

/// The six keys of the open format (agentskills.io/specification), for a runtime that refers to it.
pub(super) const FORMAT: &[SkillField] = &[
    FORMAT_NAME.required(),
    FORMAT_DESCRIPTION.required(),
    LICENSE,
    COMPATIBILITY,
    METADATA,
    ALLOWED_TOOLS,
];
