//! Collecting files into one part where it is known which are sent, but not always what stands around them.

use super::{cut, loss, rule::Rule, space};
use crate::effective::{Budget, Cause, EffectivePrompt, Layer, LossKind, Part, Scope, Segment, Unit};
use agents_workspace::{File, FileFault, Files};
use std::{ops::Range, path::Path, sync::Arc};

/// A part in the making.
pub struct Gather<'a> {
    /// The prompt it will be a part of; takes the losses.
    pub prompt: &'a mut EffectivePrompt,
    files: &'a dyn Files,
    segments: Vec<Segment>,
}

impl<'a> Gather<'a> {
    /// An empty part.
    pub fn new(prompt: &'a mut EffectivePrompt, files: &'a dyn Files) -> Self {
        Self {
            prompt,
            files,
            segments: Vec::new(),
        }
    }

    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// A file, blank or not; one that cannot be read becomes a loss.
    pub fn open(&mut self, path: &Path) -> Option<Arc<File>> {
        match self.files.file(path) {
            Ok(file) => Some(file),
            Err(FileFault::Missing | FileFault::Folder) => None,
            Err(fault) => {
                self.prompt
                    .losses
                    .push(loss::unreadable(path, fault, Unit::Characters));
                None
            }
        }
    }

    /// A file's text, if it has any; one that cannot be read or is blank becomes a loss.
    pub fn read(&mut self, path: &Path) -> Option<Arc<File>> {
        let file = self.open(path)?;
        if space::is_blank(file.text(), space::unicode) {
            self.lose(path, &file, LossKind::Skipped, Cause::Blank);
            return None;
        }
        Some(file)
    }

    /// Adds a whole file under words that are not known. Whether it has text.
    pub fn whole(&mut self, path: &Path, why: &'static str) -> bool {
        let Some(file) = self.read(path) else {
            return false;
        };
        self.around(path);
        let text = file.text();
        self.segments.push(Segment::file(path, text, 0..text.len(), why));
        true
    }

    /// Adds the bytes of a file in `range` without the space at both ends, which is lost.
    pub fn trimmed(
        &mut self,
        path: &Path,
        file: &File,
        range: Range<usize>,
        is_space: fn(char) -> bool,
        why: &'static str,
    ) {
        let text = file.text();
        let end = space::trimmed_end_of(text, range.end, is_space).max(range.start);
        let inside = text.slice(range.start..end);
        let lead = inside.chars().take_while(|char| is_space(*char));
        let start = range.start + lead.map(char::len_utf8).sum::<usize>();
        for lost in [range.start..start, end..range.end] {
            if !lost.is_empty() {
                let (kind, cause) = (LossKind::Stripped, Cause::Trimmed);
                self.prompt
                    .losses
                    .push(loss::of(kind, path, text, lost, cause, Unit::Characters));
            }
        }
        self.segments.push(Segment::file(path, text, start..end, why));
    }

    /// Adds what stands behind a rule's head under words that are not known; the head is lost.
    pub fn body(&mut self, rule: &Rule, why: &'static str) {
        let text = rule.file.text();
        if rule.has_head() {
            let (kind, cause) = (LossKind::Stripped, Cause::Frontmatter);
            let head = 0..rule.body.start;
            self.prompt
                .losses
                .push(loss::of(kind, &rule.path, text, head, cause, Unit::Characters));
        }
        if space::is_blank(
            &agents_syntax::Text::new(&text.substring(rule.body.clone())),
            space::unicode,
        ) {
            return;
        }
        self.around(&rule.path);
        self.segments
            .push(Segment::file(&rule.path, text, rule.body.clone(), why));
    }

    /// Says that a file counts for a cap of characters, and how far it is used.
    pub fn budget(&mut self, path: &Path, file: &File, cap: usize) {
        let used = Unit::Characters.measure(file.text());
        self.prompt.budgets.push(Budget {
            scope: Scope::File(path.to_path_buf()),
            used,
            cap: Some(cap),
            unit: Unit::Characters,
            setting: None,
        });
    }

    /// Adds the first `cap` characters of a file under words that are not known; the rest is cut.
    pub fn cut(&mut self, path: &Path, cap: usize, why: &'static str) -> bool {
        let Some(file) = self.read(path) else {
            return false;
        };
        let text = file.text();
        self.budget(path, &file, cap);
        let end = cut::after_characters(text, cap);
        self.around(path);
        self.segments.push(Segment::file(path, text, 0..end, why));
        if end < text.len() {
            let cause = Cause::FileCap { cap };
            let rest = end..text.len();
            self.prompt
                .losses
                .push(loss::of(LossKind::Cut, path, text, rest, cause, Unit::Characters));
        }
        true
    }

    /// A file that the runtime knows of and that is not sent.
    pub fn lose(&mut self, path: &Path, file: &File, kind: LossKind, cause: Cause) {
        self.prompt
            .losses
            .push(loss::whole(kind, path, file.text(), cause, Unit::Characters));
    }

