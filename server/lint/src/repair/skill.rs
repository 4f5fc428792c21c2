//! Making a loader accept a skill: one step for each fault, and then whatever else the loaders still object
//! to, so that a mended skill is a listed skill.

use super::{
    anchor, body, changed,
    head::{self, Fit},
    quote, words,
};
use crate::{
    finding::list,
    fix::{Applicability, FileEdit, Fix, TextEdit, apply, difference},
    view::FileView,
};
use agents_prompt::{
    effective::{SkillFate, SkillFault},
    steps::head::{is_unseen, unopened},
};
use agents_syntax::{Document, Text, fact::BlockKind, frontmatter::Entry};
use std::{ops::Range, path::Path};

/// How many faults one fix may mend before it gives up; a skill has fewer keys and lines of frontmatter.
const MOST_STEPS: usize = 12;
/// In a head with more lines of keys nothing is mended step by step: every loader reads the whole of it after each step,
/// and whoever asks for a fix waits for that. A head that somebody wrote has a dozen.
const MOST_KEYS: usize = 64;
/// A description is one line for a list; a sentence longer than this is shortened, in characters.
const LONGEST_DESCRIPTION: usize = 200;
/// The draft when the text has no sentence to take.
const NO_SENTENCE: &str = "TODO say when to use this skill";

/// A fix that begins with `fault` and goes on until every runtime that reads files of this place takes the skill, or
/// only what a person can mend is left; the title says what that is. `None` when `fault` itself is for a person.
#[must_use]
pub fn mend(file: &FileView<'_>, code: &'static str, fault: &SkillFault) -> Option<Fix> {
    let before = file.text()?.to_string();
    let mended = run(file, &before, vec![fault.clone()], true)?;
    // A draft in a head that stays broken is no help.
    if mended.way == Applicability::Draft && mended.left.iter().any(|fault| person(fault) == HEAD) {
        return None;
    }
    Some(fix(file, code, &before, mended))
}

/// The same, only if nothing is left for a person.
#[must_use]
pub fn mend_whole(file: &FileView<'_>, code: &'static str, fault: &SkillFault) -> Option<Fix> {
    let before = file.text()?.to_string();
    let mended = run(file, &before, vec![fault.clone()], true).filter(|mended| mended.left.is_empty())?;
    Some(fix(file, code, &before, mended))
}

fn fix(file: &FileView<'_>, code: &'static str, before: &str, mended: Mended) -> Fix {
    let edits = difference(before, &mended.text);
    let mut steps = mended.steps;
    steps.extend(ends_changed(before, &mended.text).filter(|ends| !steps.iter().any(|step| step == ends)));
    Fix {
        title: format!(
            "{}{}",
            super::capitalised(&steps.join(", ")),
            left_words(&mended.left)
        ),
        applicability: mended.way,
        rule: Some(code),
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits,
        }],
    }
}

/// The text of a skill with everything mended that is certain, whatever else is left; `None` when nothing is.
#[must_use]
pub fn safe_part(file: &FileView<'_>) -> Option<Text> {
    let text = file.text()?;
    let before = text.to_string();
    let mended = run(file, &before, remaining(file, &before), false)?;
    let after = Text::new(&mended.text);
    body::is_same(text, &after).then_some(after)
}

/// What a person has to mend of a text, as the end of a title: `; left for you: the name`. Empty when nothing is.
#[must_use]
pub fn left(file: &FileView<'_>, text: &Text) -> String {
    left_words(&remaining(file, &text.to_string()))
}

/// What a change makes of the line ends of a text, in the imperative, if it changes those of all lines.
#[must_use]
pub fn ends_changed(before: &str, after: &str) -> Option<String> {
    let windows = |text: &str| text.matches("\r\n").count();
    let plain = |text: &str| text.matches('\n').count() - windows(text);
    let is_mixed = windows(before) > 0 && plain(before) > 0;
    if windows(before) > 0 && windows(after) == 0 && plain(after) > 0 {
        Some("change line ends to LF".to_owned())
    } else if is_mixed && plain(after) == 0 && windows(after) > 0 {
        Some("change line ends to CR LF".to_owned())
    } else {
        None
    }
}

