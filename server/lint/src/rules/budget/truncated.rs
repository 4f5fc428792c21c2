//! `budget.truncated`: text is cut by a cap.

use super::memory::is_of_memory;
use crate::{
    finding::{Finding, Severity, list, number, quantity},
    fix::{FileEdit, Fix, apply},
    repair::{changed, extract, raise, relief::Pressed, section},
    rule::Rule,
    rules::encoding::split_character,
    view::{FileView, RuntimeView, is_by_cap},
};
use agents_prompt::{Cause, Loss, LossKind, runtime::Role};
use agents_syntax::{Document, Text};
use std::ops::Range;

/// How many lost headings a message names.
const NAMED_HEADINGS: usize = 3;
/// How many bytes of lost text are searched for prohibitions at every keystroke.
const SEARCHED: usize = 16 * 1024;
/// What marks a line as a prohibition.
const PROHIBITIONS: [&str; 4] = ["never", "must not", "do not", "don't"];

/// See the module.
pub struct Truncated;

impl Rule for Truncated {
    fn code(&self) -> &'static str {
        "budget.truncated"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime reads only so much: a number of bytes or characters for one file, or for all files \
together. Text beyond the cap never reaches the model, and neither the author nor the model is told where \
it ends. The finding covers exactly the text that is lost; where a runtime keeps single lines of what it cuts \
out, it covers the cut from end to end, and the message tells how much of it is lost.\n\n\
### Why it matters\n\nThe end of a file is often where release and safety rules stand, and it goes first. \
A model that got half a contract behaves as if it had the whole.\n\n\
### Example\n\nCodex reads 32,768 bytes of project files. A root `AGENTS.md` of 32,000 bytes leaves 768 \
bytes for `services/billing/AGENTS.md`; the rest of that file is dimmed.\n\n\
### What to do\n\nMove what matters most to the top, move reference material to files that the agent reads \
on demand, or raise the cap in the runtime's own settings. The fixes do each where it helps: as few sections as are \
needed go to `docs/agents/`, with a link in their place, or an import where all runtimes here follow imports; those \
with rules on releases and security, and bans, go last. A cap is raised in the settings file that sets it, or else in the \
one of the project.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        for view in &file.runtimes {
            for cut in cuts(file, view) {
                let sentence = sentence(&cut, view, content.text(), content.document());
                let mut finding =
                    Finding::new(self, file.path, cut.range.clone()).effect(view.name(), sentence);
                finding.is_unnecessary = cut.is_whole();
                let loss = cut.losses[0];
                let what = match &loss.cause {
                    _ if view.role == Role::Skill => "Shorten it",
                    Cause::TotalCap { used_before: 1.., .. } => "Shorten the files before this one",
                    _ => "Move what matters to the top or sections to other files",
                };
                finding.advice = super::advice(what, super::setting(view, loss));
                out.push(finding);
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let document = content.document();
        let mut fixes = Vec::new();
        let lost = section::in_lost_text(document, &finding.range);
        if let Some(lost) = &lost {
            let to_top = section::move_to_top(file.path, document, lost);
            fixes.extend(to_top.filter(|fix| is_saved(fix, finding, file)));
        }
        let pressed = Pressed::of(file, finding);
        fixes.extend(extract::split(file, document, &pressed));
        fixes.extend(raise::fixes(file, &pressed));
        // The section under a title that begins the file is the whole file.
        let is_part = |lost: &&section::Section| {
            document.headings().next().as_ref() != Some(&lost.heading)
                || lost.range.end < document.text().len()
        };
        if let Some(lost) = lost.as_ref().filter(is_part) {
            fixes.extend(section::move_to_notes(file, document, lost));
        }
        for fix in &mut fixes {
            fix.rule = Some(self.code());
        }
        fixes
    }
}

/// What one cap takes of a file.
struct Cut<'a> {
    /// From the first lost byte to the last.
    range: Range<usize>,
    /// The lost stretches in order. There is more than one where a runtime keeps single lines of what it cuts:
    /// one cut stays one finding, and the message tells that something is kept.
    losses: Vec<&'a Loss>,
}

impl Cut<'_> {
    fn is_whole(&self) -> bool {
        self.losses.len() == 1
    }

    fn amount(&self) -> usize {
        self.losses.iter().map(|loss| loss.amount).sum()
    }

    /// Takes a letter at one of the ends that is cut in two out of the range: `encoding.split-character` shows it.
    /// What of it is lost still counts.
    fn spare(&mut self, letter: &Range<usize>) {
        if self.range.start == letter.start {
            self.range.start = letter.end;
        } else if self.range.end == letter.end {
            self.range.end = letter.start;
        }
    }
}

