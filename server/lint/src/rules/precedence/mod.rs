//! Which of several files a runtime takes.

pub mod not_read;
pub mod shadowed;
