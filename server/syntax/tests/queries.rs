//! The queries in `grammars/` fit the grammars they are for.

use std::path::Path;
use tree_sitter::{Language, Query};

#[test]
fn every_query_compiles() {
    let block: Language = tree_sitter_md::LANGUAGE.into();
    let inline: Language = tree_sitter_md::INLINE_LANGUAGE.into();
    let bash: Language = tree_sitter_bash::LANGUAGE.into();
    let queries = [
        ("markdown/blocks.scm", &block),
        ("markdown/injections.scm", &block),
        ("markdown/highlights.scm", &inline),
        ("shell/commands.scm", &bash),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let listed = queries.len();
    let present: usize = ["markdown", "shell"]
        .iter()
        .map(|part| {
            std::fs::read_dir(folder.join(part))
                .expect("the folder is there")
                .count()
        })
        .sum();
    assert_eq!(present, listed, "a query without a grammar in this test");
    for (name, language) in queries {
        let source = std::fs::read_to_string(folder.join(name)).expect(name);
        Query::new(language, &source).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
