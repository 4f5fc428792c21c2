//! What the values of parameters must be, in words for a message.

use super::cap_of;
use crate::steps::{cap::Cap, config};
use serde_json::Value;
use std::path::{Component, Path};

pub(super) fn cap(value: &Value) -> Result<(), &'static str> {
    let fits = match cap_of(value) {
        Some(Cap::Amount(amount, _)) => amount > 0,
        Some(Cap::Share(share)) => share > 0,
        None => false,
    };
    fits.then_some(())
        .ok_or("a number above 0 with bytes, chars, utf16, lines or tokens, or a percentage such as \"5 %\"")
}

pub(super) fn window(value: &Value) -> Result<(), &'static str> {
    let number = config::count(value).filter(|tokens| *tokens > 0);
    number.map(drop).ok_or("a number of tokens above 0")
}

pub(super) fn words(value: &Value) -> Result<(), &'static str> {
    value.is_string().then_some(()).ok_or("a text in quotes")
}

pub(super) fn files(value: &Value) -> Result<(), &'static str> {
    let is_file = |name: &String| is_below(name) && !name.starts_with('~');
    let names = config::strings(value).filter(|names| names.iter().all(is_file));
    names
        .map(drop)
        .ok_or("a list of names of files in the workspace, such as [\"AGENTS.md\", \"docs/TEAM.md\"]")
}

pub(super) fn folders(value: &Value) -> Result<(), &'static str> {
    let is_folder = |name: &String| is_below(name.strip_prefix("~/").unwrap_or(name));
    let names = config::strings(value).filter(|names| names.iter().all(is_folder));
    names
        .map(drop)
        .ok_or("a list of folders below the workspace or below ~/, such as [\".skills\", \"~/skills\"]")
}

/// Whether a path stays below the folder it starts from, and leads somewhere.
fn is_below(name: &str) -> bool {
    let path = Path::new(name);
    let mut parts = path.components().peekable();
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let leads = path.file_name().is_some();
    leads && parts.peek().is_some() && parts.all(is_plain) && !name.contains(['\0', '\\'])
}
