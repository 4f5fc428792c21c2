//! Names of files.

pub mod case;
