//! A hint file with the files it imports in their places, within what is left of the caps
//! (`read_referenced_files_with_budget`).

use super::{
    clean::{self, Clean},
    ignored::Ignored,
    references::references,
};
use crate::{
    effective::{Cause, Loss, LossKind, Segment, Unit},
    steps::{loss, walk},
};
use agents_workspace::{File, FileFault, Files};
use std::{
    ops::Range,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

/// Imports in files this many levels below the hint file are left as they are.
const DEEPEST: usize = 3;

/// References of one hint file that are looked at, those of its imports included.
const MOST_REFERENCES: usize = 64;

/// Where a hint file may import from.
pub(super) struct Bounds<'a> {
    /// Nothing outside this folder is read.
    pub(super) folder: &'a Path,
    /// What git ignores, where that counts.
    pub(super) ignored: Option<&'a Ignored>,
}

/// What is left of the caps.
pub(super) struct Left<'a> {
    /// Bytes that may still be read, for all hint files of a prompt.
    pub(super) input: &'a mut usize,
    /// Bytes that may still be sent.
    pub(super) output: usize,
}

/// Why nothing of a hint file is sent.
pub(super) enum Refused {
    /// There is no text.
    Unreadable(FileFault),
    /// The loader does not take the file.
    Skipped(Cause),
    /// It does not fit.
    TooMuch,
}

/// A hint file as it is sent.
pub(super) struct Expanded {
    pub(super) segments: Vec<Segment>,
    /// Invisible characters of this file and of those it imports.
    pub(super) losses: Vec<Loss>,
    /// Whether letters and accents stand in it that goose may compose.
    pub(super) may_compose: bool,
}

/// Expands a file that is there.
pub(super) fn expand(
    files: &dyn Files,
    path: &Path,
    why: &'static str,
    bounds: &Bounds<'_>,
    left: Left<'_>,
) -> Result<Expanded, Refused> {
    let inside = files.canonical(bounds.folder);
    let mut expander = Expander {
        files,
        inside: inside.ok_or(Refused::Skipped(Cause::LinkRefused))?,
        ignored: bounds.ignored,
        references: MOST_REFERENCES,
        left,
        is_exhausted: false,
        open: Vec::new(),
        out: Expanded {
            segments: Vec::new(),
            losses: Vec::new(),
            may_compose: false,
        },
    };
    if expander.inside(path).is_none() {
        return Err(Refused::Skipped(Cause::LinkRefused));
    }
    let file = files.file(path).map_err(Refused::Unreadable)?;
    let text = expander.read(&file)?;
    if !expander.reserve(text.text.len()) {
        return Err(Refused::TooMuch);
    }
    expander.text(path, &file, &text, why, 0);
    Ok(expander.out)
}

struct Expander<'a> {
    files: &'a dyn Files,
    /// The real path of the folder that imports may not leave.
    inside: PathBuf,
    ignored: Option<&'a Ignored>,
    references: usize,
    left: Left<'a>,
    /// Whether a cap is used up to the last byte or reference; nothing is imported from then on.
    is_exhausted: bool,
    /// The references that are being expanded, as they are written.
    open: Vec<PathBuf>,
    out: Expanded,
}

impl Expander<'_> {
    /// Sends a text, its references replaced where that can be done.
    fn text(&mut self, path: &Path, file: &File, text: &Clean, why: &'static str, level: usize) {
        for lost in &text.lost {
            let cause = Cause::Unreadable("invisible characters are taken out".to_owned());
            let kind = LossKind::Stripped;
            let lost = loss::of(kind, path, file.text(), lost.clone(), cause, Unit::Bytes);
            self.out.losses.push(lost);
        }
        self.out.may_compose |= text.may_compose;
        let mut sent = 0;
        for range in references(&text.text) {
            if level >= DEEPEST || !self.count() {
                break;
            }
            let written = PathBuf::from(&text.text[range.start + 1..range.end]);
            let Some((real, imported, content)) = self.import(path, &written) else {
                continue;
            };
            self.plain(path, file, text, sent..range.start, why);
            let name = written.display().to_string();
            let mention = text.in_file(&range).next().unwrap_or_default();
            let heading = format!("--- Content from {name} ---\n");
            self.out
                .segments
                .push(Segment::rewritten(path, mention, heading, "import"));
            self.open.push(written);
            self.text(&real, &imported, &content, "imported file", level + 1);
            self.open.pop();
            let end = format!("\n--- End of {name} ---");
            self.out.segments.push(Segment::literal(end, "end of the import"));
            sent = range.end;
        }
        self.plain(path, file, text, sent..text.text.len(), why);
    }

    fn plain(&mut self, path: &Path, file: &File, text: &Clean, range: Range<usize>, why: &'static str) {
        for piece in text.in_file(&range) {
            self.out
                .segments
                .push(Segment::file(path, file.text(), piece, why));
        }
    }

    /// The file a reference stands for and its text, if it is to be imported and fits.
    fn import(&mut self, from: &Path, written: &Path) -> Option<(PathBuf, Arc<File>, Clean)> {
        let is_of_git = has_git(written);
        if self.open.iter().any(|open| open == written) || written.is_absolute() || is_of_git {
            return None;
        }
        let path = walk::lexical(&from.parent().unwrap_or(from).join(written));
        // The folder is looked at first, so that a link to what lies outside of it is not followed.
        self.inside(path.parent().unwrap_or(&path))?;
        let real = self.inside(&path)?;
        let is_ignored = self.ignored.is_some_and(|ignored| ignored.contains(&real));
        if is_ignored || !self.files.is_file(&real) {
            return None;
        }
        let name = written.as_os_str().len();
        let around = "--- Content from  ---\n\n--- End of  ---".len() + 2 * name;
        let instead_of = 1 + name;
        if self.is_exhausted || around.saturating_sub(instead_of) > self.left.output {
            return None;
        }
        let file = self.files.file(&real).ok()?;
        let content = match self.read(&file) {
            Ok(content) => content,
            Err(refused) => {
                if let Refused::Skipped(cause) = refused {
                    let lost = loss::whole(LossKind::Skipped, &real, file.text(), cause, Unit::Bytes);
                    self.out.losses.push(lost);
                }
                return None;
            }
        };
        let growth = (around + content.text.len()).saturating_sub(instead_of);
        self.reserve(growth).then_some((real, file, content))
    }

    /// A file's text; what is read counts, sent or not.
    fn read(&mut self, file: &File) -> Result<Clean, Refused> {
        let bytes = file.raw().map_or(file.text().len(), |raw| raw.len());
        if bytes > *self.left.input {
            return Err(Refused::TooMuch);
        }
        *self.left.input -= bytes;
        if file.raw().is_some() {
            return Err(Refused::Skipped(Cause::NotUtf8));
        }
        Ok(clean::clean(file.text()))
    }

    /// The real path, if it lies inside and not in the folders of git.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let real = self.files.canonical(path)?;
        let below = real.strip_prefix(&self.inside).ok()?;
        (!has_git(below)).then_some(real)
    }

    fn count(&mut self) -> bool {
        if self.is_exhausted || self.references == 0 {
            self.is_exhausted = true;
            return false;
        }
        self.references -= 1;
        true
    }

    fn reserve(&mut self, bytes: usize) -> bool {
        if self.is_exhausted || bytes > self.left.output {
            return false;
        }
        self.left.output -= bytes;
        self.is_exhausted = self.left.output == 0;
        true
    }
}

fn has_git(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name.eq_ignore_ascii_case(".git"),
        _ => false,
    })
}
