//! A head that does not stand at the very beginning of a file whose head is read.

use super::super::reaches;
use crate::{
    finding::Finding,
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::FileView,
};
use agents_syntax::Text;
use std::ops::Range;

/// Bytes that are searched for a head.
const SEARCHED: usize = 4 * 1024;

const DASHES: &str = "---";

pub(super) fn check(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    let below = file
        .path
        .strip_prefix(&file.project.base.root)
        .unwrap_or(file.path);
    let readers = file
        .runtimes
        .iter()
        .filter(|view| !view.active.runtime.head_keys(below).is_empty());
    let mut readers = readers.peekable();
    let Some(text) = file.text().filter(|_| readers.peek().is_some()) else {
        return;
    };
    let Some(late) = Late::find(text) else { return };
    let range = late.head.start..late.head.end - late.eol;
    let mut finding = Finding::new(rule, file.path, range.clone());
    finding.lead = if late.is_below_comment {
        "A comment stands above this head.".to_owned()
    } else {
        "The head does not stand in the first line.".to_owned()
    };
    for view in readers {
        let keys = view.active.runtime.head_keys(below);
        let has_key = late.keys.iter().any(|key| keys.contains(&key.as_str()));
        if has_key && reaches(view, file.path, &range) {
            finding = finding.effect(view.name(), "So {} reads no key of it, and sends it as text.");
        }
    }
    if !finding.effects.is_empty() {
        out.push(finding);
    }
}

/// Moves the head to the top.
pub(super) fn fix(finding: &Finding, file: &FileView<'_>) -> Option<Fix> {
    let text = file.text()?;
    let late = Late::find(text).filter(|late| late.head.start == finding.range.start)?;
    let head = text.substring(late.head.clone());
    let gap = text.substring(late.top..late.head.start);
    // Nothing but blank lines above: they go.
    let gap = if late.is_below_comment { gap.as_str() } else { "" };
    Some(Fix {
        title: "Move the head to the top of the file".to_owned(),
        applicability: Applicability::Unsafe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: file.path.to_path_buf(),
            edits: vec![TextEdit::new(late.top..late.head.end, format!("{head}{gap}"))],
        }],
    })
}

/// A head with what stands above it.
struct Late {
    /// Where the text begins, behind a byte order mark.
    top: usize,
    /// From its first line to its last, the line break included.
    head: Range<usize>,
    /// The length of that line break.
    eol: usize,
    keys: Vec<String>,
    is_below_comment: bool,
}

impl Late {
    fn find(text: &Text) -> Option<Self> {
        let window = text.substring(0..SEARCHED.min(text.len()));
        let top = window.len() - window.trim_start_matches('\u{feff}').len();
        let mut at = top;
        let mut is_below_comment = false;
        loop {
            let rest = window[at..].trim_start();
            at = window.len() - rest.len();
            let Some(comment) = rest.strip_prefix("<!--") else {
                break;
            };
            let close = comment.find("-->")?;
            at += "<!--".len() + close + "-->".len();
            is_below_comment = true;
        }
        // A space before the dashes is none of a head's.
        let is_line_start = at > top && window[..at].ends_with('\n');
        if !is_line_start {
            return None;
        }
        let mut lines = window[at..].split_inclusive('\n');
        let first = lines.next().filter(|line| line.trim_end() == DASHES)?;
        let mut end = at + first.len();
        let mut keys = Vec::new();
        for line in lines {
            end += line.len();
            if line.trim_end() == DASHES {
                return (!keys.is_empty()).then_some(Self {
                    top,
                    head: at..end,
                    eol: line.len() - line.trim_end().len(),
                    keys,
                    is_below_comment,
                });
            }
            let key = line.split_once(':').map(|(key, _)| key);
            keys.extend(
                key.filter(|key| !key.contains(char::is_whitespace))
                    .map(str::to_owned),
            );
        }
        None
    }
}
