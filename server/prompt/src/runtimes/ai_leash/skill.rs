//! One skill file of ai-leash: the fence around it, its head, its body.

use crate::{effective::SkillFault, steps::head};
use std::{borrow::Cow, ops::Range};

/// What ai-leash reads of a skill file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkillFile {
    /// The name, and its bytes in the file.
    pub name: (String, Range<usize>),
    /// The description, and its bytes in the file.
    pub description: (String, Range<usize>),
    /// What `load_skill` returns.
    pub body: String,
    /// What is wrong with it and does not keep it out: a key counts whatever its value is, and what stands behind the
    /// dashes of the closing line begins the body.
    pub passed: Option<SkillFault>,
}

/// Reads a skill file.
///
/// # Errors
/// Why the file is not a skill.
pub fn parse(text: &str) -> Result<SkillFile, SkillFault> {
    let unwrapped = Unwrapped::of(text);
    let Some(rest) = unwrapped.text.strip_prefix("---\n") else {
        return Err(opening_fault(&unwrapped.text));
    };
    let end = rest.find("\n---").ok_or(SkillFault::Unclosed)?;
    let block = &rest[..end];
    let key = |key: &'static str| -> Result<(String, Range<usize>), SkillFault> {
        let value = value(block, key).ok_or_else(|| missing(block, key))?;
        let at = unwrapped.source("---\n".len() + value.start);
        Ok((block[value.clone()].to_owned(), at..at + value.len()))
    };
    let (name, description) = (key("name")?, key("description")?);
    let behind = &rest[end + "\n---".len()..];
    let closing = behind.split('\n').next().unwrap_or_default();
    // Quotes are a value to it, though to nobody who writes them.
    let is_empty = |value: &str| matches!(value, "" | "\"\"" | "''");
    let passed = if is_empty(&name.0) {
        Some(SkillFault::EmptyValue("name"))
    } else if is_empty(&description.0) {
        Some(SkillFault::EmptyValue("description"))
    } else {
        (!closing.trim().is_empty()).then_some(SkillFault::ClosingLine)
    };
    Ok(SkillFile {
        name,
        description,
        body: behind.trim_start_matches('\n').to_owned(),
        passed,
    })
}

/// The bytes of the last value of a key at the start of a line, trimmed.
fn value(head: &str, key: &str) -> Option<Range<usize>> {
    let mut found = None;
    let mut start = 0;
    for line in head.split_inclusive('\n') {
        if let Some(after) = line.strip_prefix(key).and_then(|after| after.strip_prefix(':')) {
            let value = after.trim();
            let lead = after.len() - after.trim_start().len();
            let at = start + line.len() - after.len() + if value.is_empty() { 0 } else { lead };
            found = Some(at..at + value.len());
        }
        start += line.len();
    }
    found
}

fn missing(head: &str, key: &'static str) -> SkillFault {
    let begins = |line: &str, key: &str| {
        line.strip_prefix(key)
            .is_some_and(|rest| rest.trim_start().starts_with(':'))
    };
    if head
        .lines()
        .any(|line| begins(line.trim_start(), key) && !line.starts_with(key))
    {
        SkillFault::IndentedKey(key)
    } else if head
        .lines()
        .any(|line| begins(&line.trim_start().to_lowercase(), key))
    {
        SkillFault::KeyCase(key)
    } else {
        SkillFault::MissingKey(key)
    }
}

fn opening_fault(text: &str) -> SkillFault {
    if text.starts_with("---\r\n") {
        SkillFault::CarriageReturns
    } else {
        head::unopened(text)
    }
}

/// A text without the code fence around it, and where its lines come from.
struct Unwrapped<'a> {
    text: Cow<'a, str>,
    /// Where lines begin, in the unwrapped text and in the file; empty when nothing was unwrapped.
    lines: Vec<(usize, usize)>,
}

impl<'a> Unwrapped<'a> {
    /// The first line goes whatever stands behind its three backticks, the last only when it is three
    /// backticks alone; line ends become LF.
    fn of(text: &'a str) -> Self {
        let trimmed = text.trim();
        if !trimmed.starts_with("```") {
            return Self {
                text: Cow::Borrowed(text),
                lines: Vec::new(),
            };
        }
        let mut at = text.len() - text.trim_start().len();
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for line in trimmed.split_inclusive('\n') {
            lines.push((
                at,
                line.strip_suffix('\n')
                    .map_or(line, |line| line.strip_suffix('\r').unwrap_or(line)),
            ));
            at += line.len();
        }
        lines.remove(0);
        if lines.last().is_some_and(|(_, line)| line.trim() == "```") {
            lines.pop();
        }
        let mut out = String::new();
        let mut starts = Vec::new();
        for (index, (source, line)) in lines.into_iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            starts.push((out.len(), source));
            out.push_str(line);
        }
        Self {
            text: Cow::Owned(out),
            lines: starts,
        }
    }

    /// The byte of the file for a byte of the unwrapped text.
    fn source(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(start, _)| *start <= at);
        match line.checked_sub(1).and_then(|line| self.lines.get(line)) {
            Some((start, source)) => source + (at - start),
            None => at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_point_into_the_file_through_a_fence() {
        let text = "\n```md\r\n---\r\nname: m\r\ndescription:  d é \r\n---\r\nbody\r\n```\r\n";
        let skill = parse(text).unwrap();
        assert_eq!(&text[skill.name.1.clone()], "m");
        assert_eq!(&text[skill.description.1.clone()], "d é");
        assert_eq!(skill.body, "body");
    }

    #[test]
    fn every_refusal_has_its_reason() {
        let fault = |text| parse(text).unwrap_err();
        assert_eq!(
            fault("---\n name: a\ndescription: b\n---\n"),
            SkillFault::IndentedKey("name")
        );
        assert_eq!(
            fault("---\nName: a\ndescription: b\n---\n"),
            SkillFault::KeyCase("name")
        );
        assert_eq!(
            fault("---\nname: a\n---\n"),
            SkillFault::MissingKey("description")
        );
        assert_eq!(fault("---\r\nname: a\r\n---\r\n"), SkillFault::CarriageReturns);
        assert_eq!(fault("\u{feff}---\nname: a\n---\n"), SkillFault::ByteOrderMark);
        assert_eq!(fault("\n---\nname: a\n---\n"), SkillFault::LeadingText);
        assert_eq!(fault("~~~\n---\nname: a\n---\n~~~\n"), SkillFault::NoFrontmatter);
        assert_eq!(
            fault("---\n---\n"),
            SkillFault::Unclosed,
            "an empty head is not closed there"
        );
        assert_eq!(fault("```"), SkillFault::NoFrontmatter);
    }
}