/// What became of a text.
struct Mended {
    text: String,
    steps: Vec<String>,
    /// How close a look the gravest step needs.
    way: Applicability,
    /// What loaders still say against it.
    left: Vec<SkillFault>,
}

/// Mends a text step by step, `first` first. `None` when none of that can be mended.
fn run(file: &FileView<'_>, before: &str, first: Vec<SkillFault>, with_unsure: bool) -> Option<Mended> {
    if head::keys(&Text::new(before)) > MOST_KEYS {
        return None;
    }
    let mut mended = Mended {
        text: before.to_owned(),
        steps: Vec::new(),
        way: Applicability::Safe,
        left: first,
    };
    let mut keeps_ends = true;
    for _ in 0..MOST_STEPS {
        let text = &mended.text;
        let taken = |fault: &SkillFault| {
            // A fence hides whatever else is wrong.
            let step = if fence(text).is_some() {
                Step::safe(unfenced(text)?, "unwrap the code fence")
            } else {
                step(text, fault, file.path)?
            };
            let is_taken = step.text != *text && (with_unsure || step.way == Applicability::Safe);
            is_taken.then_some((step, *fault == SkillFault::CarriageReturns))
        };
        let next = mended.left.iter().find_map(taken);
        // What a loader bears comes last: it may go with what none bears.
        let next = next.or_else(|| borne(file, text).as_ref().and_then(taken));
        let Some((step, is_of_ends)) = next else { break };
        mended.way = graver(mended.way, step.way);
        // A step may take the only line break away that showed which kind the text has.
        keeps_ends &= !is_of_ends;
        mended.text = if keeps_ends {
            with_ends_of(before, step.text)
        } else {
            step.text
        };
        if !mended.steps.contains(&step.title) {
            mended.steps.push(step.title);
        }
        mended.left = remaining(file, &mended.text);
    }
    (mended.text != before).then_some(mended)
}

/// What a person has to mend, as the end of a title.
fn left_words(left: &[SkillFault]) -> String {
    let mut words: Vec<&str> = left.iter().map(person).collect();
    words.sort_unstable();
    words.dedup();
    if words.is_empty() {
        String::new()
    } else {
        format!("; left for you: {}", list(&words))
    }
}

/// The head itself, for a person to look at.
const HEAD: &str = "the frontmatter";

/// What a person has to look at.
fn person(fault: &SkillFault) -> &'static str {
    match fault {
        SkillFault::Name(_)
        | SkillFault::Reserved(_)
        | SkillFault::NotFolder(_)
        | SkillFault::TooLong("name", _)
        | SkillFault::MissingKey("name")
        | SkillFault::EmptyValue("name")
        | SkillFault::Kind("name", _) => "the name",
        SkillFault::TooLong(..)
        | SkillFault::MissingKey(_)
        | SkillFault::EmptyValue(_)
        | SkillFault::Kind("description", _) => "the description",
        SkillFault::NotUtf8 => "the encoding",
        SkillFault::Location(_) => "the place",
        SkillFault::CarriageReturns => "the line ends",
        SkillFault::Refused(objections) => {
            let mut known = objections.iter().filter_map(|objection| objection.fault.as_ref());
            known.next().map_or("what the validator says", person)
        }
        SkillFault::ByteOrderMark
        | SkillFault::LeadingText
        | SkillFault::NoFrontmatter
        | SkillFault::Unclosed
        | SkillFault::IndentedKey(_)
        | SkillFault::KeyCase(_)
        | SkillFault::ClosingLine
        | SkillFault::Kind(..)
        | SkillFault::Yaml(_) => HEAD,
    }
}

/// Whether the whole of a skill stands in a code fence: one opens before its `---`.
#[must_use]
pub fn is_fenced(text: &Text) -> bool {
    /// Bytes that hold a fence, blank lines and the opening line.
    const SEARCHED: usize = 512;
    let start = text.substring(0..SEARCHED.min(text.len()));
    fence(&start).is_some()
}

struct Step {
    text: String,
    title: String,
    way: Applicability,
}

impl Step {
    fn safe(text: String, title: impl Into<String>) -> Self {
        Self {
            text,
            title: title.into(),
            way: Applicability::Safe,
        }
    }

