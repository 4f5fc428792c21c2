//! A file as Continue reads it: its head, its text, and which files it is for (`parseMarkdownRule`).

use crate::{
    effective::{Cause, EffectivePrompt, LossKind, Segment, Unit},
    steps::{
        gather::Gather,
        globs, loss,
        rule::{self, Rule},
        space,
    },
};
use agents_syntax::Text;
use agents_workspace::Files;
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// Levels of folders below a place; the program itself has no limit.
const DEPTH: usize = 16;

/// A file and its head.
pub(super) struct Note {
    pub(super) rule: Rule,
    /// The bytes that are sent.
    pub(super) sent: Range<usize>,
    pub(super) when: When,
}

/// When a rule counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// For files that match; `is_certain` when there is nothing but patterns to go by.
    Matching {
        globs: Vec<String>,
        is_certain: bool,
    },
    /// When the model asks for it, or the user.
    Asked,
}

/// Reads a file that has text; says so when its head is one that this reader cannot tell from text.
pub(super) fn read(gather: &mut Gather<'_>, files: &dyn Files, path: &Path) -> Option<Note> {
    gather.read(path)?;
    let rule = Rule::read(files, path).ok()?;
    let text = rule.file.text();
    let is_head = rule.has_head() && rule.fault.is_none();
    if !is_head && rules_off(text) > 1 {
        gather.prompt.inexact(format!(
            "In {} Continue may take what lies between two lines of `---` for a head and leave out what stands \
             before; it is shown whole.",
            path.file_name().unwrap_or_default().to_string_lossy()
        ));
    }
    let sent = if is_head {
        let body = Text::new(&text.substring(rule.body.clone()));
        let kept = space::trimmed(&body, space::javascript);
        rule.body.start + kept.start..rule.body.start + kept.end
    } else {
        0..text.len()
    };
    let when = if is_head { when(&rule) } else { When::Always };
    Some(Note { rule, sent, when })
}

/// The rules of some folders in the order of their paths.
pub(super) fn rules(gather: &mut Gather<'_>, files: &dyn Files, folders: &[PathBuf]) -> Vec<Note> {
    let mut out: Vec<Note> = Vec::new();
    for folder in folders {
        for path in rule::below(files, folder, &[".md"], DEPTH) {
            if out.iter().any(|known| known.rule.path == path) {
                continue;
            }
            out.extend(read(gather, files, &path));
        }
    }
    if out.len() > 1 {
        gather.prompt.inexact(
            "Rules come in the order of the file system; here they are in the order of their paths.",
        );
    }
    out
}

impl Note {
    pub(super) fn text(&self) -> String {
        self.rule.file.text().substring(self.sent.clone())
    }

    pub(super) fn segment(&self, why: &'static str) -> Segment {
        Segment::file(&self.rule.path, self.rule.file.text(), self.sent.clone(), why)
    }

    /// Notes the head as lost.
    pub(super) fn lose_head(&self, prompt: &mut EffectivePrompt) {
        if self.sent.start > 0 {
            let (kind, cause) = (LossKind::Stripped, Cause::Frontmatter);
            let (text, head) = (self.rule.file.text(), 0..self.rule.body.start);
            let lost = loss::of(kind, &self.rule.path, text, head, cause, Unit::Utf16);
            prompt.losses.push(lost);
        }
    }

    /// Whether its patterns are for one of `touched`, relative to `base`. A file must match one of those without `!`, if
    /// there are some, and none of those with it.
    ///
    /// # Errors
    /// The first pattern that cannot be read.
    pub(super) fn is_for(&self, base: &Path, touched: &[PathBuf]) -> Result<bool, String> {
        let When::Matching { globs, .. } = &self.when else {
            return Ok(false);
        };
        let (not, some): (Vec<String>, Vec<String>) =
            globs.iter().cloned().partition(|glob| glob.starts_with('!'));
        let not: Vec<String> = not.iter().map(|glob| glob[1..].to_owned()).collect();
        for path in touched {
            let path = std::slice::from_ref(path);
            let is_some = some.is_empty() || globs::any_match(&some, base, path)?;
            if is_some && !globs::any_match(&not, base, path)? {
                return Ok(true);
            }
        }
        // A pattern is wrong whatever is touched.
        let wrong = globs
            .iter()
            .find(|glob| globs::matcher(glob.trim_start_matches('!'), false).is_none());
        wrong.map_or(Ok(false), |glob| Err(glob.clone()))
    }
}

fn when(rule: &Rule) -> When {
    // A string is one pattern, commas and all.
    let globs = rule.list("globs");
    let has_regex = !rule.list("regex").is_empty();
    if rule.flag("invokable") == Some(true) {
        return When::Asked;
    }
    match rule.flag("alwaysApply") {
        Some(true) => When::Always,
        None if globs.is_empty() && !has_regex => When::Always,
        Some(false) if globs.is_empty() && !has_regex => When::Asked,
        _ => When::Matching {
            globs,
            is_certain: !has_regex,
        },
    }
}

/// Lines of `---`.
fn rules_off(text: &Text) -> usize {
    let text = text.to_string();
    text.lines()
        .filter(|line| line.trim_end().strip_prefix("---") == Some(""))
        .count()
}
