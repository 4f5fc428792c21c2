//! One file as it is sent: without byte order mark, each `@path` followed by the file it names.

use super::escaped;
use crate::{
    effective::{Import, ImportOutcome, Segment},
    steps::{
        mentions::{self, Mention},
        space, strip, walk,
    },
};
use agents_workspace::{File, Files};
use std::{
    borrow::Cow,
    collections::HashSet,
    ops::Range,
    path::{Path, PathBuf},
};

/// Files inside each other at most; in the innermost, `@path` stays as it is.
const DEPTH: usize = 8;

/// A text with what became of the imports in it.
pub(super) struct Expanded {
    pub(super) segments: Vec<Segment>,
    pub(super) imports: Vec<Import>,
}

/// The text of the file at `path`. Imports are sought as if the file were `from`, and must lie below `border`.
pub(super) fn with_imports(
    files: &dyn Files,
    path: &Path,
    from: &Path,
    file: &File,
    border: &Path,
    why: &'static str,
) -> Expanded {
    let mut expansion = Expansion {
        files,
        border: files.canonical(border).unwrap_or_else(|| border.to_path_buf()),
        seen: HashSet::new(),
        chain: Vec::new(),
        out: Vec::new(),
        imports: Vec::new(),
    };
    let real = files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    expansion.seen.insert(real.clone());
    expansion.chain.push(real);
    let whole = strip::text_start(file.text())..file.text().len();
    expansion.write(path, from, file, whole, why.into());
    Expanded {
        segments: expansion.out,
        imports: expansion.imports,
    }
}

/// The text of the file at `path`, mentions left as they are.
pub(super) fn as_it_is(path: &Path, file: &File, why: &'static str) -> Vec<Segment> {
    let text = file.text();
    let whole = strip::text_start(text)..text.len();
    vec![Segment::file(path, text, whole, why)]
}

/// The same text with its marks escaped.
pub(super) fn escape(segments: Vec<Segment>) -> Vec<Segment> {
    let one = |segment: Segment| {
        let mut text = String::with_capacity(segment.len());
        segment.write(&mut text);
        if !text.contains(['&', '<', '>', '"', '\'']) {
            return segment;
        }
        match segment.source {
            Some(source) => Segment::rewritten(&source.path, source.range, escaped(&text), segment.why),
            None => Segment::literal(escaped(&text), segment.why),
        }
    };
    segments.into_iter().map(one).collect()
}

struct Expansion<'a> {
    files: &'a dyn Files,
    border: PathBuf,
    seen: HashSet<PathBuf>,
    /// The real files on the way to the one that is written.
    chain: Vec<PathBuf>,
    out: Vec<Segment>,
    imports: Vec<Import>,
}

impl Expansion<'_> {
    fn write(&mut self, path: &Path, from: &Path, file: &File, whole: Range<usize>, why: Cow<'static, str>) {
        let mut at = whole.start;
        if mentions::may_mention(file) {
            let content = file.text().substring(whole.clone());
            for mention in mentions::in_lines(&content) {
                let end = whole.start + mention.range.end;
                if let Some((index, real)) = self.note(path, from, whole.start, mention) {
                    self.out
                        .push(Segment::file(path, file.text(), at..end, why.clone()));
                    at = end;
                    self.import(index, &real, path);
                }
            }
        }
        self.out
            .push(Segment::file(path, file.text(), at..whole.end, why));
    }

    /// Notes a mention; its index and the real file it names where that is sent.
    fn note(&mut self, path: &Path, from: &Path, start: usize, mention: Mention) -> Option<(usize, PathBuf)> {
        let target = walk::lexical(&from.parent()?.join(&mention.path));
        let found = self.real(&target);
        let is_deep = self.chain.len() > DEPTH;
        let outcome = match &found {
            Ok(_) if is_deep => ImportOutcome::TooDeep { most: DEPTH },
            Ok(_) => ImportOutcome::Followed,
            Err(outcome) => outcome.clone(),
        };
        self.imports.push(Import {
            path: path.to_path_buf(),
            range: start + mention.range.start..start + mention.range.end,
            written: mention.path,
            target,
            outcome,
            is_kept: true,
        });
        let real = found.ok().filter(|_| !is_deep)?;
        Some((self.imports.len() - 1, real))
    }

    fn import(&mut self, index: usize, target: &Path, by: &Path) {
        let source = escaped(&target.to_string_lossy());
        let Ok(file) = self.files.file(target) else {
            return;
        };
        if !self.seen.insert(target.to_path_buf()) {
            let tag =
                format!("\n\n<imported_custom_instruction source=\"{source}\" skipped=\"already-loaded\" />");
            self.out.push(Segment::literal(tag, "imported before"));
            let chain = self.chain.iter().map(PathBuf::as_path);
            let cycle = ImportOutcome::cycle(chain, |path| path == target);
            self.imports[index].outcome = cycle.unwrap_or(ImportOutcome::Repeated);
            return;
        }
        let tag = format!("\n\n<imported_custom_instruction source=\"{source}\">\n");
        self.out.push(Segment::literal(tag, "import"));
        let text = file.text();
        let start = strip::text_start(text);
        let end = space::trimmed_end(text, space::javascript).max(start);
        let name = by.file_name().unwrap_or_default().to_string_lossy();
        let why = format!("imported by {name}").into();
        self.chain.push(target.to_path_buf());
        self.write(target, target, &file, start..end, why);
        self.chain.pop();
        self.out.push(Segment::literal(
            "\n</imported_custom_instruction>",
            "end of import",
        ));
    }

    /// The real file at a path, or why it is not sent.
    fn real(&self, path: &Path) -> Result<PathBuf, ImportOutcome> {
        let real = self.files.canonical(path).ok_or(ImportOutcome::Missing)?;
        if !real.starts_with(&self.border) {
            let of = self.border.clone();
            return Err(ImportOutcome::Outside { of, allowed_by: None });
        }
        let is_text = self.files.is_file(&real) && self.files.file(&real).is_ok();
        is_text.then_some(real).ok_or(ImportOutcome::Ignored)
    }
}
