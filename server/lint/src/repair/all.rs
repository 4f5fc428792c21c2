//! All safe fixes of a file as one: one after another, each on the text that those before it left, so that fixes of
//! the same lines do not get in each other's way.

use super::{changed::Changed, skill};
use crate::{
    check::{self, Checker},
    fix::{Applicability, FileEdit, Fix, TextEdit, apply, difference},
    view::FileView,
};
use agents_prompt::{PromptCache, runtime::Role};
use agents_syntax::Text;
use std::{collections::HashSet, path::Path};

/// How often a file is judged anew; fixes that undo each other end here at the latest.
const MOST_PASSES: usize = 32;

/// Every safe fix of a file's own findings; `None` when there is none.
#[must_use]
pub fn all(checker: Checker<'_>, path: &Path) -> Option<Fix> {
    one(checker, path, "Fix all that is safe to fix", |_| true)
}

/// Every safe fix of the findings in the head of a skill; `None` for other files, and when there is none.
#[must_use]
pub fn frontmatter(checker: Checker<'_>, path: &Path) -> Option<Fix> {
    let view = FileView::new(checker.project, checker.files, checker.prompts, path);
    if !is_skill(&view) {
        return None;
    }
    let is_of_head = |rule: &str| rule.starts_with("skill.") || rule == "encoding.bom";
    one(checker, path, "Repair frontmatter", is_of_head)
}

fn one(checker: Checker<'_>, path: &Path, title: &str, wanted: fn(&str) -> bool) -> Option<Fix> {
    let before = checker.files.file(path).ok()?.text().clone();
    let mut text = before.clone();
    let mut seen = HashSet::from([before.to_string()]);
    for _ in 0..MOST_PASSES {
        let edits = if text == before {
            // What is known of the file as it is need not be found out again.
            pass(checker, path, wanted)
        } else {
            changed(checker, path, &text, wanted)
        };
        let after = apply(&text, &edits);
        if !seen.insert(after.to_string()) {
            break;
        }
        text = after;
    }
    let (old, new) = (before.to_string(), text.to_string());
    let edits = difference(&old, &new);
    let title = || {
        let ends = skill::ends_changed(&old, &new).map(|ends| format!(" and {ends}"));
        let view = FileView::new(checker.project, checker.files, checker.prompts, path);
        let left = is_skill(&view).then(|| skill::left(&view, &text));
        format!("{title}{}{}", ends.unwrap_or_default(), left.unwrap_or_default())
    };
    (!edits.is_empty()).then(|| Fix {
        title: title(),
        applicability: Applicability::Safe,
        rule: None,
        edits: vec![FileEdit::Text {
            path: path.to_path_buf(),
            edits,
        }],
    })
}

/// [`pass`], had the file another text.
fn changed(checker: Checker<'_>, path: &Path, text: &Text, wanted: fn(&str) -> bool) -> Vec<TextEdit> {
    let files = Changed::file(checker.files, path, text.clone());
    let checker = Checker {
        files: &files,
        prompts: &PromptCache::default(),
        ..checker
    };
    pass(checker, path, wanted)
}

/// The edits of the safe fixes that do not touch each other; of a skill those of the first fix alone, since each of
/// them mends whatever else keeps a loader from the file.
fn pass(checker: Checker<'_>, path: &Path, wanted: fn(&str) -> bool) -> Vec<TextEdit> {
    let view = FileView::new(checker.project, checker.files, checker.prompts, path);
    let is_skill = is_skill(&view);
    let mut taken: Vec<TextEdit> = Vec::new();
    for finding in check::check_file(checker, path) {
        if !wanted(finding.rule) || finding.path != path {
            continue;
        }
        let fixes = check::fixes(checker, &finding);
        let safe = fixes
            .iter()
            .filter(|fix| fix.applicability == Applicability::Safe);
        let Some(edits) = safe.filter_map(|fix| of_file(fix, path)).next() else {
            continue;
        };
        let touches = |edit: &TextEdit, other: &TextEdit| {
            edit.range.start <= other.range.end && other.range.start <= edit.range.end
        };
        if !edits
            .iter()
            .any(|edit| taken.iter().any(|other| touches(edit, other)))
        {
            taken.extend_from_slice(edits);
        }
        if is_skill {
            break;
        }
    }
    if is_skill && taken.is_empty() {
        // What is certain is mended though a person has to finish the rest.
        let before = view.text().map(Text::to_string);
        let after = skill::safe_part(&view).map(|text| text.to_string());
        if let (Some(before), Some(after)) = (before, after) {
            taken = difference(&before, &after);
        }
    }
    taken.sort_by_key(|edit| edit.range.start);
    taken
}

/// The edits of a fix that changes this file, something in it, and no other.
fn of_file<'a>(fix: &'a Fix, path: &Path) -> Option<&'a [TextEdit]> {
    match fix.edits.as_slice() {
        [FileEdit::Text { path: of, edits }] if of == path && !edits.is_empty() => Some(edits),
        _ => None,
    }
}

