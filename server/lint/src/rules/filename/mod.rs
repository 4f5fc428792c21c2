//! Names of files.

pub mod case;
pub(in crate::rules) mod meant;
