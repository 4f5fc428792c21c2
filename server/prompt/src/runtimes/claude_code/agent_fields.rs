//! The keys of the head of an agent's description, `.claude/agents/**/*.md` (code.claude.com/docs/en/sub-agents,
//! 2026-08-22).

use super::skill_fields::EFFORT;
use crate::runtime::{FieldKind, SkillField};

/// Documented is a text with commas; whether a list is taken is not, so none is held against anyone.
const TOOLS: FieldKind = FieldKind::Tools {
    spaces: false,
    commas: true,
    list: true,
};

const MODES: &[&str] = &[
    "default",
    "acceptEdits",
    "auto",
    "dontAsk",
    "bypassPermissions",
    "plan",
    "manual",
];

const COLORS: &[&str] = &[
    "red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan",
];

pub(super) const FIELDS: &[SkillField] = &[
    SkillField::new(
        "name",
        FieldKind::Text,
        "The agent's name: small letters and hyphens; a file with `:` in it is not loaded.",
    )
    .required(),
    SkillField::new("description", FieldKind::Text, "When to hand work to the agent.").required(),
    SkillField::new(
        "tools",
        TOOLS,
        "The tools the agent has; without it, all there are.",
    ),
    SkillField::new("disallowedTools", TOOLS, "Tools the agent has not."),
    SkillField::new("model", FieldKind::Model, "The agent's model, or `inherit`."),
    SkillField::new(
        "permissionMode",
        FieldKind::Word(MODES),
        "What the agent must ask for; passed over in a plugin.",
    ),
    SkillField::new("maxTurns", FieldKind::Number, "After how many turns it ends."),
    SkillField::new(
        "skills",
        FieldKind::Texts,
        "Skills whose text it has from the start.",
    ),
    SkillField::new(
        "mcpServers",
        FieldKind::Any,
        "MCP servers it has; passed over in a plugin.",
    ),
    SkillField::new(
        "hooks",
        FieldKind::Map,
        "Hooks while it is at work; passed over in a plugin.",
    ),
    SkillField::new(
        "memory",
        FieldKind::Word(&["user", "project", "local"]),
        "Where it keeps what it notes for itself.",
    ),
    SkillField::new(
        "background",
        FieldKind::Flag,
        "Whether it always runs in the background.",
    ),
    SkillField::new("effort", EFFORT, "How much its model thinks."),
    SkillField::new(
        "isolation",
        FieldKind::Word(&["worktree"]),
        "`worktree`: it works in a worktree of its own.",
    ),
    SkillField::new("color", FieldKind::Word(COLORS), "Its color on the screen."),
    SkillField::new(
        "initialPrompt",
        FieldKind::Text,
        "What is sent first when the agent is the session's own.",
    ),
];
