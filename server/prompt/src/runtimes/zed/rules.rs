//! The user's file and the rules of the project (`system_prompt.hbs`).

use super::NAMES;
use crate::{
    effective::{Cause, LossKind, Segment},
    situation::Situation,
    steps::{gather::Gather, space},
};
use agents_workspace::Files;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

const FENCE: &str = "``````\n";

/// The user's file. How Zed treats space around it is not known.
pub(super) fn personal(gather: &mut Gather<'_>, situation: &Situation) {
    let folder = situation.user_folder("XDG_CONFIG_HOME", ".config");
    let Some(path) = folder.map(|folder| folder.join("zed/AGENTS.md")) else {
        return;
    };
    let Some(file) = gather.read(&path) else {
        return;
    };
    let text = file.text();
    if space::trimmed(text, space::unicode) != (0..text.len()) {
        gather
            .prompt
            .inexact("Whether Zed takes space at the ends of the user's AGENTS.md away is not known.");
    }
    intro(gather);
    gather.push([
        literal("### Personal `AGENTS.md`\n\n⟪zed: about these instructions⟫\n\n"),
        literal(FENCE),
        Segment::file(&path, text, 0..text.len(), "the user's file"),
        literal("\n"),
        literal(FENCE),
        literal("\n"),
    ]);
}

/// The first of the names, and what it stands in the place of.
pub(super) fn project(gather: &mut Gather<'_>, root: &Path, files: &dyn Files) {
    let there: Vec<(&str, PathBuf)> = NAMES
        .iter()
        .map(|name| (*name, root.join(name)))
        .filter(|(_, path)| files.is_file(path))
        .collect();
    let Some(((name, path), others)) = there.split_first() else {
        return;
    };
    for (_, other) in others {
        // Two names of one file: its text is sent, under the other name.
        if files.canonical(other) != files.canonical(path) {
            gather.shadowed(other, path);
        }
    }
    let Some(file) = gather.open(path) else {
        return;
    };
    let text = file.text();
    if space::is_blank(text, space::unicode) {
        gather.lose(path, &file, LossKind::Skipped, Cause::Blank);
    }
    intro(gather);
    let folder = root.file_name().unwrap_or(root.as_os_str()).to_string_lossy();
    let label = format!("`{}/{}`:\n", escaped(&folder), escaped(name));
    gather.push([
        literal("### Project Rules\n\n⟪zed: about these instructions⟫\n\n⟪zed: where rules apply⟫\n"),
        Segment::literal(label, "heading of a file"),
        literal(FENCE),
    ]);
    gather.trimmed(path, &file, 0..text.len(), space::unicode, "rules of the project");
    gather.push([literal("\n"), literal(FENCE), literal("\n")]);
}

fn intro(gather: &mut Gather<'_>) {
    if gather.is_empty() {
        let text = "## User's Custom Instructions\n\n⟪zed: about the user's instructions⟫\n\n";
        gather.push([literal(text)]);
    }
}

fn literal(text: &'static str) -> Segment {
    Segment::literal(text, "heading")
}

/// As the template engine writes a value (`html_escape` of handlebars-rust).
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    let entity = |char| match char {
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '&' => Some("&amp;"),
        '\'' => Some("&#x27;"),
        '`' => Some("&#x60;"),
        '=' => Some("&#x3D;"),
        _ => None,
    };
    if !text.chars().any(|char| entity(char).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for char in text.chars() {
        match entity(char) {
            Some(entity) => out.push_str(entity),
            None => out.push(char),
        }
    }
    Cow::Owned(out)
}
