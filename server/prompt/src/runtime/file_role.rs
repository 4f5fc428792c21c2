//! Whose file is whose in a workspace that a platform keeps, when it is read and how large it may be.

use crate::effective::Unit;

/// What a file of a workspace is for, where a platform says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRole {
    /// The file's path in the workspace; for logs of a day a pattern.
    pub name: &'static str,
    /// Who writes it.
    pub owner: Owner,
    /// When it reaches the agent.
    pub access: Access,
    /// How large it may be; `None`: unbounded.
    pub budget: Option<(usize, Unit)>,
    /// What overwrites it, if something does, as a clause that follows "because".
    pub rewritten: Option<&'static str>,
}

/// Who writes a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The platform; the agent cannot change it.
    Platform,
    /// The agent.
    Agent,
    /// The user or the agent.
    UserOrAgent,
}

/// When a file reaches the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    /// With every turn.
    EveryTurn,
    /// When the agent reads it.
    OnDemand,
    /// Today's, when the agent reads it.
    Daily,
    /// It carries instructions; when it is read is not said.
    Unstated,
}
