//! `placement.self-reference`: a file that is in every prompt tells the agent to read it.

use super::roles;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::runtime::Access;
use agents_syntax::Text;
use std::ops::Range;

/// Bytes of a file that are searched at a keystroke: more than any cap of a file that is in every prompt.
const SEARCHED: usize = 64 * 1024;

/// What tells to read.
const VERBS: [&str; 11] = [
    "read",
    "re-read",
    "reread",
    "reading",
    "consult",
    "consulting",
    "review",
    "reviewing",
    "open",
    "load",
    "follow",
];

/// What may stand before the verb of such a sentence.
const BEFORE: [&str; 42] = [
    "a",
    "always",
    "also",
    "and",
    "any",
    "anything",
    "at",
    "before",
    "begin",
    "by",
    "doing",
    "each",
    "else",
    "ensure",
    "every",
    "everything",
    "first",
    "have",
    "in",
    "it",
    "make",
    "must",
    "need",
    "new",
    "of",
    "on",
    "please",
    "remember",
    "session",
    "should",
    "start",
    "starting",
    "sure",
    "task",
    "the",
    "then",
    "time",
    "to",
    "turn",
    "when",
    "work",
    "you",
];

/// What may stand between the verb and the name.
const BETWEEN: [&str; 12] = [
    "all", "entire", "file", "full", "in", "of", "own", "project", "root", "the", "this", "your",
];

/// What after the name speaks of another file of that name.
const ELSEWHERE: [&str; 8] = ["in", "of", "inside", "under", "from", "below", "there", "near"];

/// See the module.
pub struct SelfReference;

impl Rule for SelfReference {
    fn code(&self) -> &'static str {
        "placement.self-reference"
    }

    fn severity(&self) -> Severity {
        Severity::Hint
    }

    fn manual(&self) -> &'static str {
        "A file that the platform puts into every prompt tells the agent to read that very file. The agent has it in front of \
it, so the sentence does nothing, or costs a call of a tool. Looked for only where a platform is at work that says which \
file is in every prompt: `AGENTS.md` in a VibeKit workspace.\n\n\
### Example\n\n```markdown\n- Always read AGENTS.md first.\n- Before real work, read STATUS.md and MEMORY.md.\n```\n\n\
The first line does nothing, the second names files that are read on demand.\n\n\
### What to do\n\nDelete the sentence. Concrete actions are followed; reminders are not.\n"
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        for file in project.views.values() {
            self.check(file, out);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let found = roles(file).find_map(|(_, role)| {
            let mut found = reminders(text, role.name).into_iter();
            found.find(|reminder| reminder.sentence == finding.range)
        });
        let Some(reminder) = found.filter(|reminder| reminder.is_alone) else {
            return Vec::new();
        };
        vec![Fix {
            title: "Delete the sentence".to_owned(),
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(reminder.deleted(text), "")],
            }],
        }]
    }
}

impl SelfReference {
    fn check(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let text = content.text();
        let mut found: Option<Vec<Reminder>> = None;
        for (view, role) in roles(file).filter(|(_, role)| role.access == Access::EveryTurn) {
            let found = found.get_or_insert_with(|| reminders(text, role.name));
            for reminder in found {
                if content.document().is_code(reminder.line.start) {
                    continue;
                }
                let finding = Finding::new(self, file.path, reminder.sentence.clone());
                out.push(finding.effect(
                    view.name(),
                    "This file is in every prompt of {}: being told to read it does nothing.",
                ));
            }
        }
    }
}

/// A sentence that tells to read a file.
struct Reminder {
    /// Its line without the line break.
    line: Range<usize>,
    sentence: Range<usize>,
    /// Whether it names no other file.
    is_alone: bool,
}

impl Reminder {
    /// The sentence with the space before or behind it; its line where nothing else is there.
    fn deleted(&self, text: &Text) -> Range<usize> {
        let before = text.substring(self.line.start..self.sentence.start);
        let after = text.substring(self.sentence.end..self.line.end);
        let is_mark = |char: char| char.is_whitespace() || char.is_ascii_digit() || "-*+>.)".contains(char);
        if before.chars().all(is_mark) && after.trim().is_empty() {
            return self.line.start..text.line_start(text.line_of(self.line.start) + 1);
        }
        if after.trim().is_empty() {
            return self.line.start + before.trim_end().len()..self.sentence.end;
        }
        let space = after.len() - after.trim_start().len();
        self.sentence.start..self.sentence.end + space
    }
}

/// The sentences that tell to read the file of this name.
fn reminders(text: &Text, name: &str) -> Vec<Reminder> {
    let whole = text.substring(0..SEARCHED.min(text.len()));
    let mut out: Vec<Reminder> = Vec::new();
    for (at, _) in whole.match_indices(name) {
        let start = whole[..at].rfind('\n').map_or(0, |end| end + 1);
        let end = whole[at..].find(['\r', '\n']).map_or(whole.len(), |end| at + end);
        let sentence = sentence(&whole[start..end], at - start);
        let sentence = start + sentence.start..start + sentence.end;
        if out.last().is_some_and(|last| last.sentence == sentence) {
            continue;
        }
        if let Some(is_alone) = tells_to_read(&whole[sentence.clone()], name) {
            out.push(Reminder {
                line: start..end,
                sentence,
                is_alone,
            });
        }
    }
    out
}

