//! The simple commands of a script.

use crate::parser;
use crate::raw::{RawCommand, small};
use std::{ops::Range, sync::LazyLock};
use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};

/// The query is part of the program and a test compiles it; without it there would be no commands.
static COMMANDS: LazyLock<Option<Query>> = LazyLock::new(|| {
    let source = include_str!("../../../../grammars/shell/commands.scm");
    Query::new(&tree_sitter_bash::LANGUAGE.into(), source).ok()
});

/// The commands of `script` in order; their offsets count from `offset` bytes before the script.
pub(crate) fn read(script: &str, offset: usize) -> Vec<RawCommand> {
    let (Some(query), Some(tree)) = (COMMANDS.as_ref(), parser::bash(script)) else {
        return Vec::new();
    };
    let command = query.capture_index_for_name("command");
    let mut found = Vec::new();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), script.as_bytes());
    while let Some(hit) = matches.next() {
        for capture in hit
            .captures()
            .iter()
            .filter(|capture| Some(capture.index) == command)
        {
            found.extend(simple(capture.node, script, offset));
        }
    }
    found.sort_by_key(|command| (command.start, std::cmp::Reverse(command.end)));
    found
}

fn simple(node: Node<'_>, script: &str, offset: usize) -> Option<RawCommand> {
    let (mut words, mut assignments) = (Vec::new(), Vec::new());
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        let kind = child.kind();
        if kind == "variable_assignment" {
            assignments.push(unquoted(&script[child.byte_range()]).into());
        } else if !kind.ends_with("_redirect") && kind != "comment" {
            words.push(unquoted(&script[child.byte_range()]).into());
        }
    }
    let range = trimmed(script, node.byte_range());
    (!words.is_empty()).then(|| RawCommand {
        start: small(offset + range.start),
        end: small(offset + range.end),
        words: words.into(),
        assignments: assignments.into(),
    })
}

fn trimmed(script: &str, range: Range<usize>) -> Range<usize> {
    let text = &script[range.clone()];
    range.start..range.start + text.trim_end().len()
}

/// A word as the shell passes it on, expansions left as written.
fn unquoted(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut quote = None;
    let mut chars = word.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, quote) {
            ('\'' | '"', None) => quote = Some(char),
            (_, Some(open)) if char == open => quote = None,
            ('\\', None | Some('"')) => match chars.next() {
                Some('\n') => {}
                Some(next) if quote.is_none() || matches!(next, '"' | '\\' | '$' | '`') => out.push(next),
                Some(next) => out.extend(['\\', next]),
                None => out.push('\\'),
            },
            _ => out.push(char),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn words(script: &str) -> Vec<String> {
        read(script, 0)
            .iter()
            .map(|command| command.words.join("|"))
            .collect()
    }

    #[test]
    fn the_query_compiles() {
        assert!(COMMANDS.is_some());
    }

    #[test]
    fn lists_pipes_and_directories_are_several_commands() {
        assert_eq!(
            words("cd web && npm test | tee log; make"),
            ["cd|web", "npm|test", "tee|log", "make"]
        );
        assert_eq!(words("if ci; then (a b) fi"), ["ci", "a|b"]);
    }

    #[test]
    fn quotes_and_redirections_are_not_words() {
        assert_eq!(
            words(r#"git commit -m "a \"b\"" 'c d' e\ f > out 2>&1"#),
            [r#"git|commit|-m|a "b"|c d|e f"#]
        );
    }

    #[test]
    fn assignments_stand_apart() {
        let found = read("CI=1 A='b c' npm test", 0);
        assert_eq!(found[0].assignments.join("|"), "CI=1|A=b c");
        assert_eq!(found[0].words.join("|"), "npm|test");
    }

    #[test]
    fn a_continued_line_is_one_command() {
        let script = "docker run \\\n  --rm x\nls";
        assert_eq!(words(script), ["docker|run|--rm|x", "ls"]);
        let first = &read(script, 0)[0];
        assert_eq!(
            &script[first.start as usize..first.end as usize],
            "docker run \\\n  --rm x"
        );
    }
}
