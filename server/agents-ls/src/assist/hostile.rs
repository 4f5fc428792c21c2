//! No place of any text is a trouble.

use super::{
    complete::{Asked, complete},
    links::links,
    navigate::{definition, highlights, references},
    rename::{Order, follow, prepare, rename},
    testing::Tree,
};
use crate::view::hover::{self, Detail};
use agents_lint::{FileEdit, NoTokens};
use proptest::{prelude::*, test_runner::RngSeed};
use std::path::Path;

const TEXTS: &[&str] = &[
    "",
    "---",
    "---\n",
    "---\r\nskills: [",
    "---\nskills: \"",
    "---\nskills:\n  -\n  - '\n---\n`",
    "---\nname: '\nskills: a-b, \u{1F600}, [a-b\n---\n$ `` $`a-b` skill skill\n",
    "---\nallowed-tools: \u{1F600} (\n---\n",
    "\u{feff}---\r\n\u{1F600}: \u{1F600}\r\n---\r\n",
    "`$` `/` `$ ` `/\u{1F600}` $\u{1F600} skill \u{1F600}\n",
    "skill `\u{1F600}`, `a-b` and\n`a-b` skills \u{1F600}`",
    "> skill `a-b\n> c` skill\n> [a-b](.agents/skills/a-b/SKILL.md \"x\") [](a-b/SKILL.md) [a-b][]\n\n[a-b]: a-b/SKILL.md\n",
    "[x](%F0%9F) [x](%) [x](%2) @a\\ b @ @/ ~/ / // ./ ../.. `a-b/`",
    "\r\r\n\n\r`a-b`\r| `a-b` |\r\u{2028}skill\u{2028}a-b",
];

/// Where a text may lie; the last ones are read by no runtime that is at work.
const PATHS: [&str; 6] = [
    "AGENTS.md",
    ".agents/skills/x/SKILL.md",
    ".claude/agents/x.md",
    ".skills/x.md",
    ".apc/skills/x.md",
    ".windsurf/skills/x/SKILL.md",
];

/// What is at work: several runtimes, the user's choice of one, and nothing that left traces.
const RUNTIMES: [&[&str]; 3] = [&["codex", "claude-code"], &["ai-leash", "apx", "claude-ai"], &[]];

#[test]
fn no_place_of_any_text_is_a_trouble() {
    for path in &PATHS[..3] {
        for text in TEXTS {
            let tree = tree(RUNTIMES[0], path, text.as_bytes());
            for byte in 0..=text.len() + 1 {
                ask(&tree, path, byte);
            }
        }
    }
}