/// The sentence of a line around a byte, without the mark of an item.
fn sentence(line: &str, at: usize) -> Range<usize> {
    let ends = |found: &(usize, char)| {
        matches!(found.1, '.' | '!' | '?' | ';') && {
            let rest = &line[found.0 + 1..];
            rest.is_empty() || rest.starts_with(' ')
        }
    };
    let start = line[..at].char_indices().rfind(|found| ends(found));
    let start = start.map_or(0, |(end, _)| end + 1);
    let end = line.char_indices().find(|found| found.0 > at && ends(found));
    let end = end.map_or(line.trim_end().len(), |(end, _)| end + 1);
    let lead = line[start..end].trim_start_matches(|char: char| {
        char.is_whitespace() || start == 0 && (char.is_ascii_digit() || "-+*>#.)".contains(char))
    });
    end - lead.len()..end
}

/// Whether a sentence tells to read the file `name` and, if so, that file alone.
fn tells_to_read(sentence: &str, name: &str) -> Option<bool> {
    let is_edge = |char: char| !char.is_alphanumeric();
    // A path begins with what is no letter.
    let is_lead = |char: char| is_edge(char) && !matches!(char, '/' | '~' | '.');
    let clean = |word: &str| {
        let word = word.trim_start_matches(is_lead).trim_end_matches(is_edge);
        word.to_lowercase()
    };
    let words: Vec<String> = sentence.split_whitespace().map(clean).collect();
    let mut words = words
        .iter()
        .map(String::as_str)
        .filter(|word| !word.is_empty())
        .peekable();
    while words.peek().is_some_and(|word| BEFORE.contains(word)) {
        words.next();
    }
    if !words.next().is_some_and(|verb| VERBS.contains(&verb)) {
        return None;
    }
    while words.peek().is_some_and(|word| BETWEEN.contains(word)) {
        words.next();
    }
    let mut names = 0;
    let mut is_named = false;
    while let Some(word) = words.peek() {
        let is_file = word.contains('.');
        if !is_file && (names == 0 || !matches!(*word, "and" | "then" | "or")) {
            break;
        }
        names += usize::from(is_file);
        is_named |= *word == name.to_lowercase();
        words.next();
    }
    let is_elsewhere = words.peek().is_some_and(|word| ELSEWHERE.contains(word))
        && sentence.matches(name).count() == 1
        && !words.clone().any(|word| word == "full");
    (is_named && !is_elsewhere).then_some(names == 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "placement.self-reference";

    fn vibekit(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["vibekit"], "");
        fixture.add("AGENTS.md", text);
        fixture
    }

    #[test]
    fn a_reminder_to_read_the_file_itself_is_told() {
        insta::assert_snapshot!(vibekit("# A\n\n- Always read `AGENTS.md` first.\n").drawn(), @r"
        AGENTS.md hint placement.self-reference
          - Always read `AGENTS.md` first.
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          This file is in every prompt of vibekit: being told to read it does nothing.
        ");
        for text in [
            "Read AGENTS.md.",
            "Please read the AGENTS.md file before you begin",
            "1. Start by reading AGENTS.md",
            "Before doing anything, read AGENTS.md!",
            "You must read AGENTS.md in full.",
            "At the start of every session, re-read **AGENTS.md**.",
            "Read AGENTS.md and MEMORY.md before real work.",
        ] {
            assert_eq!(vibekit(text).marked(CODE).len(), 1, "{text}");
        }
    }

    #[test]
    fn other_files_and_other_words_are_fine() {
        for text in [
            "Read STATUS.md and MEMORY.md.",
            "Read docs/AGENTS.md first.",
            "Read the nearest AGENTS.md.",
            "Read AGENTS.md in the folder you work in.",
            "Read the AGENTS.md of the package.",
            "AGENTS.md is read on every turn.",
            "Never edit AGENTS.md.",
            "Do not read AGENTS.md again.",
            "The platform renders AGENTS.md.",
            "```\nread AGENTS.md\n```",
        ] {
            assert!(
                vibekit(text).codes().is_empty(),
                "{text}: {}",
                vibekit(text).drawn()
            );
        }
        let mut elsewhere = Fixture::new(&["codex", "openclaw"], "//- AGENTS.md\nRead AGENTS.md first.\n");
        assert!(elsewhere.codes().is_empty());
        elsewhere.add("MEMORY.md", "Read MEMORY.md first.\n");
        assert!(elsewhere.codes().is_empty());
        assert!(
            Fixture::new(&["vibekit"], "//- MEMORY.md\nRead MEMORY.md first.\n")
                .codes()
                .is_empty(),
            "on demand"
        );
    }

    #[test]
    fn the_sentence_goes_with_its_line_where_it_is_alone() {
        for (text, after) in [
            ("# A\n- Read AGENTS.md first.\n- B\n", "# A\n- B\n"),
            (
                "Be kind. Read AGENTS.md first. Be short.\n",
                "Be kind. Be short.\n",
            ),
            ("Be kind. Read AGENTS.md first.\r\nB\r\n", "Be kind.\r\nB\r\n"),
            ("Read AGENTS.md first. Be short.\n", "Be short.\n"),
            ("B\nRead AGENTS.md", "B\n"),
        ] {
            let mut fixture = vibekit(text);
            let fixes = fixture.fixes(CODE);
            fixture.apply(&fixes[0]);
            assert_eq!(fixture.text("AGENTS.md".as_ref()).to_string(), after);
        }
        assert!(vibekit("Read AGENTS.md and MEMORY.md.\n").fixes(CODE).is_empty());
    }
}
