//! `skill.portability`: in the folder that all loaders share, a head has what only some of them take.

use super::keys::{self, FORMAT, Shape};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::{FileView, RuntimeView},
};
use agents_prompt::runtime::FieldKind;
use agents_syntax::{Text, frontmatter::Entry};
use std::path::Path;

const TOOLS: &str = "allowed-tools";

/// See the module.
pub struct Portability;

impl Rule for Portability {
    fn code(&self) -> &'static str {
        "skill.portability"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "A skill in `.agents/skills`, the folder that many loaders share, has a key that one active runtime reads and another \
does not, or a spelling that only some of them take: it is no part of the Agent Skills format. Validators refuse such a key, \
so that the skill cannot be uploaded to claude.ai as it is.\n\n\
### Example\n\n```\n---\nname: triage\ndescription: Sorts new issues\nallowed-tools: [Read, Grep]\n\
disable-model-invocation: true\n---\n```\n\n\
Some runtimes wait until a person calls this skill; the others call it by themselves.\n\n\
### What is left alone\n\nThe folders of one vendor (`.claude/skills` and the like), where its own keys belong, and keys that \
all active runtimes read, or none.\n\n\
### What to do\n\nNothing, if the skill is for those that take it. The format has six keys: `name`, `description`, `license`, \
`compatibility`, `metadata` and `allowed-tools`, whose tools stand in one text with spaces between them. The fix writes a list \
so.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        if !is_shared(file.path) {
            return;
        }
        let (Some(text), Some(head)) = (file.text(), keys::head(file)) else {
            return;
        };
        let readers: Vec<_> = keys::readers(file)
            .filter(|view| !keys::is_dropped(file, view))
            .collect();
        for entry in &head.entries {
            let told = if FORMAT.contains(&entry.key.as_str()) {
                of_tools(text, entry, &readers)
            } else {
                of_key(entry, &readers)
            };
            if let Some((lead, effects)) = told {
                let mut finding = Finding::new(self, file.path, keys::place(text, entry));
                finding.lead = lead;
                out.push(effects.into_iter().fold(finding, |finding, (view, sentence)| {
                    finding.effect(view.name(), sentence)
                }));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let (Some(text), Some(head)) = (file.text(), keys::head(file)) else {
            return Vec::new();
        };
        let mut entries = head.entries.iter().filter(|entry| entry.key == TOOLS);
        let entry = entries.find(|entry| keys::place(text, entry) == finding.range);
        let Some(edit) = entry.and_then(|entry| in_one_text(text, entry)) else {
            return Vec::new();
        };
        vec![Fix {
            title: format!("Write `{TOOLS}` as one text"),
            applicability: if !edit.text.trim().contains(' ') || keys::readers(file).all(takes_text) {
                Applicability::Safe
            } else {
                Applicability::Unsafe
            },
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![edit],
            }],
        }]
    }
}

/// Whether a skill lies in the folder that belongs to no vendor.
fn is_shared(path: &Path) -> bool {
    let names: Vec<_> = path.iter().collect();
    names
        .windows(2)
        .any(|pair| pair[0] == ".agents" && pair[1] == "skills")
}

/// What each runtime makes of something.
type Effects<'a> = Vec<(&'a RuntimeView<'a>, &'static str)>;

/// What is said of a key beyond the format: only where one active runtime reads it and another does not.
fn of_key<'a>(entry: &Entry, readers: &[&'a RuntimeView<'a>]) -> Option<(String, Effects<'a>)> {
    let mut effects = Effects::new();
    for view in readers {
        match keys::field(view, &entry.key) {
            Some(_) => effects.push((view, "It is read by {}.")),
            // Of a runtime without keys nothing is known.
            None if view.active.runtime.skill_fields().is_empty() => {}
            None => effects.push((view, "It does nothing in {}.")),
        }
    }
    let reads = |(_, sentence): &(_, &str)| *sentence == "It is read by {}.";
    let is_split = effects.iter().any(reads) && !effects.iter().all(reads);
    is_split.then(|| {
        let lead = format!("`{}` is no key of the shared Agent Skills format.", entry.key);
        (lead, effects)
    })
}

/// What is said of tools that are a list, which the format does not have.
fn of_tools<'a>(
    text: &Text,
    entry: &Entry,
    readers: &[&'a RuntimeView<'a>],
) -> Option<(String, Effects<'a>)> {
    let is_list = matches!(keys::shape(text, entry), Some(Shape::Brackets | Shape::Lines));
    if entry.key != TOOLS || !is_list {
        return None;
    }
    let effect = |view: &&'a RuntimeView<'a>| {
        let field = keys::field(view, &entry.key)?;
        let sentence = match field.kind {
            FieldKind::Tools { list: true, .. } => "The list is taken by {}.",
            _ => "It is not known to be taken by {}.",
        };
        Some((*view, sentence))
    };
    let effects: Effects<'_> = readers.iter().filter_map(effect).collect();
    let lead =
        format!("`{TOOLS}` is a list; the Agent Skills format has one text with spaces between the tools.");
    (!effects.is_empty()).then_some((lead, effects))
}

