//! A document that was edited knows what a document that is opened knows.

mod generated;

use agents_syntax::{Document, Edit, Text};
use proptest::{collection::vec, prelude::*};

/// Everything a document says about itself.
fn facts(document: &Document) -> Vec<String> {
    let mut facts = vec![format!("{:?}", document.frontmatter())];
    facts.extend(document.blocks().map(|fact| format!("{fact:?}")));
    facts.extend(document.headings().map(|fact| format!("{fact:?}")));
    facts.extend(document.inlines().map(|fact| format!("{fact:?}")));
    facts.extend(document.commands().map(|fact| format!("{fact:?}")));
    facts.extend(document.comments().map(|fact| format!("{fact:?}")));
    facts
}

/// Where (in thousandths of the text), how many bytes go, and what comes.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, String)>> {
    let inserted = prop_oneof![
        4 => generated::line().prop_map(str::to_owned),
        2 => generated::line().prop_map(|line| format!("\n{line}\n")),
        2 => "[`#\\-a \n~>]{0,2}",
        1 => generated::text(40),
        1 => Just(String::new()),
    ];
    let removed = prop_oneof![4 => 0..3_usize, 2 => 0..80_usize, 1 => 0..3000_usize];
    vec((0..=1000_usize, removed, inserted), 1..12)
}

fn at(text: &Text, (place, removed, inserted): &(usize, usize, String)) -> Edit {
    let start = text.len() * place / 1000;
    Edit {
        range: start..(start + removed).min(text.len()),
        text: inserted.clone(),
    }
}

/// What is typed inside words: letters, digits and spaces that come, and bytes that go.
fn typing() -> impl Strategy<Value = Vec<(usize, usize, String)>> {
    let key = prop_oneof![4 => "[a-z0-9]{1,3}", 1 => Just(" ".to_owned()), 1 => Just(String::new())];
    vec((0..=1000_usize, 0..2_usize, key), 1..20)
}

proptest! {
    #![proptest_config(generated::budget(200))]

    #[test]
    fn one_key_after_the_other(text in generated::text(60), keys in typing()) {
        let mut document = Document::open(Text::new(&text));
        for key in &keys {
            let edit = at(document.text(), key);
            document = document.edited(std::slice::from_ref(&edit));
            let opened = Document::open(Text::new(&document.text().to_string()));
            prop_assert_eq!(facts(&document), facts(&opened), "after {:?} in {:?}", edit, document.text());
        }
    }

    #[test]
    fn one_edit_after_the_other(text in generated::text(150), edits in edits()) {
        let mut document = Document::open(Text::new(&text));
        for edit in &edits {
            let edit = at(document.text(), edit);
            let cost = document.edit_cost(std::slice::from_ref(&edit));
            prop_assert!(cost <= document.text().len() + edit.text.len());
            document = document.edited(std::slice::from_ref(&edit));
            let opened = Document::open(Text::new(&document.text().to_string()));
            prop_assert_eq!(facts(&document), facts(&opened), "after {:?}", edit);
        }
    }

    #[test]
    fn many_edits_at_once(text in generated::text(150), edits in edits()) {
        let mut shadow = Text::new(&text);
        let mut batch = Vec::new();
        for edit in &edits {
            let edit = at(&shadow, edit);
            shadow.replace(edit.range.clone(), &edit.text);
            batch.push(edit);
        }
        let document = Document::open(Text::new(&text)).edited(&batch);
        prop_assert_eq!(document.text(), &shadow);
        prop_assert_eq!(facts(&document), facts(&Document::open(shadow)));
    }
}
