//! `skill.skipped`: a loader drops a skill for a cause that has no code of its own.

use super::{dropped, missed, opening};
use crate::{
    finding::{Finding, Severity, number},
    fix::Fix,
    repair::{head, quote, skill},
    rule::Rule,
    view::FileView,
};
use agents_prompt::effective::SkillFault;
use agents_syntax::{Document, Text};
use std::ops::Range;

/// See the module.
pub struct Skipped;

impl Rule for Skipped {
    fn code(&self) -> &'static str {
        "skill.skipped"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A loader drops this skill without a word; the message names the cause and the range shows it.\n\n\
### Causes\n\nA byte order mark, a blank line or a space before `---`; lines that end in CR LF; no closing \
`---`; a key that is indented or written in another case; an empty value; no frontmatter at all.\n\n\
### What to do\n\nEach cause has a fix, which leaves the rest of the file as it is.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let document = content.document();
        for (view, fault) in dropped(file) {
            let Some(cause) = cause(document.text(), fault) else {
                continue;
            };
            let sentence = format!("{cause}, so the skill does not reach {{}}.");
            out.push(Finding::new(self, file.path, place(document, fault)).effect(view.name(), sentence));
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let document = content.document();
        let mut fixes: Vec<Fix> = Vec::new();
        for (_, fault) in dropped(file) {
            let is_meant = cause(document.text(), fault).is_some() && place(document, fault) == finding.range;
            let fix = is_meant.then(|| skill::mend(file, self.code(), fault)).flatten();
            fixes.extend(fix.filter(|fix| !fixes.contains(fix)));
        }
        fixes
    }
}

/// What is wrong, as the beginning of a sentence; `None` where another rule speaks.
fn cause(text: &Text, fault: &SkillFault) -> Option<String> {
    Some(match fault {
        SkillFault::MissingKey(_) | SkillFault::NotUtf8 => return None,
        SkillFault::NoFrontmatter if skill::is_fenced(text) => return None,
        SkillFault::NoFrontmatter => "There is no frontmatter".to_owned(),
        SkillFault::ByteOrderMark => "A byte order mark stands before `---`".to_owned(),
        SkillFault::CarriageReturns => "The lines end in CR LF".to_owned(),
        SkillFault::LeadingText if text.slice(0..3) == "---" => {
            "The first line is not `---` alone".to_owned()
        }
        SkillFault::LeadingText => "Something stands before the opening `---`".to_owned(),
        SkillFault::Unclosed => "The frontmatter has no closing `---`".to_owned(),
        SkillFault::IndentedKey(key) | SkillFault::KeyCase(key) => missed(text, key).1,
        SkillFault::EmptyValue(key) => format!("`{key}` is empty"),
        SkillFault::TooLong(key, most) => {
            format!("`{key}` has more than {} characters", number(*most))
        }
        SkillFault::Yaml(fault) => format!("The frontmatter is not YAML ({fault})"),
        SkillFault::Name(why) => format!("The name is not one that is taken ({why})"),
        SkillFault::Location(why) => format!("The file lies where no skill is looked for ({why})"),
    })
}

/// The bytes to point at.
fn place(document: &Document, fault: &SkillFault) -> Range<usize> {
    let text = document.text();
    let opening = opening(text);
    match fault {
        SkillFault::ByteOrderMark => 0..'\u{feff}'.len_utf8(),
        SkillFault::LeadingText if opening.start > 0 => 0..opening.start,
        SkillFault::CarriageReturns => opening.start..text.line_start(text.line_of(opening.end) + 1),
        SkillFault::IndentedKey(key)
        | SkillFault::KeyCase(key)
        | SkillFault::EmptyValue(key)
        | SkillFault::TooLong(key, _) => head::key_line(text, key).map_or(opening, |line| line.range),
        SkillFault::Name(_) => head::key_line(text, "name").map_or(opening, |line| line.range),
        SkillFault::Yaml(_) => rejected(document).unwrap_or(opening),
        _ => opening,
    }
}