    fn risky(text: String, title: impl Into<String>) -> Self {
        Self {
            way: Applicability::Unsafe,
            ..Self::safe(text, title)
        }
    }

    fn draft(text: String, title: impl Into<String>) -> Self {
        Self {
            way: Applicability::Draft,
            ..Self::safe(text, title)
        }
    }
}

/// One fault mended; what loses a word of the author's is not to be applied unseen.
fn step(text: &str, fault: &SkillFault, path: &Path) -> Option<Step> {
    let mut step = step_for(text, fault, path)?;
    let is_kept = || words::are_in(&Text::new(text), &Text::new(&step.text), path);
    if step.way == Applicability::Safe && !is_kept() {
        step.way = Applicability::Unsafe;
    }
    Some(step)
}

fn step_for(text: &str, fault: &SkillFault, path: &Path) -> Option<Step> {
    match fault {
        SkillFault::ByteOrderMark | SkillFault::LeadingText => opened(text),
        // Loaders name one fault at a time: a head that something hides from them is no head to them.
        SkillFault::NoFrontmatter if has_head(text) => opened(text),
        SkillFault::NoFrontmatter => with_head(text, path),
        SkillFault::CarriageReturns => Some(Step::safe(text.replace("\r\n", "\n"), "change line ends to LF")),
        SkillFault::Unclosed if is_empty_head(text) => supplied(text, "name", path),
        SkillFault::Unclosed => {
            let closed = head::closed(text, eol(text))?;
            // A head without a key has its fault behind that one.
            let closes = if is_empty_head(&closed) {
                Step::risky
            } else {
                Step::safe
            };
            Some(closes(closed, "close the frontmatter"))
        }
        // What was meant for a text is the beginning of a block to YAML, and an empty one.
        SkillFault::EmptyValue(key) if quote::rejects(&Document::open(Text::new(text)), key) => quoted(text),
        // To a loader that reads lines a list below its key is no value of it.
        SkillFault::EmptyValue(key) if is_nested(text, key) => texted(text, key),
        SkillFault::MissingKey(key)
        | SkillFault::EmptyValue(key)
        | SkillFault::IndentedKey(key)
        | SkillFault::KeyCase(key) => {
            let line = head::key_line(&Text::new(text), key);
            if line.is_some_and(|line| line.fit == Fit::Indented) {
                outdented(text, path)
            } else {
                supplied(text, key, path)
            }
        }
        SkillFault::Yaml(_) => yaml(text, path),
        SkillFault::ClosingLine => closing(text),
        SkillFault::Kind(key, _) if quote::rejects(&Document::open(Text::new(text)), key) => quoted(text),
        // What stands below it is indented, and no part of its value.
        SkillFault::Kind(..) if head::indented(&Text::new(text)).is_some() => yaml(text, path),
        SkillFault::Kind(key, "a text") => texted(text, key),
        // A validator's causes come in its order; one that no loader knows stays, and nothing is mended.
        SkillFault::Refused(objections) => objections
            .iter()
            .filter_map(|objection| objection.fault.as_ref())
            .find_map(|fault| step(text, fault, path)),
        // What to leave out of a long text, which encoding it is in, where a file belongs, and which of name and
        // folder is the right one is for a person to say.
        SkillFault::TooLong(..)
        | SkillFault::Kind(..)
        | SkillFault::NotUtf8
        | SkillFault::Location(_)
        | SkillFault::Name(_)
        | SkillFault::Reserved(_)
        | SkillFault::NotFolder(_) => None,
    }
}

/// The text without one fault, and the step that takes it away in the imperative, where nothing has to be drafted.
#[must_use]
pub(crate) fn certain(text: &str, fault: &SkillFault, path: &Path) -> Option<(String, String)> {
    let step = step(text, fault, path).filter(|step| step.way == Applicability::Safe && step.text != text)?;
    Some((step.text, step.title))
}

