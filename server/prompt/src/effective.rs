//! The effective prompt: segments with where they come from, and what was lost on the way.

mod import;

use crate::name::Name;
use agents_syntax::Text;
use agents_workspace::Reads;
use std::{
    borrow::Cow,
    collections::HashSet,
    fmt,
    ops::Range,
    path::{Path, PathBuf},
};

#[cfg(test)]
pub(crate) use import::told;
pub use import::{Import, ImportOutcome};

/// Bytes of English prose and code to a token, for estimates shown as `≈`.
pub const BYTES_PER_TOKEN: usize = 4;

/// What a runtime sends in one situation, as far as it stems from the user's files.
#[derive(Debug, Clone)]
pub struct EffectivePrompt {
    /// The name of the runtime at work.
    pub runtime: Name,
    /// The built-in runtime whose behaviour this is: itself, or the one it extends.
    pub base: &'static str,
    /// The runtime's version whose behaviour this is.
    pub version: &'static str,
    /// Whether the text is known to the byte. False when something that cannot be known takes part:
    /// remote flags, the order of a folder's entries, fixed prose shown as `⟪…⟫`.
    pub exact: bool,
    /// Why it is not exact, one sentence each.
    pub caveats: Vec<Cow<'static, str>>,
    /// The parts in the order the model sees them.
    pub parts: Vec<Part>,
    /// Losses that belong to no part, because the file never came near one (shadowed, not read).
    pub losses: Vec<Loss>,
    /// How far each cap is used.
    pub budgets: Vec<Budget>,
    /// The skills the runtime found, whether it lists them or not.
    pub skills: Vec<Skill>,
    /// Every `@path` the runtime takes for an import, in the order it comes upon them.
    pub imports: Vec<Import>,
    /// Files that are not in the prompt but that the agent is expected to read when it needs them.
    pub on_demand: Vec<PathBuf>,
    /// Files that are not in the prompt and would be if another file were touched, or if the user named them.
    pub waiting: Vec<PathBuf>,
    /// Lines the runtime writes to its own log about this prompt.
    pub log: Vec<String>,
    /// Every question put to the tree: when one of these changes, so may the prompt.
    pub reads: Reads,
}

/// One message, or one block of a message, that carries the user's text.
#[derive(Debug, Clone)]
pub struct Part {
    /// What it is: `instructions`, `skills`, `project-context` … as the vectors name it.
    pub name: &'static str,
    /// The role of the message it stands in, `-` when the runtime has none of its own.
    pub role: &'static str,
    /// Present from the start, or added by a touch.
    pub layer: Layer,
    /// Its text in order.
    pub segments: Vec<Segment>,
    /// What of the files in it is lost.
    pub losses: Vec<Loss>,
}

/// When a part reaches the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// From the start (A).
    Start,
    /// After the agent touched a file (B).
    Touch,
}

/// A stretch of a prompt that comes from one place.
#[derive(Debug, Clone)]
pub struct Segment {
    /// The file and the bytes of its text this stands for; `None` for the runtime's own words.
    pub source: Option<Source>,
    /// The text, which differs from the source's where the runtime rewrites it.
    pub text: SegmentText,
    /// Why it is here, as a phrase: "root of the project", "header", "start folder, cut".
    pub why: Cow<'static, str>,
}

/// Where a segment comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file as the runtime names it (a link is not resolved).
    pub path: PathBuf,
    /// Bytes of the file's text.
    pub range: Range<usize>,
}

/// The text of a segment.
#[derive(Debug, Clone)]
pub enum SegmentText {
    /// Exactly the source's bytes; kept as the file's text, which is cheap to hold.
    Same(Text),
    /// Other text.
    Own(Cow<'static, str>),
}

impl Segment {
    /// The runtime's own words.
    pub fn literal(text: impl Into<Cow<'static, str>>, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            source: None,
            text: SegmentText::Own(text.into()),
            why: why.into(),
        }
    }

    /// Bytes of a file as they are. `range` is clamped to whole characters.
    pub fn file(path: &Path, text: &Text, range: Range<usize>, why: impl Into<Cow<'static, str>>) -> Self {
        let range = text.floor_char(range.start)..text.ceil_char(range.end);
        Self {
            source: Some(Source {
                path: path.to_path_buf(),
                range,
            }),
            text: SegmentText::Same(text.clone()),
            why: why.into(),
        }
    }