/// The value that YAML rejects, or the place of its complaint.
fn rejected(document: &Document) -> Option<Range<usize>> {
    if let Some(quoting) = quote::first(document) {
        return Some(quoting.range);
    }
    let faults = &document.frontmatter()?.faults;
    faults.first().map(|fault| fault.range.clone())
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.skipped";
    const LEASH: &str = ".skills/x.md";
    const CODEX: &str = ".agents/skills/x/SKILL.md";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn every_cause_has_its_sentence_and_place() {
        let shown = |runtime: &str, path: &str, text: &str| {
            let fixture = fixture(runtime, path, text);
            format!("{:?} {}", fixture.marked(CODE).concat(), fixture.message(CODE))
        };
        let leash = |text: &str| shown("ai-leash", LEASH, text);
        let codex = |text: &str| shown("codex", CODEX, text);
        let shown = [
            leash("# A page\n"),
            leash("\u{feff}---\nname: a\ndescription: b\n---\n"),
            leash("---\r\nname: a\r\ndescription: b\r\n---\r\n"),
            leash("\n\n---\nname: a\ndescription: b\n---\n"),
            leash("--- \nname: a\ndescription: b\n---\n"),
            leash("---\nname: a\ndescription: b\n"),
            leash("---\n name: a\ndescription: b\n---\n"),
            leash("---\nname: a\nDescription: b\n---\n"),
            codex("---\nname: a\ndescription: \"\"\n---\n"),
            codex(&format!("---\nname: {}\ndescription: b\n---\n", "n".repeat(65))),
            codex("---\nname: a\ndescription: \"b\n---\n"),
        ];
        insta::assert_snapshot!(shown.join("\n"), @r##"
        "# A page" There is no frontmatter, so the skill does not reach ai-leash.
        "\u{feff}" A byte order mark stands before `---`, so the skill does not reach ai-leash.
        "---\r\n" The lines end in CR LF, so the skill does not reach ai-leash.
        "\n\n" Something stands before the opening `---`, so the skill does not reach ai-leash.
        "--- " The first line is not `---` alone, so the skill does not reach ai-leash.
        "---" The frontmatter has no closing `---`, so the skill does not reach ai-leash.
        " name: a" `name` is indented, so the skill does not reach ai-leash.
        "Description: b" `Description` stands in place of `description`, so the skill does not reach ai-leash.
        "description: \"\"" `description` is empty, so the skill does not reach codex.
        "name: nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" `name` has more than 64 characters, so the skill does not reach codex.
        "\"b" The frontmatter is not YAML (a quote is not closed), so the skill does not reach codex.
        "##);
    }

    #[test]
    fn a_listed_skill_is_silent() {
        for text in [
            "---\nname: a\ndescription: b\n---\nText\n",
            "---\nname: a\ndescription: Use when: asked\n---",
            "---\nname: a\n# note\ndescription: b\nother: c\n---\n",
        ] {
            assert!(fixture("ai-leash", LEASH, text).codes().is_empty(), "{text}");
            assert!(fixture("codex", CODEX, text).codes().is_empty(), "{text}");
        }
        let windows = "---\r\nname: a\r\ndescription: b\r\n---\r\n";
        assert!(
            fixture("codex", CODEX, windows).codes().is_empty(),
            "Codex takes CR LF"
        );
        let marked = format!("\u{feff}{windows}");
        let openclaw = fixture("openclaw", "skills/x/SKILL.md", &marked);
        assert!(openclaw.codes().is_empty(), "OpenClaw takes a byte order mark");
    }

    #[test]
    fn runtimes_with_one_objection_share_a_message() {
        let mut both = Fixture::new(&["codex", "openclaw"], "");
        both.add(CODEX, "# A page\n");
        assert_eq!(
            both.message(CODE),
            "There is no frontmatter, so the skill does not reach codex and openclaw."
        );
    }

    #[test]
    fn a_fix_changes_what_it_must() {
        let mended =
            |runtime: &str, path: &str, text: &str| mended(&mut fixture(runtime, path, text), CODE, path);
        let leash = |text: &str| mended("ai-leash", LEASH, text);
        let codex = |text: &str| mended("codex", CODEX, text);
        let good = "---\nname: a\ndescription: b\n---\nText\n";
        for (before, title) in [
            (format!("\u{feff}{good}"), "Remove the byte order mark"),
            (good.replace('\n', "\r\n"), "Change line ends to LF"),
            (format!("\n \n{good}"), "Remove what stands before `---`"),
            (format!(" {good}"), "Remove what stands before `---`"),
            (
                good.replacen("---\n", "---  \n", 1),
                "Remove the space behind `---`",
            ),
            (
                format!("\u{feff}{}", good.replace('\n', "\r\n")),
                "Remove the byte order mark, change line ends to LF",
            ),
            (
                format!("\n{}", good.replace('\n', "\r\n")),
                "Remove what stands before `---`, change line ends to LF",
            ),
            (
                good.replace("name", " Name"),
                "Move `name` to the first column, write `name` in lower case",
            ),
            (
                good.replace("description", "  description"),
                "Move `description` to the first column",
            ),
            (
                good.replace("name", "NAME").replace("desc", "Desc"),
                "Write `name` in lower case, write `description` in lower case",
            ),
        ] {
            assert_eq!(leash(&before), (title.to_owned(), good.to_owned()), "{before:?}");
        }
        let open = good.replace("---\nText", "\nText");
        let closed = good.replace("Text", "\nText");
        assert_eq!(leash(&open), ("Close the frontmatter".to_owned(), closed.clone()));
        // Codex takes CR LF, so the line ends stay.
        let windows = |text: &str| text.replace('\n', "\r\n");
        assert_eq!(
            codex(&format!("\u{feff}{}", windows(good))),
            ("Remove the byte order mark".to_owned(), windows(good))
        );
        assert_eq!(
            codex(&windows(&open)),
            ("Close the frontmatter".to_owned(), windows(&closed))
        );
    }

    #[test]
    fn comments_and_other_keys_stay() {
        let before = "---\n# who\nname: a\nmetadata:\n  name: inner\n  Description: inner\ndescription: \"\" # to do\n\
                      x: [1]\n---\n\nShips it.\n";
        let (title, after) = mended(&mut fixture("codex", CODEX, before), CODE, CODEX);
        assert_eq!(title, "Fill in a draft `description`");
        assert_eq!(after, before.replace("\"\" # to do", "Ships it. # to do"));
    }

    #[test]
    fn a_value_that_is_no_text_is_quoted() {
        for (before, after) in [
            ("description: \"open", "description: \"open\""),
            ("description: \"b\" and c", "description: '\"b\" and c'"),
            ("description: [WIP] b", "description: \"[WIP] b\""),
        ] {
            let text = |line: &str| format!("---\nname: a\n{line}\n---\n");
            let (title, mended) = mended(&mut fixture("codex", CODEX, &text(before)), CODE, CODEX);
            assert_eq!(title, "Quote the value of `description`");
            assert_eq!(mended, text(after));
        }
    }

    #[test]
    fn a_page_becomes_a_skill_once() {
        let mended =
            |runtime: &str, path: &str, text: &str| mended(&mut fixture(runtime, path, text), CODE, path).1;
        assert_eq!(
            mended("ai-leash", ".skills/ship-it.md", "# Ship\r\n\r\nShips it.\r\n"),
            "---\nname: ship-it\ndescription: Ships it.\n---\n\n# Ship\n\nShips it.\n"
        );
        assert_eq!(
            mended("codex", CODEX, "\u{feff}# Ship\r\n\r\nShips it.\r\n"),
            "---\r\nname: x\r\ndescription: Ships it.\r\n---\r\n\r\n# Ship\r\n\r\nShips it.\r\n"
        );
        assert_eq!(
            mended("codex", CODEX, "---\n---\n\nShips it.\n"),
            "---\ndescription: Ships it.\n---\n\nShips it.\n",
            "an empty head is filled, not doubled"
        );
        assert_eq!(
            mended("ai-leash", LEASH, "---\n---\n\nShips it.\n"),
            "---\nname: x\ndescription: Ships it.\n---\n\nShips it.\n"
        );
        assert_eq!(
            mended("codex", CODEX, ""),
            "---\nname: x\ndescription: TODO say when to use this skill\n---\n\n"
        );
    }

    #[test]
    fn what_only_a_person_can_mend_has_no_fix() {
        let long = format!("---\nname: {}\ndescription: b\n---\n", "n".repeat(65));
        assert!(fixture("codex", CODEX, &long).fixes(CODE).is_empty());
        assert!(
            fixture("codex", CODEX, &format!("\u{feff}{long}"))
                .fixes(CODE)
                .is_empty()
        );
        let text = "---\nname: a\njust words\ndescription: b\n---\n";
        assert!(fixture("codex", CODEX, text).fixes(CODE).is_empty());
    }
}