/// The text with the first thing in its head mended that YAML does not take. What is no key where it stands comes
/// first: it would be taken for a part of the value before it.
fn yaml(text: &str, path: &Path) -> Option<Step> {
    let rope = Text::new(text);
    if let Some(line) = head::miscoloned(&rope) {
        return supplied(text, &line.written.to_lowercase(), path);
    }
    if head::indented(&rope).is_some() {
        return outdented(text, path);
    }
    if let Some(line) = head::unspaced(&rope) {
        let at = line.range.end - line.after.len();
        let title = format!("put a space behind the colon of `{}`", line.written);
        return Some(Step::safe(format!("{} {}", &text[..at], &text[at..]), title));
    }
    quoted(text)
        .or_else(|| untabbed(text))
        .or_else(|| unanchored(text))
}

/// The text with all keys that are indented below nothing in the first column: one that stays would become a part of
/// the value before it.
fn outdented(text: &str, path: &Path) -> Option<Step> {
    let mut out: Option<Step> = None;
    for _ in 0..MOST_STEPS {
        let now = out.as_ref().map_or(text, |step| &step.text);
        let Some(line) = head::indented(&Text::new(now)) else {
            break;
        };
        let step = supplied(now, &line.written.to_lowercase(), path)?;
        out = Some(match out {
            Some(before) => Step {
                title: format!("{}, {}", before.title, step.title),
                way: graver(before.way, step.way),
                text: step.text,
            },
            None => step,
        });
    }
    out
}

/// The text without tabs at the beginning of lines of its head, if YAML takes more of it then.
fn untabbed(text: &str) -> Option<Step> {
    let faults = |text: &str| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.closed)?;
        Some((head.range.end, head.faults.len()))
    };
    let (end, before) = faults(text)?;
    let spaced = |line: &str| {
        let bare = line.trim_start_matches([' ', '\t']);
        let (space, rest) = line.split_at(line.len() - bare.len());
        format!("{}{rest}", space.replace('\t', "  "))
    };
    let head: String = text[..end].split_inclusive('\n').map(spaced).collect();
    let after = format!("{head}{}", &text[end..]);
    let (_, left) = faults(&after)?;
    (left < before).then(|| Step::safe(after, "put spaces in place of tabs"))
}

/// The text without the first anchor, and with its value in place of what refers to it: some parsers take none.
fn unanchored(text: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    let head = document.frontmatter()?;
    let is_anchored = |entry: &&Entry| text[entry.value_range.clone()].starts_with('&');
    let entry = head.entries.iter().find(is_anchored)?;
    let value = entry.scalar.as_deref().filter(|value| !value.contains('\n'))?;
    let with = |value: &str| {
        let edits = anchor::replaced(&document, head, entry, value)?;
        Some(apply(document.text(), &edits).to_string())
    };
    let is_read = |text: &String| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.faults.is_empty());
        head.and_then(|head| {
            head.entry(&entry.key)?
                .scalar
                .as_deref()
                .map(|read| read == value)
        }) == Some(true)
    };
    let plain = with(value).filter(is_read);
    let text = plain.or_else(|| with(&quote::in_quotes(value)))?;
    Some(Step::safe(
        text,
        format!("write the value of `{}` without an anchor", entry.key),
    ))
}

/// The text with quotes around the first value that YAML rejects, its head closed as YAML has it.
fn quoted(text: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    if document.frontmatter().is_none_or(|head| !head.closed) {
        let closed = head::closed(text, eol(text))?;
        return Some(Step::safe(closed, "close the frontmatter"));
    }
    let quoting = quote::first(&document)?;
    let text = apply(document.text(), &[quoting.edit()]);
    Some(Step::safe(text.to_string(), quoting.title()))
}

/// What the loaders say against the text, each its first objection.
fn remaining(file: &FileView<'_>, text: &str) -> Vec<SkillFault> {
    let faults = file.runtimes.iter().filter_map(|view| {
        let prompt = changed::prompt(file, view, Text::new(text));
        let skill = prompt.skills.iter().find(|skill| skill.path == file.path)?;
        match &skill.fate {
            SkillFate::Skipped(fault) => Some(fault.clone()),
            _ => None,
        }
    });
    faults.collect()
}

/// The first thing that a loader bears and that can be mended without changing a meaning.
fn borne(file: &FileView<'_>, text: &str) -> Option<SkillFault> {
    file.runtimes.iter().find_map(|view| {
        let prompt = changed::prompt(file, view, Text::new(text));
        let skill = prompt.skills.into_iter().find(|skill| skill.path == file.path)?;
        let fault = skill
            .passed
            .filter(|_| !matches!(skill.fate, SkillFate::Shadowed { .. }))?;
        let step = step(text, &fault, file.path)?;
        (step.way != Applicability::Unsafe && step.text != text).then_some(fault)
    })
}

