//! What loaders say against a skill, each cause under the code of one rule: those that drop it for that, and those
//! that take it without what they cannot read.

use super::{borne, dropped, duplicate_key, faults, field_type, missed, opening};
use crate::{
    finding::{Finding, Severity, number},
    fix::Fix,
    repair::{capitalised, head, head::Fit, quote, skill},
    rule::Rule,
    rules::encoding::mixed_eol,
    view::FileView,
};
use agents_prompt::{
    effective::{Skill, SkillFate, SkillFault},
    steps::head::is_unseen,
};
use agents_syntax::{Document, Text};
use std::ops::Range;

/// The rule that speaks of a fault; `None` where something else about the file says it.
fn code(document: &Document, fault: &SkillFault) -> Option<&'static str> {
    let text = document.text();
    Some(match fault {
        // What a validator says is told in its own words.
        SkillFault::NotUtf8 | SkillFault::Refused(_) => return None,
        SkillFault::NoFrontmatter if skill::is_fenced(text) => return None,
        SkillFault::ByteOrderMark => "encoding.bom",
        SkillFault::LeadingText => "skill.leading-text",
        SkillFault::Unclosed | SkillFault::ClosingLine => "skill.unclosed",
        SkillFault::EmptyValue(key) if field_type::is_nested(document, key) => return None,
        SkillFault::EmptyValue(key) if quote::rejects(document, key) => "skill.yaml",
        SkillFault::MissingKey(key)
        | SkillFault::IndentedKey(key)
        | SkillFault::KeyCase(key)
        | SkillFault::EmptyValue(key) => code_of_key(text, key, fault),
        // What was meant for a text is to YAML the beginning of something that it cannot end.
        SkillFault::Kind(key, _) if quote::rejects(document, key) => "skill.yaml",
        // `skill.field-type` says it in its own words.
        SkillFault::Kind(..) => return None,
        SkillFault::TooLong("name", _) | SkillFault::Name(_) => "skill.name-format",
        SkillFault::NotFolder(_) => "skill.name-dir",
        SkillFault::TooLong(..) => "skill.description-length",
        SkillFault::Yaml(_) if document.frontmatter().is_some_and(duplicate_key::is_all) => {
            "skill.duplicate-key"
        }
        SkillFault::Yaml(_) => "skill.yaml",
        SkillFault::Location(_) => "skill.location",
        SkillFault::Reserved(_) => "skill.name-reserved",
        // That rule says what it costs.
        SkillFault::CarriageReturns if mixed_eol::is_mixed(text) => return None,
        SkillFault::NoFrontmatter | SkillFault::CarriageReturns => "skill.skipped",
    })
}

/// The rule that speaks of a key that is missed. How it stands there is the same for all loaders, whatever each of
/// them calls it.
fn code_of_key(text: &Text, key: &str, fault: &SkillFault) -> &'static str {
    let line = head::key_line(text, key);
    match line.map(|line| (line.is_empty(), line.fit)) {
        Some((true, _)) => "skill.empty-value",
        Some((_, Fit::Case)) => "skill.key-case",
        Some((_, Fit::Indented)) => "skill.indented-key",
        _ if matches!(fault, SkillFault::EmptyValue(_)) => "skill.empty-value",
        _ if key == "name" => "skill.missing-name",
        _ => "skill.missing-description",
    }
}

/// The findings of a rule: for each runtime that drops the skill for one of its causes, or that bears it.
pub(crate) fn report(rule: &dyn Rule, file: &FileView<'_>, out: &mut Vec<Finding>) {
    let Ok(content) = &file.file else { return };
    let document = content.document();
    for (view, fault) in dropped(file) {
        if code(document, fault) != Some(rule.code()) {
            continue;
        }
        let (range, cause) = told(document, fault);
        let what = if view.active.runtime.is_profile() {
            "is refused by"
        } else {
            "does not reach"
        };
        let sentence = format!("{cause}, so the skill {what} {{}}.");
        out.push(Finding::new(rule, file.path, range).effect(view.name(), sentence));
    }
    report_borne(rule, file, document, out);
}

