//! `skill.word-for-tool`: the word "skill" stands for a tool.

use crate::{
    finding::{Finding, Severity, list},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::{effective::SkillFate, runtime::Role};
use agents_syntax::{Document, beside::Word, fact::InlineKind, skill_word};
use std::{collections::BTreeMap, ops::Range};

/// See the module.
pub struct WordForTool;

impl Rule for WordForTool {
    fn code(&self) -> &'static str {
        "skill.word-for-tool"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "Instructions call a built-in tool a skill, where the runtime has skills as well.\n\n\
### Why it matters\n\nThe model then tries to load the tool as a skill, is told that there is none of this name, and has lost \
a turn.\n\n\
### Example\n\n\"Use the `read_file` skill\" under ai-leash, with a file in `.skills`.\n\n\
### What is left alone\n\nFiles for which there are no skills: the agent has no way to load one there. Names that a skill has. \
Runtimes whose tools are not known by name.\n\n\
### What to do\n\nThe fix writes \"tool\".\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Ok(content) = &file.file else { return };
        let document = content.document();
        for view in &file.runtimes {
            if view.role != Role::Instructions || !has_skills(view) {
                continue;
            }
            for (word, names) in claims(document) {
                if names.iter().all(|name| is_tool(view, name)) {
                    let (verb, one) = match names.len() {
                        1 => ("is a tool", "it"),
                        _ => ("are tools", "one"),
                    };
                    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                    let sentence = format!(
                        "{} {verb} of {{}}, which finds no skill where the model tries to load {one}.",
                        list(&names)
                    );
                    out.push(Finding::new(self, file.path, word).effect(view.name(), sentence));
                }
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let Some(text) = file.text() else {
            return Vec::new();
        };
        let written = text.substring(finding.range.clone());
        let Some(word) = written.get(1..).and_then(|rest| rest.strip_prefix("kill")) else {
            return Vec::new();
        };
        let first = if written.starts_with('S') { "T" } else { "t" };
        let word = format!("{first}ool{word}");
        vec![Fix {
            title: format!("Write “{word}”"),
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(finding.range.clone(), word)],
            }],
        }]
    }
}

/// Whether the agent is offered a way to load skills.
fn has_skills(view: &RuntimeView<'_>) -> bool {
    let mut skills = view.prompt.skills.iter();
    !view.active.runtime.tools().is_empty() && skills.any(|skill| skill.fate == SkillFate::Listed)
}

/// Whether a name is that of a tool and of no skill.
fn is_tool(view: &RuntimeView<'_>, name: &str) -> bool {
    let mut skills = view.prompt.skills.iter();
    view.active.runtime.tools().contains(&name) && !skills.any(|skill| skill.name.as_deref() == Some(name))
}

/// The places of the word "skill", each with the names in code that it is said of.
fn claims(document: &Document) -> Vec<(Range<usize>, Vec<String>)> {
    let text = document.text();
    let mut claims: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for inline in document
        .inlines()
        .filter(|inline| inline.kind == InlineKind::CodeSpan)
    {
        let before = skill_word::before(text, inline.range.start);
        let word: Option<Word> = before.or_else(|| skill_word::after(text, inline.range.end));
        if let Some(word) = word {
            let place = (word.range.start, word.range.end);
            claims.entry(place).or_default().push(inline.value);
        }
    }
    claims
        .into_iter()
        .map(|((start, end), names)| (start..end, names))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;
    use std::path::Path;

    const CODE: &str = "skill.word-for-tool";

    fn fixture(runtime: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(".skills/deploy.md", "---\nname: deploy\ndescription: d\n---\n");
        fixture.add("AGENTS.md", text);
        fixture
    }

    #[test]
    fn a_tool_called_a_skill_is_told() {
        let fixture = fixture(
            "ai-leash",
            "Use the `read_file` skill.\n\nUse the skills `grep` and `shell`.\n",
        );
        insta::assert_snapshot!(fixture.drawn(), @r"
        AGENTS.md information skill.word-for-tool
          Use the `read_file` skill.
                              ^^^^^
          `read_file` is a tool of ai-leash, which finds no skill where the model tries to load it.
        AGENTS.md information skill.word-for-tool
          Use the skills `grep` and `shell`.
                  ^^^^^^
          `grep` and `shell` are tools of ai-leash, which finds no skill where the model tries to load one.
        ");
    }

    #[test]
    fn the_word_is_replaced() {
        for (before, after) in [
            ("Use the `grep` skill.\n", "Use the `grep` tool.\n"),
            ("Skills: `grep`, `shell`\n", "Tools: `grep`, `shell`\n"),
        ] {
            let mut fixture = fixture("ai-leash", before);
            let fix = fixture.fixes(CODE).remove(0);
            fixture.apply(&fix);
            assert_eq!(fixture.text(Path::new("AGENTS.md")).to_string(), after);
            assert!(fixture.codes().is_empty());
        }
    }

    #[test]
    fn what_may_be_a_skill_is_left_alone() {
        for text in [
            "Use the `deploy` skill.\n",
            "Use the `grep` tool, not a skill.\n",
            "The skills `deploy` and `grep`.\n",
            "grep is a skill to learn\n",
            "```\nthe `grep` skill\n```\n",
        ] {
            assert!(fixture("ai-leash", text).marked(CODE).is_empty(), "{text}");
        }
        let named = || {
            let mut fixture = fixture("ai-leash", "The `grep` skill.\n");
            fixture.add(".skills/grep.md", "---\nname: grep\ndescription: d\n---\n");
            fixture
        };
        assert!(named().marked(CODE).is_empty());
    }

    #[test]
    fn without_skills_or_known_tools_it_is_silent() {
        let bare = Fixture::new(&["ai-leash"], "//- AGENTS.md\nThe `grep` skill.\n");
        assert!(bare.codes().is_empty());
        let mut codex = fixture("codex", "The `grep` skill.\n");
        codex.add(".agents/skills/a/SKILL.md", "---\nname: a\ndescription: d\n---\n");
        assert!(codex.marked(CODE).is_empty());
    }
}
