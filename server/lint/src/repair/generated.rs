//! Broken skills of every kind, put together at random: whatever fix is offered leaves nothing behind.

use crate::{
    finding::Severity,
    fix::{Applicability, FileEdit, Fix, apply},
    repair::body,
    testing::Fixture,
};
use agents_syntax::Text;
use proptest::prelude::*;

/// Of each piece one is taken.
const MARKS: [&str; 2] = ["", "\u{feff}"];
const LEADS: [&str; 4] = ["", "", "\n", " \n\n"];
const FENCES: [&str; 5] = ["", "", "```md", "~~~", "````"];
const OPENINGS: [&str; 3] = ["---", "---", "---  "];
const NAMES: [&str; 6] = ["name: a", "name: a # who", " name: a", "Name: a", "", "name:"];
const DESCRIPTIONS: [&str; 9] = [
    "description: b c",
    "description: Use when: asked",
    "  description: b c",
    "Description: b c",
    "",
    "description:",
    "description: \"\" # soon",
    "description: \"open",
    "description: [WIP] b c",
];
const OTHERS: [&str; 4] = [
    "",
    "# a note\nlicense: MIT",
    "metadata:\n  name: z\n  Description: y",
    "tags:\n- t\n- u",
];
const CLOSINGS: [&str; 4] = ["---", "---", "", " ---"];
const BODIES: [&str; 4] = [
    "",
    "\nText here.\n",
    "\n# Title\n\nSome words: here.\n- one\n",
    "\n```sh\nls\n```\n",
];

#[derive(Debug, Clone)]
struct Broken {
    text: String,
    eol: &'static str,
    /// Lines that no fix may lose.
    kept: Vec<&'static str>,
}

fn broken() -> impl Strategy<Value = Broken> {
    let head = (
        prop::sample::select(&OPENINGS[..]),
        prop::sample::select(&NAMES[..]),
        prop::sample::select(&DESCRIPTIONS[..]),
        prop::sample::select(&OTHERS[..]),
        prop::sample::select(&CLOSINGS[..]),
    );
    let around = (
        prop::sample::select(&MARKS[..]),
        prop::sample::select(&LEADS[..]),
        prop::sample::select(&FENCES[..]),
        prop::sample::select(&BODIES[..]),
    );
    (head, around, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |((opening, name, description, other, closing), (mark, lead, fence, body), crlf, ends, swapped)| {
            let eol = if crlf { "\r\n" } else { "\n" };
            let keys = if swapped {
                [description, other, name]
            } else {
                [name, other, description]
            };
            let mut lines = vec![opening];
            lines.extend(keys.into_iter().filter(|line| !line.is_empty()));
            lines.extend(Some(closing).filter(|line| !line.is_empty()));
            let inner = format!("{}\n{body}", lines.join("\n"));
            let marker: String = fence.chars().take_while(|c| *c == '`' || *c == '~').collect();
            let wrapped = if fence.is_empty() {
                inner
            } else {
                format!("{fence}\n{}\n{marker}\n", inner.trim_end())
            };
            let text = if ends {
                wrapped
            } else {
                wrapped.trim_end().to_owned()
            };
            Broken {
                text: format!("{mark}{lead}{text}").replace('\n', eol),
                eol,
                kept: other
                    .lines()
                    .chain(body.lines())
                    .filter(|line| !line.is_empty())
                    .collect(),
            }
        },
    )
}

/// Every skill finding has a fix, and each fix leaves a listed skill.
fn check(runtime: &str, path: &str, broken: &Broken) {
    let fresh = || {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, &broken.text);
        fixture
    };
    let found = fresh();
    for finding in found.findings() {
        let fixes = found.fixes(finding.rule);
        assert!(
            !fixes.is_empty(),
            "no fix for {}: {:?}",
            finding.message(),
            broken.text
        );
        for fix in fixes {
            let mut fixture = fresh();
            fixture.apply(&fix);
            let after = fixture.text(path.as_ref()).to_string();
            let told = format!("{} → {after:?}", fix.title);
            let rest = fixture.findings();
            assert!(
                !rest.iter().any(|left| left.rule == finding.rule),
                "{told}: {:?}",
                fixture.codes()
            );
            assert!(
                !rest.iter().any(|left| left.severity == Severity::Error),
                "{told}: {:?}",
                fixture.codes()
            );
            assert_eq!(fixture.listed_skills().len(), 1, "{told}");
            for line in &broken.kept {
                let is_there = after.lines().any(|left| left == *line);
                assert!(is_there, "{told} lost {line:?}");
            }
            keeps_line_ends(broken, &fix, &after, &told);
            keeps_the_ends(&broken.text, &fix);
        }
    }
}