fn cuts<'a>(file: &'a FileView<'_>, view: &'a RuntimeView<'_>) -> Vec<Cut<'a>> {
    let mut cuts: Vec<Cut<'a>> = Vec::new();
    let lost = view.losses(file.path);
    let mut lost: Vec<&Loss> = lost
        .filter(|loss| is_by_cap(loss) && !loss.range.is_empty() && !is_of_memory(view.role, loss))
        .collect();
    lost.sort_by_key(|loss| (loss.range.start, loss.range.end));
    lost.dedup();
    for loss in lost {
        match cuts.iter_mut().find(|cut| cut.losses[0].cause == loss.cause) {
            Some(cut) => {
                cut.range.end = cut.range.end.max(loss.range.end);
                cut.losses.push(loss);
            }
            None => cuts.push(Cut {
                range: loss.range.clone(),
                losses: vec![loss],
            }),
        }
    }
    if let Some(text) = file.text().filter(|_| !cuts.is_empty()) {
        // A final line break that does not arrive changes nothing for the model.
        let is_blank = |cut: &Cut<'_>| {
            let mut losses = cut.losses.iter();
            losses.all(|loss| text.slice(loss.range.clone()).chars().all(char::is_whitespace))
        };
        cuts.retain(|cut| !is_blank(cut));
        for (letter, _) in split_character::split(view, file.path, text) {
            for cut in &mut cuts {
                cut.spare(&letter);
            }
        }
    }
    cuts.retain(|cut| !cut.range.is_empty());
    if let Some(text) = file.text() {
        for cut in &mut cuts {
            cut.range.start = first_seen(text, &cut.range);
        }
    }
    cuts
}

/// Where a mark under lost text begins: a line that is complete is not lost, though its line break is. Text of white
/// space alone is marked as it is.
fn first_seen(text: &Text, lost: &Range<usize>) -> usize {
    let line = text.line_range(text.line_of(lost.start));
    let is_blank = |range: Range<usize>| text.substring(range).trim().is_empty();
    // A cut before the first line of a file, or in the middle of one, stays where it is.
    let is_at_end = lost.start > line.start && is_blank(lost.start..line.end.clamp(lost.start, lost.end));
    let lines = text.line_of(lost.start)..text.line_of(lost.end).saturating_add(1);
    for number in lines.filter(|_| is_at_end) {
        let line = text.line_range(number);
        let start = line.start.max(lost.start);
        let written = text.substring(start..line.end.clamp(start, lost.end.max(start)));
        let before = written.len() - written.trim_start().len();
        if before < written.len() {
            return start + before;
        }
    }
    lost.start
}

/// Whether the moved section reaches every runtime that loses text here.
fn is_saved(fix: &Fix, finding: &Finding, file: &FileView<'_>) -> bool {
    let (Some(text), [FileEdit::Text { edits, .. }]) = (file.text(), fix.edits.as_slice()) else {
        return false;
    };
    let Some(moved) = edits.first() else { return false };
    let start = moved.range.start;
    let moved = start..start + moved.text.trim_end().len();
    let text = apply(text, edits);
    let losers = finding.runtimes();
    let mut losers = file.runtimes.iter().filter(|view| losers.contains(&view.name()));
    losers.all(|view| {
        let prompt = changed::prompt(file, view, text.clone());
        let is_lost = |loss: &Loss| {
            loss.path == file.path && loss.range.start < moved.end && moved.start < loss.range.end
        };
        prompt.loaded(file.path).next().is_some() && !prompt.all_losses().any(is_lost)
    })
}

