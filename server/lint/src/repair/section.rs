//! Moving a section of Markdown: to the top of its file, or to the memory file.

use super::{
    ends::{line_end, most_used, with_line_ends},
    links,
};
use crate::{
    finding::list,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    view::FileView,
};
use agents_prompt::{Active, runtime::Role};
use agents_syntax::{Document, Text, fact::Heading};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// The memory file where no active runtime has one.
const MEMORY_FILE: &str = "MEMORY.md";

/// Where some runtimes have notes on tools, in the opened folder.
const TOOLS_FILE: &str = "TOOLS.md";

/// The mark that some editors write at the start of a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

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
            edits: vec![TextEdit::insert(top, moved), removal(text, &section.range)],
        }],
    })
}

/// Moves a section to the end of the memory file, and to the file on tools where an active runtime has one. Each is
/// created if need be. Only for instruction files.
#[must_use]
pub fn move_to_notes(file: &FileView<'_>, document: &Document, section: &Section) -> Vec<Fix> {
    let tools = file.project.base.root.join(TOOLS_FILE);
    let tools = Some(tools).filter(|tools| file.project.reads(tools));
    let to_tools = tools.and_then(|tools| move_to_end(file, document, section, &tools));
    move_to_memory(file, document, section)
        .into_iter()
        .chain(to_tools)
        .collect()
}

/// Moves a section to the end of the memory file, which is created if need be. Only for instruction files.
#[must_use]
pub fn move_to_memory(file: &FileView<'_>, document: &Document, section: &Section) -> Option<Fix> {
    move_to_end(file, document, section, &memory_file(file))
}

/// Moves a section to the end of another file.
fn move_to_end(file: &FileView<'_>, document: &Document, section: &Section, notes: &Path) -> Option<Fix> {
    let is_instructions = file.runtimes.iter().any(|view| view.role == Role::Instructions);
    if notes == file.path || !is_instructions {
        return None;
    }
    let text = document.text();
    let moved = links::moved(document, &section.range, file.path, notes)?;
    let added = appended(file, notes, &moved, line_end(text))?;
    let removed = FileEdit::Text {
        path: file.path.to_path_buf(),
        edits: vec![removal(text, &section.range)],
    };
    Some(Fix {
        title: format!(
            "Move “{}” to {}{}",
            section.heading.title,
            file.shown(notes),
            unread(file, notes)
        ),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![added, removed],
    })
}

/// Moves lines to the end of the memory file, as a block of their own.
#[must_use]
pub fn move_lines_to_memory(file: &FileView<'_>, text: &Text, lines: &Range<usize>) -> Option<Fix> {
    let memory = memory_file(file);
    let document = file.file.as_ref().ok()?.document();
    let written = links::moved(document, lines, file.path, &memory)?;
    let added = appended(file, &memory, &written, line_end(text))?;
    let marks = written.len() - written.trim_start_matches(BYTE_ORDER_MARK).len();
    let removed = FileEdit::Text {
        path: file.path.to_path_buf(),
        edits: vec![TextEdit::new(lines.start + marks..lines.end, "")],
    };
    Some(Fix {
        title: format!("Move it to {}{}", file.shown(&memory), unread(file, &memory)),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![added, removed],
    })
}

/// Adds text to the end of a file, or creates the file with it. `None` where something else is in its place.
#[must_use]
pub fn appended(file: &FileView<'_>, to: &Path, moved: &str, eol: &str) -> Option<FileEdit> {
    // The mark at the start of a file stays there.
    let moved = moved.trim_start_matches(BYTE_ORDER_MARK).trim_end();
    match file.files.file(to) {
        Ok(existing) => {
            let before = existing.text();
            let eol = most_used(before).unwrap_or(eol);
            let gap = match before.rope().chars_at(before.rope().len_chars()).prev() {
                None | Some(BYTE_ORDER_MARK) => String::new(),
                Some('\n' | '\r') => eol.to_owned(),
                _ => eol.repeat(2),
            };
            let moved = with_line_ends(moved, eol);
            let edit = TextEdit::insert(before.len(), format!("{gap}{moved}{eol}"));
            Some(FileEdit::Text {
                path: to.to_path_buf(),
                edits: vec![edit],
            })
        }
        Err(fault) if fault.is_missing() => Some(FileEdit::Create {
            path: to.to_path_buf(),
            text: format!("{moved}{eol}"),
        }),
        Err(_) => None,
    }
}

/// Takes a section out; the last one goes with the blank lines before it.
fn removal(text: &Text, range: &Range<usize>) -> TextEdit {
    let range = range.clone();
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

/// The memory file of the runtimes at work, whether it is there or not.
#[must_use]
pub fn memory_file(file: &FileView<'_>) -> PathBuf {
    // A runtime of the user's own may name other files than the one it extends.
    let of = |active: &Active| {
        let below = active.runtime.memory_file()?;
        (active.reads(Path::new(below)) == Some(Role::Memory)).then_some(below)
    };
    let below = file.project.active.iter().find_map(of);
    file.project.base.root.join(below.unwrap_or(MEMORY_FILE))
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
