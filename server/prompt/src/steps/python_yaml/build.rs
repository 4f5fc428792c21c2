//! The nodes of a head, from the parser's events. Nothing here calls itself: how deep a head is nested is its
//! author's affair.

use super::{Kind, Node, lexical};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};
use std::{borrow::Cow, collections::HashMap, ops::Range, rc::Rc};

/// What stands in for a byte order mark, which saphyr does not take.
pub(super) const MARK: char = '\u{fffc}';

/// What was read up to the first fault of the parser.
pub(super) struct Built {
    pub(super) nodes: Vec<Node>,
    pub(super) root: Option<usize>,
    /// Nodes with an anchor or a tag, and references, where they begin; in order.
    pub(super) marked: Vec<usize>,
    /// The collections that are open where reading stopped, the outermost first.
    pub(super) open: Vec<usize>,
    /// The texts in quotes and the block texts.
    pub(super) quoted: Vec<Range<usize>>,
    /// Where the last event ends.
    pub(super) reached: usize,
    /// Where the second document begins.
    pub(super) second: Option<usize>,
    pub(super) stop: Option<Stop>,
}

/// A fault as the parser has it.
pub(super) struct Stop {
    pub(super) at: usize,
    pub(super) info: String,
}

impl From<ScanError> for Stop {
    fn from(error: ScanError) -> Self {
        Self {
            at: error.marker().index(),
            info: error.info().to_owned(),
        }
    }
}

/// Reads `source`; `chars` is the head as it is written, with the same places.
pub(super) fn build(source: &str, chars: &[char]) -> Built {
    let mut builder = Builder {
        built: Built {
            nodes: Vec::new(),
            root: None,
            marked: Vec::new(),
            open: Vec::new(),
            quoted: Vec::new(),
            reached: 0,
            second: None,
            stop: None,
        },
        keys: Vec::new(),
        anchors: HashMap::new(),
    };
    for event in Parser::new_from_str(source) {
        match event {
            Ok((event, span)) => builder.take(event, span, chars),
            Err(error) => {
                builder.built.stop = Some(error.into());
                break;
            }
        }
        if builder.built.second.is_some() {
            break;
        }
    }
    builder.built
}

struct Builder {
    built: Built,
    /// For each open collection: a key that waits for its value.
    keys: Vec<Option<usize>>,
    anchors: HashMap<usize, usize>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, span: Span, chars: &[char]) {
        let at = span.start.index()..span.end.index().max(span.start.index());
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain;
                let at = at.start..quote_end(chars, &at, style).unwrap_or(at.end);
                if !is_plain {
                    self.built.quoted.push(at.clone());
                }
                let written = chars.get(at.start..at.end.min(chars.len())).unwrap_or_default();
                let is_marked = text.contains(MARK) && written.contains(&'\u{feff}');
                let text = match is_marked {
                    true => Rc::from(text.replace(MARK, "\u{feff}")),
                    false => Rc::from(&*text),
                };
                let node = self.node(Kind::Scalar { text, is_plain }, at, anchor, tag);
                self.place(node);
            }
            Event::SequenceStart(anchor, tag) => self.open(Kind::List(Vec::new()), at, anchor, tag),
            Event::MappingStart(anchor, tag) => self.open(Kind::Map(Vec::new()), at, anchor, tag),
            Event::SequenceEnd | Event::MappingEnd => {
                self.keys.pop();
                if let Some(node) = self.built.open.pop().and_then(|id| self.built.nodes.get_mut(id)) {
                    node.at.end = at.end;
                }
            }
            Event::Alias(anchor) => {
                self.built.marked.push(at.start);
                // The parser knows an anchor before it refers to it.
                if let Some(node) = self.anchors.get(&anchor).copied() {
                    self.place(node);
                }
            }
            Event::DocumentStart(_) if self.built.root.is_some() => self.built.second = Some(at.start),
            // That a document begins or ends is known before its place is reached.
            _ => return,
        }
        self.built.reached = self.built.reached.max(span.end.index().min(chars.len()));
    }

    fn node(&mut self, kind: Kind, at: Range<usize>, anchor: usize, tag: Option<Cow<'_, Tag>>) -> usize {
        let id = self.built.nodes.len();
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        if anchor > 0 || tag.is_some() {
            self.built.marked.push(at.start);
        }
        let tag = tag.map(|tag| format!("{}{}", tag.handle, tag.suffix));
        let tag = tag.filter(|tag| tag != "!");
        self.built.nodes.push(Node { kind, at, tag });
        id
    }

    fn open(&mut self, kind: Kind, at: Range<usize>, anchor: usize, tag: Option<Cow<'_, Tag>>) {
        let id = self.node(kind, at, anchor, tag);
        self.place(id);
        self.built.open.push(id);
        self.keys.push(None);
    }

    /// Puts a node where it belongs: into the open collection, or at the top.
    fn place(&mut self, id: usize) {
        let Some(parent) = self
            .built
            .open
            .last()
            .and_then(|open| self.built.nodes.get_mut(*open))
        else {
            self.built.root.get_or_insert(id);
            return;
        };
        match &mut parent.kind {
            Kind::Scalar { .. } => {}
            Kind::List(items) => items.push(id),
            Kind::Map(pairs) => {
                let Some(key) = self.keys.last_mut() else { return };
                match key.take() {
                    None => *key = Some(id),
                    Some(key) => pairs.push((key, id)),
                }
            }
        }
    }
}

/// Where a text in quotes ends; to saphyr the space behind it belongs to it.
fn quote_end(chars: &[char], at: &Range<usize>, style: ScalarStyle) -> Option<usize> {
    let quote = match style {
        ScalarStyle::SingleQuoted => '\'',
        ScalarStyle::DoubleQuoted => '"',
        _ => return None,
    };
    // An anchor or a tag may stand before it.
    let open = at.clone().find(|at| chars.get(*at) == Some(&quote))?;
    lexical::closing(chars, open).map(|close| close + 1)
}
