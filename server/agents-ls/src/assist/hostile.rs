//! No place of any text is a trouble.

use super::{
    complete::{Asked, complete},
    links::links,
    navigate::{definition, highlights, references},
    rename::{Order, rename},
    testing::Tree,
};

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

#[test]
fn no_place_of_any_text_is_a_trouble() {
    for path in ["AGENTS.md", ".agents/skills/x/SKILL.md", ".claude/agents/x.md"] {
        for text in TEXTS {
            let tree = Tree::new(&["codex", "claude-code"])
                .skill(".agents/skills/a-b/SKILL.md", "a-b", "d")
                .file(path, text);
            let path = Tree::path(path);
            let files = [path.clone()];
            links(tree.scope(), &path);
            for byte in (0..=text.len() + 1).filter(|byte| *byte > text.len() || text.is_char_boundary(*byte))
            {
                let asked = Asked {
                    scope: tree.scope(),
                    path: &path,
                    byte: byte.min(text.len()),
                    files: &files,
                    with_about: true,
                };
                if let Some(found) = complete(&asked) {
                    assert!(found.insert.end <= found.replace.end && found.replace.end <= text.len());
                    assert!(text.get(found.replace).is_some(), "{text:?} at {byte}");
                }
                definition(tree.scope(), &path, byte);
                for highlight in highlights(tree.scope(), &path, byte).into_iter().flatten() {
                    assert!(text.get(highlight.range).is_some(), "{text:?} at {byte}");
                }
                references(tree.scope(), &path, byte, &files, true, &|| false);
                let order = Order {
                    name: "new",
                    files: &files,
                    is_open: &|_| false,
                    can_move: true,
                    is_cancelled: &|| false,
                };
                let renamed = rename(tree.scope(), &path, byte, &order);
                assert!(renamed.is_ok(), "{text:?} at {byte}: {renamed:?}");
            }
        }
    }
}
