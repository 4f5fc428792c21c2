//! Whether the words around a name say that it is a skill. A false alarm costs more than a miss: a renaming
//! would change text that means something else.

use agents_syntax::{
    Document, Text,
    beside::{word_after, word_before},
    fact::BlockKind,
    skill_word::{self, is_one, is_several},
};
use std::ops::Range;

/// How a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `` `name` ``.
    Code,
    /// `$name`, in running text.
    Dollar,
    /// `` `$name` ``, which may be a variable of a shell.
    DollarCode,
    /// `/name`, in running text or code: it may be the path of an address.
    Slash,
}

/// How far a list of names may reach from the word that says what they are, in bytes.
const REACH: usize = 240;

/// Words before `/name` that make it something to call.
const CALLS: &str = "call calls execute invoke invokes invoking load loads run running runs start trigger type typing use \
    uses using via";

/// Things that are named like skills, by their own word beside the name.
const OTHERS: &str = "action agent agents app binary branch bucket channel class cli command component container crate \
    database dependency directory endpoint environment event field file flag folder function header hook \
    image job key label library module namespace option package packages page parameter path plugin \
    property queue repo repository role route rule schema script server service step subagent table tag \
    target task tool topic type url variable workflow workspace";

/// Of those, what `/name` may be.
const PLACES: &str = "directory endpoint folder page path route url";

/// Programs with a hyphen in their name; names without one are taken for ordinary words anyway.
const PROGRAMS: &str = "apt-get clang-format clang-tidy docker-compose git-lfs golangci-lint lint-staged npm-run-all \
    pip-compile pip-tools pre-commit react-native rust-analyzer ssh-add ssh-keygen ts-node wasm-pack";

/// Whether `name`, written in this form at `range` (marks included), is meant as a skill.
pub(crate) fn is_meant(document: &Document, range: &Range<usize>, name: &str, form: Form) -> bool {
    let text = document.text();
    if skill_word::before(text, range.start).is_some() || skill_word::after(text, range.end).is_some() {
        return true;
    }
    let before = word_before(text, range.start).map(|word| word.value.to_lowercase());
    let after = word_after(text, range.end).map(|word| word.value.to_lowercase());
    let is_beside = |words| {
        [&before, &after]
            .into_iter()
            .flatten()
            .any(|word| is_in(words, word))
    };
    let is_called = before.as_ref().is_some_and(|word| is_in(CALLS, word));
    let is_listed = || leads_its_line(text, range.start) && list_says(document, range.start);
    match form {
        Form::Dollar => true,
        Form::DollarCode => is_telling(name) || is_called,
        Form::Slash => !is_beside(PLACES) && (is_telling(name) || is_called || is_listed()),
        Form::Code => is_telling(name) && !is_beside(OTHERS) || is_listed(),
    }
}

/// Whether a plain word, without marks, is meant as a skill by the word "skill" beside it. `is_before`: it
/// stands before that word.
pub(crate) fn is_meant_plainly(text: &Text, range: &Range<usize>, name: &str, is_before: bool) -> bool {
    let article = || word_before(text, range.start).map(|word| word.value.to_lowercase());
    is_telling(name) || is_before && article().as_deref() == Some("the")
}

/// Whether a name is no ordinary word and no well-known program.
fn is_telling(name: &str) -> bool {
    name.contains(['-', '_', ':']) && !is_in(PROGRAMS, name)
}

fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Whether only the marks of a list, a table or emphasis stand before `byte` in its line.
fn leads_its_line(text: &Text, byte: usize) -> bool {
    let line = text.line_start(text.line_of(byte));
    let before = text.substring(line..byte);
    let is_mark = |char: char| char.is_whitespace() || char.is_ascii_digit() || "-*+|>.)[]".contains(char);
    before.chars().all(is_mark) && !before.trim().is_empty()
}

/// Whether what is listed at `byte` is skills: by the heading above, or by the line that leads to the list
/// ("Available skills:").
fn list_says(document: &Document, byte: usize) -> bool {
    let text = document.text();
    let says = |line: &str| {
        let mut words = line.split(|char: char| !char.is_alphanumeric());
        words.any(|word| is_one(word) || is_several(word))
    };
    let leads = || {
        let mut blocks = document.blocks_in(byte..byte + 1);
        let list = blocks.find(|block| matches!(block.kind, BlockKind::List | BlockKind::Table))?;
        let before = text.substring(list.range.start.saturating_sub(REACH)..list.range.start);
        let line = before.trim_end().lines().next_back()?;
        Some(line.trim_end_matches(['*', '_']).ends_with(':') && says(line))
    };
    let heading = document.section_at(byte);
    heading.is_some_and(|(heading, _)| says(&heading.title)) || leads() == Some(true)
}
