//! The content changes of one `didChange`, as edits in bytes.

use super::{convert, params::Change};
use agents_syntax::{Edit, Encoding, Text};
use tower_lsp_server::ls_types::Range;

/// A text after changes.
#[derive(Debug)]
pub(super) struct Changed {
    /// The text.
    pub(super) text: Text,
    /// How it came from the one before; `None` when it was replaced as a whole.
    pub(super) edits: Option<Vec<Edit>>,
}

/// A change that does not fit the text it was meant for. Whatever it would make of it, the client shows
/// something else.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit;

/// The text after the last change that holds a whole text, and the changes behind that one.
pub(super) fn last_whole(changes: &[Change]) -> Option<(&str, &[Change])> {
    let at = changes.iter().rposition(|change| change.range.is_none())?;
    Some((&changes[at].text, &changes[at + 1..]))
}

/// Applies changes one after the other; the positions of each are those of the text before it.
pub(super) fn apply(text: &Text, changes: &[Change], encoding: Encoding) -> Result<Changed, Misfit> {
    let (mut text, changes, replaced) = match last_whole(changes) {
        Some((whole, rest)) => (Text::new(whole), rest, true),
        None => (text.clone(), changes, false),
    };
    let mut edits = Vec::with_capacity(changes.len());
    for change in changes {
        let Some(range) = change.range else { continue };
        if misfits(&text, range) {
            return Err(Misfit);
        }
        let range = convert::bytes(&text, range, encoding);
        text.replace(range.clone(), &change.text);
        edits.push(Edit {
            range,
            text: change.text.clone(),
        });
    }
    Ok(Changed {
        text,
        edits: (!replaced).then_some(edits),
    })
}

/// A column behind the end of its line is the protocol's way to say "the end", and an end far behind the
/// text is a custom for "all of it". But nobody begins an edit two lines behind the last one.
fn misfits(text: &Text, range: Range) -> bool {
    let lines = u32::try_from(text.line_count()).unwrap_or(u32::MAX);
    range.start > range.end || range.start.line > lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tower_lsp_server::ls_types::Position;

    fn at(from: (u32, u32), to: (u32, u32), text: &str) -> Change {
        let place = |(line, column)| Position::new(line, column);
        Change {
            range: Some(Range::new(place(from), place(to))),
            text: text.to_owned(),
        }
    }

    fn whole(text: &str) -> Change {
        Change {
            range: None,
            text: text.to_owned(),
        }
    }

    fn after(text: &str, changes: &[Change]) -> Result<(String, bool), Misfit> {
        let changed = apply(&Text::new(text), changes, Encoding::Utf16)?;
        Ok((changed.text.to_string(), changed.edits.is_none()))
    }

    #[test]
    fn each_change_sees_the_text_the_one_before_left() {
        let changes = [
            at((0, 0), (0, 0), "x\n"),
            at((1, 2), (1, 3), "!"),
            at((0, 0), (1, 0), ""),
        ];
        assert_eq!(after("abc", &changes), Ok(("ab!".to_owned(), false)));
    }

    #[test]
    fn what_comes_before_a_whole_text_does_not_matter() {
        let changes = [at((99, 0), (98, 0), "?"), whole("new"), at((0, 3), (0, 3), "er")];
        assert_eq!(after("old", &changes), Ok(("newer".to_owned(), true)));
        assert_eq!(after("old", &[whole("")]), Ok((String::new(), true)));
        assert_eq!(after("old", &[]), Ok(("old".to_owned(), false)));
    }

    #[test]
    fn columns_count_in_the_agreed_unit() {
        assert_eq!(
            after("😀b", &[at((0, 2), (0, 3), "c")]),
            Ok(("😀c".to_owned(), false))
        );
        let utf8 = apply(&Text::new("😀b"), &[at((0, 4), (0, 5), "c")], Encoding::Utf8);
        assert_eq!(utf8.unwrap().text.to_string(), "😀c");
    }

    #[test]
    fn an_edit_may_reach_behind_the_end_but_not_begin_there() {
        assert_eq!(
            after("a\nb", &[at((0, 0), (u32::MAX, u32::MAX), "c")]),
            Ok(("c".to_owned(), false))
        );
        assert_eq!(
            after("a\nb", &[at((2, 0), (2, 0), "c")]),
            Ok(("a\nbc".to_owned(), false))
        );
        assert_eq!(after("a\nb", &[at((3, 0), (3, 0), "c")]), Err(Misfit));
        assert_eq!(after("a\nb", &[at((1, 0), (0, 0), "c")]), Err(Misfit));
    }
}
