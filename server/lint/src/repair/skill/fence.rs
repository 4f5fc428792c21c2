//! A code fence around a whole skill.

use crate::repair::head;
use agents_syntax::Text;
use std::ops::Range;

/// Whether the whole of a skill stands in a code fence: one opens before its `---`.
#[must_use]
pub fn is_fenced(text: &Text) -> bool {
    /// Bytes that hold a fence, blank lines and the opening line.
    const SEARCHED: usize = 512;
    let start = text.substring(0..SEARCHED.min(text.len()));
    fence(&start).is_some()
}

/// The inside of the fence around the frontmatter, without the line that opens it.
pub(super) fn fence(text: &str) -> Option<(char, &str)> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let marker = start.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let (line, inner) = start.split_once('\n')?;
    let is_fence = line.chars().take_while(|c| *c == marker).count() >= 3;
    let opening = inner.trim_start_matches('\u{feff}').trim_start().lines().next()?;
    (is_fence && head::is_marker(opening)).then_some((marker, inner))
}

/// The text inside the fence that wraps it, line ends kept; a closing fence of any length is taken away, and one that
/// closes right behind the head. `None` when nobody can tell whether that one closes, or opens code of the text.
pub(super) fn unfenced(text: &str) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
