//! The rules that a file states: list items, paragraphs, rows of tables, blocks of code.

use agents_syntax::{
    Document,
    fact::{Block, BlockKind, Heading},
};
use agents_workspace::File;
use std::{
    collections::HashMap,
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

/// More rules than an instruction file has; a long log under such a name is compared up to here.
const MOST_RULES: usize = 5_000;

/// One thing that a text tells the agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    /// The bytes of its own text in the file: what stands below an item in items of their own is not part of it.
    pub(crate) ranges: Vec<Range<usize>>,
    /// Its words, each space one blank, without the mark of a list item: equal for two that differ in how their
    /// lines are broken.
    pub(crate) text: Arc<str>,
    /// The titles of the headings it stands under, outermost first.
    pub(crate) heading: Arc<[String]>,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// The rules of files, each read once.
#[derive(Default)]
pub(crate) struct Rules(Mutex<Known>);

/// By the address of a file the file, which is kept so that no other one comes to lie there, and its rules.
type Known = HashMap<usize, (Arc<File>, Arc<[Rule]>)>;

/// Files whose rules are kept. Beyond that everything is dropped and read again when asked for.
const MOST_FILES: usize = 4_096;

impl Rules {
    /// The rules of a file.
    pub(crate) fn of(&self, file: &Arc<File>) -> Arc<[Rule]> {
        let key = Arc::as_ptr(file).addr();
        let kept = |known: &Known| known.get(&key).map(|(_, rules)| Arc::clone(rules));
        if let Some(rules) = kept(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return rules;
        }
        let rules: Arc<[Rule]> = rules(file.document()).into();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_FILES {
            known.clear();
        }
        known.insert(key, (Arc::clone(file), Arc::clone(&rules)));
        rules
    }
}

/// The rules of a text in their order.
fn rules(document: &Document) -> Vec<Rule> {
    let headings: Vec<Heading> = document.headings().collect();
    let titles = headings.iter().filter(|heading| heading.level == 1).count();
    let mut reader = Reader {
        document,
        has_title: titles == 1 && headings.first().is_some_and(|first| first.level == 1),
        headings,
        path: Arc::from([]),
        open: Vec::new(),
        bare: None,
        items: Vec::new(),
        rules: Vec::new(),
    };
    let body = document.frontmatter().map_or(0, |head| head.range.end);
    for block in document.blocks().filter(|block| block.range.start >= body) {
        if reader.rules.len() >= MOST_RULES {
            break;
        }
        reader.block(&block);
    }
    reader.close(document.text().len() + 1);
    reader.heading_alone();
    let mut rules = reader.rules;
    rules.retain(|rule| !rule.text.is_empty());
    rules.sort_by_key(|rule| rule.ranges.first().map_or(0, |range| range.start));
    rules
}

struct Reader<'a> {
    document: &'a Document,
    headings: Vec<Heading>,
    /// Whether the first heading is the title of the whole text, which tells no rule from another.
    has_title: bool,
    path: Arc<[String]>,
    /// The headings above, as level and title.
    open: Vec<(u8, String)>,
    /// A heading that nothing stands under so far.
    bare: Option<Range<usize>>,
    /// The list items around, each with the parts of it that are items of their own.
    items: Vec<(Range<usize>, Vec<Range<usize>>)>,
    rules: Vec<Rule>,
}

impl Reader<'_> {
    fn block(&mut self, block: &Block) {
        self.close(block.range.start);
        match block.kind {
            BlockKind::Heading if self.items.is_empty() => self.heading(&block.range),
            BlockKind::ListItem => {
                if let Some((_, nested)) = self.items.last_mut() {
                    nested.push(block.range.clone());
                }
                self.bare = None;
                self.items.push((block.range.clone(), Vec::new()));
            }
            _ if !self.items.is_empty() => {}
            BlockKind::Table => self.table(&block.range),
            BlockKind::Heading
            | BlockKind::Paragraph
            | BlockKind::FencedCode
            | BlockKind::IndentedCode
            | BlockKind::Html
            | BlockKind::LinkDefinition
            | BlockKind::Opaque => self.rule(vec![block.range.clone()]),
            BlockKind::List | BlockKind::Quote | BlockKind::Break => {}
        }
    }

    /// Ends the list items that end before a byte.
    fn close(&mut self, byte: usize) {
        while let Some((range, nested)) = self.items.pop_if(|(range, _)| range.end <= byte) {
            let mut own = Vec::new();
            let mut start = range.start;
            for below in nested {
                own.push(start..below.start);
                start = below.end;
            }
            own.push(start..range.end);
            own.retain(|range| !range.is_empty());
            self.rule(own);
        }
    }

    fn heading(&mut self, range: &Range<usize>) {
        self.heading_alone();
        let at = self
            .headings
            .binary_search_by_key(&range.start, |heading| heading.range.start);
        let Some(heading) = at.ok().and_then(|at| self.headings.get(at)) else {
            return;
        };
        self.open.retain(|(level, _)| *level < heading.level);
        self.open.push((heading.level, words(&heading.title)));
        let above = self
            .open
            .iter()
            .filter(|(level, _)| *level > 1 || !self.has_title);
        self.path = above.map(|(_, title)| title.clone()).collect();
        self.bare = Some(range.clone());
    }

    /// A heading that nothing stands under is a rule itself, unless headings below it follow.
    fn heading_alone(&mut self) {
        let Some(range) = self.bare.take() else { return };
        let text = self.document.text().substring(range.clone());
        let text = words(text.trim_start_matches(['#', ' ']));
        let above = self.path.split_last().map_or(&[][..], |(_, above)| above);
        let rule = Rule {
            line: self.document.text().line_of(range.start) + 1,
            ranges: vec![range],
            text: Arc::from(text),
            heading: above.into(),
        };
        // A title of the whole text, or of a group of sections, says nothing by itself.
        let level = self.open.last().map_or(1, |(level, _)| *level);
        let next = self
            .headings
            .iter()
            .find(|heading| heading.range.start > rule.ranges[0].start);
        if level > 1 && next.is_none_or(|next| next.level <= level) {
            self.rules.push(rule);
        }
    }

    /// A rule for each row; the line of dashes says nothing.
    fn table(&mut self, range: &Range<usize>) {
        let text = self.document.text();
        let first = text.line_of(range.start);
        for line in first..=text.line_of(range.end.saturating_sub(1)) {
            let row = text.line_range(line);
            let is_rule = |c: char| !matches!(c, '|' | '-' | ':' | ' ' | '\t' | '\r' | '\n');
            if text.substring(row.clone()).contains(is_rule) {
                self.rule(vec![row]);
            }
        }
    }

    fn rule(&mut self, mut ranges: Vec<Range<usize>>) {
        self.bare = None;
        // A cut right behind the last word takes nothing away.
        for range in &mut ranges {
            let text = self.document.text().substring(range.clone());
            range.end = range.start + text.trim_end().len();
        }
        ranges.retain(|range| !range.is_empty());
        let Some(first) = ranges.first() else { return };
        self.rules.push(Rule {
            line: self.document.text().line_of(first.start) + 1,
            text: Arc::from(text_of(self.document, &ranges, &[])),
            ranges,
            heading: Arc::clone(&self.path),
        });
    }
}

