//! One file as it is sent: without byte order mark, each `@path` followed by the file it names.

use super::escaped;
use crate::{
    effective::Segment,
    steps::{
        mentions, space,
        strip::{self},
        walk,
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

/// The text of the file at `path`. Imports are sought as if the file were `from`, and must lie below `border`.
pub(super) fn with_imports(
    files: &dyn Files,
    path: &Path,
    from: &Path,
    file: &File,
    border: &Path,
    why: &'static str,
) -> Vec<Segment> {
    let mut expansion = Expansion {
        files,
        border: files.canonical(border).unwrap_or_else(|| border.to_path_buf()),
        seen: HashSet::new(),
        out: Vec::new(),
    };
    let real = files.canonical(path).unwrap_or_else(|| path.to_path_buf());
    expansion.seen.insert(real);
    let whole = strip::text_start(file.text())..file.text().len();
    expansion.write(path, from, file, whole, why.into(), 0);
    expansion.out
}

/// The text of the file at `path`, mentions left as they are.
pub(super) fn as_it_is(path: &Path, file: &File, why: &'static str) -> Vec<Segment> {
    let text = file.text();
    vec![Segment::file(
        path,
        text,
        strip::text_start(text)..text.len(),
        why,
    )]
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
    out: Vec<Segment>,
}

impl Expansion<'_> {
    fn write(
        &mut self,
        path: &Path,
        from: &Path,
        file: &File,
        whole: Range<usize>,
        why: Cow<'static, str>,
        depth: usize,
    ) {
        let mut at = whole.start;
        if depth < DEPTH && mentions::may_mention(file) {
            let content = file.text().substring(whole.clone());
            for mention in mentions::in_lines(&content) {
                let Some(target) = self.target(from, &mention.path) else {
                    continue;
                };
                let end = whole.start + mention.range.end;
                self.out
                    .push(Segment::file(path, file.text(), at..end, why.clone()));
                at = end;
                self.import(&target, path, depth + 1);
            }
        }
        self.out
            .push(Segment::file(path, file.text(), at..whole.end, why));
    }

    fn import(&mut self, target: &Path, by: &Path, depth: usize) {
        let source = escaped(&target.to_string_lossy());
        let Ok(file) = self.files.file(target) else {
            return;
        };
        if !self.seen.insert(target.to_path_buf()) {
            let tag =
                format!("\n\n<imported_custom_instruction source=\"{source}\" skipped=\"already-loaded\" />");
            self.out.push(Segment::literal(tag, "imported before"));
            return;
        }
        let tag = format!("\n\n<imported_custom_instruction source=\"{source}\">\n");
        self.out.push(Segment::literal(tag, "import"));
        let text = file.text();
        let start = strip::text_start(text);
        let end = space::trimmed_end(text, space::javascript).max(start);
        let name = by.file_name().unwrap_or_default().to_string_lossy();
        let why = format!("imported by {name}").into();
        self.write(target, target, &file, start..end, why, depth);
        self.out.push(Segment::literal(
            "\n</imported_custom_instruction>",
            "end of import",
        ));
    }

    /// The real file an import names; `None` when there is none below the border.
    fn target(&self, importer: &Path, written: &str) -> Option<PathBuf> {
        let path = walk::lexical(&importer.parent()?.join(written));
        let real = self.files.canonical(&path)?;
        (real.starts_with(&self.border) && self.files.is_file(&real) && self.files.file(&real).is_ok())
            .then_some(real)
    }
}