fn tree(runtimes: &[&'static str], path: &str, bytes: &[u8]) -> Tree {
    let mut tree = Tree::new(runtimes).skill(".agents/skills/a-b/SKILL.md", "a-b", "d");
    tree.files.add(Tree::path(path), bytes);
    tree
}

/// Asks everything that can be asked about a place. A byte inside a character is none that an editor asks about.
fn ask(tree: &Tree, path: &str, byte: usize) {
    let path = Tree::path(path);
    let text = tree.files_text(&path);
    if byte < text.len() && !text.is_char_boundary(byte) {
        return;
    }
    let files = [path.clone()];
    let is_there = |range: std::ops::Range<usize>| text.get(range).is_some();
    for link in links(tree.scope(), &path) {
        assert!(is_there(link.range), "{text:?}");
    }
    let asked = Asked {
        scope: tree.scope(),
        path: &path,
        byte: byte.min(text.len()),
        files: &files,
        with_about: true,
    };
    if let Some(found) = complete(&asked) {
        assert!(found.insert.end <= found.replace.end, "{text:?} at {byte}");
        assert!(is_there(found.replace), "{text:?} at {byte}");
    }
    if let Some(found) = definition(tree.scope(), &path, byte) {
        assert!(is_there(found.origin), "{text:?} at {byte}");
    }
    for highlight in highlights(tree.scope(), &path, byte).into_iter().flatten() {
        assert!(is_there(highlight.range), "{text:?} at {byte}");
    }
    for spot in references(tree.scope(), &path, byte, &files, true, &|| false)
        .into_iter()
        .flatten()
    {
        assert!(spot.path != path || is_there(spot.bytes()), "{text:?} at {byte}");
    }
    hovers(tree, &path, byte, &text);
    renames(tree, &path, byte, &files, &text);
}

fn hovers(tree: &Tree, path: &Path, byte: usize, text: &str) {
    for detail in [Detail::Line, Detail::File] {
        let scope = tree.scope();
        let asked = hover::Asked {
            project: scope.project,
            files: scope.files,
            prompts: scope.prompts,
            path,
            byte: byte.min(text.len()),
            detail,
            is_provisional: false,
            tokens: &NoTokens,
            link: None,
        };
        if let Some(hover) = hover::hover(&asked) {
            assert!(!hover.markdown.trim().is_empty(), "{text:?} at {byte}");
            assert!(text.get(hover.range).is_some(), "{text:?} at {byte}");
        }
    }
}

/// What is renamed changes bytes that are there, in order, each once. A name that cannot change is said to be so.
fn renames(tree: &Tree, path: &Path, byte: usize, files: &[std::path::PathBuf], text: &str) {
    if let Ok(Some(found)) = prepare(tree.scope(), path, byte) {
        assert_eq!(text.get(found.range), Some(found.name.as_str()), "{byte}");
    }
    for can_move in [true, false] {
        let order = Order {
            name: "new",
            files,
            is_open: &|_| false,
            can_move,
            is_cancelled: &|| false,
        };
        match rename(tree.scope(), path, byte, &order) {
            Ok(renaming) => sound(tree, &renaming.unwrap_or_default().edits),
            Err(why) => assert!(why.ends_with('.'), "{why}"),
        }
    }
    let mut edits = vec![FileEdit::Rename {
        from: Tree::path(".agents/skills/a-b"),
        to: Tree::path(".agents/skills/b/c"),
    }];
    follow(tree.scope(), &mut edits, files);
    sound(tree, &edits);
}

fn sound(tree: &Tree, edits: &[FileEdit]) {
    for edit in edits {
        let FileEdit::Text { path, edits } = edit else {
            continue;
        };
        let text = tree.files_text(path);
        let mut end = 0;
        for edit in edits {
            assert!(end <= edit.range.start, "{text:?}: {edits:?}");
            end = edit.range.end;
            assert!(text.get(edit.range.clone()).is_some(), "{text:?}: {edits:?}");
        }
    }
}

/// Bytes as they come, with what makes heads, mentions and paths among them.
fn anything() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec![
        "---\n",
        "---\r\n",
        "name: x\n",
        "name: ",
        "skills: [a-b, ",
        "description: b: c\n",
        "allowed-tools: ",
        "`a-b`",
        "$a-b",
        "/a-b",
        " skill ",
        "[x](../a-b/SKILL.md)",
        "@",
        ".agents/skills/a-b/",
        "\t",
        "\r",
        "\u{feff}",
        "```\n",
        "|",
        "é",
        "\u{1F600}",
        "\n",
        "- ",
        "> ",
        "<!-- ",
        "\u{2028}",
    ];
    let piece = prop_oneof![
        5 => prop::sample::select(pieces).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Always the same inputs, so that a failure is one of the change; `PROPTEST_CASES` looks for others. There is no file
/// of seeds: a failure prints its input, which then becomes a case above.
fn budget(cases: u32) -> ProptestConfig {
    let default = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return default;
    }
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0),
        ..default
    }
}

proptest! {
    #![proptest_config(budget(64))]

    #[test]
    fn any_bytes_can_be_asked_about(
        bytes in anything(),
        path in prop::sample::select(&PATHS[..]),
        runtimes in prop::sample::select(&RUNTIMES[..]),
        at in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let tree = tree(runtimes, path, &bytes);
        for at in at {
            ask(&tree, path, at.index(bytes.len() + 2));
        }
    }
}
