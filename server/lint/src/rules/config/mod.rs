//! The configuration of agents-ls itself.

pub mod invalid;
