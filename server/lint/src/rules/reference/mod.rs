//! Links to other files.

pub mod missing;
