//! `@path` replaced by the file's text, between two comments that name it.
//!
//! The scheme of Gemini CLI's `packages/core/src/utils/memoryImportProcessor.ts`, which Qwen Code forked; what
//! differs is a [`Dialect`].
//!
//! * `flat`: imported files one after the other instead.
//! * `backticks`: one notion of what is code; `ends`: trimming what comes out.

mod backticks;
mod ends;
mod flat;

use super::walk;
use crate::effective::{Import, ImportOutcome, Segment};
use agents_syntax::Text;
use agents_workspace::{File, FileFault, Files};
use std::{
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

pub use backticks::between_backticks;
pub use ends::trim;

/// Files below this many others are sent with their own `@path` left alone (`maxDepth`).
const MOST_LEVELS: usize = 5;

/// Pieces that one file may become. The programs know no such limit; files that import each other several
/// times grow without bounds, and no prompt of that size reaches a model.
const MOST_PIECES: usize = 20_000;

/// What programs do differently.
#[derive(Debug, Clone, Copy)]
pub struct Dialect {
    /// Which bytes of a file are code, where nothing is imported.
    pub code: fn(&File) -> Code<'_>,
    /// Whether a file that does not exist leaves the `@path` as it is; else a comment says so.
    pub keeps_missing: bool,
    /// Whether links are resolved before a path is held to be outside.
    pub resolves_links: bool,
    /// Whether the file that is sent counts as imported already.
    pub knows_itself: bool,
}

/// The code in a file.
pub enum Code<'a> {
    /// These stretches, in order.
    Regions(Vec<Range<usize>>),
    /// Those bytes for which this holds.
    Where(Box<dyn Fn(usize) -> bool + 'a>),
}

impl Code<'_> {
    fn holds(&self, byte: usize) -> bool {
        match self {
            Self::Regions(regions) => {
                let before = regions.partition_point(|region| region.end <= byte);
                regions.get(before).is_some_and(|region| region.contains(&byte))
            }
            Self::Where(is_code) => is_code(byte),
        }
    }
}

/// Replaces imports in the files of one folder.
pub struct Imports<'a> {
    files: &'a dyn Files,
    dialect: Dialect,
    /// Nothing outside this folder is imported.
    inside: PathBuf,
    /// What became of each import so far, once each.
    pub found: Vec<Import>,
    known: HashSet<Import>,
    /// Files whose imports are too deep to be followed.
    too_deep: HashSet<PathBuf>,
    /// Whether some import was not carried out because there are too many.
    pub gave_up: bool,
    /// Whether some import leads to something that is there but has no text.
    pub unreadable: bool,
}

impl<'a> Imports<'a> {
    /// `inside` is the folder that imports may not leave.
    #[must_use]
    pub fn new(files: &'a dyn Files, dialect: Dialect, inside: &Path) -> Self {
        Self {
            files,
            dialect,
            inside: inside.to_path_buf(),
            found: Vec::new(),
            known: HashSet::new(),
            too_deep: HashSet::new(),
            gave_up: false,
            unreadable: false,
        }
    }

    /// The text of a file with its imports in their places.
    pub fn tree(&mut self, path: &Path, file: &File, why: &'static str) -> Vec<Segment> {
        let mut out = Vec::new();
        let mut chain = self.first_of_chain(path);
        self.expand(path, file, why, &mut chain, &mut out);
        out
    }

    /// The files on the way, with the first one only where a program counts it.
    fn first_of_chain(&self, path: &Path) -> Vec<PathBuf> {
        let counts = self.dialect.knows_itself;
        counts.then(|| path.to_path_buf()).into_iter().collect()
    }

