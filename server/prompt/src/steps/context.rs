//! A file as programs send it that carry out imports: read, imports in their places or one after the other,
//! trimmed. A file without text is left out.

use super::{
    imports::{self, Dialect, Imports},
    loss, space,
};
use crate::effective::{Cause, EffectivePrompt, LossKind, Segment, Unit};
use agents_workspace::{File, FileFault, Files};
use std::path::{Path, PathBuf};

/// A file that is to be sent.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Where it is.
    pub path: PathBuf,
    /// Why it is sent.
    pub why: &'static str,
}

/// How files are sent.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What the program takes for an import.
    pub dialect: Dialect,
    /// Whether imported files stand one after the other.
    pub is_flat: bool,
    /// Levels of imports that are looked into when they do; `None` for all.
    pub flat_levels: Option<usize>,
}

/// The file's segments; `None` when nothing of it is sent. `inside` is the folder that imports may not leave.
pub fn segments(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    wanted: &Wanted,
    inside: &Path,
    format: Format,
) -> Option<Vec<Segment>> {
    let path = &wanted.path;
    let file = match files.file(path) {
        Ok(file) => file,
        Err(FileFault::Missing | FileFault::Folder) => return None,
        Err(fault) => {
            prompt.losses.push(loss::unreadable(path, fault, Unit::Utf16));
            return None;
        }
    };
    if space::is_blank(file.text(), space::javascript) {
        let (kind, cause) = (LossKind::Skipped, Cause::Blank);
        prompt
            .losses
            .push(loss::whole(kind, path, file.text(), cause, Unit::Utf16));
        return None;
    }
    let mut imports = Imports::new(files, format.dialect, inside);
    let segments = if format.is_flat {
        flat(prompt, files, &mut imports, wanted, format)
    } else {
        let mut segments = imports.tree(path, &file, wanted.why);
        trim(prompt, &mut segments, path, &file);
        segments
    };
    prompt.imports.append(&mut imports.found);
    if imports.gave_up {
        prompt.inexact("Files import each other so often that not every import is carried out here.");
    }
    if imports.unreadable {
        prompt.inexact("What is said of an imported file that cannot be read is not known to the letter.");
    }
    Some(segments)
}

/// The file and what it imports, each under its own heading. A program that does not know the file's name here
/// calls it by its folder.
fn flat(
    prompt: &mut EffectivePrompt,
    files: &dyn Files,
    imports: &mut Imports<'_>,
    wanted: &Wanted,
    format: Format,
) -> Vec<Segment> {
    let mut out = Vec::new();
    for (index, path) in imports
        .flat(&wanted.path, format.flat_levels)
        .into_iter()
        .enumerate()
    {
        let Ok(file) = files.file(&path) else {
            continue;
        };
        let folder = path
            .parent()
            .filter(|_| index == 0 && !format.dialect.knows_itself);
        let label = folder.unwrap_or(&path).display();
        let (why, gap) = if index == 0 {
            (wanted.why, "")
        } else {
            ("imported file", "\n\n")
        };
        let text = file.text();
        let mut segments = vec![Segment::file(&path, text, 0..text.len(), why)];
        trim(prompt, &mut segments, &path, &file);
        let heading = format!("{gap}--- File: {label} ---\n");
        out.push(Segment::literal(heading, "heading of a file"));
        out.extend(segments);
        let end = format!("\n--- End of File: {label} ---");
        out.push(Segment::literal(end, "end of a file"));
    }
    out
}

fn trim(prompt: &mut EffectivePrompt, segments: &mut [Segment], path: &Path, file: &File) {
    for range in imports::trim(segments, path, file.text()) {
        if !range.is_empty() {
            let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
            prompt
                .losses
                .push(loss::of(kind, path, file.text(), range, cause, Unit::Utf16));
        }
    }
}
