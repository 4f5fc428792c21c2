//! What could be written at a place: keys of a skill's head, their values, names of skills.
//!
//! * [`key`]: keys that are not there yet.
//! * [`value`]: values of a key.
//! * [`name`]: skills, where a text is about to name one.

mod key;
mod name;
mod value;

use super::{Scope, kind};
use agents_syntax::frontmatter::{self, Place};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// What could be written at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completions {
    /// The bytes to replace that stand before the cursor.
    pub(crate) insert: Range<usize>,
    /// Those and what belongs to the word behind it.
    pub(crate) replace: Range<usize>,
    /// What could stand there, the likeliest first.
    pub(crate) items: Vec<Completion>,
}

/// One thing that could be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completion {
    /// What it is called.
    pub(crate) label: String,
    /// What it is.
    pub(crate) sort: Sort,
    /// A few words beside the label.
    pub(crate) detail: Option<String>,
    /// What is written.
    pub(crate) text: String,
    /// The same for an editor that steps through places to fill in, in the syntax of LSP's snippets.
    pub(crate) snippet: Option<String>,
    /// Markdown about it, where it was asked for.
    pub(crate) about: Option<String>,
}

/// What can be completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A key of a head.
    Key,
    /// A value.
    Value,
    /// A skill.
    Skill,
}

/// What a completion is asked.
pub(crate) struct Asked<'a> {
    /// What answers are made from.
    pub(crate) scope: Scope<'a>,
    /// The file.
    pub(crate) path: &'a Path,
    /// The byte of the cursor.
    pub(crate) byte: usize,
    /// The instruction files of the folder, from which values are taken that stand in one of them.
    pub(crate) files: &'a [PathBuf],
    /// Whether the editor wants to be told about each item at once.
    pub(crate) with_about: bool,
}

/// What could be written at the cursor.
pub(crate) fn complete(asked: &Asked<'_>) -> Option<Completions> {
    let kind = kind(asked.scope.project, asked.path)?;
    let file = asked.scope.files.file(asked.path).ok()?;
    match frontmatter::place(file.text(), asked.byte) {
        Some(Place::Key { range, has_colon }) if kind.is_skill() => {
            key::complete(asked, &file, kind, range, has_colon)
        }
        Some(Place::Value {
            key,
            range,
            needs_space,
        }) => value::complete(asked, kind, &key, range, needs_space),
        Some(Place::Key { .. }) => None,
        None => name::complete(asked, &file),
    }
}

/// Markdown about an item that was offered for a file, by its label.
pub(crate) fn about(scope: Scope<'_>, path: &Path, sort: Sort, label: &str) -> Option<String> {
    match sort {
        Sort::Key => key::about(scope, path, label),
        Sort::Skill => name::about(scope, path, label),
        Sort::Value => None,
    }
}

/// The bytes before the cursor, and those with the rest of the word.
fn around(word: Range<usize>, byte: usize) -> (Range<usize>, Range<usize>) {
    (word.start..byte.clamp(word.start, word.end), word)
}