fn sentence(cut: &Cut<'_>, view: &RuntimeView<'_>, text: &Text, document: &Document) -> String {
    let loss = cut.losses[0];
    let unit = loss.unit;
    let subject = if loss.kind == LossKind::Dropped || loss.range == (0..text.len()) {
        "Nothing of this file reaches {}"
    } else if cut.is_whole() {
        "This text does not reach {}"
    } else {
        "Most of this text does not reach {}"
    };
    let why = match &loss.cause {
        Cause::TotalCap { cap, used_before: 0 } => {
            format!("the cap for all files together is {}", quantity(*cap, unit))
        }
        Cause::TotalCap { cap, used_before } => format!(
            "the files before this one use {} of {}",
            number(*used_before),
            quantity(*cap, unit)
        ),
        Cause::FileCap { cap } if view.role == Role::Skill => {
            format!("the cap for a description is {}", quantity(*cap, unit))
        }
        Cause::FileCap { cap } => format!("the cap for this file is {}", quantity(*cap, unit)),
        _ => "it is over a cap".to_owned(),
    };
    let why = format!("{why}{}", super::named(super::setting(view, loss)));
    let mut lost = vec![quantity(cut.amount(), unit)];
    if cut.is_whole() {
        lost.extend(headings(document, &loss.range));
        lost.extend(prohibitions(text, &loss.range));
        return format!("{subject}: {why}. Lost: {}.", list(&lost));
    }
    let all = quantity(unit.measure_between(text, &cut.range), unit);
    let lost = number(cut.amount());
    format!("{subject}: {why}. Lost: {lost} of {all}; single lines in between are kept.")
}

/// The headings in lost text, the first few by name.
fn headings(document: &Document, range: &Range<usize>) -> Option<String> {
    let lost = document.headings_in(range.clone());
    let mut lost = lost.filter(|heading| heading.range.start >= range.start);
    let named = lost.by_ref().take(NAMED_HEADINGS);
    let mut named: Vec<String> = named.map(|heading| format!("“{}”", heading.title)).collect();
    if lost.next().is_some() {
        named.push("more".to_owned());
    }
    match named.as_slice() {
        [] => None,
        [only] => Some(format!("the heading {only}")),
        several => Some(format!("the headings {}", list(several))),
    }
}

/// How many lines of the lost text forbid something.
fn prohibitions(text: &Text, range: &Range<usize>) -> Option<String> {
    let end = range.end.min(range.start + SEARCHED);
    let at_least = if end < range.end { "at least " } else { "" };
    let lost = text.substring(range.start..end);
    let words: Vec<usize> = lost.lines().filter_map(forbids).collect();
    let word = *words.first()?;
    let or_alike = if words.iter().all(|other| *other == word) {
        ""
    } else {
        " or the like"
    };
    let rules = if words.len() == 1 { "rule" } else { "rules" };
    Some(format!(
        "{at_least}{} {rules} with “{}”{or_alike}",
        words.len(),
        PROHIBITIONS[word]
    ))
}

