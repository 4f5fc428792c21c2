//! What is wrong in a configuration, in a sentence with its place.

use super::value::{Node, Origin, Value};

/// Something in a configuration that does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigFault {
    /// Where it stands.
    pub origin: Origin,
    /// What is wrong and what to write instead.
    pub message: String,
}

impl ConfigFault {
    /// Where it begins in its file, in bytes.
    pub(super) fn start(&self) -> usize {
        match &self.origin {
            Origin::File { range, .. } => range.start,
            Origin::Client { .. } => 0,
        }
    }
}

/// `"a", "b" or "c"`
pub(super) fn alternatives<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut quoted: Vec<String> = words.into_iter().map(|word| format!("\"{word}\"")).collect();
    let Some(last) = quoted.pop() else {
        return "nothing".to_owned();
    };
    if quoted.is_empty() {
        return last;
    }
    format!("{} or {last}", quoted.join(", "))
}

/// A value as a message shows it.
pub(super) fn shown(node: &Node) -> String {
    match &node.value {
        Value::Table(_) => "a table".to_owned(),
        Value::List(_) => "a list".to_owned(),
        Value::Date(date) => format!("the date {date}"),
        _ => node.to_json().to_string(),
    }
}

/// The end of a message about a name that is not there: the candidate that was probably meant, or all.
#[must_use]
pub fn instead<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match closest(word, candidates.clone()) {
        Some((_, close)) => format!("; did you mean `{close}`?"),
        None => {
            let all: Vec<_> = candidates.into_iter().map(|name| format!("`{name}`")).collect();
            match all.len() {
                // More than a line holds are looked up in the documentation.
                0 | 21.. => String::new(),
                1 => format!("; there is only {}", all[0]),
                _ => format!("; there are {}", all.join(", ")),
            }
        }
    }
}

/// The candidate that is most like a word, with how many letters differ; case, `-` and `_` do not count.
#[must_use]
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<(usize, &'a str)> {
    // A third of the letters wrong is still a slip; more is another word.
    let most = (word.chars().count() / 3).max(1);
    let folded = fold(word);
    candidates
        .into_iter()
        .map(|candidate| (distance(&folded, &fold(candidate)), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min()
}

/// `primary-runtime`, `primary_runtime` and `primaryRuntime` are one word.
fn fold(word: &str) -> Vec<char> {
    let letters = word.chars().filter(|letter| !matches!(letter, '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

/// How many letters must be added, removed or replaced (Levenshtein).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
