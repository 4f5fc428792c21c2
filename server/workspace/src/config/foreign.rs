//! Settings files of other programs, read as each of them does.

use super::{
    json::{self, Lenience, NoJson},
    parse,
    value::{Node, Origin, Value},
};
use crate::files::{File, FileFault, Files};
use serde_json::Value as Json;
use std::{ops::Range, path::Path, sync::Arc};

/// How a program reads one of its settings files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    /// The language.
    pub syntax: Syntax,
    /// What it makes of a byte order mark.
    pub mark: Mark,
    /// What it makes of a file without text.
    pub blank: Blank,
    /// What it makes of bytes that are not UTF-8.
    pub bytes: Bytes,
}

/// A language settings files are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// TOML.
    Toml,
    /// JSON as it is defined.
    Json,
    /// JSON with comments.
    JsonComments,
    /// JSON with comments and commas before closing brackets.
    JsonC,
    /// JSON5.
    Json5,
    /// YAML, which is not looked into.
    Yaml,
}

/// What a program makes of a byte order mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It is skipped.
    Skipped,
    /// It is a fault.
    Fault,
}

/// What a program makes of a file without text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blank {
    /// It is a fault, unless the language has it.
    Fault,
    /// A file of no bytes says nothing; blanks alone are a fault.
    Empty,
    /// It says nothing.
    Nothing,
}

/// What a program makes of bytes that are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bytes {
    /// They are a fault.
    Fault,
    /// It reads U+FFFD in their place.
    Replaced,
}

/// What is to be said of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// What the program takes from it.
    pub value: Option<Node>,
    /// What is wrong with the file as a whole.
    pub fault: Option<Fault>,
}

/// What is wrong with a file as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Of which kind.
    pub kind: FaultKind,
    /// The bytes that are wrong.
    pub range: Range<usize>,
    /// What is wrong, as a clause.
    pub message: String,
}

/// Kinds of faults of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// It cannot be read: a folder, a pipe, no permission.
    Unreadable,
    /// It is not in its language.
    Malformed,
    /// Some bytes are not UTF-8, and the program reads on.
    Replaced,
    /// It is larger or deeper than is looked into here; the program may well read it.
    Beyond,
}

/// Reads a file; one that is missing says nothing, and neither does a link to nothing. Of a file with several names
/// the places in it may be told under another one.
#[must_use]
pub fn read(files: &dyn Files, path: &Path, format: Format) -> Arc<Reading> {
    match files.file(path) {
        Ok(file) => file.settings(path, format),
        Err(FileFault::Missing | FileFault::DanglingLink { .. }) => Arc::default(),
        Err(fault) => Arc::new(faulty(Fault {
            kind: match fault {
                FileFault::TooLarge { .. } | FileFault::LinkLoop => FaultKind::Beyond,
                _ => FaultKind::Unreadable,
            },
            range: 0..0,
            message: fault.to_string(),
        })),
    }
}

/// What a file says, without places.
#[must_use]
pub fn value(files: &dyn Files, path: &Path, format: Format) -> Option<Json> {
    read(files, path, format).value.as_ref().map(Node::to_json)
}

pub(crate) fn read_file(path: &Path, file: &File, format: Format) -> Reading {
    const MARK: char = '\u{feff}';
    let whole = file.text().to_string();
    let bytes = file.raw().and_then(|raw| not_utf8(&whole, raw));
    if let Some(fault) = bytes.clone().filter(|_| format.bytes == Bytes::Fault) {
        return faulty(Fault {
            kind: FaultKind::Malformed,
            ..fault
        });
    }
    let is_marked = whole.starts_with(MARK) || file.disk_bom();
    if is_marked && format.mark == Mark::Fault {
        return faulty(Fault {
            kind: FaultKind::Malformed,
            range: parse::visible(&whole, 0..0),
            message: "it begins with a byte order mark".to_owned(),
        });
    }
    let text = whole.strip_prefix(MARK).unwrap_or(&whole);
    let before = whole.len() - text.len();
    let says_nothing = match format.blank {
        Blank::Fault => false,
        Blank::Empty => text.is_empty(),
        Blank::Nothing => text.trim().is_empty(),
    };
    if says_nothing || format.syntax == Syntax::Yaml {
        return Reading {
            value: None,
            fault: bytes,
        };
    }
    let shift = |range: Range<usize>| parse::visible(&whole, range.start + before..range.end + before);
    match parsed(path, text, format.syntax, before) {
        Ok(value) => Reading {
            value: Some(value),
            fault: bytes,
        },
        Err((kind, range, message)) => faulty(Fault {
            kind,
            range: shift(range),
            message,
        }),
    }
}

