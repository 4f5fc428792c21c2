//! Symbolic links.

pub mod materialised;
pub mod refused;
