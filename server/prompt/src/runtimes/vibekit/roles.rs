//! Whose file is whose in a VibeKit workspace, when it is read and how large it may be.

use crate::{
    effective::Unit,
    runtime::{Access, FileRole, Owner},
};
use std::path::Path;

/// Every file with a role.
pub const ROLES: &[FileRole] = &[
    FileRole {
        name: "AGENTS.md",
        owner: Owner::Platform,
        access: Access::EveryTurn,
        budget: Some((10_000, Unit::Utf16)),
        rewritten: Some("the platform renders it anew on every start and every rename"),
    },
    FileRole {
        name: "MEMORY.md",
        owner: Owner::Agent,
        access: Access::OnDemand,
        budget: None,
        rewritten: None,
    },
    FileRole {
        name: "STATUS.md",
        owner: Owner::Platform,
        access: Access::OnDemand,
        budget: Some((2 * 1024, Unit::Bytes)),
        rewritten: Some("the platform updates it when the agent is written to"),
    },
    FileRole {
        name: "memory/YYYY-MM-DD.md",
        owner: Owner::Agent,
        access: Access::Daily,
        budget: None,
        rewritten: None,
    },
    FileRole {
        name: "TOOLS.md",
        owner: Owner::Platform,
        access: Access::OnDemand,
        budget: None,
        rewritten: Some("the platform keeps it"),
    },
    FileRole {
        name: "PLATFORM.md",
        owner: Owner::Platform,
        access: Access::OnDemand,
        budget: None,
        rewritten: Some("the platform keeps it"),
    },
    FileRole {
        name: "SOUL.md",
        owner: Owner::UserOrAgent,
        access: Access::Unstated,
        budget: None,
        rewritten: None,
    },
    FileRole {
        name: "IDENTITY.md",
        owner: Owner::UserOrAgent,
        access: Access::Unstated,
        budget: None,
        rewritten: None,
    },
    FileRole {
        name: "USER.md",
        owner: Owner::UserOrAgent,
        access: Access::Unstated,
        budget: None,
        rewritten: None,
    },
];

/// The role of a file, by its path relative to the workspace.
#[must_use]
pub fn of(path: &Path) -> Option<&'static FileRole> {
    let path = path.to_str()?;
    let day = path.strip_prefix("memory/").is_some_and(is_day);
    ROLES.iter().find(|role| match role.access {
        Access::Daily => day,
        _ => role.name == path,
    })
}

/// Whether a name is that of a day's log, `2026-01-31.md`.
#[must_use]
pub fn is_day(name: &str) -> bool {
    let Some(day) = name.strip_suffix(".md") else {
        return false;
    };
    day.len() == 10
        && day.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}