fn faulty(fault: Fault) -> Reading {
    Reading {
        value: None,
        fault: Some(fault),
    }
}

/// The value of a text that begins `before` bytes into its file.
fn parsed(
    path: &Path,
    text: &str,
    syntax: Syntax,
    before: usize,
) -> Result<Node, (FaultKind, Range<usize>, String)> {
    let path: Arc<Path> = path.into();
    let at = |range: Range<usize>| Origin::File {
        path: Arc::clone(&path),
        range: range.start + before..range.end + before,
    };
    let (lenience, name) = match syntax {
        Syntax::Json => (Lenience::Strict, "JSON"),
        Syntax::JsonComments => (Lenience::Comments, "JSON"),
        Syntax::JsonC => (Lenience::Commas, "JSON"),
        Syntax::Json5 => (Lenience::Five, "JSON5"),
        Syntax::Toml | Syntax::Yaml => {
            return match parse::toml_at(text, &at) {
                Ok(table) => Ok(Node {
                    value: Value::Table(table),
                    origin: at(0..0),
                }),
                Err((range, message)) => Err((FaultKind::Malformed, range, message)),
            };
        }
    };
    match json::parse(text, lenience, &at) {
        Ok(Some(node)) => Ok(node),
        Ok(None) => {
            let end = text.len()..text.len();
            let message = format!("this is not {name}: there is no value in it");
            Err((FaultKind::Malformed, end, message))
        }
        Err(NoJson {
            range,
            is_too_deep: true,
            ..
        }) => Err((
            FaultKind::Beyond,
            range,
            "this is nested deeper than agents-ls looks".to_owned(),
        )),
        Err(NoJson { range, message, .. }) => {
            let mut letters = message.chars();
            let first = letters.next().into_iter().flat_map(char::to_lowercase);
            let message: String = first.chain(letters).collect();
            Err((
                FaultKind::Malformed,
                range,
                format!("this is not {name}: {message}"),
            ))
        }
    }
}