    /// Text that the runtime made of bytes of a file.
    pub fn rewritten(
        path: &Path,
        range: Range<usize>,
        text: impl Into<Cow<'static, str>>,
        why: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            source: Some(Source {
                path: path.to_path_buf(),
                range,
            }),
            text: SegmentText::Own(text.into()),
            why: why.into(),
        }
    }

    /// Whether it holds a mark in place of words that are not known to the byte.
    #[must_use]
    pub fn is_marker(&self) -> bool {
        self.source.is_none() && matches!(&self.text, SegmentText::Own(text) if text.contains('⟪'))
    }

    /// Length of the text in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        match (&self.text, &self.source) {
            (SegmentText::Same(_), Some(source)) => source.range.len(),
            (SegmentText::Same(text), None) => text.len(),
            (SegmentText::Own(text), _) => text.len(),
        }
    }

    /// Whether it adds nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Length of the text in a unit. Lines are counted as line breaks.
    #[must_use]
    pub fn measure(&self, unit: Unit) -> usize {
        match (&self.text, &self.source) {
            (SegmentText::Same(text), Some(source)) => unit.measure_between(text, &source.range),
            (SegmentText::Same(text), None) => unit.measure_between(text, &(0..text.len())),
            (SegmentText::Own(own), _) => match unit {
                Unit::Bytes => own.len(),
                Unit::Utf16 => own.encode_utf16().count(),
                Unit::Characters => own.chars().count(),
                Unit::Lines => own.lines().count(),
                Unit::Tokens => own.len().div_ceil(BYTES_PER_TOKEN),
            },
        }
    }

    /// Appends the text to `out`.
    pub fn write(&self, out: &mut String) {
        match (&self.text, &self.source) {
            (SegmentText::Same(text), Some(source)) => {
                out.extend(text.slice(source.range.clone()).chunks());
            }
            (SegmentText::Same(text), None) => out.extend(text.rope().chunks()),
            (SegmentText::Own(text), _) => out.push_str(text),
        }
    }
}

impl Part {
    /// The exact text the model receives.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::with_capacity(self.len());
        for segment in &self.segments {
            segment.write(&mut out);
        }
        out
    }

    /// Length of the text in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segments.iter().map(Segment::len).sum()
    }

    /// Whether the part has no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl EffectivePrompt {
    /// A prompt of a built-in runtime with nothing in it, known to the byte.
    #[must_use]
    pub fn empty(runtime: &'static str, version: &'static str) -> Self {
        Self {
            runtime: Name::from(runtime),
            base: runtime,
            version,
            exact: true,
            caveats: Vec::new(),
            parts: Vec::new(),
            losses: Vec::new(),
            budgets: Vec::new(),
            skills: Vec::new(),
            imports: Vec::new(),
            on_demand: Vec::new(),
            waiting: Vec::new(),
            log: Vec::new(),
            reads: Reads::default(),
        }
    }

    /// Says that the text is not known to the byte, and why, in a sentence.
    pub fn inexact(&mut self, caveat: impl Into<Cow<'static, str>>) {
        self.exact = false;
        let caveat = caveat.into();
        if !self.caveats.contains(&caveat) {
            self.caveats.push(caveat);
        }
    }

    /// Every loss, those of the parts first.
    pub fn all_losses(&self) -> impl Iterator<Item = &Loss> {
        self.parts
            .iter()
            .flat_map(|part| &part.losses)
            .chain(&self.losses)
    }

    /// Gives each loss to the part it is a loss of: the one that holds the rest of the file, or else the one
    /// its files would stand in. What is left belongs to no part.
    pub(crate) fn place_losses(&mut self) {
        let losses = std::mem::take(&mut self.losses);
        for loss in losses {
            let holds = |part: &&mut Part| {
                part.segments
                    .iter()
                    .filter_map(|segment| segment.source.as_ref())
                    .any(|source| source.path == loss.path)
            };
            let is_of_skills = |part: &Part| part.name.starts_with("skill");
            let is_skill = self.skills.iter().any(|skill| skill.path == loss.path);
            let part = match self.parts.iter_mut().find(holds) {
                Some(part) => Some(part),
                None => self.parts.iter_mut().find(|part| is_of_skills(part) == is_skill),
            };
            match part {
                Some(part) => part.losses.push(loss),
                None => self.losses.push(loss),
            }
        }
    }

    /// Lists each import once, however often the file it stands in is sent.
    pub(crate) fn merge_imports(&mut self) {
        let mut known = HashSet::new();
        self.imports.retain(|import| known.insert(import.clone()));
    }

    /// Says what keeps the prompt from being exact whatever the runtime: words that are only marked, and files
    /// that are too large to be read here.
    pub(crate) fn admit_unknown(&mut self) {
        if self
            .parts
            .iter()
            .flat_map(|part| &part.segments)
            .any(Segment::is_marker)
        {
            self.inexact("Fixed words of the runtime, which carry nothing of yours, are shown as ⟪…⟫.");
        }
        let too_large: Vec<String> = self
            .reads
            .too_large()
            .map(|path| path.display().to_string())
            .collect();
        for path in too_large {
            self.inexact(format!(
                "{path} is too large to be read here, and a runtime may send part of it."
            ));
        }
    }

    /// The bytes of `path` that reach the model, in the order of the prompt.
    pub fn loaded<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a Range<usize>> {
        let segments = self.parts.iter().flat_map(|part| &part.segments);
        segments.filter_map(move |segment| {
            segment
                .source
                .as_ref()
                .filter(|source| source.path == path)
                .map(|source| &source.range)
        })
    }
}