fn is_skill(view: &FileView<'_>) -> bool {
    view.runtimes.iter().any(|view| view.role == Role::Skill)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const SKILL: &str = ".agents/skills/x/SKILL.md";

    #[test]
    fn a_skill_is_repaired_at_once_and_its_comments_and_line_ends_stay() {
        let text = "---\r\n# who\r\nName: x\r\nlicense: MIT # free\r\ndescription: Use when: asked # soon\r\n---\r\nText: x\r\n";
        let mut fixture = Fixture::new(&["codex", "skills-ref"], "");
        fixture.add(SKILL, text);
        let fix = fixture.repair(SKILL).expect("something to repair");
        assert_eq!(fix.title, "Repair frontmatter");
        assert_eq!(fix.text_edits().expect("edits of one file").len(), 2, "{fix:?}");
        fixture.apply(&fix);
        let after = fixture.text(SKILL.as_ref()).to_string();
        let expected = text
            .replace("Name: x", "name: x")
            .replace("Use when: asked", "\"Use when: asked\"");
        assert_eq!(after, expected);
        assert_eq!(fixture.codes(), Vec::<String>::new());
        assert!(fixture.repair(SKILL).is_none(), "done");
    }

    #[test]
    fn nothing_is_offered_where_a_person_must_decide() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(SKILL, "---\nname: x\n---\nText\n");
        assert_eq!(
            fixture.codes(),
            ["skill.missing-description .agents/skills/x/SKILL.md:1"]
        );
        assert!(
            fixture.repair(SKILL).is_none(),
            "a draft is for a person to finish"
        );
        assert!(fixture.fix_all(SKILL).is_none());
        fixture.add("AGENTS.md", "---\nname\n");
        assert!(fixture.repair("AGENTS.md").is_none(), "no skill");
    }

    #[test]
    fn nothing_is_put_into_a_head_that_has_no_keys() {
        for head in [
            "---",
            "---\n---\n",
            "---\nname = foo\ndescription = d\n---\n",
            "---\njust text\n---\n",
            "---\n- name: x\n- description: d e\n---\n",
            "---\n{\"name\":\"foo\",\"description\":\"d\"}\n---\n",
        ] {
            for runtime in ["codex", "vscode-copilot", "copilot-cli", "gemini-cli"] {
                let mut fixture = Fixture::new(&[runtime], "");
                fixture.add(SKILL, head);
                assert_eq!(fixture.fix_all(SKILL), None, "{runtime}: {head:?}");
                assert_eq!(fixture.repair(SKILL), None, "{runtime}: {head:?}");
                let text = fixture.text(SKILL.as_ref());
                for finding in fixture.findings().iter().filter(|_| head.len() > 10) {
                    for fix in fixture.fixes_of(finding) {
                        let after =
                            crate::fix::apply(&text, fix.text_edits().unwrap_or_default()).to_string();
                        assert!(
                            !after.starts_with("---\nname: x\n"),
                            "{runtime}: {} {after:?}",
                            fix.title
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_head_of_very_many_keys_is_not_mended_step_by_step() {
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(SKILL, format!("---\n{}---\n", "\tname: x\n".repeat(500)));
        assert!(fixture.repair(SKILL).is_none());
        assert!(!fixture.codes().is_empty());
    }

    #[test]
    fn what_is_certain_is_mended_and_the_rest_is_named() {
        // What stands before the head goes; the description is for its author to write.
        let mut fixture = Fixture::new(&["codex"], "");
        fixture.add(SKILL, "\u{feff}\n---\nname: x\n---\nText\n");
        let fix = fixture.repair(SKILL).expect("something to repair");
        assert_eq!(fix.title, "Repair frontmatter; left for you: the description");
        fixture.apply(&fix);
        assert_eq!(
            fixture.text(SKILL.as_ref()).to_string(),
            "---\nname: x\n---\nText\n"
        );
        assert!(fixture.repair(SKILL).is_none(), "a person's turn");
        // A name that the loader refuses.
        let mut named = Fixture::new(&["cursor"], "");
        named.add(SKILL, "\n---\nname: y z\ndescription: b\n---\nText\n");
        let fix = named.repair(SKILL).expect("something to repair");
        assert!(fix.title.ends_with("; left for you: the name"), "{}", fix.title);
        named.apply(&fix);
        assert!(
            named
                .text(SKILL.as_ref())
                .to_string()
                .starts_with("---\nname: y z\n")
        );
    }

    #[test]
    fn a_change_of_line_ends_is_said() {
        const FLAT: &str = ".skills/x.md";
        let text = "---\r\nname: x\r\ndescription: b\r\n---\r\nText\r\n";
        let mut fixture = Fixture::new(&["ai-leash"], "");
        fixture.add(FLAT, text);
        let title = |fix: Option<crate::Fix>| fix.map(|fix| fix.title);
        assert_eq!(
            title(fixture.repair(FLAT)).as_deref(),
            Some("Repair frontmatter and change line ends to LF")
        );
        assert_eq!(
            title(fixture.fix_all(FLAT)).as_deref(),
            Some("Fix all that is safe to fix and change line ends to LF")
        );
        for fix in fixture.fixes("skill.skipped") {
            assert!(fix.title.contains("hange line ends to LF"), "{}", fix.title);
        }
        // Where the lines keep their ends, nothing is said of them.
        let mut kept = Fixture::new(&["codex", "skills-ref"], "");
        kept.add(SKILL, text.replace("name", "Name"));
        assert_eq!(title(kept.repair(SKILL)).as_deref(), Some("Repair frontmatter"));
    }

    #[test]
    fn all_of_an_instruction_file_is_fixed_line_by_line() {
        let tree = "//- docs/style.md\nS\n//- docs/tests.md\nT\n//- .claude/CLAUDE.md\n\
                    # C\n\nRead @docs/style.md first.\n\nAnd more.\n\nRead @docs/tests.md first.\n";
        let mut fixture = Fixture::new(&["claude-code"], tree);
        let fix = fixture.fix_all(".claude/CLAUDE.md").expect("something to fix");
        assert_eq!(fix.text_edits().expect("edits of one file").len(), 2, "{fix:?}");
        fixture.apply(&fix);
        assert_eq!(
            fixture.text(".claude/CLAUDE.md".as_ref()).to_string(),
            "# C\n\nRead @../docs/style.md first.\n\nAnd more.\n\nRead @../docs/tests.md first.\n"
        );
        assert!(fixture.fix_all(".claude/CLAUDE.md").is_none());
    }
}
