//! Findings for a terminal: grouped by file, the range drawn under the line, one line of counts at the end.

use crate::view::{
    inert::{self, plain},
    prompt::Style,
};
use agents_lint::{Finding, Severity, finding::number, view::shown};
use agents_prompt::Project;
use agents_syntax::Text;
use agents_workspace::Files;
use std::{fmt::Write as _, ops::Range};

/// A line longer than this is shown in part, in characters.
const WIDEST_LINE: usize = 100;
/// However narrow the terminal is, this much of a line is shown.
const NARROWEST_LINE: usize = 20;
/// Columns before the line.
const MARGIN: usize = 6;

/// The report. With a `width`, sentences go on in a new line where they would be wider.
pub(crate) fn text(
    project: &Project,
    files: &dyn Files,
    findings: &[Finding],
    style: Style,
    width: Option<usize>,
) -> String {
    let mut out = String::new();
    let mut last = None;
    for finding in findings {
        if last != Some(&finding.path) {
            let _ = writeln!(
                out,
                "{}{}{}",
                style.bold,
                inert::line(&shown(project, &finding.path)),
                style.plain
            );
            last = Some(&finding.path);
        }
        one(&mut out, project, files, finding, style, width);
    }
    out.push_str(&counts(project, findings));
    out
}

fn one(
    out: &mut String,
    project: &Project,
    files: &dyn Files,
    finding: &Finding,
    style: Style,
    width: Option<usize>,
) {
    let file = files.file(&finding.path);
    let nothing = Text::default();
    let text = file.as_ref().map_or(&nothing, |file| file.text());
    let line = text.line_of(finding.range.start);
    let _ = writeln!(
        out,
        "  {}:{}: {}{}{} {}",
        inert::line(&shown(project, &finding.path)),
        line + 1,
        style.bold,
        finding.severity,
        style.plain,
        finding.rule
    );
    drawn(out, text, line, finding, style, width);
    let _ = writeln!(out, "    {}", wrapped(&inert::line(&finding.message()), 4, width));
    for related in &finding.related {
        let line = files
            .file(&related.path)
            .map_or(0, |file| file.text().line_of(related.range.start));
        let place = format!(
            "{}:{}: {}",
            inert::line(&shown(project, &related.path)),
            line + 1,
            related.message
        );
        let _ = writeln!(
            out,
            "    {}{}{}",
            style.dim,
            wrapped(&place, 6, width),
            style.plain
        );
    }
    out.push('\n');
}

/// A text that begins four columns in, with line breaks between words where it would be wider than `width`; what
/// goes on is `indent` columns in.
fn wrapped(text: &str, indent: usize, width: Option<usize>) -> String {
    let Some(width) = width else {
        return text.to_owned();
    };
    let mut out = String::new();
    let mut column = 4;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if !out.is_empty() && column + 1 + wide > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if !out.is_empty() {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += wide;
    }
    out
}

/// The line with the range under it; of a long one the part around the range.
fn drawn(out: &mut String, text: &Text, line: usize, finding: &Finding, style: Style, width: Option<usize>) {
    let whole = text.line_range(line);
    if whole.is_empty() {
        return;
    }
    let widest = width.map_or(WIDEST_LINE, |width| {
        width.saturating_sub(MARGIN).clamp(NARROWEST_LINE, WIDEST_LINE)
    });
    let before = text.slice(whole.start..finding.range.start).len_chars();
    let skipped = before.saturating_sub(widest / 2);
    let shown = part(text, whole.clone(), skipped, widest);
    let end = finding.range.end.clamp(finding.range.start, whole.end);
    let marked = text
        .slice(finding.range.start..end)
        .len_chars()
        .max(1)
        .min(widest - (before - skipped).min(widest - 1));
    let more = text.line_of(finding.range.end.saturating_sub(1).max(finding.range.start)) - line;
    let _ = writeln!(out, "    {}│{} {shown}", style.dim, style.plain);
    let _ = write!(
        out,
        "    {}│{} {}{}",
        style.dim,
        style.plain,
        " ".repeat(before - skipped),
        "~".repeat(marked)
    );
    if more > 0 {
        let lines = if more == 1 { "line" } else { "lines" };
        let _ = write!(out, " and {} more {lines}", number(more));
    }
    out.push('\n');
}

/// As many characters of a line as fit, with `…` where there are more.
fn part(text: &Text, line: Range<usize>, skipped: usize, most: usize) -> String {
    let line = text.slice(line);
    let is_cut = line.len_chars() > skipped + most;
    let chars = line.chars().skip(skipped).take(most).enumerate();
    chars
        .map(|(at, char)| match at {
            0 if skipped > 0 => '…',
            last if is_cut && last + 1 == most => '…',
            _ => plain(char),
        })
        .collect()
}

fn counts(project: &Project, findings: &[Finding]) -> String {
    let mut names: Vec<String> = project.active.iter().map(agents_prompt::Active::title).collect();
    let mut readers = findings.iter().flat_map(|finding| project.readers(&finding.path));
    if readers.any(|(reader, _)| project.is_standard(reader)) {
        names.push("skills that none of them reads by the Agent Skills standard".to_owned());
    }
    let runtimes = if project.is_fallback {
        "no agent runtime left traces here; judged by the plain AGENTS.md convention, skills by the Agent Skills \
         standard"
            .to_owned()
    } else {
        names.join(", ")
    };
    if findings.is_empty() {
        return format!("Nothing found ({runtimes}).\n");
    }
    let count = |severity| {
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    let kinds = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "information", "information"),
        (Severity::Hint, "hint", "hints"),
    ];
    let counted = kinds
        .iter()
        .filter_map(|(severity, one, many)| match count(*severity) {
            0 => None,
            1 => Some(format!("1 {one}")),
            several => Some(format!("{} {many}", number(several))),
        });
    format!("{} ({runtimes}).\n", counted.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::{part, wrapped};
    use agents_syntax::Text;

    #[test]
    fn a_long_line_says_that_there_is_more_of_it() {
        let part = |skipped, most| part(&Text::new("abcdefgh"), 0..8, skipped, most);
        assert_eq!(part(0, 8), "abcdefgh");
        assert_eq!(part(0, 4), "abc…");
        assert_eq!(part(2, 4), "…de…");
        assert_eq!(part(4, 4), "…fgh");
    }

    #[test]
    fn sentences_wrap_between_words() {
        let text = "one two three fourteen-or-more four";
        assert_eq!(wrapped(text, 4, None), text);
        assert_eq!(
            wrapped(text, 4, Some(13)),
            "one two\n    three\n    fourteen-or-more\n    four"
        );
        assert_eq!(wrapped(text, 4, Some(200)), text);
    }
}
