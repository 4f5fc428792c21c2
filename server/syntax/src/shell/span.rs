//! Commands in code spans.

use super::{program, script};
use crate::raw::RawCommand;
use std::ops::Range;

/// The commands of a code span, if it looks like a command line: at least two words, the first of which
/// names a program. A program's name alone is a mention, and so is an option or a placeholder.
pub(crate) fn read(text: &str, code: Range<usize>) -> Vec<RawCommand> {
    let code_text = &text[code.clone()];
    let is_line = code_text.trim().contains([' ', '\t']) && !code_text.contains(['\n', '\r']);
    let without_prompt = code_text.strip_prefix("$ ").unwrap_or(code_text);
    if is_line && program::begins_with_program(without_prompt) {
        script::read(without_prompt, code.end - without_prompt.len())
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(code: &str) -> Vec<String> {
        read(code, 0..code.len())
            .iter()
            .map(|command| command.words.join("|"))
            .collect()
    }

    #[test]
    fn a_span_with_a_program_and_words_is_a_command() {
        assert_eq!(words("cd web && npm test"), ["cd|web", "npm|test"]);
        assert_eq!(words("$ pytest -x"), ["pytest|-x"]);
        assert_eq!(words("CI=1 ./run.sh all"), ["./run.sh|all"]);
    }

    #[test]
    fn names_and_code_are_no_commands() {
        for no in [
            "npm",
            "let x = 1",
            "src/a.ts",
            "make",
            "--fix all",
            "type Foo = Bar",
            "",
        ] {
            assert_eq!(words(no), Vec::<String>::new(), "{no}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_text() {
        let text = "run `$ npm test` now";
        let found = read(text, 5..15);
        assert_eq!(&text[found[0].start as usize..found[0].end as usize], "npm test");
    }
}
