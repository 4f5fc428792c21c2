//! The orders in a comment. Most comments are notes to people, marks of tools, or text that somebody switched off; an
//! order among them is rare, and has to say so.

use super::{
    sentence::{self, Label, begins, holds, is_order},
    words::LANGUAGES,
};
use std::ops::Range;

/// Comments that are longer are text that was switched off.
const LONGEST: usize = 4 * 1024;

/// The lines of a comment's text that hold orders to agents, from the first to the last, in bytes of the text.
#[must_use]
pub fn in_comment(text: &str) -> Option<Range<usize>> {
    if text.len() > LONGEST {
        return None;
    }
    let lines: Vec<Line<'_>> = lines(text).filter(|line| !line.text.is_empty()).collect();
    let top = lines.first()?.text.to_lowercase();
    let mut is_addressed = false;
    for language in LANGUAGES {
        // A mark of a tool, a note or a licence speaks for the whole comment.
        let is_note = begins(top.trim_start_matches(['[', '(', '<', '!', ' ']), language.notes);
        let is_old = holds(top.split(':').next().unwrap_or(&top), language.old) && !is_order(lines[0].text);
        match sentence::label(&top, language) {
            Label::People => return None,
            _ if is_note || is_old => return None,
            Label::Agents(_) => is_addressed = true,
            Label::None => {}
        }
    }
    // Headings, tables and code are Markdown that was switched off; so are items, unless they are announced.
    if lines.iter().any(Line::is_structure) {
        return None;
    }
    let mut found: Option<Range<usize>> = None;
    for sentence in sentences(&lines, is_addressed) {
        if is_order(&sentence.text) {
            let start = found.map_or(sentence.range.start, |found| found.start);
            found = Some(start..sentence.range.end);
        }
    }
    found
}

/// A line without the space around it.
struct Line<'a> {
    text: &'a str,
    range: Range<usize>,
}

impl Line<'_> {
    fn is_structure(&self) -> bool {
        let heading = self.text.trim_start_matches('#');
        let is_heading = heading.len() < self.text.len() && heading.starts_with(' ');
        is_heading
            || ["```", "~~~", "|", "> ", "</"]
                .iter()
                .any(|mark| self.text.starts_with(mark))
    }

    /// The text behind the mark of an item of a list.
    fn item(&self) -> Option<&str> {
        let bullets = ["- ", "* ", "+ "];
        if let Some(rest) = bullets.iter().find_map(|bullet| self.text.strip_prefix(bullet)) {
            return Some(rest);
        }
        let rest = self.text.trim_start_matches(|char: char| char.is_ascii_digit());
        let rest = rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))?;
        self.text
            .starts_with(|char: char| char.is_ascii_digit())
            .then_some(rest)
    }
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at + (line.len() - line.trim_start().len());
        *at += line.len();
        let text = line.trim();
        Some(Line {
            text,
            range: start..start + text.len(),
        })
    })
}

/// A sentence with the lines it stands in.
struct Sentence {
    text: String,
    range: Range<usize>,
}

/// The sentences of some lines. A line that begins with a small letter goes on with the one before.
fn sentences(lines: &[Line<'_>], with_items: bool) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    let mut in_item = false;
    for line in lines {
        let item = line.item();
        let text = item.unwrap_or(line.text);
        let goes_on = item.is_none() && text.starts_with(|char: char| !char.is_uppercase());
        in_item = item.is_some() || in_item && goes_on;
        if in_item && !with_items {
            continue;
        }
        for (at, part) in parts(text).into_iter().enumerate() {
            match out.last_mut().filter(|_| at == 0 && goes_on) {
                Some(last) => {
                    last.text.push(' ');
                    last.text.push_str(part);
                    last.range.end = line.range.end;
                }
                None => out.push(Sentence {
                    text: part.to_owned(),
                    range: line.range.clone(),
                }),
            }
        }
    }
    out
}

/// The sentences of one line.
fn parts(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, mark) in line.match_indices(['.', '!', '?', ';']) {
        let end = at + mark.len();
        let rest = &line[end..];
        // A stop inside a code span or a name ends no sentence.
        let in_code = line[start..at].matches('`').count() % 2 == 1;
        if rest.starts_with(' ') && !in_code {
            out.push(line[start..end].trim());
            start = end;
        }
    }
    out.push(line[start..].trim());
    out.retain(|part| !part.is_empty());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        in_comment(text).map(|range| &text[range])
    }

    #[test]
    fn orders_are_found_with_their_lines() {
        assert_eq!(found(" Never push to main. "), Some("Never push to main."));
        assert_eq!(
            found("\n  Context first.\n  Always run `make`\n  before a commit.\n"),
            Some("Always run `make`\n  before a commit.")
        );
        assert_eq!(
            found("We use Rust. Never use unsafe code."),
            Some("We use Rust. Never use unsafe code.")
        );
        assert_eq!(
            found("Agents:\n- Never push\n- Be kind\n- Use tabs everywhere\n"),
            Some("- Never push\n- Be kind\n- Use tabs everywhere")
        );
        assert_eq!(
            found("IMPORTANT: do not deploy"),
            Some("IMPORTANT: do not deploy")
        );
    }

    #[test]
    fn notes_marks_and_switched_off_text() {
        for text in [
            "",
            " prettier-ignore ",
            " toc ",
            " markdownlint-disable MD013 ",
            " TODO: never push ",
            " NOTE: Always use tabs. ",
            " Generated by x. Do not edit. ",
            " Copyright 2026. You must not remove this notice. ",
            " Maintainers: never add more than ten rules. ",
            "\n- Never push to main\n- Always run tests\n",
            "\n## Old rules\n\nNever push to main.\n",
            " Old: never use npm. ",
            "Disabled for now\nNever use npm.\n",
            "```\nrun the tests always\n```",
            " Add your commands here ",
            " This file is managed by X. Never edit it. ",
            " parent: ../AGENTS.md ",
            " 1. Never push ",
        ] {
            assert_eq!(found(text), None, "{text:?}");
        }
    }
}