/// The first byte that is not UTF-8.
fn not_utf8(text: &str, raw: &[u8]) -> Option<Fault> {
    let at = std::str::from_utf8(raw).err()?.valid_up_to();
    Some(Fault {
        kind: FaultKind::Replaced,
        range: parse::visible(text, at..at),
        message: format!("it is not valid UTF-8: byte {at} is 0x{:02X}", raw.get(at)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MemoryFiles;
    use serde_json::json;

    const STRICT: Format = Format {
        syntax: Syntax::Json,
        mark: Mark::Fault,
        blank: Blank::Fault,
        bytes: Bytes::Fault,
    };

    const LENIENT: Format = Format {
        syntax: Syntax::JsonC,
        mark: Mark::Skipped,
        blank: Blank::Nothing,
        bytes: Bytes::Replaced,
    };

    const TOML: Format = Format {
        syntax: Syntax::Toml,
        mark: Mark::Skipped,
        ..STRICT
    };

    fn reading(bytes: impl AsRef<[u8]>, format: Format) -> Reading {
        let mut files = MemoryFiles::new();
        files.add("/w/s", bytes);
        Reading::clone(&read(&files, Path::new("/w/s"), format))
    }

    /// The value, or the fault with the text under its range.
    fn shown(bytes: impl AsRef<[u8]>, format: Format) -> Result<Option<Json>, (FaultKind, String, String)> {
        let text = String::from_utf8_lossy(bytes.as_ref()).into_owned();
        let reading = reading(bytes, format);
        match reading.fault {
            None => Ok(reading.value.map(|node| node.to_json())),
            Some(fault) => Err((fault.kind, fault.message, text[fault.range].to_owned())),
        }
    }

    fn malformed(message: &str, under: &str) -> Result<Option<Json>, (FaultKind, String, String)> {
        Err((FaultKind::Malformed, message.to_owned(), under.to_owned()))
    }

    #[test]
    fn a_fault_has_its_place() {
        assert_eq!(
            shown("{\"a\": [1 2]}", STRICT),
            malformed("this is not JSON: expected comma", "1"),
            "the comma is missing behind it"
        );
        assert_eq!(
            shown("\u{feff}{\"a\": é}", LENIENT),
            malformed("this is not JSON: unexpected token", "é")
        );
        let (kind, message, under) = shown("a = 1\nb = [\n", TOML).expect_err("no end");
        assert_eq!((kind, under.as_str()), (FaultKind::Malformed, "["));
        assert!(
            message.starts_with("this is not TOML: unclosed array"),
            "{message}"
        );
        assert_eq!(
            shown("// a\n", LENIENT),
            malformed("this is not JSON: there is no value in it", "a")
        );
    }

    #[test]
    fn a_value_has_its_place_behind_a_byte_order_mark_too() {
        for (text, format) in [("\u{feff}{\"a\": 12}", LENIENT), ("\u{feff}a = 12\n", TOML)] {
            let value = reading(text, format).value.expect("a value");
            let entry = &value.table().expect("a table")["a"];
            assert_eq!(&text[entry.node.range()], "12");
        }
        assert_eq!(
            shown("\u{feff}{}", STRICT),
            malformed("it begins with a byte order mark", "\u{feff}")
        );
    }

    #[test]
    fn files_without_text() {
        let end = malformed("this is not JSON: there is no value in it", "");
        assert_eq!(shown("", STRICT), end);
        let empty = Format {
            blank: Blank::Empty,
            ..STRICT
        };
        assert_eq!(shown("", empty), Ok(None));
        assert!(shown(" ", empty).is_err());
        assert_eq!(shown(" \n", LENIENT), Ok(None));
        assert_eq!(shown("", TOML), Ok(Some(json!({}))));
        let missing = read(&MemoryFiles::new(), Path::new("/w/s"), STRICT);
        assert_eq!(*missing, Reading::default());
    }

    #[test]
    fn bytes_that_are_not_utf_8() {
        let bytes = b"{\"a\": \"caf\xe9\"}";
        let message = "it is not valid UTF-8: byte 10 is 0xE9";
        assert_eq!(shown(bytes, STRICT), malformed(message, "\u{fffd}"));
        let reading = reading(bytes, LENIENT);
        assert_eq!(
            reading.value.expect("a value").to_json(),
            json!({"a": "caf\u{fffd}"})
        );
        let fault = reading.fault.expect("a fault");
        assert_eq!(
            (fault.kind, fault.message.as_str()),
            (FaultKind::Replaced, message)
        );
    }

    #[test]
    fn what_is_not_looked_into_is_not_called_wrong() {
        let deep = "[".repeat(100_000);
        let fault = reading(&deep, STRICT).fault.expect("too deep");
        assert_eq!(fault.kind, FaultKind::Beyond);
        let yaml = Format {
            syntax: Syntax::Yaml,
            ..STRICT
        };
        assert_eq!(shown("{", yaml), Ok(None));
    }

    #[test]
    fn what_is_no_file() {
        let mut files = MemoryFiles::new();
        files.folder("/w/s").link("/w/l", "nowhere").link("/w/o", "o");
        let kind = |path: &str| {
            let reading = read(&files, Path::new(path), STRICT);
            reading.fault.as_ref().map(|fault| fault.kind)
        };
        assert_eq!(kind("/w/s"), Some(FaultKind::Unreadable));
        assert_eq!(kind("/w/l"), None, "as if nothing were there");
        assert_eq!(kind("/w/o"), Some(FaultKind::Beyond));
    }

    #[test]
    fn a_file_is_read_once_in_one_way() {
        let mut files = MemoryFiles::new();
        files.add("/w/s", "{\"a\": 1,}");
        let read = |format| read(&files, Path::new("/w/s"), format);
        assert!(Arc::ptr_eq(&read(LENIENT), &read(LENIENT)));
        assert!(read(STRICT).value.is_none(), "another program takes it otherwise");
        assert!(read(LENIENT).value.is_some());
    }
}