/// The same for the runtimes that take the skill all the same.
fn report_borne(rule: &dyn Rule, file: &FileView<'_>, document: &Document, out: &mut Vec<Finding>) {
    let is_dropped_at = |out: &[Finding], range: &Range<usize>| {
        out.iter()
            .any(|other| other.rule == rule.code() && other.path == file.path && other.range == *range)
    };
    let mut found = Vec::new();
    for (view, skill, fault) in borne(file) {
        if code(document, fault) != Some(rule.code()) {
            continue;
        }
        let (range, cause) = told(document, fault);
        let clause = borne_clause(skill, fault);
        let is_known = is_dropped_at(out, &range);
        let sentence = if is_known {
            format!("{}.", capitalised(&clause))
        } else {
            format!("{cause}, so {clause}.")
        };
        let mut finding = Finding::new(rule, file.path, range).effect(view.name(), sentence);
        if !is_known {
            finding.severity = finding.severity.max(Severity::Warning);
        }
        found.push(finding);
    }
    out.append(&mut found);
}

/// What becomes of a skill whose loader bears a fault.
pub(super) fn borne_clause(skill: &Skill, fault: &SkillFault) -> String {
    let way = if skill.fate == SkillFate::OnDemand {
        "taken"
    } else {
        "listed"
    };
    let described = match skill.description.as_deref().map(str::trim) {
        None | Some("") => "without a description".to_owned(),
        Some(text) => format!("with the description {}", quoted(text)),
    };
    let named = match skill.name.as_deref().map(str::trim) {
        None | Some("") => "without a name".to_owned(),
        Some(name) => format!("under the name `{name}`"),
    };
    let how = match fault {
        SkillFault::ClosingLine => return "the rest of it begins the text for {}".to_owned(),
        SkillFault::MissingKey(key)
        | SkillFault::IndentedKey(key)
        | SkillFault::KeyCase(key)
        | SkillFault::EmptyValue(key)
        | SkillFault::Kind(key, _) => {
            if *key == "name" {
                named
            } else {
                described
            }
        }
        _ => format!("without its keys, {described}"),
    };
    format!("the skill is {way} by {{}} {how}")
}

/// A text in a message.
fn quoted(text: &str) -> String {
    /// Characters that show which text it is.
    const SHOWN: usize = 40;
    let short: String = text.chars().take(SHOWN).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    // The names of runtimes go where a message has braces.
    format!(
        "“{}{dots}”",
        short.replace("{}", "{ }").replace(['\n', '\r'], " ")
    )
}

/// An error where no runtime takes the file as a skill; a warning where some do.
pub(crate) fn severity(file: &FileView<'_>) -> Severity {
    let skills = file
        .runtimes
        .iter()
        .filter(|view| view.skill(file.path).is_some());
    if skills.count() > dropped(file).count() {
        Severity::Warning
    } else {
        Severity::Error
    }
}

/// The fixes of one of those findings.
pub(crate) fn fixes(rule: &dyn Rule, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
    let Ok(content) = &file.file else {
        return Vec::new();
    };
    let document = content.document();
    let mut fixes: Vec<Fix> = Vec::new();
    for fault in faults(file) {
        let is_meant = code(document, fault) == Some(rule.code()) && told(document, fault).0 == finding.range;
        let fix = is_meant.then(|| skill::mend(file, rule.code(), fault)).flatten();
        fixes.extend(fix.filter(|fix| !fixes.contains(fix)));
    }
    fixes
}