/// Text inside a snippet, where some characters have a meaning.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::testing::Tree;

    /// What is offered at the first `|` of a file, which is taken out: the range and the labels.
    fn offered(tree: Tree, path: &str, text: &str) -> Option<(String, Vec<String>)> {
        let (asked, _) = complete_at(tree, path, text)?;
        Some(asked)
    }

    fn complete_at(tree: Tree, path: &str, text: &str) -> Option<((String, Vec<String>), Completions)> {
        let byte = text.find('|').expect("a place");
        let plain = text.replacen('|', "", 1);
        let tree = tree.file(path, &plain);
        let path = Tree::path(path);
        let files = [
            Tree::path(".claude/skills/ok/SKILL.md"),
            Tree::path(".claude/skills/tools/SKILL.md"),
        ];
        let asked = Asked {
            scope: tree.scope(),
            path: &path,
            byte,
            files: &files,
            with_about: true,
        };
        let completions = complete(&asked)?;
        let range = format!(
            "{}|{}",
            &plain[completions.insert.clone()],
            &plain[completions.insert.end..completions.replace.end]
        );
        let labels = completions.items.iter().map(|item| item.label.clone());
        Some(((range, labels.collect()), completions))
    }

    fn tree() -> Tree {
        Tree::new(&["claude-code"])
            .skill(".claude/skills/ok/SKILL.md", "ok", "Does it")
            .skill(
                ".claude/skills/triage-deps/skill.md",
                "triage-deps",
                "In a file of the wrong name",
            )
            .file(
                ".claude/skills/tools/SKILL.md",
                "---\nname: tools\ndescription: d\nallowed-tools: Read Bash(git add *)\n---\n",
            )
    }

    fn own(range: &str, labels: &[&str]) -> Option<(String, Vec<String>)> {
        Some((range.to_owned(), labels.iter().map(ToString::to_string).collect()))
    }

    #[test]
    fn skills_that_the_agent_can_use_are_offered_where_one_is_named() {
        let both = ["ok", "tools"];
        for (text, range) in [
            ("Use $|", "|"),
            ("Use $o|k now", "o|k"),
            ("😀 `$|`", "|"),
            ("The skill `|", "|"),
            ("The skills `o|`", "o|"),
            ("Run the `|` skill", "|"),
            ("- Use\r\n  the skill `|`\r\n", "|"),
        ] {
            assert_eq!(offered(tree(), "CLAUDE.md", text), own(range, &both), "{text:?}");
        }
        for none in [
            "US$|",
            "Use |",
            "The `|`",
            "`skill` |",
            "```sh\necho $|\n```\n",
            "cost: $$|",
            "skill `a` b|",
        ] {
            assert_eq!(offered(tree(), "CLAUDE.md", none), None, "{none:?}");
        }
        assert_eq!(offered(tree(), "README.md", "Use $|"), None, "no instructions");
        let misnamed = offered(tree(), ".claude/skills/triage-deps/skill.md", "Use $|");
        assert_eq!(misnamed, own("|", &both));
        let itself = offered(
            tree(),
            ".claude/skills/ok/SKILL.md",
            "---\nname: ok\ndescription: d\n---\nUse $|",
        );
        assert_eq!(itself, own("|", &["tools"]));
    }

    #[test]
    fn lists_of_skills_take_names() {
        for text in [
            "---\nskills: [ok, |]\n---\n",
            "---\nskills:\n  - |\n---\n",
            "---\nskills: |\n---\n",
        ] {
            assert_eq!(
                offered(tree(), ".claude/agents/a.md", text),
                own("|", &["ok", "tools"])
            );
        }
        let close = complete_at(tree(), ".claude/agents/a.md", "---\nskills:|\n---\n").expect("names");
        assert_eq!(close.1.items[0].text, " ok");
        assert_eq!(
            offered(tree(), ".claude/agents/a.md", "---\nname: |\n---\n"),
            None
        );
        assert_eq!(offered(tree(), "CLAUDE.md", "---\nskills: [|]\n---\n"), None);
    }

    #[test]
    fn keys_that_are_missing_are_offered() {
        let path = ".skills/x.md";
        let all = |text: &str| offered(Tree::new(&["agents-md"]), path, text);
        assert_eq!(all("---\n|\n---\n"), own("|", &["name", "description"]));
        assert_eq!(all("---\nname: x\nde|\n"), own("de|", &["description"]));
        assert_eq!(all("---\nname: x\nd|es: y\n---\n"), own("d|es", &["description"]));
        assert_eq!(
            all("---\n|name: x\n---\n"),
            own("|name", &["name", "description"])
        );
        assert_eq!(all("---\nname: x\n---\n|"), None);
        let six = offered(
            Tree::new(&["agents-md"]),
            ".agents/skills/x/SKILL.md",
            "---\n|\n---\n",
        );
        assert_eq!(six.expect("keys").1.len(), 6);
    }

    #[test]
    fn a_key_comes_with_its_value_to_fill_in() {
        let (_, found) = complete_at(
            Tree::new(&["agents-md"]),
            ".agents/skills/a-b/SKILL.md",
            "---\r\n|\r\n---\r\n",
        )
        .expect("keys");
        let item = |label: &str| {
            found
                .items
                .iter()
                .find(|item| item.label == label)
                .expect("a key")
        };
        assert_eq!(item("name").text, "name: ");
        assert_eq!(item("name").snippet.as_deref(), Some("name: ${1:a-b}"));
        assert_eq!(item("metadata").text, "metadata:");
        assert_eq!(item("metadata").snippet.as_deref(), Some("metadata:\r\n  $0"));
        assert_eq!(
            item("description").detail.as_deref(),
            Some("text, required, at most 1,024 characters")
        );
    }

    #[test]
    fn values_are_those_known_and_those_used_elsewhere() {
        let path = ".claude/skills/my-skill/SKILL.md";
        let head = |line: &str| format!("---\n{line}\n---\n");
        assert_eq!(offered(tree(), path, &head("name: |")), own("|", &["my-skill"]));
        assert_eq!(
            offered(tree(), path, &head("allowed-tools: Grep Re|")),
            own("Re|", &["Bash(git add *)", "Read"])
        );
        assert_eq!(offered(tree(), path, &head("nothing: |")), None);
    }
}
