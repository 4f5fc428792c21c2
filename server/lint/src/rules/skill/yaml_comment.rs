//! `skill.yaml-comment`: ` #` begins a comment in the middle of a description.

use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::quote,
    rule::Rule,
    view::FileView,
};
use agents_prompt::effective::SkillFate;
use agents_syntax::{Text, frontmatter::Entry};
use std::ops::Range;

/// Keys whose value is prose.
const PROSE: [&str; 4] = ["description", "when_to_use", "compatibility", "name"];

/// See the module.
pub struct YamlComment;

impl Rule for YamlComment {
    fn code(&self) -> &'static str {
        "skill.yaml-comment"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A space and `#` begin a comment in YAML, so a description that mentions `#12` ends before it.\n\n\
### Example\n\n```\n---\nname: triage\ndescription: Handles issue #12 and the like\n---\n```\n\n\
### What to do\n\nPut the value in quotes. The fix does. A comment that is meant as one has a space behind the `#`, and \
is left alone.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        for (entry, range) in swallowed(file) {
            let Some(kept) = &entry.scalar else { continue };
            for view in &file.runtimes {
                let skill = view
                    .skill(file.path)
                    .filter(|skill| skill.fate == SkillFate::Listed);
                let Some(skill) = skill else { continue };
                let seen = match entry.key.as_str() {
                    "name" => &skill.name,
                    "description" => &skill.description,
                    _ => &None,
                };
                if seen.as_ref() != Some(kept) {
                    continue;
                }
                let last: Vec<&str> = kept.split_whitespace().rev().take(3).collect();
                let last: Vec<&str> = last.into_iter().rev().collect();
                let mut finding = Finding::new(self, file.path, range.clone());
                finding.lead = format!(
                    "YAML takes ` #` for a comment, so `{}` ends at “{}”.",
                    entry.key,
                    last.join(" ")
                );
                out.push(finding.effect(view.name(), "This text does not reach {}."));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let found = swallowed(file);
        let Some((entry, _)) = found.iter().find(|(_, range)| *range == finding.range) else {
            return Vec::new();
        };
        let written = text.substring(entry.value_range.clone());
        vec![Fix {
            title: format!("Quote the value of `{}`", entry.key),
            applicability: Applicability::Safe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(
                    entry.value_range.clone(),
                    quote::in_quotes(written.trim_end()),
                )],
            }],
        }]
    }
}

/// The values of prose that a comment cuts short, with the bytes that are lost.
fn swallowed(file: &FileView<'_>) -> Vec<(Entry, Range<usize>)> {
    let Ok(content) = &file.file else {
        return Vec::new();
    };
    let Some(head) = content.document().frontmatter() else {
        return Vec::new();
    };
    let is_prose = |entry: &&Entry| PROSE.contains(&entry.key.as_str());
    let found = head.entries.iter().filter(is_prose);
    found
        .filter_map(|entry| Some((entry.clone(), comment(content.text(), entry)?)))
        .collect()
}

/// A `#` that is written as the beginning of a word, in a value of one line without quotes.
pub(super) fn comment(text: &Text, entry: &Entry) -> Option<Range<usize>> {
    let written = text.substring(entry.value_range.clone());
    if written.contains('\n') || written.starts_with(['"', '\'', '|', '>', '[', '{', '#']) {
        return None;
    }
    let at = written.find(" #")?;
    let behind = written[at + 2..].chars().next()?;
    let is_word = behind.is_alphanumeric();
    is_word.then(|| entry.value_range.start + at + 1..entry.value_range.end)
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "skill.yaml-comment";
    const PATH: &str = ".agents/skills/x/SKILL.md";

    fn fixture(runtime: &str, value: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(PATH, format!("---\nname: x\ndescription: {value}\n---\n"));
        fixture
    }

    #[test]
    fn what_is_swallowed_is_shown_and_the_value_quoted() {
        let mut found = fixture("codex", "Handles issue #12 \"now\"");
        insta::assert_snapshot!(found.drawn(), @r#"
        .agents/skills/x/SKILL.md warning skill.yaml-comment
          description: Handles issue #12 "now"
                                     ^^^^^^^^^
          YAML takes ` #` for a comment, so `description` ends at “Handles issue”. This text does not reach codex.
        "#);
        let after = mended(&mut found, CODE, PATH).1;
        assert_eq!(
            after,
            "---\nname: x\ndescription: 'Handles issue #12 \"now\"'\n---\n"
        );
    }

    #[test]
    fn a_comment_that_is_meant_stays() {
        for value in ["b # who", "b#12", "'b #12'", "b #", ">-\n  b #12"] {
            assert!(fixture("codex", value).codes().is_empty(), "{value}");
        }
    }
}