/// Whichever of two needs the closer look.
fn graver(one: Applicability, other: Applicability) -> Applicability {
    match (one, other) {
        (Applicability::Draft, _) | (_, Applicability::Draft) => Applicability::Draft,
        (Applicability::Unsafe, _) | (_, Applicability::Unsafe) => Applicability::Unsafe,
        (Applicability::Safe, Applicability::Safe) => Applicability::Safe,
    }
}

/// The text with a closing line of `---` alone. What else stands there is the beginning of the text to the loader
/// that takes it for the closing line; dashes are meant for none.
fn closing(text: &str) -> Option<Step> {
    let range = head::closing_line(&Text::new(text))?;
    let rest = text[range.start..range.end].trim_start_matches('-');
    let (before, behind) = (&text[..range.start], &text[range.end..]);
    Some(if rest.trim().is_empty() {
        Step::safe(
            format!("{before}---{behind}"),
            "close the frontmatter with `---` alone",
        )
    } else {
        let eol = eol(text);
        let moved = format!("{before}---{eol}{}{behind}", rest.trim_start());
        Step::risky(moved, "close the frontmatter with `---` alone")
    })
}

/// The text with the value of a key as a text: in quotes what is one word of YAML, the items of a list one behind the
/// other.
fn texted(text: &str, key: &str) -> Option<Step> {
    let document = Document::open(Text::new(text));
    let entry = document.frontmatter()?.entry(key)?;
    let raw = document.text().substring(entry.value_range.clone());
    let edited = |range: Range<usize>, value: String| {
        apply(document.text(), &[TextEdit::new(range, value)]).to_string()
    };
    if let Some(value) = &entry.scalar {
        let value = value.trim();
        // A comment behind it stays.
        let rest = raw.strip_prefix(value).filter(|_| !value.is_empty())?;
        let quoted = format!("{}{rest}", quote::in_quotes(value));
        let quoted = edited(entry.value_range.clone(), quoted);
        return Some(Step::safe(quoted, format!("quote the value of `{key}`")));
    }
    // From the colon on, since a list may stand below its key.
    let colon = entry.key_range.end + text[entry.key_range.end..].find(':')? + 1;
    let joined = items(&raw)?.join(", ");
    let written = |value: &str| edited(colon..entry.value_range.end, format!(" {value}"));
    let is_read = |text: &str| {
        let document = Document::open(Text::new(text));
        let head = document.frontmatter().filter(|head| head.faults.is_empty());
        head.and_then(|head| head.entry(key)?.scalar.clone()).as_ref() == Some(&joined)
    };
    let plain = written(&joined);
    let text = if is_read(&plain) {
        plain
    } else {
        written(&quote::in_quotes(&joined))
    };
    Some(Step::risky(text, format!("write `{key}` as one text")))
}

/// Whether a list or keys stand below a key that has no value on its line.
fn is_nested(text: &str, key: &str) -> bool {
    let document = Document::open(Text::new(text));
    let entry = document.frontmatter().and_then(|head| head.entry(key));
    entry.is_some_and(|entry| {
        let raw = &text[entry.value_range.clone()];
        let first = raw.trim_start().lines().next().unwrap_or_default();
        let is_below = text[entry.key_range.end..entry.value_range.start].contains('\n')
            || raw.starts_with(['\r', '\n']);
        entry.scalar.is_none() && is_below && (first.starts_with("- ") || first.contains(':'))
    })
}

/// The items of a list, if each is a plain text.
fn items(raw: &str) -> Option<Vec<&str>> {
    let inner = raw.trim().strip_prefix('[').and_then(|raw| raw.strip_suffix(']'));
    let items: Vec<&str> = match inner {
        Some(inner) => inner.split(',').map(str::trim).collect(),
        None => raw
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(|line| line.strip_prefix("- ").map(str::trim))
            .collect::<Option<_>>()?,
    };
    let is_plain = |item: &&str| {
        !item.is_empty() && !item.contains(['[', ']', '{', '}', '#', '"', '\'', '\n']) && !item.contains(": ")
    };
    (!items.is_empty() && items.iter().all(is_plain)).then_some(items)
}