    /// Says that a setting keeps a file out.
    pub fn disabled(&mut self, path: &Path, by: &str) {
        if let Some(file) = self.read(path) {
            let by = by.to_owned();
            self.lose(path, &file, LossKind::Dropped, Cause::Disabled { by });
        }
    }

    /// Says that a rule is for no file, because a pattern of it cannot be read.
    pub fn unreadable_pattern(&mut self, rule: &Rule, pattern: String) {
        let cause = Cause::BadPattern(pattern);
        self.lose(&rule.path, &rule.file, LossKind::Skipped, cause);
    }

    /// If the file has text, says that `by` stands in its place.
    pub fn shadowed(&mut self, path: &Path, by: &Path) {
        if let Some(file) = self.read(path) {
            let by = by.to_path_buf();
            self.lose(path, &file, LossKind::Shadowed, Cause::Replaced { by });
        }
    }

    /// Adds a line that only names a file, and a description; the model may ask for it.
    pub fn listed(&mut self, path: &Path, about: Option<&str>) {
        let name = path.display();
        let line = about.map_or_else(|| format!("{name}\n"), |about| format!("{name}: {about}\n"));
        self.segments.push(Segment::literal(
            "⟪how the list is written is not documented⟫ ",
            "not documented",
        ));
        self.segments.push(Segment::literal(line, "named, not sent"));
        self.prompt.on_demand.push(path.to_path_buf());
    }

    /// A file that another touch, or the user's word, would add.
    pub fn waits(&mut self, path: &Path) {
        if !self.prompt.waiting.iter().any(|known| known == path) {
            self.prompt.waiting.push(path.to_path_buf());
        }
    }

    /// Adds segments whose text is known.
    pub fn push(&mut self, segments: impl IntoIterator<Item = Segment>) {
        self.segments.extend(segments);
    }

    /// Ends the part; nothing is added when it is empty. `name` is what it is (`instructions`, `rules`).
    pub fn done(self, name: &'static str, role: &'static str, layer: Layer) {
        if self.segments.is_empty() {
            return;
        }
        self.prompt.parts.push(Part {
            name,
            role,
            layer,
            segments: self.segments,
            losses: Vec::new(),
        });
    }

    /// What stands before a file, which no document says.
    fn around(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let gap = if self.segments.is_empty() { "" } else { "\n" };
        self.segments.push(Segment::literal(
            format!("{gap}⟪what stands around {name} is not documented⟫\n"),
            "not documented",
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_workspace::MemoryFiles;

    #[test]
    fn what_is_not_sent_is_lost_or_waits() {
        let mut files = MemoryFiles::new();
        files.add("/r/off.md", "off").add("/r/later.md", "later");
        let mut prompt = EffectivePrompt::empty("x", "1");
        let mut gather = Gather::new(&mut prompt, &files);
        gather.disabled(Path::new("/r/off.md"), "x = false");
        gather.disabled(Path::new("/r/none.md"), "x = false");
        for _ in 0..2 {
            gather.waits(Path::new("/r/later.md"));
        }
        let rule = Rule::read(&files, Path::new("/r/later.md")).expect("a file");
        gather.unreadable_pattern(&rule, "[".to_owned());
        gather.done("instructions", "-", Layer::Start);
        let losses: Vec<_> = prompt
            .losses
            .iter()
            .map(|loss| (loss.kind, &loss.cause))
            .collect();
        let by = "x = false".to_owned();
        let expected = [
            (LossKind::Dropped, &Cause::Disabled { by }),
            (LossKind::Skipped, &Cause::BadPattern("[".to_owned())),
        ];
        assert_eq!(losses, expected);
        assert_eq!(prompt.waiting, [Path::new("/r/later.md")]);
        assert!(prompt.parts.is_empty());
    }

    #[test]
    fn what_is_trimmed_is_lost_and_a_blank_file_can_be_opened() {
        let mut files = MemoryFiles::new();
        files.add("/a", "---\n\n é \n").add("/b", " \n");
        let mut prompt = EffectivePrompt::empty("x", "1");
        let mut gather = Gather::new(&mut prompt, &files);
        let [a, b] = ["/a", "/b"].map(Path::new);
        let file = gather.open(a).expect("a file");
        gather.trimmed(a, &file, 4..file.text().len(), space::unicode, "test");
        let blank = gather.open(b).expect("a blank file is one");
        gather.trimmed(b, &blank, 0..2, space::unicode, "test");
        assert!(gather.open(Path::new("/c")).is_none());
        gather.done("x", "-", Layer::Start);
        assert_eq!(prompt.parts[0].text(), "é");
        let lost: Vec<_> = prompt.losses.iter().map(|loss| loss.range.clone()).collect();
        assert_eq!(lost, [4..6, 8..10, 0..2]);
    }
}
