//! `@path` replaced by the file's text, between two comments that name it.
//!
//! The scheme of Gemini CLI's `packages/core/src/utils/memoryImportProcessor.ts`, which Qwen Code forked; what
//! differs is a [`Dialect`].

use super::{space, walk};
use crate::effective::Segment;
use agents_syntax::Text;
use agents_workspace::{File, FileFault, Files};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

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
            gave_up: false,
            unreadable: false,
        }
    }

    /// The text of a file with its imports in their places.
    pub fn tree(&mut self, path: &Path, file: &File, why: &'static str) -> Vec<Segment> {
        let mut out = Vec::new();
        let mut chain = if self.dialect.knows_itself {
            vec![path.to_path_buf()]
        } else {
            Vec::new()
        };
        self.expand(path, file, why, 0, &mut chain, &mut out);
        out
    }

    fn expand(
        &mut self,
        path: &Path,
        file: &File,
        why: &'static str,
        level: usize,
        chain: &mut Vec<PathBuf>,
        out: &mut Vec<Segment>,
    ) {
        let text = file.text();
        let found = if level < MOST_LEVELS {
            mentions(text)
        } else {
            Vec::new()
        };
        let code = (!found.is_empty()).then(|| (self.dialect.code)(file));
        let mut sent = 0;
        for range in found {
            if code.as_ref().is_some_and(|code| code.holds(range.start)) {
                continue;
            }
            if out.len() > MOST_PIECES {
                self.gave_up = true;
                break;
            }
            let written = text.substring(range.start + 1..range.end);
            let target = walk::lexical(&path.parent().unwrap_or(path).join(&written));
            let mut replace = |out: &mut Vec<Segment>, with: String, reason: &'static str| {
                push(out, path, text, sent..range.start, why);
                out.push(Segment::rewritten(path, range.clone(), with, reason));
                sent = range.end;
            };
            if is_url(&written) || !self.is_inside(&target) {
                let note = format!("<!-- Import failed: {written} - Path traversal attempt -->");
                replace(out, note, "import that leads outside");
                continue;
            }
            if chain.contains(&target) {
                let note = format!("<!-- File already processed: {written} -->");
                replace(out, note, "import of a file in itself");
                continue;
            }
            match self.files.file(&target) {
                Ok(imported) => {
                    replace(out, format!("<!-- Imported from: {written} -->\n"), "import");
                    chain.push(target.clone());
                    self.expand(&target, &imported, "imported file", level + 1, chain, out);
                    chain.pop();
                    let end = format!("\n<!-- End of import from: {written} -->");
                    out.push(Segment::literal(end, "end of the import"));
                }
                Err(fault) => {
                    let message = self.message(&target, &fault);
                    if !(self.dialect.keeps_missing && message.starts_with("ENOENT")) {
                        let note = format!("<!-- Import failed: {written} - {message} -->");
                        replace(out, note, "import that failed");
                    }
                }
            }
        }
        push(out, path, text, sent..text.len(), why);
    }

    /// The files that are sent one after the other in place of one: the file and, once each, what it imports,
    /// in the programs' order, with the deepest that are still looked into.
    pub fn flat(&mut self, path: &Path, levels: Option<usize>) -> Vec<PathBuf> {
        let mut out = vec![path.to_path_buf()];
        // The file itself goes by the name of its folder, so that it can be imported once more.
        let own = if self.dialect.knows_itself {
            path.to_path_buf()
        } else {
            path.parent().unwrap_or(path).to_path_buf()
        };
        let mut seen = vec![own];
        self.flat_below(path, 0, levels.unwrap_or(usize::MAX), &mut seen, &mut out);
        out
    }

    fn flat_below(
        &mut self,
        path: &Path,
        level: usize,
        levels: usize,
        seen: &mut Vec<PathBuf>,
        out: &mut Vec<PathBuf>,
    ) {
        // Far more levels than anyone writes, few enough for the stack.
        const DEEPEST: usize = 256;
        let Ok(file) = self.files.file(path) else {
            return;
        };
        if level >= levels.min(DEEPEST) || out.len() > MOST_PIECES {
            self.gave_up |= level < levels;
            return;
        }
        let code = (self.dialect.code)(&file);
        for range in mentions(file.text()).into_iter().rev() {
            if code.holds(range.start) {
                continue;
            }
            let written = file.text().substring(range.start + 1..range.end);
            let target = walk::lexical(&path.parent().unwrap_or(path).join(&written));
            let is_new = !is_url(&written) && self.is_inside(&target) && !seen.contains(&target);
            if is_new && self.files.file(&target).is_ok() {
                seen.push(target.clone());
                out.push(target.clone());
                self.flat_below(&target, level + 1, levels, seen, out);
            }
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

/// What lies between backticks and as many backticks again, whatever the lines are: the regular expression
/// ``(`+)([\s\S]*?)\1`` of the source, one after the other.
#[must_use]
pub fn between_backticks(file: &File) -> Code<'_> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for chunk in file.text().rope().chunks() {
        for byte in chunk.bytes() {
            if byte == b'`' {
                match runs.last_mut() {
                    Some(run) if run.end == at => run.end += 1,
                    _ => runs.push(at..at + 1),
                }
            }
            at += 1;
        }
    }
    // The longest run from each one on, so that a search which cannot succeed is not made.
    let mut longest = vec![0; runs.len() + 1];
    for index in (0..runs.len()).rev() {
        longest[index] = longest[index + 1].max(runs[index].len());
    }
    let mut regions = Vec::new();
    let mut index = 0;
    let mut from = 0;
    while let Some(run) = runs.get(index) {
        let start = run.start.max(from);
        // As many as can be closed: in the rest of this run, or in a later one.
        let later = longest[index + 1];
        let rest = run.end - start;
        let take = rest.min(later.max(rest / 2));
        if take == 0 {
            index += 1;
            continue;
        }
        let end = if rest >= 2 * take {
            start + 2 * take
        } else {
            index += 1;
            while runs.get(index).is_some_and(|run| run.len() < take) {
                index += 1;
            }
            runs.get(index).map_or(run.end, |run| run.start + take)
        };
        regions.push(start..end);
        from = end;
        if runs.get(index).is_some_and(|run| run.end <= end) {
            index += 1;
        }
    }
    Code::Regions(regions)
}

