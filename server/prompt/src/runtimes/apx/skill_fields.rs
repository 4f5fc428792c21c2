//! The keys of a skill's head, and of the head of an agent's description (`src/core/apc/parser.js` and
//! `frontmatter.js` of the released package; agentprojectcontext.com, specification of agents).

use crate::runtime::{FieldKind, SkillField};

pub(super) const FIELDS: &[SkillField] = &[SkillField::new(
    "description",
    FieldKind::Text,
    "What `list_skills` says of the skill: of a longer text the first sentence. The name is that of the folder or \
     file.",
)];

/// Of `.apc/agents/<slug>.md`; the first letter of a key may be a capital.
pub(super) const AGENT_FIELDS: &[SkillField] = &[
    SkillField::new("role", FieldKind::Text, "What the agent is."),
    SkillField::new(
        "description",
        FieldKind::Text,
        "What the agent does, on one line.",
    ),
    SkillField::new("model", FieldKind::Model, "The agent's model."),
    SkillField::new(
        "skills",
        FieldKind::Several {
            spaces: false,
            commas: true,
            list: false,
        },
        "Skills it has from the start, by the name of their folder or file; one that is not there is passed over.",
    ),
    SkillField::new(
        "tools",
        FieldKind::Tools {
            spaces: false,
            commas: true,
            list: false,
        },
        "The tools the agent has.",
    ),
];