/// Whether a runtime surely takes several tools in one text with spaces between them.
fn takes_text(view: &RuntimeView<'_>) -> bool {
    keys::field(view, TOOLS).is_none_or(|field| matches!(field.kind, FieldKind::Tools { spaces: true, .. }))
}

/// The edit that makes one text of a list; `None` where a comment would be lost, or where a tool would not be told
/// from its neighbour.
fn in_one_text(text: &Text, entry: &Entry) -> Option<TextEdit> {
    let items = entry.items(text);
    let before = entry.key_range.end..entry.value_range.start;
    let between = text.substring(before.clone());
    let start = before.start + between.find(':')? + 1;
    let is_plain = |value: &str| {
        let marks = |char: char| char.is_whitespace() || ",\"'#&{}[]!|>%@`".contains(char);
        value.starts_with(|first: char| first.is_alphanumeric() || first == '_')
            && !value.contains(marks)
            && !value.ends_with(':')
    };
    let is_clear = !items.is_empty() && items.iter().all(|item| is_plain(&item.value));
    let has_comment = text.substring(start..entry.value_range.end).contains('#');
    let values: Vec<&str> = items.iter().map(|item| item.value.as_str()).collect();
    (is_clear && !has_comment)
        .then(|| TextEdit::new(start..entry.value_range.end, format!(" {}", values.join(" "))))
}

#[cfg(test)]
mod tests {
    use crate::{
        Applicability,
        testing::{Fixture, mended},
    };

    const CODE: &str = "skill.portability";
    const PATH: &str = ".agents/skills/x/SKILL.md";

    fn fixture(runtimes: &[&str], path: &str, keys: &str) -> Fixture {
        let mut fixture = Fixture::new(runtimes, "");
        fixture.add(path, format!("---\nname: x\ndescription: b\n{keys}---\nText\n"));
        fixture
    }

    #[test]
    fn a_list_becomes_one_text() {
        for (written, ends) in [
            ("allowed-tools: [Read, \"Bash(git:*)\"]\n", "\n"),
            ("allowed-tools:\n  - Read\n  - 'Bash(git:*)'\n", "\n"),
            (
                "allowed-tools:\n- Read\n- Bash(git:*)\nlicense: MIT\n",
                "\nlicense: MIT\n",
            ),
        ] {
            let mut found = fixture(&["copilot-cli"], PATH, written);
            assert_eq!(
                found.message(CODE),
                "`allowed-tools` is a list; the Agent Skills format has one text with spaces between the tools. \
                 The list is taken by copilot-cli."
            );
            let after =
                format!("---\nname: x\ndescription: b\nallowed-tools: Read Bash(git:*){ends}---\nText\n");
            assert_eq!(mended(&mut found, CODE, PATH).1, after);
            let mut windows = Fixture::new(&["copilot-cli"], "");
            let written = format!("---\nname: x\ndescription: b\n{written}---\nText\n");
            windows.add(PATH, written.replace('\n', "\r\n"));
            assert_eq!(mended(&mut windows, CODE, PATH).1, after.replace('\n', "\r\n"));
        }
    }

    #[test]
    fn several_tools_in_one_text_are_safe_where_spaces_part_them() {
        let applicability = |runtime: &str, tools: &str| {
            let found = fixture(&[runtime], PATH, &format!("allowed-tools: {tools}\n"));
            found.fixes(CODE)[0].applicability
        };
        assert_eq!(applicability("openhands", "[Read, Grep]"), Applicability::Safe);
        assert_eq!(
            applicability("copilot-cli", "[Read, Grep]"),
            Applicability::Unsafe,
            "commas"
        );
        assert_eq!(applicability("copilot-cli", "[Read]"), Applicability::Safe);
        assert_eq!(
            applicability("devin", "[Read, Grep]"),
            Applicability::Unsafe,
            "not documented"
        );
    }

    #[test]
    fn a_list_that_one_text_cannot_hold_is_left_to_people() {
        for written in [
            "allowed-tools: [\"Bash(git add:*)\"]\n",
            "allowed-tools:\n  - Read # to look\n",
            "allowed-tools: ['*']\n",
            "allowed-tools: []\n",
        ] {
            let found = fixture(&["copilot-cli"], PATH, written);
            assert_eq!(found.codes().len(), 1, "{written}");
            assert_eq!(found.fixes(CODE), [], "{written}");
        }
    }

    #[test]
    fn a_key_of_a_vendor_is_told_in_the_shared_folder_only() {
        let keys = "disable-model-invocation: true\n";
        let found = fixture(&["vscode-copilot", "codex"], PATH, keys);
        assert_eq!(
            found.message(CODE),
            "`disable-model-invocation` is no key of the shared Agent Skills format. It is read by vscode-copilot. It \
             does nothing in codex."
        );
        assert_eq!(found.marked(CODE), ["disable-model-invocation: true"]);
        for (runtimes, path, keys) in [
            (
                ["claude-code", "vscode-copilot"],
                ".claude/skills/x/SKILL.md",
                keys,
            ),
            // Nobody reads it, and all read it.
            (["codex", "codex"], PATH, keys),
            (["vscode-copilot", "cursor"], PATH, keys),
        ] {
            assert_eq!(
                fixture(&runtimes, path, keys).codes(),
                Vec::<String>::new(),
                "{path}"
            );
        }
    }
}
