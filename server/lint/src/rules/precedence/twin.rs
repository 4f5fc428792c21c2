//! Whether one file says what another says.

use agents_syntax::Text;
use std::collections::HashSet;

/// Whether at least half of the lines of a text stand in another one: a copy that may have drifted. Blank lines do
/// not count.
pub(super) fn is_said_by(text: &Text, other: &Text) -> bool {
    let lines = |text: &Text| -> Vec<String> {
        let text = text.to_string();
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let known: HashSet<String> = lines(other).into_iter().collect();
    let lines = lines(text);
    let shared = lines.iter().filter(|line| known.contains(*line)).count();
    shared * 2 >= lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_lines_make_a_copy() {
        let is_said_by = |text: &str, other: &str| is_said_by(&Text::new(text), &Text::new(other));
        assert!(is_said_by("a\n\nb\n", "  b\r\nc\nd\n"));
        assert!(!is_said_by("a\nb\nc\n", "c\nd\n"));
        assert!(is_said_by("\n", ""), "nothing is missing of nothing");
    }
}
