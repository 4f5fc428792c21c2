//! `skill.literal-value`: a loader that has no YAML takes quotes, marks or a comment for part of the value.

use super::yaml_comment;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    repair::{anchor, changed, ends, quote, words},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::effective::{Skill, SkillFate};
use agents_syntax::{
    Document,
    frontmatter::{Entry, Frontmatter},
};

/// See the module.
pub struct LiteralValue;

impl Rule for LiteralValue {
    fn code(&self) -> &'static str {
        "skill.literal-value"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A loader without a YAML parser takes what stands behind the colon as it is: quotes, the `>-` of a text over several \
lines and a comment are part of the value. The model sees them, and must write them in the name to load the skill.\n\n\
### What to do\n\nWrite the value plainly on one line. The fix does where YAML reads the plain value in the same \
way; a comment goes on a line of its own.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let Some(head) = content.document().frontmatter() else {
            return;
        };
        for entry in head.entries.iter().filter(|entry| is_shown(entry)) {
            for view in &file.runtimes {
                let Some(seen) = literal(content.document(), head, entry, view.skill(file.path)) else {
                    continue;
                };
                // A loader with a parser may read an odd value otherwise than ours; it is no literal one for that.
                if quote::takes_quotes_off(file, view) || is_tagged(content.document(), head, &seen) {
                    continue;
                }
                let sentence = format!(
                    "The {} is {} to {{}}, which reads no YAML.",
                    entry.key,
                    quoted(&seen)
                );
                out.push(
                    Finding::new(self, file.path, entry.value_range.clone()).effect(view.name(), sentence),
                );
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Ok(content) = &file.file else {
            return Vec::new();
        };
        let Some(head) = content.document().frontmatter() else {
            return Vec::new();
        };
        let meant = head
            .entries
            .iter()
            .find(|entry| entry.value_range == finding.range);
        let document = content.document();
        let plain = meant.and_then(|entry| Some((entry, anchor::value(document, head, entry)?)));
        let Some((entry, value)) = plain else {
            return Vec::new();
        };
        let text = content.text();
        let written = text.substring(entry.value_range.clone());
        let is_quoted = is_tagged(document, head, &written);
        let (value, edits) = if is_quoted {
            let edit = TextEdit::new(entry.value_range.clone(), quote::in_quotes(written.trim_end()));
            (written.trim_end().to_owned(), Some(vec![edit]))
        } else {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let mut edits = anchor::replaced(document, head, entry, &value);
            if let (Some(edits), Some(comment)) = (&mut edits, comment(&written)) {
                let eol = ends::line_end(text);
                let own_line = TextEdit::new(entry.range.start..entry.range.start, format!("{comment}{eol}"));
                edits.insert(0, own_line);
            }
            (value, edits)
        };
        let Some(edits) = edits else { return Vec::new() };
        // Whoever names an anchor means YAML's.
        let is_referring = written.starts_with('*') || anchor::is_used(document, head, &written);
        let after = crate::fix::apply(text, &edits);
        let is_same = |view: &RuntimeView<'_>| {
            let listed = |skill: Option<&Skill>| skill.is_some_and(|skill| skill.fate == SkillFate::Listed);
            if !listed(view.skill(file.path)) {
                return true;
            }
            let prompt = changed::prompt(file, view, after.clone());
            let skill = prompt.skills.iter().find(|skill| skill.path == file.path);
            listed(skill) && skill.and_then(|skill| seen(entry, skill)) == Some(&value)
        };
        if !words::are_in(text, &after, file.path) || !file.runtimes.iter().all(is_same) {
            return Vec::new();
        }
        vec![Fix {
            title: if is_quoted {
                format!("Quote the value of `{}`", entry.key)
            } else {
                format!("Write the value of `{}` plainly", entry.key)
            },
            applicability: if is_quoted || is_referring || is_wrapped(&written) {
                Applicability::Safe
            } else {
                Applicability::Unsafe
            },
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits,
            }],
        }]
    }
}

/// Whether a value begins with a tag, or with an anchor that nothing refers to: words of its author, most likely.
fn is_tagged(document: &Document, head: &Frontmatter, written: &str) -> bool {
    written.starts_with('!') && !written.starts_with("!!")
        || written.starts_with('&') && !anchor::is_used(document, head, written)
}

/// Whether the whole of a value stands in quotes or in a block below its key, so that nobody can take what is around it
/// for words.
fn is_wrapped(written: &str) -> bool {
    let written = written.trim_end();
    let is_in = |quote: char| written.len() > 1 && written.starts_with(quote) && written.ends_with(quote);
    is_in('"') || is_in('\'') || written.starts_with(['|', '>']) && written.contains('\n')
}

/// A comment behind a value on its line.
fn comment(written: &str) -> Option<&str> {
    let line = written.lines().next()?;
    let from = match line.chars().next()? {
        quote @ ('"' | '\'') => 1 + line[1..].rfind(quote)?,
        _ => 0,
    };
    let at = line[from..].find(" #")?;
    Some(line[from + at..].trim())
}