/// The words in some ranges of a document, but for the bytes in `without`.
pub(crate) fn text_of(document: &Document, ranges: &[Range<usize>], without: &[Range<usize>]) -> String {
    let mut out = String::new();
    for range in ranges {
        let mut start = range.start;
        for hole in without {
            if hole.start < range.end && start < hole.end {
                out.push_str(&document.text().substring(start..hole.start.max(start)));
                out.push(' ');
                start = hole.end.min(range.end);
            }
        }
        out.push_str(&document.text().substring(start..range.end));
        out.push(' ');
    }
    let unquoted = out.lines().map(unquoted).collect::<Vec<_>>().join("\n");
    words(unmarked(unquoted.trim_start()))
}

/// A line of a quotation without its marks.
fn unquoted(line: &str) -> &str {
    line.strip_prefix(['>'])
        .map_or(line, |rest| unquoted(rest.trim_start()))
}

/// A list item without its mark: a number says where it stands, not what it says.
fn unmarked(text: &str) -> &str {
    let rest = match text.strip_prefix(['-', '*', '+']) {
        Some(rest) => Some(rest),
        None => {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            digits
                .strip_prefix(['.', ')'])
                .filter(|_| digits.len() < text.len())
        }
    };
    let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']));
    rest.map_or(text, str::trim_start)
}

/// The words of a text with one blank between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    fn told(text: &str) -> Vec<String> {
        let told = |rule: &Rule| match &*rule.heading {
            [] => rule.text.to_string(),
            heading => format!("[{}] {}", heading.join(" › "), rule.text),
        };
        rules(&Document::open(Text::new(text))).iter().map(told).collect()
    }

    #[test]
    fn items_paragraphs_rows_and_code_are_rules() {
        let text = "---\nname: x\n---\nHello\nthere.\n\n# A\n\n- one\n  more\n  - below\n- two\n\n  ```sh\n  make\n  ```\n\n\
                    ## B\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```\ncode  here\n```\n\n1. first\n2. second\n\n> quoted\n> twice\n\n# C\n\nlast\n";
        assert_eq!(
            told(text),
            [
                "Hello there.",
                "[A] one more",
                "[A] below",
                "[A] two ```sh make ```",
                "[A › B] | a | b |",
                "[A › B] | 1 | 2 |",
                "[A › B] ``` code here ```",
                "[A › B] first",
                "[A › B] second",
                "[A › B] quoted twice",
                "[C] last",
            ]
        );
    }

    #[test]
    fn line_breaks_marks_and_numbers_make_no_other_rule() {
        let a = "- Run the tests\n  before you push.\n- Two\n\nA long\nparagraph.\n";
        let b = "* Run the\r\n  tests before you push.\r\n* Two\r\n\r\nA long paragraph.\r\n";
        assert_eq!(told(a), told(b));
        assert_eq!(told("1. a\n2. b\n"), told("1) a\n2) b\n"));
        assert_eq!(told("3. a\n4. b\n"), ["a", "b"]);
        assert_eq!(told("> a b\n> c\n"), told("> a\n> b c\n"));
    }

    #[test]
    fn a_heading_is_a_rule_only_where_nothing_follows_it() {
        assert_eq!(
            told("# Title\n\n## Never push to main\n\n## Style\n\n### Go\n\n- gofmt\n"),
            ["Never push to main", "[Style › Go] gofmt"],
            "and the title of the whole text tells nothing"
        );
    }
}