/// The bytes to point at, and what is wrong as the beginning of a sentence.
fn told(document: &Document, fault: &SkillFault) -> (Range<usize>, String) {
    let text = document.text();
    let opening = opening(text);
    let line_of = |key: &str| head::key_line(text, key).map(|line| line.range);
    match fault {
        SkillFault::MissingKey(key) | SkillFault::IndentedKey(key) | SkillFault::KeyCase(key) => {
            missed(text, key)
        }
        SkillFault::ByteOrderMark => {
            let mark = 0..'\u{feff}'.len_utf8();
            (mark, "A byte order mark stands before `---`".to_owned())
        }
        SkillFault::CarriageReturns => {
            let line = opening.start..text.line_start(text.line_of(opening.end) + 1);
            (line, "The lines end in CR LF".to_owned())
        }
        SkillFault::LeadingText => leading(text),
        SkillFault::ClosingLine => (
            head::closing_line(text).unwrap_or(opening),
            "The closing line is not `---` alone".to_owned(),
        ),
        SkillFault::Kind(key, wanted) => {
            let cause = format!("`{key}` is not {wanted}");
            rejected(document, &cause).unwrap_or_else(|| (line_of(key).unwrap_or(opening), cause))
        }
        SkillFault::Unclosed => (opening, "The frontmatter has no closing `---`".to_owned()),
        SkillFault::EmptyValue(key) => {
            let empty = || (line_of(key).unwrap_or(opening), format!("`{key}` is empty"));
            let is_rejected = quote::rejects(document, key);
            let told = is_rejected.then(|| rejected(document, &format!("`{key}` is not a text")));
            told.flatten().unwrap_or_else(empty)
        }
        SkillFault::TooLong(key, most) => (
            line_of(key).unwrap_or(opening),
            format!("`{key}` has more than {} characters", number(*most)),
        ),
        SkillFault::Name(why) => (
            line_of("name").unwrap_or(opening),
            format!("The name is not one that is taken ({why})"),
        ),
        SkillFault::Reserved(why) => (
            line_of("name").unwrap_or(opening),
            format!("The name is a reserved one ({why})"),
        ),
        SkillFault::NotFolder(folder) => (
            head::key_line(text, "name").map_or(opening, |line| line.value()),
            format!("`name` is not that of its folder, `{folder}`"),
        ),
        SkillFault::Yaml(fault) => rejected(document, fault)
            .unwrap_or_else(|| (opening.clone(), format!("The frontmatter is not YAML ({fault})"))),
        SkillFault::Location(why) => (
            opening,
            format!("The file lies where no skill is looked for ({why})"),
        ),
        SkillFault::NoFrontmatter | SkillFault::NotUtf8 | SkillFault::Refused(_) => {
            (opening, "There is no frontmatter".to_owned())
        }
    }
}

/// What stands before the opening line, or with it in one line.
fn leading(text: &Text) -> (Range<usize>, String) {
    let line = head::opening_line(text);
    if text.substring(line.clone()).starts_with("---") && line.start == 0 {
        return (line, "The first line is not `---` alone".to_owned());
    }
    let before = text.substring(0..line.start);
    let shown = before.trim_matches(is_unseen);
    let what = if shown.is_empty() {
        let inside = text.substring(line.clone());
        let hidden = |char: &char| is_unseen(*char) && !char.is_whitespace();
        before.chars().chain(inside.chars()).find(hidden).map_or_else(
            || "Something".to_owned(),
            |char| format!("A character that nobody sees (U+{:04X})", u32::from(char)),
        )
    } else if shown.starts_with("<!--") && shown.ends_with("-->") {
        "A comment".to_owned()
    } else if shown.starts_with('#') && shown.lines().count() == 1 {
        "A heading".to_owned()
    } else {
        "Text".to_owned()
    };
    let range = if line.start > 0 { 0..line.start } else { line };
    (range, format!("{what} stands before the opening `---`"))
}

