//! Generated texts: lines that begin, end and break blocks, in any order.

use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};

/// Lines that mean something to a Markdown parser, most often in the wrong place.
const LINES: &[&str] = &[
    "",
    "",
    "",
    "# heading",
    "## heading `code` ##",
    "####### seven",
    "text of a paragraph",
    "a longer line of running text that names src/main.rs, `npm test` and [a link](target.md) to fill a piece",
    "another long line with @docs/import.md, <https://example.com/a>, ![image](i.png) and [ref][label] or [label]",
    "- item",
    "- item with `cargo test --all` and more words so that a list grows beyond a piece in few lines",
    "  continued",
    "  - nested",
    "    deeper",
    "* star",
    "1. one",
    "2. two",
    "3) three",
    "-",
    "> quote",
    "> - item in quote",
    ">",
    "```",
    "```sh",
    "~~~~",
    "   ```",
    "- ```sh",
    "npm install && npm test",
    "$ cd web && make",
    "    indented code",
    "\ttab",
    "---",
    "===",
    "***",
    "<div>",
    "</div>",
    "<!-- comment -->",
    "<!-- open",
    "close -->",
    "<script>",
    "</script>",
    "| a | b |",
    "|---|---|",
    "| c | `d` |",
    "[label]: destination \"title\"",
    "[label]:",
    "name: value",
    "+++",
    "\\`x`` y `",
    "ä😀 ` é",
];

/// How a property is tried: on the same few texts in the everyday run, so that it says something about a
/// change and not about luck; on as many new ones as `PROPTEST_CASES` says otherwise.
pub(crate) fn budget(cases: u32) -> ProptestConfig {
    let default = ProptestConfig {
        max_shrink_iters: 4000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_some() {
        return default;
    }
    let rng_seed = RngSeed::Fixed(0);
    ProptestConfig {
        cases,
        rng_seed,
        ..default
    }
}

/// One line without its break.
pub(crate) fn line() -> impl Strategy<Value = &'static str> {
    select(LINES)
}

/// A text of up to `most` lines with one kind of line break, sometimes without a final one.
pub(crate) fn text(most: usize) -> impl Strategy<Value = String> {
    let breaks = prop_oneof![8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\r")];
    let start = prop_oneof![6 => Just(""), 1 => Just("---\nname: x\n---\n"), 1 => Just("\u{feff}"), 1 => Just("---\nname: x\n")];
    (start, vec(line(), 0..most), breaks, any::<bool>()).prop_map(|(start, lines, line_break, closed)| {
        let end = if closed { line_break } else { "" };
        format!("{start}{}{end}", lines.join("\n")).replace('\n', line_break)
    })
}
