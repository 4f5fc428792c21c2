//! Which of several files a runtime takes.

pub mod shadowed;