/// Text of a file that does not reach the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Which of the five ways.
    pub kind: LossKind,
    /// The file.
    pub path: PathBuf,
    /// The bytes of its text that are lost.
    pub range: Range<usize>,
    /// Why.
    pub cause: Cause,
    /// How much, in `unit`.
    pub amount: usize,
    /// The unit the runtime counts in.
    pub unit: Unit,
}

/// The five ways text is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossKind {
    /// Part of a file is left out to keep a cap.
    Cut,
    /// A whole file is left out to keep a cap.
    Dropped,
    /// Another file stands in its place.
    Shadowed,
    /// Taken out as not meant for the model: comments, frontmatter, surrounding space.
    Stripped,
    /// The loader refuses the file.
    Skipped,
}

/// Why text is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The file is over the cap for one file.
    FileCap {
        /// The cap, in the loss's unit.
        cap: usize,
    },
    /// The files before this one left too little of the shared cap.
    TotalCap {
        /// The shared cap, in the loss's unit.
        cap: usize,
        /// What the files before it use.
        used_before: usize,
    },
    /// The list of skills is over its cap.
    ListCap {
        /// The cap, in the loss's unit.
        cap: usize,
    },
    /// A file that the runtime prefers in this place.
    Replaced {
        /// The file that is read instead.
        by: PathBuf,
    },
    /// A skill of the same name that comes first.
    SameName {
        /// The skill's file that wins.
        by: PathBuf,
    },
    /// Space the runtime trims.
    Trimmed,
    /// A comment the runtime takes out.
    Comment,
    /// Frontmatter the runtime takes out.
    Frontmatter,
    /// A code fence around the whole file, which the runtime unwraps.
    Fence,
    /// The file is blank.
    Blank,
    /// The runtime does not follow links here.
    LinkRefused,
    /// There is no readable text; the sentence says why.
    Unreadable(String),
    /// The file is not valid UTF-8, and the runtime skips such files.
    NotUtf8,
    /// Something is wrong with a skill.
    Skill(SkillFault),
    /// The file is for paths of a pattern that cannot be read, so it is for none.
    BadPattern(String),
    /// The whole runtime feature is switched off by this setting.
    Disabled {
        /// The setting's name and value, as in `project_doc_max_bytes = 0`.
        by: String,
    },
}