/// The first of the prohibitions that a line holds as whole words, in small or capital letters. Looks at
/// each byte once, since many stretches may be lost in one file.
fn forbids(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let mut found = None;
    for (at, byte) in bytes.iter().enumerate() {
        let inside_a_word = at > 0 && bytes[at - 1].is_ascii_alphanumeric();
        if inside_a_word || !matches!(byte | 0x20, b'n' | b'm' | b'd') {
            continue;
        }
        let holds = |word: &str| {
            bytes[at..]
                .get(..word.len())
                .is_some_and(|here| here.eq_ignore_ascii_case(word.as_bytes()))
        };
        let Some(word) = PROHIBITIONS.into_iter().position(holds) else {
            continue;
        };
        let before = line[..at].chars().next_back();
        let after = line[at + PROHIBITIONS[word].len()..].chars().next();
        let is_whole =
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric);
        if is_whole && found.is_none_or(|found| word < found) {
            found = Some(word);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;
    use proptest::prelude::*;

    const CODE: &str = "budget.truncated";

    fn codex(cap: usize, tree: &str) -> Fixture {
        let mut fixture = Fixture::new(&["codex"], tree);
        fixture.set("project_doc_max_bytes", cap);
        fixture
    }

    #[test]
    fn the_range_is_what_lies_beyond_the_cap() {
        let tree = "//- AGENTS.md\n0123456789\n//- a/AGENTS.md\n# Money\n\nNever round. Do it.\n";
        // 11 bytes above, 29 here.
        assert!(codex(41, tree).marked(CODE).is_empty());
        assert_eq!(
            codex(40, tree).codes(),
            Vec::<String>::new(),
            "40 bytes fit into 40"
        );
        assert!(
            codex(39, tree).codes().is_empty(),
            "only the final line break is lost"
        );
        assert_eq!(codex(38, tree).marked(CODE), [".\n"]);
        assert_eq!(codex(26, tree).marked(CODE), ["round. Do it.\n"]);
        insta::assert_snapshot!(codex(11, tree).drawn(), @r#"
        AGENTS.md information budget.starves-nested
          0123456789
          ^^^^^^^^^^
          This file uses 11 of the 11 bytes that all files share for codex (`project_doc_max_bytes`), so 1 nested file is dropped. Shorten it or move sections to files that only some folders load, or raise the cap.
          see a/AGENTS.md: 29 bytes are dropped here
        a/AGENTS.md warning budget.truncated
          # Money
          ^^^^^^^
          
          
          Never round. Do it.
          ^^^^^^^^^^^^^^^^^^^
          Nothing of this file reaches codex: the files before this one use 11 of 11 bytes (`project_doc_max_bytes`). Lost: 29 bytes, the heading “Money” and 1 rule with “never”. Shorten the files before this one, or raise the cap.
        "#);
        insta::assert_snapshot!(codex(26, tree).message(CODE), @r#"This text does not reach codex: the files before this one use 11 of 26 bytes (`project_doc_max_bytes`). Lost: 14 bytes. Shorten the files before this one, or raise the cap."#);
    }

    #[test]
    fn a_file_that_openclaw_does_not_read_for_its_size_is_told_of() {
        for release in ["openclaw@2026.9.6", "openclaw@2026.7.1"] {
            let of = |bytes: usize| {
                let mut fixture = Fixture::new(&[release], "");
                fixture.add("SOUL.md", "word\n".repeat(bytes / 5));
                fixture
            };
            let message = of(2_097_155).message(CODE);
            assert!(message.starts_with("Nothing of this file reaches"), "{message}");
            assert!(
                message.contains("the cap for this file is 2,097,152 bytes"),
                "{message}"
            );
            let within = of(2_097_150).message(CODE);
            assert!(!within.contains("2,097,152"), "{within}");
        }
    }

    #[test]
    fn a_file_alone_is_over_the_cap_for_all() {
        let fixture = codex(
            10,
            "//- AGENTS.md\n# A\n\nYou must not.\n\n## B\n\n## C\n\n## D\n\n## E\n",
        );
        insta::assert_snapshot!(fixture.message(CODE), @r#"This text does not reach codex: the cap for all files together is 10 bytes (`project_doc_max_bytes`). Lost: 33 bytes and the headings “B”, “C”, “D” and more. Move what matters to the top or sections to other files, or raise the cap."#);
    }

    #[test]
    fn a_cap_of_nothing_and_other_runtimes_are_no_cut() {
        let tree = "//- AGENTS.md\n0123456789\n";
        assert!(codex(0, tree).marked(CODE).is_empty(), "switched off, not cut");
        assert!(
            Fixture::new(
                &["ai-leash", "agents-md"],
                &format!("{tree}{}", "x".repeat(40_000))
            )
            .codes()
            .is_empty()
        );
    }

    #[test]
    fn a_letter_that_is_cut_in_two_is_another_rules_matter() {
        let mut fixture = codex(6, "//- AGENTS.md\nabcd😀!\n");
        assert_eq!(fixture.marked(CODE), ["!\n"]);
        fixture = codex(7, "");
        fixture.add("AGENTS.md", "ab\r\ncd\r\nef\r\n");
        assert_eq!(fixture.marked(CODE), ["ef\r\n"], "between CR and LF");
    }

    #[test]
    fn units_are_the_runtimes_own() {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.set("cap", 5).add("AGENTS.md", "é😀é😀é");
        // é 1, 😀 2, é 1 are 4 units; the next 😀 does not fit whole.
        assert_eq!(fixture.marked(CODE), ["😀é"]);
        assert_eq!(
            fixture.message(CODE),
            "This text does not reach vibekit: the cap for this file is 5 UTF-16 units (`cap`). Lost: 3 UTF-16 units. \
             Move what matters to the top or sections to other files, or raise the cap."
        );
    }

    #[test]
    fn one_cut_with_kept_lines_in_it_is_one_finding() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        let filler = "Some prose of no great weight.\n\n".repeat(60);
        let rules: String = (0..20)
            .map(|at| {
                format!(
                    "{}- Never do {at}.\n\n",
                    "Some more prose in between.\n\n".repeat(4)
                )
            })
            .collect();
        let text = format!("# Top\n\n{filler}{rules}{filler}End.\n");
        fixture
            .set("agents.defaults.bootstrapMaxChars", 2_000)
            .add("AGENTS.md", &text);
        let found = fixture.findings();
        let found: Vec<_> = found.iter().filter(|finding| finding.rule == CODE).collect();
        assert_eq!(found.len(), 1, "{:?}", fixture.codes());
        assert!(!found[0].is_unnecessary, "lines that are kept must not be dimmed");
        // 45 % from the beginning, 15 % from the end.
        assert_eq!(found[0].range, 900..text.len() - 1 - 300);
        insta::assert_snapshot!(found[0].message(), @r#"Most of this text does not reach openclaw: the cap for this file is 2,000 UTF-16 units (`agents.defaults.bootstrapMaxChars`). Lost: 5,011 of 5,281 UTF-16 units; single lines in between are kept. Move what matters to the top or sections to other files, or raise the cap."#);
    }

    #[test]
    fn head_and_tail_leave_one_gap() {
        let mut fixture = Fixture::new(&["openclaw"], "");
        let text = "word ".repeat(500);
        fixture
            .set("agents.defaults.bootstrapMaxChars", 1_000)
            .add("SOUL.md", &text);
        let found = fixture.findings();
        let found: Vec<_> = found.iter().filter(|finding| finding.rule == CODE).collect();
        assert_eq!(found.len(), 1);
        assert!(found[0].is_unnecessary);
        assert!(found[0].range.start > 500 && found[0].range.end < text.len() - 100);
    }

    #[test]
    fn a_long_description_of_a_skill_is_cut() {
        let text = format!("---\nname: x\ndescription: {}END\n---\n", "d".repeat(1_024));
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(".agents/skills/x/SKILL.md", text);
        // Three of the 1,024 characters go to the dots.
        assert_eq!(fixture.marked(CODE), ["dddEND"]);
        assert_eq!(
            fixture.message(CODE),
            "This text does not reach codex: the cap for a description is 1,024 characters. Lost: 6 characters. \
             Shorten it."
        );
        assert!(fixture.fixes(CODE).is_empty());
    }

    #[test]
    fn a_lost_section_moves_to_the_top_where_it_fits() {
        let tree = "//- AGENTS.md\n# Guide\n\nIntro.\n\n## Style\n\nLong and windy text about style.\n\n## Safety\n\nNever push.\n";
        for eol in ["\n", "\r\n"] {
            for end in ["", eol] {
                for bom in ["", "\u{feff}"] {
                    let text = tree.split_once('\n').unwrap().1.trim_end().replace('\n', eol);
                    let mut fixture = codex(66, "");
                    fixture.add("AGENTS.md", format!("{bom}{text}{end}"));
                    let fixes = fixture.fixes(CODE);
                    assert_eq!(fixes[0].title, "Move “Safety” to the top of the file");
                    fixture.apply(&fixes[0]);
                    let moved = fixture.text("AGENTS.md".as_ref()).to_string();
                    assert_eq!(
                        moved,
                        format!("{bom}# Guide\n\nIntro.\n\n## Safety\n\nNever push.\n\n## Style\n\nLong and windy text about style.")
                            .replace('\n', eol)
                            + end
                    );
                    assert!(!fixture.marked(CODE).concat().contains("Never push"));
                }
            }
        }
    }

    #[test]
    fn a_section_that_does_not_fit_goes_to_the_memory_file_only() {
        let titles = |fixture: &Fixture| -> Vec<String> {
            fixture.fixes(CODE).into_iter().map(|fix| fix.title).collect()
        };
        let tree = "//- AGENTS.md\n# Guide\n\n## A\n\nText.\n\n## B\n\nLonger than the cap of all files.\n";
        assert_eq!(
            titles(&codex(30, tree)),
            ["Move “B” to MEMORY.md, which does not reach codex"]
        );
        let dropped = "//- AGENTS.md\n0123456789\n//- a/AGENTS.md\n# A\n\n# B\n";
        assert_eq!(
            titles(&codex(11, dropped)),
            ["Move “A” to MEMORY.md, which does not reach codex"],
            "nothing of it is read"
        );
        assert!(
            titles(&codex(5, "//- AGENTS.md\n0123456789\n")).is_empty(),
            "no section"
        );
    }

    #[test]
    fn the_memory_file_grows_in_its_own_style() {
        let lost = "//- AGENTS.md\n# Guide\n\n## A\n\nText.\n\n## B\n\nLost.\n";
        let moved = |memory: Option<&str>| {
            let mut fixture = codex(21, lost);
            if let Some(memory) = memory {
                fixture.add("MEMORY.md", memory);
            }
            let fixes = fixture.fixes(CODE);
            fixture.apply(fixes.last().unwrap());
            assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
            assert_eq!(
                fixture.text("AGENTS.md".as_ref()).to_string(),
                "# Guide\n\n## A\n\nText.\n"
            );
            fixture.text("MEMORY.md".as_ref()).to_string()
        };
        assert_eq!(moved(None), "## B\n\nLost.\n");
        assert_eq!(moved(Some("")), "## B\n\nLost.\n");
        assert_eq!(moved(Some("# M\n")), "# M\n\n## B\n\nLost.\n");
        assert_eq!(moved(Some("# M")), "# M\n\n## B\n\nLost.\n");
        assert_eq!(moved(Some("# M\r\n")), "# M\r\n\r\n## B\r\n\r\nLost.\r\n");
    }

    #[test]
    fn runtimes_with_the_same_cut_share_a_message() {
        let mut fixture = Fixture::new(&["vibekit", "codex"], "//- AGENTS.md\n0123456789\n");
        fixture.set("cap", 4).set("project_doc_max_bytes", 4);
        assert_eq!(
            fixture.message(CODE),
            "This text does not reach vibekit: the cap for this file is 4 UTF-16 units (`cap`). Lost: 7 UTF-16 units. \
             This text does not reach codex: the cap for all files together is 4 bytes (`project_doc_max_bytes`). Lost: 7 bytes. \
             Move what matters to the top or sections to other files, or raise the cap."
        );
    }

    #[test]
    fn prohibitions_are_whole_words() {
        let found = |text: &str| prohibitions(&Text::new(text), &(0..text.len()));
        assert_eq!(found("nevertheless\nwhenever\n"), None);
        assert_eq!(found("NEVER!\n").as_deref(), Some("1 rule with “never”"));
        assert_eq!(
            found("never\ndon't\n").as_deref(),
            Some("2 rules with “never” or the like")
        );
    }

    /// Texts of lines with letters of every width, line ends of both kinds, headings and rules.
    fn text() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec![
            "\n",
            "a\n",
            "é😀\r\n",
            "# Title\n",
            "## 子\n",
            "- Never é.\n",
            "words and more words\r\n",
            "\u{301}x\n",
        ]);
        prop::collection::vec(line, 1..60).prop_map(|lines| lines.concat())
    }

    proptest! {
        #![proptest_config(crate::testing::budget(200))]

        #[test]
        fn every_byte_is_loaded_or_told(above in text(), below in text(), cap in 1_usize..700) {
            for (runtime, setting, path) in [
                ("codex", "project_doc_max_bytes", "a/AGENTS.md"),
                ("vibekit", "cap", "AGENTS.md"),
                ("openclaw", "agents.defaults.bootstrapMaxChars", "AGENTS.md"),
                ("openclaw", "agents.defaults.bootstrapTotalMaxChars", "USER.md"),
            ] {
                let mut fixture = Fixture::new(&[runtime], "");
                fixture.set(setting, cap).add("SOUL.md", &above);
                if path != "AGENTS.md" {
                    fixture.add("AGENTS.md", &above);
                }
                fixture.add(path, &below);
                let path_of = std::path::Path::new(crate::testing::ROOT).join(path);
                let found = fixture.findings();
                let of_file = |finding: &&Finding| finding.path == path_of && finding.rule == CODE;
                let cuts: Vec<&Finding> = found.iter().filter(of_file).collect();
                prop_assert!(cuts.len() <= 1, "{runtime}: {} findings for one cut", cuts.len());
                let loaded = fixture.loaded(path);
                for (at, char) in below.char_indices() {
                    let is_loaded = loaded.iter().any(|range| range.contains(&at));
                    let is_told = cuts.iter().any(|cut| cut.range.contains(&at));
                    prop_assert!(is_loaded || is_told || char.is_whitespace(), "{runtime} loses {char:?} at {at} in silence");
                    let is_dimmed = cuts.iter().any(|cut| cut.is_unnecessary && cut.range.contains(&at));
                    prop_assert!(!(is_loaded && is_dimmed) || char.len_utf16() == 2, "{runtime} sends {char:?} at {at}, dimmed");
                }
                let to_top = |fix: &Fix| match fix.edits.as_slice() {
                    [FileEdit::Text { path, edits }] if *path == path_of => Some(edits[0].clone()),
                    _ => None,
                };
                let fixes = fixture.fixes(CODE);
                let Some((fix, moved)) = fixes.iter().find_map(|fix| Some((fix, to_top(fix)?))) else {
                    continue;
                };
                let moved = moved.range.start..moved.range.start + moved.text.trim_end().len();
                fixture.apply(fix);
                let after = fixture.findings();
                let lost = after.iter().filter(of_file).find(|cut| cut.range.start < moved.end && moved.start < cut.range.end);
                prop_assert!(lost.is_none(), "{runtime}: {} saves nothing", fix.title);
            }
        }
    }
}