/// Whether there is a head behind what hides it, with something between its two lines.
fn has_head(text: &str) -> bool {
    let rope = Text::new(text);
    let line = head::opening_line(&rope);
    let mut lines = text[line.start..].lines();
    lines
        .next()
        .is_some_and(|line| line.trim_matches(is_unseen) == "---")
        && !lines.next().is_none_or(head::is_marker)
        && lines.any(head::is_marker)
        && unopened(text) != SkillFault::NoFrontmatter
}

/// The text with a clean opening line: nothing before `---`, nothing behind it. What can be read before it goes behind
/// the head. `None` when there is no such line, or it is clean.
fn opened(text: &str) -> Option<Step> {
    let rope = Text::new(text);
    let line = head::opening_line(&rope);
    let written = &text[line.clone()];
    if written.trim_matches(is_unseen) != "---" {
        return None;
    }
    let bare = line.start + written.find("---")?;
    let before = text[..bare].trim_matches(is_unseen);
    let behind = &text[bare + "---".len()..];
    let (space, rest) = behind.split_at(line.end - bare - "---".len());
    let mut titles = Vec::new();
    let mut space_before = &text[..bare];
    if let Some(unmarked) = space_before.strip_prefix('\u{feff}') {
        titles.push("remove the byte order mark");
        space_before = unmarked.trim_start_matches('\u{feff}');
    }
    if !before.is_empty() {
        titles.push("move what stands before `---` behind the frontmatter");
    } else if !space_before.is_empty() {
        titles.push("remove what stands before `---`");
    }
    if !space.is_empty() {
        titles.push("remove the space behind `---`");
    }
    if titles.is_empty() {
        return None;
    }
    let clean = format!("---{rest}");
    let title = titles.join(", ");
    if before.is_empty() {
        return Some(Step::safe(clean, title));
    }
    let closing = head::closing_line(&Text::new(&clean))?;
    let eol = eol(text);
    let (head, body) = clean.split_at(closing.end);
    let body = body.trim_start_matches(['\r', '\n']);
    let gap = if body.is_empty() { "" } else { eol };
    let moved = format!("{head}{eol}{eol}{before}{eol}{gap}{body}");
    Some(Step::risky(moved, title))
}

/// The text with frontmatter of its own.
fn with_head(text: &str, path: &Path) -> Option<Step> {
    if is_empty_head(text) {
        return supplied(text, "description", path);
    }
    let eol = eol(text);
    let body = text.trim_start_matches('\u{feff}');
    let (name, description) = (name_of(path), draft(text));
    let head = format!("---{eol}name: {name}{eol}description: {description}{eol}---{eol}{eol}");
    Some(Step::draft(
        format!("{head}{body}"),
        "add frontmatter with a draft description",
    ))
}

/// Whether the opening and the closing line follow each other.
fn is_empty_head(text: &str) -> bool {
    let mut lines = text.lines();
    let mut is_marker = || lines.next().is_some_and(head::is_marker);
    is_marker() && is_marker()
}

