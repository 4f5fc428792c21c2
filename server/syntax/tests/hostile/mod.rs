//! Texts on which Markdown parsers take long, take much memory, or die.

use std::fmt;

/// A text made to be slow.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

impl fmt::Display for Hostile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// All of them, `len` bytes each.
pub(crate) fn texts(len: usize) -> Vec<Hostile> {
    let units: &[(&str, &str)] = &[
        ("quotes", ">"),
        ("items", "- "),
        ("ordered items", "1. "),
        ("newlines", "\n"),
        ("carriage returns", "\r"),
        ("NULs", "\0"),
        ("stars", "*"),
        ("emphasis runs", "*a **a "),
        ("underscore runs", "_a __a "),
        ("strikethrough runs", "~a ~~b "),
        ("emphasis runs and code", "*a **a `b` "),
        ("star words", "*a_ "),
        ("images", "!["),
        ("brackets", "["),
        ("closed brackets", "[a]"),
        ("links", "[a]("),
        ("nested links", "[a](b [c](d "),
        ("backticks", "` `` ``` "),
        ("tags", "<a "),
        ("comments", "<!-- "),
        ("comment lines", "<!--\n"),
        ("autolinks", "<http://a "),
        ("dollars", "$a "),
        ("pipes", "|"),
        ("table rows", "| a "),
        ("table lines", "| a | b |\n"),
        ("quote lines", "> a\n"),
        ("paragraph lines", "some words of text `code`\n"),
        ("fences", "```\n"),
        ("tildes", "~"),
        ("definitions", "[a]: b\n"),
        ("half definitions", "[a]:\n"),
        ("entities", "&amp;"),
        ("backslashes", "\\"),
        ("imports", "@a "),
        ("paths", "a/b.c "),
        ("tabs", "\t"),
        ("spaces", " "),
        ("hashes", "#"),
        ("heading lines", "#\n"),
        ("setext", "a\n=\n"),
        ("script lines", "<script>\n"),
        ("div lines", "<div>\n"),
        ("colons", ": "),
        ("heads", "---\n"),
    ];
    let mut texts: Vec<Hostile> = units
        .iter()
        .map(|(name, unit)| Hostile {
            name,
            text: repeated(unit, len),
        })
        .collect();
    let nested: String = (0..)
        .map(|depth| format!("{}- a\n", "  ".repeat(depth % 300)))
        .take(len / 300)
        .collect();
    texts.push(Hostile {
        name: "nested lists",
        text: nested,
    });
    texts.push(Hostile {
        name: "255 quotes a line",
        text: repeated(&format!("{} a\n", ">".repeat(255)), len),
    });
    texts.push(Hostile {
        name: "255 items a line",
        text: repeated(&format!("{} a\n", "- ".repeat(255)), len),
    });
    let table = format!("| a | b |\n|---|---|\n{}", repeated("| `c` | d |\n", len));
    texts.push(Hostile {
        name: "a long table",
        text: table,
    });
    texts.push(Hostile {
        name: "a long script",
        text: format!("```sh\n{}", repeated("make `a $(b \n", len)),
    });
    texts.push(Hostile {
        name: "a row that begins",
        text: format!("{}|\n", repeated("| a |\n|---|\n|\n\n", len)),
    });
    texts.push(Hostile {
        name: "a deep YAML head",
        text: format!("---\na: {}\n---\n", repeated("[", len / 2)),
    });
    texts.push(Hostile {
        name: "an odd YAML head",
        text: format!("---\n{}\n---\n", repeated("a: &b *b\n", len / 2)),
    });
    texts
}

fn repeated(unit: &str, len: usize) -> String {
    unit.repeat(len / unit.len())
}
