//! Every vector: an input tree and the exact text a runtime sends for it.
//!
//! The vectors' own readme describes their format. A mismatch is listed with a small difference; a
//! deliberate exception stands in [`EXCEPTIONS`] with its reason.

#![expect(
    clippy::unwrap_used,
    reason = "a vector that is not as described fails its test, which is what a test is for"
)]

mod captures;
mod measured;
mod open;
mod report;
mod seed;
mod skills;

/// Vectors that are not met on purpose: id, reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        r#"opencode "07-imports" {"instructions":["docs/*.md","~/shared/h.md","pkg/leaf/data.txt"]}"#,
        "the files of a pattern come in the order of the file system, which a tree does not say",
    ),
    (
        "skill percent-col0",
        "a directive within a head is refused in the words of another parser",
    ),
    (
        "skill date-bad",
        "whether a day is one of the calendar is not looked at",
    ),
    (
        "skill name-claude",
        "the script takes the name, but the upload that follows does not",
    ),
];
