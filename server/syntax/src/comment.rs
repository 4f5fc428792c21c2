//! HTML comments.

use crate::raw::{RawComment, small};

pub(crate) fn may_hold_comments(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), b"<!--").is_some()
}

/// All comments of an HTML block. As in HTML, `<!-->` is a whole comment.
pub(crate) fn read(text: &str) -> Box<[RawComment]> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("<!--").map(|start| at + start) {
        let end = text[start + 2..].find("-->").map(|end| start + 2 + end + 3);
        at = end.unwrap_or(text.len());
        found.push(RawComment {
            start: small(start),
            end: small(at),
            closed: end.is_some(),
        });
    }
    found.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_a_block_are_told_apart() {
        let text = "<!-- a --><p><!--> b <!-- c";
        let found: Vec<_> = read(text)
            .iter()
            .map(|it| (&text[it.start as usize..it.end as usize], it.closed))
            .collect();
        assert_eq!(found, [("<!-- a -->", true), ("<!-->", true), ("<!-- c", false)]);
    }
}