fn is_shown(entry: &Entry) -> bool {
    matches!(entry.key.as_str(), "name" | "description")
}

/// The value of a key as the model sees it.
fn seen<'a>(entry: &Entry, skill: &'a Skill) -> Option<&'a String> {
    match entry.key.as_str() {
        "name" => skill.name.as_ref(),
        _ => skill.description.as_ref(),
    }
}

/// What a loader sees when that is the line as it is written, and YAML reads something else.
fn literal(document: &Document, head: &Frontmatter, entry: &Entry, skill: Option<&Skill>) -> Option<String> {
    let skill = skill.filter(|skill| skill.fate == SkillFate::Listed)?;
    let (seen, meant) = (seen(entry, skill)?, anchor::value(document, head, entry)?);
    // That there is no value has a rule of its own.
    if meant.trim().is_empty() {
        return None;
    }
    let text = document.text();
    let written = text.substring(entry.value_range.clone());
    let line = written.lines().next()?.trim();
    // What YAML takes for a comment there was meant as text, and is text to this loader.
    let is_meant = yaml_comment::comment(text, entry).is_some();
    (seen == line && line != meant.trim() && !is_meant).then(|| seen.clone())
}

/// A value in a message.
fn quoted(value: &str) -> String {
    const LONGEST: usize = 40;
    let short: String = value.chars().take(LONGEST).collect();
    let dots = if short.len() < value.len() { "…" } else { "" };
    format!("“{short}{dots}”")
}

#[cfg(test)]
mod tests {
    use crate::{
        fix::Applicability,
        testing::{Fixture, mended},
    };

    const CODE: &str = "skill.literal-value";
    const PATH: &str = ".skills/x.md";

    fn fixture(runtimes: &[&str], keys: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(PATH, format!("---\n{keys}---\n"));
        fixture
    }

    #[test]
    fn quotes_marks_and_comments_are_part_of_the_value() {
        for (keys, message, after) in [
            (
                "name: \"x\"\ndescription: b\n",
                "The name is “\"x\"” to ai-leash, which reads no YAML.",
                "name: x\ndescription: b\n",
            ),
            (
                "name: x # who\ndescription: b\n",
                "The name is “x # who” to ai-leash, which reads no YAML.",
                "# who\nname: x\ndescription: b\n",
            ),
            (
                "name: x\ndescription: >-\n  one\n  two\n",
                "The description is “>-” to ai-leash, which reads no YAML.",
                "name: x\ndescription: one two\n",
            ),
            (
                "name: &a x\ndescription: b\nlicense: *a\n",
                "The name is “&a x” to ai-leash, which reads no YAML.",
                "name: x\ndescription: b\nlicense: x\n",
            ),
            (
                "license: &a x y\nname: x\ndescription: *a\n",
                "The description is “*a” to ai-leash, which reads no YAML.",
                "license: &a x y\nname: x\ndescription: x y\n",
            ),
        ] {
            let mut found = fixture(&["ai-leash"], keys);
            assert_eq!(found.message(CODE), message);
            assert_eq!(mended(&mut found, CODE, PATH).1, format!("---\n{after}---\n"));
        }
    }

    #[test]
    fn only_what_is_around_a_value_goes_unseen() {
        let safe = |keys: &str| {
            let found = fixture(&["ai-leash"], keys).fixes(CODE);
            found
                .iter()
                .map(|fix| fix.applicability == Applicability::Safe)
                .collect::<Vec<_>>()
        };
        assert_eq!(safe("name: x\ndescription: 'b c'\n"), [true]);
        assert_eq!(safe("name: x\ndescription: >-\n  b\n  c\n"), [true]);
        assert_eq!(safe("name: x\ndescription: Close C # and F # chords\n"), [false]);
        // Words that YAML would not take for any, as the loader reads them.
        for value in ["!important run this always", "&R things", "!x things"] {
            let found = fixture(&["ai-leash"], &format!("name: x\ndescription: {value}\n"));
            assert_eq!(found.codes(), Vec::<String>::new(), "{value}");
            assert!(found.fix_all(PATH).is_none(), "{value}");
        }
    }

    #[test]
    fn a_loader_that_reads_yaml_is_not_said_to_read_none() {
        const SKILL: &str = ".claude/skills/x/SKILL.md";
        for head in [
            "---\nname: x\ndescription: !!str one two\n---\n",
            "---\nname: x\ndescription: !tag one two\n---\n",
            "---\nname: x\ndescription: one two\n  ---\n",
        ] {
            let mut fixture = Fixture::new(&["claude-code"], "");
            fixture.add(SKILL, head);
            let codes = fixture.codes();
            assert!(
                !codes.iter().any(|code| code.starts_with(CODE)),
                "{head:?}: {codes:?}"
            );
        }
    }

    #[test]
    fn a_plain_value_is_silent() {
        assert!(
            fixture(&["ai-leash"], "name: x\ndescription: it's a \"b\": c\n")
                .codes()
                .is_empty()
        );
    }
}
