//! What each section of a file takes, as a word behind its heading.

use crate::view::{
    lens,
    usage::{Usage, usage},
};
use agents_lint::{
    finding::{number, quantity},
    view::FileView,
};
use agents_prompt::{EffectivePrompt, LossKind, Project, PromptCache, Unit};
use agents_syntax::Document;
use agents_workspace::{Files, config::SectionHints};
use std::{ops::Range, path::Path};

/// A few words at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The byte behind which they stand.
    pub(crate) at: usize,
    /// The words.
    pub(crate) label: String,
}

/// Hints for the headings of a file that begin in `range`, under the main runtime that sends the file.
pub(crate) fn of_file(
    project: &Project,
    files: &dyn Files,
    prompts: &PromptCache,
    path: &Path,
    document: &Document,
    detail: SectionHints,
    range: &Range<usize>,
) -> Vec<Hint> {
    let view = FileView::new(project, files, prompts, path);
    let reader = lens::readers(&view)
        .into_iter()
        .find(|reader| reader.skill(path).is_none());
    reader.map_or_else(Vec::new, |reader| {
        let usage = usage(&reader.prompt, &reader.situation, path);
        hints(document, &reader.prompt, &usage, path, detail, range)
    })
}

/// Hints for the headings that begin in `range`.
fn hints(
    document: &Document,
    prompt: &EffectivePrompt,
    usage: &Usage,
    path: &Path,
    detail: SectionHints,
    range: &Range<usize>,
) -> Vec<Hint> {
    if detail == SectionHints::Off {
        return Vec::new();
    }
    let text = document.text();
    let losses = prompt
        .all_losses()
        .filter(|loss| loss.path == path && loss.kind != LossKind::Stripped);
    let lost: Vec<&Range<usize>> = losses.map(|loss| &loss.range).collect();
    let hint = |(heading, section): (usize, Range<usize>)| {
        let size = usage.unit.measure_between(text, &section);
        let label = match (detail, usage.cap.filter(|cap| *cap > 0)) {
            (SectionHints::Percent, Some(cap)) => percent(size, cap),
            (SectionHints::Tokens, _) => {
                let tokens = Unit::Tokens.measure_between(text, &section);
                format!("≈ {}", quantity(tokens, Unit::Tokens))
            }
            _ => quantity(size, usage.unit),
        };
        Hint {
            at: text.line_range(text.line_of(heading)).end,
            label: format!("{label}{}", fate(&section, &lost)),
        }
    };
    sections(document, range).into_iter().map(hint).collect()
}

/// The start of each heading that begins in `range`, with its section: up to the next heading of its level or a
/// higher one. What lies before `range` is not read.
fn sections(document: &Document, range: &Range<usize>) -> Vec<(usize, Range<usize>)> {
    let end = document.text().len();
    let mut found: Vec<(usize, Range<usize>)> = Vec::new();
    // The sections that are not ended yet, outer before inner, each with its level.
    let mut open: Vec<(u8, usize)> = Vec::new();
    for heading in document.headings_in(range.start..end) {
        let start = heading.range.start;
        while let Some((_, index)) = open.pop_if(|(level, _)| *level >= heading.level) {
            found[index].1.end = start;
        }
        let is_wanted = range.contains(&start) || (start == range.start && range.is_empty());
        if is_wanted {
            open.push((heading.level, found.len()));
            found.push((start, start..end));
        } else if open.is_empty() && start >= range.end {
            break;
        }
    }
    found
}

fn percent(size: usize, cap: usize) -> String {
    match (size * 100 + cap / 2) / cap {
        0 if size > 0 => "< 1 %".to_owned(),
        percent => format!("{} %", number(percent)),
    }
}

/// `, lost` where nothing of a section is sent, `, cut` where part of it is.
fn fate(section: &Range<usize>, lost: &[&Range<usize>]) -> &'static str {
    let covers = |range: &&&Range<usize>| range.start <= section.start && section.end <= range.end;
    let meets = |range: &&&Range<usize>| range.start < section.end && section.start < range.end;
    if lost.iter().any(|range| covers(&range)) {
        ", lost"
    } else if lost.iter().any(|range| meets(&range)) {
        ", cut"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_prompt::{Active, Situation};
    use agents_syntax::Text;
    use agents_workspace::MemoryFiles;
    use serde_json::json;

    const TEXT: &str = "# A\n\nfour\n\n## B é\n\n1234567\n\n## C\n\nlast\n\n# D\n";

    fn all(cap: usize, detail: SectionHints, range: Range<usize>) -> Vec<String> {
        let mut files = MemoryFiles::new();
        files.folder("/w/.git").add("/w/AGENTS.md", TEXT);
        let (runtime, _) = agents_prompt::runtimes::find("codex").expect("a runtime");
        let mut active = Active::new(runtime, Vec::new()).expect("a version");
        active
            .set("project_doc_max_bytes", &json!(cap))
            .expect("a setting");
        let mut situation = Situation::at("/w");
        situation.settings = active.settings.clone();
        let prompt = active.assemble(&situation, &files);
        let path = Path::new("/w/AGENTS.md");
        let usage = usage(&prompt, &situation, path);
        let document = Document::open(Text::new(TEXT));
        let hints = hints(&document, &prompt, &usage, path, detail, &range);
        hints
            .into_iter()
            .map(|hint| {
                let line = TEXT[..hint.at].rsplit('\n').next().expect("a line");
                assert!(TEXT[hint.at..].starts_with('\n'), "at the end of a line");
                format!("{line}: {}", hint.label)
            })
            .collect()
    }

    #[test]
    fn a_section_reaches_to_the_next_heading_of_its_level() {
        let sizes = all(1_000, SectionHints::Size, 0..TEXT.len());
        assert_eq!(
            sizes,
            [
                "# A: 41 bytes",
                "## B é: 18 bytes",
                "## C: 12 bytes",
                "# D: 4 bytes"
            ]
        );
    }

    #[test]
    fn only_headings_that_begin_in_the_range_are_told() {
        let from = TEXT.find("## B").expect("B");
        let within = |range| all(1_000, SectionHints::Size, range);
        assert_eq!(within(from..from + 1), ["## B é: 18 bytes"]);
        assert_eq!(within(from + 1..from + 3), [""; 0], "it began before");
        assert_eq!(within(0..1), ["# A: 41 bytes"], "its end lies outside");
    }

    #[test]
    fn shares_are_of_the_cap() {
        let shares = |cap| all(cap, SectionHints::Percent, 0..TEXT.len());
        assert_eq!(
            shares(1_000),
            ["# A: 4 %", "## B é: 2 %", "## C: 1 %", "# D: < 1 %"]
        );
        let tokens = all(1_000, SectionHints::Tokens, 0..5);
        assert_eq!(tokens, ["# A: ≈ 11 tokens"]);
        assert!(all(1_000, SectionHints::Off, 0..TEXT.len()).is_empty());
    }

    #[test]
    fn what_is_lost_is_told() {
        let sizes = all(20, SectionHints::Size, 0..TEXT.len());
        assert_eq!(
            sizes,
            [
                "# A: 41 bytes, cut",
                "## B é: 18 bytes, cut",
                "## C: 12 bytes, lost",
                "# D: 4 bytes, lost"
            ]
        );
    }
}
