//! Words that tell what a line is about, as data.
//!
//! * [`critical`]: rules whose loss costs most.

pub mod critical;
