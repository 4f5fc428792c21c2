//! Moving a section of Markdown: to the top of its file, or to the memory file.

use crate::{
    finding::list,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    view::FileView,
};
use agents_prompt::runtime::Role;
use agents_syntax::{Document, Text, fact::Heading};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// Where memory files of the runtimes lie, relative to the opened folder; the first that an active runtime
/// reads is taken.
const MEMORY_FILES: [&str; 2] = ["MEMORY.md", ".ai-leash/memory/MEMORY.md"];

/// A heading with all that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: Heading,
    /// From the heading to the next one of its level or above.
    pub range: Range<usize>,
}

/// The section whose heading is at `byte`.
#[must_use]
pub fn at(document: &Document, byte: usize) -> Option<Section> {
    let (heading, range) = document.section_at(byte)?;
    Some(Section { heading, range })
}

/// The section to save when `lost` is lost: the first one that lies in the lost text as a whole, else the one
/// that is cut.
#[must_use]
pub fn in_lost_text(document: &Document, lost: &Range<usize>) -> Option<Section> {
    let first = document
        .headings_in(lost.clone())
        .find(|heading| heading.range.start >= lost.start);
    at(document, first.map_or(lost.start, |heading| heading.range.start))
}

/// Moves a section before the first one of its level. `None` when it is there already.
#[must_use]
pub fn move_to_top(path: &Path, document: &Document, section: &Section) -> Option<Fix> {
    let top = document
        .headings()
        .find(|heading| heading.level >= section.heading.level)?
        .range
        .start;
    if top >= section.range.start {
        return None;
    }
    let text = document.text();
    let eol = line_end(text);
    let moved = text.substring(section.range.clone());
    let moved = format!("{}{eol}{eol}", moved.trim_end());
    Some(Fix {
        title: format!("Move “{}” to the top of the file", section.heading.title),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: path.to_path_buf(),
            edits: vec![TextEdit::insert(top, moved), removal(text, section)],
        }],
    })
}

/// Moves a section to the end of the memory file, which is created if need be. Only for instruction files.
#[must_use]
pub fn move_to_memory(file: &FileView<'_>, document: &Document, section: &Section) -> Option<Fix> {
    if !file.runtimes.iter().any(|view| view.role == Role::Instructions) {
        return None;
    }
    let memory = memory_file(file);
    let text = document.text();
    let moved = text.substring(section.range.clone());
    let moved = moved.trim_end();
    let added = match file.files.file(&memory) {
        Ok(existing) => {
            let before = existing.text();
            let eol = line_end(before);
            let end = before.substring(before.len().saturating_sub(1)..before.len());
            let gap = match end.as_str() {
                "" => String::new(),
                "\n" | "\r" => eol.to_owned(),
                _ => eol.repeat(2),
            };
            let moved = with_line_ends(moved, eol);
            let edit = TextEdit::insert(before.len(), format!("{gap}{moved}{eol}"));
            FileEdit::Text {
                path: memory.clone(),
                edits: vec![edit],
            }
        }
        Err(fault) if fault.is_missing() => FileEdit::Create {
            path: memory.clone(),
            text: format!("{moved}{}", line_end(text)),
        },
        Err(_) => return None,
    };
    let removed = FileEdit::Text {
        path: file.path.to_path_buf(),
        edits: vec![removal(text, section)],
    };
    Some(Fix {
        title: format!(
            "Move “{}” to {}{}",
            section.heading.title,
            file.shown(&memory),
            unread(file, &memory)
        ),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![added, removed],
    })
}

/// Takes a section out; the last one goes with the blank lines before it.
fn removal(text: &Text, section: &Section) -> TextEdit {
    let range = section.range.clone();
    if range.end < text.len() {
        return TextEdit::new(range, "");
    }
    let before = text.substring(0..range.start);
    let kept = before.trim_end().len();
    if kept == 0 {
        return TextEdit::new(range, "");
    }
    let ends = text.substring(range.clone()).ends_with(['\n', '\r']);
    let start = if ends {
        text.line_start(text.line_of(kept) + 1)
    } else {
        kept
    };
    TextEdit::new(start..range.end, "")
}

fn memory_file(file: &FileView<'_>) -> PathBuf {
    let is_memory = |below: &&str| {
        file.project
            .active
            .iter()
            .any(|active| active.reads(Path::new(below)) == Some(Role::Memory))
    };
    let below = MEMORY_FILES
        .into_iter()
        .find(is_memory)
        .unwrap_or(MEMORY_FILES[0]);
    file.project.base.root.join(below)
}

/// What the title adds where no active runtime reads the memory file: the section reaches nobody then
/// unless the agent is told to read it.
fn unread(file: &FileView<'_>, memory: &Path) -> String {
    if file.project.reads(memory) {
        return String::new();
    }
    let names: Vec<_> = file.project.active.iter().map(|active| &active.name).collect();
    format!(", which does not reach {}", list(&names))
}

/// The line end a text uses, taken from its first line.
#[must_use]
pub fn line_end(text: &Text) -> &'static str {
    let first = text.line_range(0);
    match text.substring(first.end..first.end + 2).as_str() {
        "\r\n" => "\r\n",
        _ => "\n",
    }
}

/// A text with other line ends.
#[must_use]
pub fn with_line_ends(text: &str, eol: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', eol)
}
