//! The six keys of the format.

use super::verdict::{COMPATIBILITY, DESCRIPTION, NAME};
use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The name: that of the folder, in lower case, letters and digits of any script and single hyphens.",
    )
    .required()
    .most(NAME),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the skill does and when to use it.",
    )
    .required()
    .most(DESCRIPTION),
    SkillField::new(
        "license",
        FieldKind::Text,
        "The license: a short name, or a file of the skill.",
    ),
    SkillField::new(
        "compatibility",
        FieldKind::Text,
        "What the skill needs around it.",
    )
    .most(COMPATIBILITY),
    SkillField::new(
        "metadata",
        FieldKind::Map,
        "Anything else: texts by key. Not looked at.",
    ),
    SkillField::new(
        "allowed-tools",
        FieldKind::Tools {
            spaces: true,
            commas: false,
            list: true,
        },
        "Tools that may be used without asking; a list only with a line for each. Not looked at.",
    ),
];
