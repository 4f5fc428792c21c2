//! Texts made to be slow or deadly end with facts that stay inside the text.

mod hostile;

use agents_syntax::{Document, Edit, Text, fact::BlockKind};

const LEN: usize = 30 * 1024;

#[test]
fn facts_stay_inside_the_text() {
    for hostile in hostile::texts(LEN) {
        let text = Text::new(&hostile.text);
        let document = Document::open(text.clone());
        let mut last = 0;
        for block in document.blocks() {
            assert!(
                block.range.start < block.range.end && block.range.end <= text.len(),
                "{hostile}: {block:?}"
            );
            assert!(last <= block.range.start, "{hostile}: blocks are in order");
            last = block.range.start;
        }
        for fact in document.inlines() {
            assert!(
                fact.range.start < fact.range.end && fact.range.end <= text.len(),
                "{hostile}: {fact:?}"
            );
        }
        for command in document.commands() {
            assert!(
                !command.words.is_empty() && command.range.end <= text.len(),
                "{hostile}: {command:?}"
            );
        }
        let typed = document.edited(&[Edit {
            range: LEN / 2..LEN / 2,
            text: "x".to_owned(),
        }]);
        assert_eq!(typed.text().len(), text.len() + 1, "{hostile}");
    }
}

#[test]
fn an_opaque_block_is_not_tried_again_at_each_key() {
    // Nothing to cut at, and far too long: one block that the parser gives up on.
    let document = Document::open(Text::new(&"[".repeat(2_000_000)));
    let kinds = |document: &Document| document.blocks().map(|block| block.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&document), [BlockKind::Opaque]);
    let mut typed = document;
    for _ in 0..200 {
        // 200 budgets would be four seconds.
        typed = typed.edited(&[Edit {
            range: 1000..1000,
            text: "x".to_owned(),
        }]);
    }
    assert_eq!(kinds(&typed), [BlockKind::Opaque]);
    let cleared = typed.edited(&[Edit {
        range: 0..typed.text().len(),
        text: "# a\n".to_owned(),
    }]);
    assert_eq!(kinds(&cleared), [BlockKind::Heading]);
}
