//! The keys of a skill's head (docs.github.com/en/copilot, Copilot CLI command reference; `argument-hint` from
//! `changelog.md` of github.com/github/copilot-cli, `license` from the page about skills). The documentation calls name and description required; the
//! released program takes skills without.

use super::skills::{DESCRIPTION_UNITS, NAME_CHARS};
use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: letters, digits and `-_.:` of ASCII and spaces, the first a letter or digit; that of the folder \
         when there is none. With another one the skill is dropped.",
    )
    .most(NAME_CHARS),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the model is told of the skill; without it, the first lines. With a longer one, in UTF-16 units, the \
         skill is dropped.",
    )
    .most(DESCRIPTION_UNITS),
    SkillField::new(
        "argument-hint",
        FieldKind::Text,
        "What people are shown as arguments when they type the skill's name.",
    ),
    SkillField::new(
        "allowed-tools",
        FieldKind::Tools {
            spaces: false,
            commas: true,
            list: true,
        },
        "Tools that may be used without asking while the skill is at work; `*` for all.",
    ),
    SkillField::new(
        "user-invocable",
        FieldKind::Flag,
        "Whether people can call the skill (true).",
    ),
    SkillField::new(
        "disable-model-invocation",
        FieldKind::Flag,
        "Whether only people can call the skill (false).",
    ),
    SkillField::new("license", FieldKind::Text, "The license."),
];
