//! Whose file is whose, where a platform says so: in the workspaces of such a runtime alone, but for files that the user
//! marks as rendered.

pub mod daily_log;
pub mod managed_file;
pub mod self_reference;
pub mod wrong_file;

use crate::view::{FileView, RuntimeView};
use agents_prompt::runtime::FileRole;

/// The role of a file for each runtime that gives it one.
fn roles<'a>(file: &'a FileView<'_>) -> impl Iterator<Item = (&'a RuntimeView<'a>, &'static FileRole)> {
    let below = file.path.strip_prefix(&file.project.base.root).ok();
    file.runtimes.iter().filter_map(move |view| {
        let mut roles = view.active.runtime.file_roles().iter();
        let role = roles.find(|role| below.is_some_and(|below| below.to_str() == Some(role.name)))?;
        Some((view, role))
    })
}