/// The text with a key as loaders want it: at the start of a line, in small letters, with a value.
fn supplied(text: &str, key: &str, path: &Path) -> Option<Step> {
    let rope = Text::new(text);
    let is_name = key == "name";
    let value = || if is_name { name_of(path) } else { draft(text) };
    let Some(line) = head::key_line(&rope, key) else {
        if !head::takes_keys(&rope) {
            return None;
        }
        let value = value();
        let at = head::place_for_key(&rope, key);
        let eol = eol(text);
        let gap = if text[..at].ends_with('\n') { "" } else { eol };
        let added = format!("{}{gap}{key}: {value}{eol}{}", &text[..at], &text[at..]);
        // Behind a head without keys more is missing than the name.
        return Some(if is_name && head::is_bare(&rope) {
            Step::draft(added, format!("add `{key}: {value}`"))
        } else if is_name {
            Step::safe(added, format!("add `{key}: {value}`"))
        } else {
            Step::draft(added, format!("add a draft `{key}`"))
        });
    };
    let (before, behind) = (&text[..line.range.start], &text[line.range.end..]);
    if let Some(value) = unread(&line).filter(|_| line.fit == Fit::Exact) {
        let filled = format!(
            "{before}{key}: {}{}{behind}",
            quote::in_quotes(value),
            line.comment()
        );
        return Some(Step::safe(filled, format!("quote the value of `{key}`")));
    }
    // A loader that finds the key as it must be written and still misses it sees no value.
    if line.fit == Fit::Exact || line.is_empty() {
        let value = value();
        let filled = format!("{before}{key}: {value}{}{behind}", line.comment());
        return Some(if is_name {
            Step::safe(filled, format!("set `{key}: {value}`"))
        } else {
            Step::draft(filled, format!("fill in a draft `{key}`"))
        });
    }
    let mut titles = Vec::new();
    if line.fit == Fit::Indented {
        titles.push(format!("move `{key}` to the first column"));
    }
    if line.written != key {
        titles.push(format!("write `{key}` in lower case"));
    }
    let mut after = line.after.clone();
    if let Fit::Colon(colon) = line.fit {
        titles.push(format!("put `:` in place of `{colon}` behind `{key}`"));
        after = format!(" {}", after.trim_start());
    }
    if titles.is_empty() {
        titles.push(format!("take the space behind `{key}` away"));
    }
    let moved = format!("{before}{key}:{after}{behind}");
    Some(Step::safe(moved, titles.join(", ")))
}

/// The words behind a key whose value a loader misses, if there are some that quotes could help: they are no draft's to
/// replace.
fn unread(line: &head::KeyLine) -> Option<&str> {
    let value = line.after.strip_suffix(line.comment())?.trim();
    let is_text = value.starts_with(['>', '|', '!', '&', '*', '@', '%', '`'])
        && !quote::is_block(value)
        && value.contains(char::is_alphanumeric);
    is_text.then_some(value)
}

/// The name a skill has by its place.
#[must_use]
pub(crate) fn name_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if !stem.eq_ignore_ascii_case("skill") {
        return stem.into_owned();
    }
    let folder = path.parent().and_then(Path::file_name);
    folder.map_or(stem, |name| name.to_string_lossy()).into_owned()
}

/// The inside of the fence around the frontmatter, without the line that opens it.
fn fence(text: &str) -> Option<(char, &str)> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let marker = start.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let (line, inner) = start.split_once('\n')?;
    let is_fence = line.chars().take_while(|c| *c == marker).count() >= 3;
    let opening = inner.trim_start_matches('\u{feff}').trim_start().lines().next()?;
    (is_fence && head::is_marker(opening)).then_some((marker, inner))
}

/// The text inside the fence that wraps it, line ends kept; a closing fence of any length is taken away, and one that
/// closes right behind the head. `None` when nobody can tell whether that one closes, or opens code of the text.
fn unfenced(text: &str) -> Option<String> {
    let (marker, inner) = fence(text)?;
    let trimmed = inner.trim_end();
    let (body, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    let closes = is_closing(last, marker, 3);
    if let Some(pair) = closing_behind_head(text, marker, inner) {
        return (!closes).then(|| format!("{}{}", &inner[..pair.start], &inner[pair.end..]));
    }
    Some(if closes {
        format!("{body}\n")
    } else {
        inner.to_owned()
    })
}

/// The line that closes a fence right behind the head, if more follows.
fn closing_behind_head(text: &str, marker: char, inner: &str) -> Option<Range<usize>> {
    let opening = text.split_once(marker)?.1;
    let length = 1 + opening.chars().take_while(|c| *c == marker).count();
    let mut at = 0;
    let mut lines = inner.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len()..at, line)
    });
    lines.find(|(_, line)| head::is_marker(line.trim_start_matches('\u{feff}')))?;
    lines.find(|(_, line)| head::is_marker(line))?;
    let (range, line) = lines.find(|(_, line)| !line.trim().is_empty())?;
    let is_more = !inner[range.end..].trim().is_empty();
    (is_more && is_closing(line, marker, length)).then_some(range)
}

/// Whether a line is a fence of at least so many marks and nothing else.
fn is_closing(line: &str, marker: char, least: usize) -> bool {
    let line = line.trim();
    line.len() >= least && line.chars().all(|c| c == marker)
}