    fn expand(
        &mut self,
        path: &Path,
        file: &File,
        why: &'static str,
        chain: &mut Vec<PathBuf>,
        out: &mut Vec<Segment>,
    ) {
        let text = file.text();
        if chain.len() - usize::from(self.dialect.knows_itself) == MOST_LEVELS {
            self.note_too_deep(path, file, MOST_LEVELS);
            push(out, path, text, 0..text.len(), why);
            return;
        }
        let mut sent = 0;
        for mut import in self.imports_of(path, file) {
            if out.len() > MOST_PIECES {
                self.gave_up = true;
                break;
            }
            let written = import.written.clone();
            let mut replace = |import: &mut Import, with: String, reason: &'static str| {
                let range = import.range.clone();
                push(out, path, text, sent..range.start, why);
                sent = range.end;
                out.push(Segment::rewritten(path, range, with, reason));
                import.is_kept = false;
            };
            if let Some(outcome) = self.refused(&import, chain) {
                import.outcome = outcome;
                let (note, reason) = if matches!(import.outcome, ImportOutcome::Cycle { .. }) {
                    let note = format!("<!-- File already processed: {written} -->");
                    (note, "import of a file in itself")
                } else {
                    let note = format!("<!-- Import failed: {written} - Path traversal attempt -->");
                    (note, "import that leads outside")
                };
                replace(&mut import, note, reason);
                self.note(import);
                continue;
            }
            match self.files.file(&import.target) {
                Ok(imported) => {
                    let begin = format!("<!-- Imported from: {written} -->\n");
                    replace(&mut import, begin, "import");
                    chain.push(import.target.clone());
                    self.note(import.clone());
                    self.expand(&import.target, &imported, "imported file", chain, out);
                    chain.pop();
                    let end = format!("\n<!-- End of import from: {written} -->");
                    out.push(Segment::literal(end, "end of the import"));
                }
                Err(fault) => {
                    import.outcome = absence(&fault);
                    let message = self.message(&import.target, &fault);
                    if !(self.dialect.keeps_missing && message.starts_with("ENOENT")) {
                        let note = format!("<!-- Import failed: {written} - {message} -->");
                        replace(&mut import, note, "import that failed");
                    }
                    self.note(import);
                }
            }
        }
        push(out, path, text, sent..text.len(), why);
    }

    /// What a file takes for imports, before it is known what becomes of them.
    fn imports_of(&self, path: &Path, file: &File) -> Vec<Import> {
        let text = file.text();
        let mut found = mentions(text);
        if !found.is_empty() {
            let code = (self.dialect.code)(file);
            found.retain(|range| !code.holds(range.start));
        }
        let import = |range: Range<usize>| {
            let written = text.substring(range.start + 1..range.end);
            Import {
                target: walk::lexical(&path.parent().unwrap_or(path).join(&written)),
                path: path.to_path_buf(),
                range,
                written,
                outcome: ImportOutcome::Followed,
                is_kept: true,
            }
        };
        found.into_iter().map(import).collect()
    }

    /// Why an import is not even looked up.
    fn refused(&self, import: &Import, chain: &[PathBuf]) -> Option<ImportOutcome> {
        if is_url(&import.written) {
            return Some(ImportOutcome::NotAllowed);
        }
        if !self.is_inside(&import.target) {
            return Some(ImportOutcome::Outside {
                of: self.inside.clone(),
                allowed_by: None,
            });
        }
        let chain = chain.iter().map(PathBuf::as_path);
        ImportOutcome::cycle(chain, |path| path == import.target)
    }

    /// The imports of a file that is not looked into any more.
    fn note_too_deep(&mut self, path: &Path, file: &File, most: usize) {
        // The same file may lie at the end of many ways.
        if !self.too_deep.insert(path.to_path_buf()) {
            return;
        }
        for mut import in self.imports_of(path, file) {
            if self.refused(&import, &[]).is_none() && self.files.is_file(&import.target) {
                import.outcome = ImportOutcome::TooDeep { most };
                self.note(import);
            }
        }
    }

    fn note(&mut self, import: Import) {
        if self.known.insert(import.clone()) {
            self.found.push(import);
        }
    }

    fn is_inside(&self, target: &Path) -> bool {
        if self.dialect.resolves_links {
            real(self.files, target).starts_with(real(self.files, &self.inside))
        } else {
            target.starts_with(&self.inside)
        }
    }

    /// What Node says when a file cannot be read.
    fn message(&mut self, path: &Path, fault: &FileFault) -> String {
        let shown = path.display();
        match fault {
            FileFault::Missing | FileFault::DanglingLink { .. } => {
                let mut above = path.ancestors().skip(1);
                if above.any(|folder| self.files.is_file(folder)) {
                    format!("ENOTDIR: not a directory, access '{shown}'")
                } else {
                    format!("ENOENT: no such file or directory, access '{shown}'")
                }
            }
            FileFault::Folder => "EISDIR: illegal operation on a directory, read".to_owned(),
            FileFault::LinkLoop => {
                format!("ELOOP: too many symbolic links encountered, access '{shown}'")
            }
            FileFault::NotRegular | FileFault::TooLarge { .. } | FileFault::Unreadable { .. } => {
                self.unreadable = true;
                format!("EACCES: permission denied, access '{shown}'")
            }
        }
    }
}

/// Where a text says `@path`: after space or at its start, up to the next space; the path begins with a dot,
/// a slash or a letter.
#[must_use]
pub fn mentions(text: &Text) -> Vec<Range<usize>> {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut out = Vec::new();
    let mut before = b'\n';
    let mut at = 0;
    for chunk in text.rope().chunks() {
        for byte in chunk.bytes() {
            if byte == b'@' && is_space(before) {
                let rest = text.slice(at + 1..text.len());
                let length = rest.bytes().take_while(|byte| !is_space(*byte)).count();
                let first = rest.bytes().next().unwrap_or(b' ');
                if matches!(first, b'.' | b'/') || first.is_ascii_alphabetic() {
                    out.push(at..at + 1 + length);
                }
            }
            before = byte;
            at += 1;
        }
    }
    out
}

fn push(out: &mut Vec<Segment>, path: &Path, text: &Text, range: Range<usize>, why: &'static str) {
    if !range.is_empty() {
        out.push(Segment::file(path, text, range, why));
    }
}

/// What it is to an import that there is no text.
fn absence(fault: &FileFault) -> ImportOutcome {
    match fault {
        FileFault::Missing | FileFault::DanglingLink { .. } => ImportOutcome::Missing,
        _ => ImportOutcome::Ignored,
    }
}

fn is_url(written: &str) -> bool {
    ["file://", "http://", "https://"]
        .iter()
        .any(|scheme| written.starts_with(scheme))
}

/// The real path of what is there, and the names below it of what is not.
fn real(files: &dyn Files, path: &Path) -> PathBuf {
    for above in path.ancestors() {
        if let Some(real) = files.canonical(above) {
            let below = path.strip_prefix(above).unwrap_or(Path::new(""));
            return if below.as_os_str().is_empty() {
                real
            } else {
                real.join(below)
            };
        }
    }
    path.to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_stands_after_space_and_ends_before_it() {
        let text = Text::new("@a x@b @1 (@c) @./d,\t@\n@é @/e\r\n");
        let found: Vec<_> = mentions(&text)
            .into_iter()
            .map(|range| text.substring(range))
            .collect();
        assert_eq!(found, ["@a", "@./d,", "@/e"]);
    }
}