/// `parts` without the space that the whole begins and ends with, and what that takes from `path`.
pub fn trim(segments: &mut [Segment], path: &Path, text: &Text) -> [Range<usize>; 2] {
    let whole = 0..text.len();
    let mut lost = [0..0, text.len()..text.len()];
    let ends_here = |segment: &Segment, at: usize, end: bool| {
        let same = matches!(segment.text, crate::effective::SegmentText::Same(_));
        let source = segment
            .source
            .as_ref()
            .filter(|source| same && source.path == path);
        source.is_some_and(|source| if end { source.range.end } else { source.range.start } == at)
    };
    if let Some(first) = segments
        .first_mut()
        .filter(|one| ends_here(one, whole.start, false))
        && let Some(source) = &mut first.source
    {
        let kept = space::trimmed(text, space::javascript)
            .start
            .min(source.range.end);
        lost[0] = 0..kept;
        source.range.start = kept;
    }
    if let Some(last) = segments.last_mut().filter(|one| ends_here(one, whole.end, true))
        && let Some(source) = &mut last.source
    {
        let kept = space::trimmed_end(text, space::javascript).max(source.range.start);
        lost[1] = kept..text.len();
        source.range.end = kept;
    }
    lost
}

fn push(out: &mut Vec<Segment>, path: &Path, text: &Text, range: Range<usize>, why: &'static str) {
    if !range.is_empty() {
        out.push(Segment::file(path, text, range, why));
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

    fn regions(text: &str) -> Vec<String> {
        let file = File::from_text(Text::new(text));
        match between_backticks(&file) {
            Code::Regions(regions) => regions.into_iter().map(|range| text[range].to_owned()).collect(),
            Code::Where(_) => Vec::new(),
        }
    }

    #[test]
    fn backticks_pair_as_the_expression_has_it() {
        assert_eq!(regions("a `b` c"), ["`b`"]);
        assert_eq!(regions("```\n@a\n``` `x`"), ["```\n@a\n```", "`x`"]);
        assert_eq!(regions("`` a"), ["``"]);
        assert_eq!(regions("``` a `b"), ["``", "` a `"]);
        assert_eq!(regions("```a``"), ["```a``"[..].to_owned()]);
        assert_eq!(regions("`a"), Vec::<String>::new());
        assert_eq!(regions("`a``b`"), ["`a`", "`b`"]);
    }

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