/// The first sentence of the body, as one line without Markdown that a plain `key: value` can hold.
fn draft(text: &str) -> String {
    let document = Document::open(Text::new(text.trim_start_matches('\u{feff}')));
    let body = document.frontmatter().map_or(0, |head| head.range.end);
    let paragraph = document
        .blocks_in(body..document.text().len())
        .find(|block| block.kind == BlockKind::Paragraph && block.range.start >= body);
    let Some(paragraph) = paragraph else {
        return NO_SENTENCE.to_owned();
    };
    let words = document.text().substring(paragraph.range);
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = line.split_inclusive(". ").next().unwrap_or_default();
    let plain = without_links(sentence)
        .replace(['`', '*'], "")
        .replace(": ", " – ")
        .replace(" #", "");
    let plain = plain
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_end_matches([':', ' ']);
    let short = shortened(plain);
    // A single word may be a number, a date or `true` to YAML.
    if short.contains(' ') {
        short.to_owned()
    } else {
        NO_SENTENCE.to_owned()
    }
}

/// Link targets taken out: `[text](target)` is `text`.
fn without_links(text: &str) -> String {
    let mut out = text.to_owned();
    while let Some(at) = out.find("](") {
        let end = out[at..].find(')').map_or(out.len(), |end| at + end + 1);
        out.replace_range(at..end, "");
        if let Some(open) = out[..at].rfind('[') {
            out.remove(open);
        }
    }
    out
}

/// The beginning of a long sentence, whole words.
fn shortened(text: &str) -> &str {
    let Some((end, _)) = text.char_indices().nth(LONGEST_DESCRIPTION) else {
        return text;
    };
    let kept = &text[..end];
    kept.rsplit_once(' ').map_or(kept, |(words, _)| words.trim_end())
}

/// A text with CR LF throughout if `before` had no other line breaks.
fn with_ends_of(before: &str, text: String) -> String {
    let breaks = before.matches('\n').count();
    if breaks == 0 || before.matches("\r\n").count() < breaks {
        return text;
    }
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

/// The line end of a text.
fn eol(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_one_plain_line_from_the_body() {
        let draft = |body: &str| draft(&format!("---\nname: x\n---\n\n# Title\n\n{body}\n"));
        assert_eq!(draft("Ships a *release*. And more."), "Ships a release.");
        assert_eq!(
            draft("Use `make`: it\nworks # always"),
            "Use make – it works always"
        );
        assert_eq!(draft("See [the docs](docs/a.md) first:"), "See the docs first");
        assert_eq!(draft("```sh\nrm -r x\n```\n\nTakes it away."), "Takes it away.");
        assert_eq!(draft("2026"), NO_SENTENCE);
        assert_eq!(draft(""), NO_SENTENCE);
        let long = draft(&"word ".repeat(100));
        assert!(
            long.chars().count() <= LONGEST_DESCRIPTION && long.ends_with("word"),
            "{long}"
        );
    }

    #[test]
    fn all_indented_keys_move_in_one_step() {
        let text = "---\n\tname: x\n\tdescription: one two\n---\n";
        let step = yaml(text, Path::new(".agents/skills/x/SKILL.md")).expect("a step");
        assert_eq!(step.text, "---\nname: x\ndescription: one two\n---\n");
        assert_eq!(step.way, Applicability::Safe);
    }

    #[test]
    fn only_a_fence_around_frontmatter_wraps_a_skill() {
        let fenced = |text: &str| is_fenced(&Text::new(text));
        assert!(fenced("```md\n---\nname: a\n---\n```\n"));
        assert!(fenced("\n~~~~\r\n\r\n---\r\n"));
        assert!(!fenced("```sh\nls\n```\n\n---\n"));
        assert!(!fenced("---\nname: a\n---\n```\nx\n```\n"));
        assert_eq!(unfenced("```\n---\na\n```\n").as_deref(), Some("---\na\n"));
        assert_eq!(
            unfenced("````md\r\n---\r\na\r\n````").as_deref(),
            Some("---\r\na\r\n")
        );
        assert_eq!(
            unfenced("```\n---\na\n").as_deref(),
            Some("---\na\n"),
            "never closed"
        );
    }
}