/// The value that YAML rejects, or the place of its complaint, with what it reads there.
fn rejected(document: &Document, fault: &str) -> Option<(Range<usize>, String)> {
    let text = document.text();
    if let Some(line) = head::miscoloned(text) {
        let cause = missed(text, &line.written.to_lowercase()).1;
        return Some((line.range, cause));
    }
    let line = head::indented(text).or_else(|| head::unspaced(text));
    if let Some(line) = line {
        return Some((line.range, format!("The frontmatter is not YAML ({fault})")));
    }
    if let Some(quoting) = quote::first(document) {
        let written = document.text().substring(quoting.range.clone());
        return Some((quoting.range, misread(&quoting.key, &written, fault)));
    }
    let faults = &document.frontmatter()?.faults;
    let first = faults.first()?;
    // A single character would hardly be seen.
    let line = text.line_range(text.line_of(first.range.start));
    let range = if first.range.len() > 1 {
        first.range.clone()
    } else {
        line
    };
    Some((range, format!("The frontmatter is not YAML ({fault})")))
}

/// What YAML makes of a value that is not in quotes, with the character named.
fn misread(key: &str, written: &str, fault: &str) -> String {
    /// Words before the colon that are named.
    const WORDS: usize = 3;
    let first = written.chars().next();
    if let Some(mark @ ('@' | '`' | '%' | '*' | '&' | '!' | '[' | '{' | '|' | '>')) = first {
        return format!("YAML reads `{mark}` at the beginning of `{key}` as a sign of its own");
    }
    if matches!(first, Some('"' | '\'')) {
        return format!("The quotes of `{key}` do not surround its value ({fault})");
    }
    let Some((before, _)) = written.split_once(": ") else {
        return format!("The frontmatter is not YAML ({fault})");
    };
    let words: Vec<&str> = before.split_whitespace().collect();
    let last = words[words.len().saturating_sub(WORDS)..].join(" ");
    format!("YAML reads `: ` after “{last}” as a new key")
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended as mended_of};

    const LEASH: &str = ".skills/x.md";
    const CODEX: &str = ".agents/skills/x/SKILL.md";

    /// The code of the only finding.
    fn code(fixture: &Fixture) -> String {
        let codes = fixture.codes();
        assert_eq!(codes.len(), 1, "{codes:?}");
        codes[0].split(' ').next().unwrap_or_default().to_owned()
    }

    /// The first fix of the first finding, applied.
    fn mended(fixture: &mut Fixture, path: &str) -> (String, String) {
        let code = fixture.codes()[0]
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned();
        mended_of(fixture, &code, path)
    }

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn every_cause_has_its_sentence_and_place() {
        let shown = |runtime: &str, path: &str, text: &str| {
            let fixture = fixture(runtime, path, text);
            {
                let code = code(&fixture);
                format!("{:?} {}", fixture.marked(&code).concat(), fixture.message(&code))
            }
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
        "\"b" The quotes of `description` do not surround its value (a quote is not closed), so the skill does not reach codex.
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
    fn a_fix_changes_what_it_must() {
        let mended = |runtime: &str, path: &str, text: &str| mended(&mut fixture(runtime, path, text), path);
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
                format!("\r\n{}", good.replace('\n', "\r\n")),
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
        let (title, after) = mended(&mut fixture("codex", CODEX, before), CODEX);
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
            let (title, mended) = mended(&mut fixture("codex", CODEX, &text(before)), CODEX);
            assert_eq!(title, "Quote the value of `description`");
            assert_eq!(mended, text(after));
        }
    }

    #[test]
    fn a_page_becomes_a_skill_once() {
        let mended =
            |runtime: &str, path: &str, text: &str| mended(&mut fixture(runtime, path, text), path).1;
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
        let fixes = |text: &str| {
            let found = fixture("codex", CODEX, text);
            found.fixes(&code(&found))
        };
        assert!(fixes(&long).is_empty());
        let text = "---\nname: a\njust words\ndescription: b\n---\n";
        assert!(fixes(text).is_empty());
    }
}
