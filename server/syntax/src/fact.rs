//! What a document knows about itself. Every range is in bytes of the whole text unless said otherwise.

use std::ops::Range;

/// A block of CommonMark, without its children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// From its first character to the end of its last line, line break included.
    pub range: Range<usize>,
}

/// The kinds of block that the rules tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockKind {
    /// A heading, `#` or underlined.
    Heading,
    /// A paragraph.
    Paragraph,
    /// One item of a list.
    ListItem,
    /// A list.
    List,
    /// A block quotation.
    Quote,
    /// A fenced code block.
    FencedCode,
    /// An indented code block.
    IndentedCode,
    /// An HTML block, comments included.
    Html,
    /// A pipe table.
    Table,
    /// A thematic break.
    Break,
    /// A link reference definition.
    LinkDefinition,
    /// Text that the parser gave up on (see the piece's time budget).
    Opaque,
}

/// A heading with its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The heading's own lines.
    pub range: Range<usize>,
    /// Its text without markers and surrounding space.
    pub title: String,
}

/// A fact of inline level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// What it is.
    pub kind: InlineKind,
    /// The whole construct, markers included.
    pub range: Range<usize>,
    /// The part that carries the value: the code between backticks, the link's destination, the path after `@`.
    pub value_range: Range<usize>,
    /// The value as text, escapes resolved.
    pub value: String,
}

/// The kinds of inline fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InlineKind {
    /// `` `code` ``.
    CodeSpan,
    /// An inline or reference link, or an autolink; the value is its destination.
    Link,
    /// An image; the value is its destination.
    Image,
    /// `@path` in running text, outside code: what runtimes with imports may follow.
    Import,
    /// A token that looks like a path of the project, in a code span or in running text.
    Path,
    /// `$name` or `/name` in running text, as people call a skill or a command; the value is the name.
    Call,
}

/// A shell command that the text shows, from a fence or a code span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The command's own text in the document, without prompt sign; spans lines when it is continued.
    pub range: Range<usize>,
    /// The words of the simple command, quotes removed.
    pub words: Vec<String>,
    /// Variable assignments before the command (`CI=1 npm test`).
    pub assignments: Vec<String>,
}

/// An HTML comment outside code, in a block of its own or in running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// From `<!--` to `-->`; to the end of its block when it is not closed.
    pub range: Range<usize>,
    /// Whether it ends with `-->`.
    pub closed: bool,
}
