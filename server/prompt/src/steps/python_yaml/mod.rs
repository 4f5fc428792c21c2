//! A head as the YAML parsers of Python have it, and what they say against one.
//!
//! PyYAML and its descendant in strictyaml are what validators of skills use. They read YAML 1.1 and differ from
//! saphyr-parser, which reads it here, in small things: a tab is no space to them, text in quotes may go on at the
//! start of a line, keys may not be there twice (strictyaml). What they say is known for the faults that people
//! make; of another one the words are saphyr's, in `⟪…⟫`.
//!
//! * `build`: the nodes of a head, from the parser's events.
//! * `lexical`: what they refuse that saphyr takes.
//! * `words`: a fault of saphyr in their words; `token`: what stands at its place.
//! * `values`: what they find when they make values of the nodes.
//! * `fault`: a fault as they print it.
//! * `types`: what a value without quotes is.

mod build;
mod fault;
mod lexical;
mod token;
mod types;
mod values;
mod words;

use std::{iter, ops::Range, rc::Rc};

pub use fault::Fault;
pub use types::{Type, type_of};

/// Which of the parsers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// PyYAML's `safe_load`.
    PyYaml,
    /// strictyaml's `load`.
    StrictYaml,
}

/// The longest head that is read, in bytes; one of a skill has hundreds.
const LONGEST: usize = 64 * 1024;

/// Times a head is read again because a text in quotes goes on at the start of a line.
const MOST_PASSES: usize = 64;

/// A head that was read.
#[derive(Debug)]
pub struct Head {
    /// Every node. A node that is referred to is there once.
    nodes: Vec<Node>,
    /// The node that is the whole head; `None` when there is nothing.
    root: Option<usize>,
    /// Where each character begins, in bytes, and where the last one ends.
    bytes: Vec<usize>,
}

/// A value.
#[derive(Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Its characters, an anchor and a tag included.
    pub(crate) at: Range<usize>,
    /// Its tag: `tag:yaml.org,2002:int`, `!x`; a single `!` is none.
    pub tag: Option<String>,
}

/// What a value is.
#[derive(Debug)]
pub enum Kind {
    /// A scalar with its text; quotes and folding are resolved.
    Scalar {
        /// The text.
        text: Rc<str>,
        /// Whether it is written without quotes, on the line of its key.
        is_plain: bool,
    },
    /// A list.
    List(Vec<usize>),
    /// Keys and values, in order, equal keys included.
    Map(Vec<(usize, usize)>),
}

/// Reads a head, which has LF line ends.
///
/// # Errors
/// The first fault, as the parser finds them.
pub fn read(text: &str, dialect: Dialect) -> Result<Head, Fault> {
    if text.len() > LONGEST {
        return Err(Fault::said("⟪a head of more than 64 KiB is not read here⟫", None));
    }
    let chars = lexical::chars(text, dialect);
    if let Some(fault) = lexical::unprintable(&chars, dialect) {
        return Err(fault);
    }
    let mut scanned = lexical::without_marks(&chars);
    for _ in 0..MOST_PASSES {
        let source: String = scanned.iter().collect();
        let built = build::build(&source, &chars);
        let quote = built.stop.as_ref().and_then(words::unindented_quote);
        if quote.is_some_and(|quote| lexical::join_quoted(&mut scanned, quote)) {
            continue;
        }
        judge(&built, &chars, dialect)?;
        let ends = text.char_indices().map(|(at, char)| at + char.len_utf8());
        return Ok(Head {
            nodes: built.nodes,
            root: built.root,
            bytes: iter::once(0).chain(ends).collect(),
        });
    }
    Err(Fault::said(
        "⟪too many texts in quotes go on at the start of a line⟫",
        None,
    ))
}

/// The fault that comes first.
fn judge(built: &build::Built, chars: &[char], dialect: Dialect) -> Result<(), Fault> {
    let mut faults: Vec<(usize, Fault)> = Vec::new();
    let tab = lexical::tab(built, chars);
    let is_about_tab = tab.is_some() && built.stop.as_ref().is_some_and(lexical::is_tab);
    faults.extend(tab);
    match dialect {
        Dialect::PyYaml => {
            faults.extend(lexical::anchor(built, chars));
            faults.extend(lexical::no_key(built, chars));
        }
        Dialect::StrictYaml => faults.extend(lexical::disallowed(built, chars)),
    }
    faults.extend(words::of(built, chars, dialect).filter(|_| !is_about_tab));
    // Of two in one place the first is the one that is found earlier.
    if let Some((_, fault)) = faults.into_iter().min_by_key(|(at, _)| *at) {
        return Err(fault);
    }
    let composed = match dialect {
        Dialect::PyYaml => values::unknown_tag(built),
        Dialect::StrictYaml => values::uneven(built, chars),
    };
    values::no_merge(built).or(composed).map_or(Ok(()), Err)
}

impl Head {
    /// The top-level keys with their values, in order; `None` when the head is no mapping.
    #[must_use]
    pub fn entries(&self) -> Option<Vec<(&Node, &Node)>> {
        match &self.nodes.get(self.root?)?.kind {
            Kind::Map(pairs) => {
                let node = |id: usize| self.nodes.get(id);
                Some(
                    pairs
                        .iter()
                        .filter_map(|(key, value)| Some((node(*key)?, node(*value)?)))
                        .collect(),
                )
            }
            Kind::Scalar { .. } | Kind::List(_) => None,
        }
    }

    /// Whether there is nothing but comments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The bytes of a node.
    #[must_use]
    pub fn bytes(&self, node: &Node) -> Range<usize> {
        let end = self.bytes.last().copied().unwrap_or_default();
        let at = |index: usize| self.bytes.get(index).copied().unwrap_or(end);
        at(node.at.start)..at(node.at.end)
    }
}

impl Node {
    /// Whether it is a scalar without quotes.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.kind, Kind::Scalar { is_plain: true, .. })
    }

    /// Its text when it is a scalar.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            Kind::List(_) | Kind::Map(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