/// Why a loader does not take a file for a skill, with the bytes to point at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillFault {
    /// The first line is not `---`: no frontmatter at all.
    NoFrontmatter,
    /// A byte order mark stands before `---`.
    ByteOrderMark,
    /// Lines end in CR LF, which this loader does not accept.
    CarriageReturns,
    /// Something stands before `---`: blank lines, characters that nobody sees, a heading; or behind it.
    LeadingText,
    /// There is no closing `---`.
    Unclosed,
    /// The line that is taken for the closing one holds more than `---`, and the rest of it begins the body.
    ClosingLine,
    /// The key is not there.
    MissingKey(&'static str),
    /// The key is there, indented.
    IndentedKey(&'static str),
    /// The key is there in another case.
    KeyCase(&'static str),
    /// The key has no value.
    EmptyValue(&'static str),
    /// The key's value is of another kind than this, which is a phrase: "a text".
    Kind(&'static str, &'static str),
    /// The key's value has more characters than this.
    TooLong(&'static str, usize),
    /// The file is not valid UTF-8.
    NotUtf8,
    /// A YAML fault, in the parser's words.
    Yaml(String),
    /// The file lies where the loader does not look, or is not named as it must be.
    Location(String),
    /// The name is not one the loader takes; the sentence says why.
    Name(String),
    /// The name is kept for somebody else; the sentence says for whom.
    Reserved(String),
    /// The name is not that of the folder, which is this.
    NotFolder(String),
    /// A validator refuses the skill, for these causes in its own order; there is at least one.
    Refused(Vec<Objection>),
}

/// What a validator has against a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// What it prints; of several lines the indented ones quote the file.
    pub message: String,
    /// The bytes of the file to point at.
    pub at: Range<usize>,
    /// What a loader would call the same, for those causes that loaders know too.
    pub fault: Option<SkillFault>,
}

impl Objection {
    /// The message as one line, without the lines that quote the file.
    #[must_use]
    pub fn line(&self) -> String {
        let lines = self.message.lines().filter(|line| !line.starts_with(' '));
        lines.collect::<Vec<_>>().join(", ")
    }
}

/// A skill a runtime found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// The file.
    pub path: PathBuf,
    /// The name under which the model sees it, if the loader could tell.
    pub name: Option<String>,
    /// The description as the model sees it.
    pub description: Option<String>,
    /// What becomes of it.
    pub fate: SkillFate,
    /// What its loader has against the head and passes over: it takes the skill, with a name and a description that
    /// it makes up where it misses them.
    pub passed: Option<SkillFault>,
}

/// What becomes of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkillFate {
    /// The model sees it in the list.
    Listed,
    /// The agent can load it, but the model sees it in no list.
    OnDemand,
    /// A skill of the same name comes first.
    Shadowed {
        /// The file of the one that wins.
        by: PathBuf,
    },
    /// The loader drops it.
    Skipped(SkillFault),
    /// The list is too long for it.
    OverBudget,
}

/// How far a cap is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    /// What the cap covers.
    pub scope: Scope,
    /// What is used, before cutting, in `unit`; of a shared cap, what the files' own caps leave of them.
    pub used: usize,
    /// The cap; `None` when there is none.
    pub cap: Option<usize>,
    /// The unit both are in.
    pub unit: Unit,
    /// The setting that holds the cap, under the runtime's own name.
    pub setting: Option<&'static str>,
}

/// What a cap covers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// One file.
    File(PathBuf),
    /// All files together.
    Total,
    /// The list of skills.
    List,
}

/// What a runtime counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// Bytes of UTF-8.
    Bytes,
    /// UTF-16 code units, what JavaScript calls characters.
    Utf16,
    /// Unicode scalar values.
    Characters,
    /// Lines.
    Lines,
    /// Tokens.
    Tokens,
}

impl Unit {
    /// The length of a text in this unit. Tokens are estimated (four bytes each); a line break ends a line and
    /// begins none.
    #[must_use]
    pub fn measure(self, text: &Text) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Utf16 => text.utf16_len(),
            Self::Characters => text.char_len(),
            // What follows the last line break is no line when it is empty.
            Self::Lines => {
                text.line_count() - usize::from(text.line_start(text.line_count() - 1) == text.len())
            }
            Self::Tokens => text.len().div_ceil(BYTES_PER_TOKEN),
        }
    }

    /// The length of the bytes in `range`, whole characters, in this unit; O(log n). Lines are line breaks.
    #[must_use]
    pub fn measure_between(self, text: &Text, range: &Range<usize>) -> usize {
        let slice = text.slice(range.clone());
        match self {
            Self::Bytes => slice.len_bytes(),
            Self::Utf16 => slice.len_utf16_cu(),
            Self::Characters => slice.len_chars(),
            Self::Lines => slice.len_lines().saturating_sub(1),
            Self::Tokens => slice.len_bytes().div_ceil(BYTES_PER_TOKEN),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes",
            Self::Utf16 => "UTF-16 units",
            Self::Characters => "characters",
            Self::Lines => "lines",
            Self::Tokens => "tokens",
        })
    }
}

impl fmt::Display for LossKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "cut",
            Self::Dropped => "dropped",
            Self::Shadowed => "shadowed",
            Self::Stripped => "stripped",
            Self::Skipped => "skipped",
        })
    }
}
