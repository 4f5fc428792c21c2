//! What a keystroke costs, and opening a text, and texts made to be slow.
//!
//! `cargo bench -p agents-syntax`

use agents_syntax::{Document, Edit, Text};
use divan::{Bencher, black_box, counter::BytesCount};

#[path = "../tests/hostile/mod.rs"]
mod hostile;

fn main() {
    divan::main();
}

const KB: usize = 1024;

/// An instruction file with headings, lists, code and links.
fn with_headings(len: usize) -> String {
    let mut text = String::new();
    let mut nth = 0;
    while text.len() < len {
        nth += 1;
        text.push_str(&format!(
            "## Part {nth}\n\nRun `npm run build:{nth}` before you touch src/part{nth}/main.ts, and read\n\
             [the guide](docs/guide-{nth}.md) or @docs/part-{nth}.md if **anything** is unclear.\n\n\
             - Keep `src/part{nth}` free of cycles.\n- Name tests after the behaviour, not the function.\n\
             - Never edit `generated/`.\n\n```sh\ncd part{nth} && cargo test --all\n```\n\n"
        ));
    }
    text
}

/// A memory file: one item after the other, no heading.
fn plain(len: usize) -> String {
    let mut text = String::new();
    let mut nth = 0;
    while text.len() < len {
        nth += 1;
        text.push_str(&format!(
            "- Fact {nth}: the tests of `part{nth}` need `make db` first, see docs/db.md.\n"
        ));
        if nth % 9 == 0 {
            text.push_str(
                "\nA paragraph in between, which says that some of these facts are older than others.\n\n",
            );
        }
    }
    text
}

/// The facts near a byte, which is what one keystroke makes stale.
fn facts_near(document: &Document, byte: usize) -> usize {
    let near = byte.saturating_sub(500)..byte + 500;
    document.blocks_in(near.clone()).count()
        + document.inlines_in(near.clone()).count()
        + document.commands_in(near).count()
}

/// Types one character after the other: at places all over the text, or in one run.
fn keys(bencher: Bencher<'_, '_>, text: &str, jump: bool) {
    let mut document = Document::open(Text::new(text));
    let _ = document.inlines().count();
    let mut place = document.text().len() / 2;
    let mut seed: usize = 1;
    bencher.bench_local(|| {
        if jump {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            place = (seed >> 33) % document.text().len();
        }
        place = document.text().floor_char(place);
        document = document.edited(&[Edit {
            range: place..place,
            text: "x".to_owned(),
        }]);
        place += 1;
        black_box(facts_near(&document, place))
    });
}

#[divan::bench(args = [10, 100, 1000], sample_count = 2000)]
fn typing_with_headings(bencher: Bencher<'_, '_>, kilobytes: usize) {
    keys(bencher, &with_headings(kilobytes * KB), false);
}

#[divan::bench(args = [10, 100, 1000], sample_count = 2000)]
fn typing_plain(bencher: Bencher<'_, '_>, kilobytes: usize) {
    keys(bencher, &plain(kilobytes * KB), false);
}

#[divan::bench(args = [10, 100, 1000], sample_count = 2000)]
fn jumping_with_headings(bencher: Bencher<'_, '_>, kilobytes: usize) {
    keys(bencher, &with_headings(kilobytes * KB), true);
}

#[divan::bench(args = [10, 100, 1000], sample_count = 2000)]
fn jumping_plain(bencher: Bencher<'_, '_>, kilobytes: usize) {
    keys(bencher, &plain(kilobytes * KB), true);
}

#[divan::bench(args = [10, 100, 1000], sample_count = 5)]
fn open(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let text = with_headings(kilobytes * KB);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Document::open(Text::new(&text)));
}

#[divan::bench(args = [10, 100, 1000], sample_count = 5)]
fn open_and_all_facts(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let text = with_headings(kilobytes * KB);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| all_facts(&text));
}

fn all_facts(text: &str) -> usize {
    let document = Document::open(Text::new(text));
    document.blocks().count() + document.inlines().count() + document.commands().count()
}

/// Opens a fence before all the text and takes it away again.
#[divan::bench(args = [100, 1000], sample_count = 5)]
fn open_and_close_a_fence(bencher: Bencher<'_, '_>, kilobytes: usize) {
    let text = with_headings(kilobytes * KB);
    let document = Document::open(Text::new(&text));
    bencher.bench(|| {
        let opened = document.edited(&[Edit {
            range: 0..0,
            text: "```\n".to_owned(),
        }]);
        opened.edited(&[Edit {
            range: 0..4,
            text: String::new(),
        }])
    });
}

#[divan::bench(args = hostile::texts(100 * KB), sample_count = 3)]
fn hostile_100_kb(text: &hostile::Hostile) -> usize {
    all_facts(&text.text)
}