fn keeps_line_ends(broken: &Broken, fix: &Fix, after: &str, told: &str) {
    let lone = after.matches('\n').count() - after.matches("\r\n").count();
    if broken.eol == "\n" || fix.title.to_lowercase().contains("line ends") {
        assert!(!after.contains('\r'), "{told}");
    } else if broken.text.contains(broken.eol) {
        assert_eq!(lone, 0, "{told}");
    }
}

/// What is the same before and after at either end is no part of the edit.
fn keeps_the_ends(before: &str, fix: &Fix) {
    let [FileEdit::Text { edits, .. }] = fix.edits.as_slice() else {
        panic!("{fix:?}");
    };
    assert!(!edits.is_empty());
    for edit in edits {
        let old = &before[edit.range.clone()];
        let line = |text: &str| text.split_inclusive('\n').next().map(str::to_owned);
        assert!(line(old).is_none() || line(old) != line(&edit.text), "{fix:?}");
    }
}

/// Bytes as they come, with what makes a head among them.
fn anything() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["---\n", "---\r\n", "name: a\n", "description: b: c\n", "\t", "\r", "\u{feff}", "```\n", "|", "é"])
            .prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::testing::budget(200))]

    #[test]
    fn any_bytes_are_judged_and_no_safe_fix_changes_the_body(bytes in anything()) {
        for (runtimes, path) in [
            (&["ai-leash"][..], ".skills/x.md"),
            (&["codex", "copilot-cli", "skills-ref"][..], ".agents/skills/x/SKILL.md"),
        ] {
            let mut fixture = Fixture::new(runtimes, "");
            fixture.add(path, &bytes);
            let text = fixture.text(path.as_ref());
            let fixes = fixture.findings().into_iter().flat_map(|finding| fixture.fixes_of(&finding));
            let safe = fixes.filter(|fix| fix.applicability == Applicability::Safe);
            let whole = fixture.repair(path).into_iter().chain(fixture.fix_all(path));
            for fix in safe.chain(whole) {
                let Some(edits) = fix.text_edits() else { continue };
                let after = apply(&text, edits);
                prop_assert!(body::is_same(&text, &after), "{}: {:?} → {:?}", fix.title, text.to_string(), after.to_string());
            }
        }
    }
}

/// Words with what means something to YAML among them.
fn value() -> impl Strategy<Value = String> {
    let pieces = vec![
        "one", "two", "C #", "# three", "#12", "!x", "&R", "*R", ">x", ">-", "|", "\"four\"", "'", "\"",
        "a:", "@b", "`c`", "%d", "[e]", "{f", "- g", "?", "\\n", "é", "~", "\n  more", "\n",
    ];
    let words = prop::collection::vec(prop::sample::select(pieces), 0..5);
    words.prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(crate::testing::budget(200))]

    #[test]
    fn no_safe_fix_loses_a_word_of_a_description(
        name in prop::sample::select(&NAMES[..]),
        value in value(),
        other in prop::sample::select(&["", "license: *R", "description: one two", "name = x", "just text"][..]),
    ) {
        for (runtime, path) in [
            ("ai-leash", ".skills/a.md"),
            ("codex", ".agents/skills/a/SKILL.md"),
            ("vscode-copilot", ".github/skills/a/SKILL.md"),
            ("copilot-cli", ".agents/skills/a/SKILL.md"),
            ("claude-code", ".claude/skills/a/SKILL.md"),
        ] {
            let mut fixture = Fixture::new(&[runtime], "");
            let text = format!("---\n{name}\ndescription: {value}\n{other}\n---\nBody.\n");
            fixture.add(path, &text);
            let fixes = fixture.findings().into_iter().flat_map(|finding| fixture.fixes_of(&finding));
            let safe = fixes.filter(|fix| fix.applicability == Applicability::Safe);
            for fix in safe.chain(fixture.repair(path)).chain(fixture.fix_all(path)) {
                let Some(edits) = fix.text_edits() else { continue };
                let after = apply(&Text::new(&text), edits).to_string();
                let mut left: Vec<&str> = words(&after);
                for word in words(&value) {
                    let at = left.iter().position(|left| *left == word);
                    // The name of an anchor that is referred to is no word of the text.
                    prop_assert!(at.is_some() || word == "R", "{runtime}: {} lost {word}: {text:?} → {after:?}", fix.title);
                    if let Some(at) = at {
                        left.remove(at);
                    }
                }
            }
        }
    }
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|char: char| !char.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

proptest! {
    #![proptest_config(crate::testing::budget(400))]

    #[test]
    fn a_mended_skill_of_ai_leash_is_listed(broken in broken()) {
        check("ai-leash", ".skills/x.md", &broken);
    }

    #[test]
    fn a_mended_skill_of_codex_is_listed(broken in broken()) {
        check("codex", ".agents/skills/x/SKILL.md", &broken);
    }

    #[test]
    fn a_mended_skill_of_openclaw_is_listed(broken in broken()) {
        check("openclaw", "skills/x/SKILL.md", &broken);
    }
}
