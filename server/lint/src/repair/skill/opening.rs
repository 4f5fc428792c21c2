//! The lines that open and close a head.

use super::{
    draft::{draft, name_of},
    key::supplied,
    step::{Step, eol},
};
use crate::repair::head;
use agents_prompt::{
    effective::SkillFault,
    steps::head::{is_unseen, unopened},
};
use agents_syntax::Text;
use std::path::Path;

/// Whether there is a head behind what hides it, with something between its two lines.
pub(super) fn has_head(text: &str) -> bool {
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
pub(super) fn opened(text: &str) -> Option<Step> {
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
pub(super) fn with_head(text: &str, path: &Path) -> Option<Step> {
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
pub(super) fn is_empty_head(text: &str) -> bool {
    let mut lines = text.lines();
    let mut is_marker = || lines.next().is_some_and(head::is_marker);
    is_marker() && is_marker()
}

/// The text with a closing line of `---` alone. What else stands there is the beginning of the text to the loader
/// that takes it for the closing line; dashes are meant for none.
pub(super) fn closing(text: &str) -> Option<Step> {
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
