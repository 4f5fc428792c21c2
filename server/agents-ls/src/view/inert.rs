//! Text that stems from files, made so that nothing in it comes to life: no Markdown, no HTML, no control
//! characters, none that turn a line around or take no room.

/// A code span is shortened to so many characters.
const LONGEST_SPAN: usize = 160;

/// Characters that would move the cursor, turn the line around or take no room, as a space.
pub(crate) fn plain(c: char) -> char {
    let is_unseen = matches!(
        c,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    if c.is_control() || is_unseen { ' ' } else { c }
}

/// One line of plain text.
pub(crate) fn line(text: &str) -> String {
    text.chars().map(plain).collect()
}

/// A code span of one line that nothing in the text can end.
pub(crate) fn code(text: &str) -> String {
    let text = end_off(&line(text), LONGEST_SPAN);
    if text.trim().is_empty() {
        return "` `".to_owned();
    }
    let ticks = "`".repeat(longest_run(&text) + 1);
    let edge = |c: char| c == '`' || c == ' ';
    let pad = if text.starts_with(edge) || text.ends_with(edge) {
        " "
    } else {
        ""
    };
    format!("{ticks}{pad}{text}{pad}{ticks}")
}

/// A text as lines of at most `width` characters, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim().lines() {
        let mut current = String::new();
        for word in line.split_whitespace() {
            if !current.is_empty() && current.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines
}

/// A fenced block of these lines that none of them can end.
pub(crate) fn fence(lines: &[String]) -> String {
    fence_of("text", lines)
}

/// The same in a language.
pub(crate) fn fence_of(language: &str, lines: &[String]) -> String {
    let body: Vec<String> = lines
        .iter()
        .map(|text| line(text).trim_end().to_owned())
        .collect();
    let longest = body.iter().map(|text| longest_run(text)).max().unwrap_or(0);
    let ticks = "`".repeat((longest + 1).max(3));
    format!("{ticks}{language}\n{}\n{ticks}", body.join("\n"))
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// At most `width` characters, `…` for what is left out at the end.
pub(crate) fn end_off(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// At most `width` characters, `…` for what is left out at the start.
pub(crate) fn start_off(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().skip(count - width.saturating_sub(1)).collect();
    format!("…{}", kept.trim_start())
}

/// At most `width` characters, `…` for what is left out in the middle; more is left of the end, where a
/// path has its name.
pub(crate) fn middle_off(text: &str, width: usize) -> String {
    let count = text.chars().count();
    if count <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let head: String = text.chars().take(room / 3).collect();
    let tail: String = text.chars().skip(count - (room - room / 3)).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use agents_syntax::{Document, Text, fact::InlineKind};

    /// Texts that try to break out.
    pub(crate) const HOSTILE: &[&str] = &[
        "![i](http://h.example/x.png)",
        "[click](command:workbench.action.terminal.new)",
        "<img src=http://h.example/x> <a href='command:x'>a</a>",
        "` [a](command:x) `",
        "`` [a](command:x) ``",
        "```\n[a](command:x)\n```",
        "~~~\n![a](http://h.example)",
        "a\n\n# b\n\n[c](command:x)",
        "a\r\n````\r\n[c](command:x)",
        "\\`[a](command:x)\\`",
        "`",
        "``",
        " ` ",
        "",
        " ",
        "http://h.example/ www.h.example",
        "a | b\n|--|--|\n![x](http://h.example)",
        "[a]: command:x\n[a]",
        "\u{202e}gnp\u{2066}\u{1b}[31m\u{7}",
    ];

    /// The links and images a reader of Markdown would make of a text.
    pub(crate) fn alive(markdown: &str) -> Vec<String> {
        let document = Document::open(Text::new(markdown));
        let live = document
            .inlines()
            .filter(|inline| matches!(inline.kind, InlineKind::Link | InlineKind::Image));
        live.map(|inline| inline.value).collect()
    }

    #[test]
    fn nothing_breaks_out_of_a_span_or_a_fence() {
        for text in HOSTILE {
            let span = code(text);
            assert!(!span.contains(['\n', '\r', '\u{202e}', '\u{1b}']), "{span:?}");
            let sentence = format!("Before {span}, after.");
            assert_eq!(alive(&sentence), Vec::<String>::new(), "{sentence}");
            let document = Document::open(Text::new(&sentence));
            let spans: Vec<_> = document
                .inlines()
                .filter(|inline| inline.kind == InlineKind::CodeSpan)
                .collect();
            assert_eq!(spans.len(), 1, "{sentence}");
            assert_eq!(&sentence[spans[0].range.clone()], span);

            let block = fence(&[(*text).to_owned(), "last".to_owned()]);
            assert_eq!(block.lines().count(), 4, "{block}");
            assert_eq!(
                alive(&format!("Before\n\n{block}\n\nAfter")),
                Vec::<String>::new(),
                "{block}"
            );
            let ticks = block.lines().next_back().unwrap_or_default();
            assert_eq!(block.matches(ticks).count(), 2, "{block}");
        }
    }

    #[test]
    fn texts_are_shortened_where_they_say_least() {
        assert_eq!(end_off("one two three", 8), "one two…");
        assert_eq!(start_off("one two three", 6), "…three");
        assert_eq!(middle_off("services/billing/AGENTS.md", 14), "serv…AGENTS.md");
        assert_eq!(middle_off("AGENTS.md", 14), "AGENTS.md");
    }
}
