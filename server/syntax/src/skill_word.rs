//! The word "skill" that says of a code span that it is the name of one: "the skills `lint` and `deploy`".

use crate::{
    Text,
    beside::{Word, word_after, word_before},
};

/// How far a list of names may reach from the word that says what they are, in bytes.
const REACH: usize = 240;

/// Whether a word is the one for a single skill.
#[must_use]
pub fn is_one(word: &str) -> bool {
    word.eq_ignore_ascii_case("skill")
}

/// Whether a word is the one for several skills.
#[must_use]
pub fn is_several(word: &str) -> bool {
    word.eq_ignore_ascii_case("skills")
}

/// The word before a code span that starts at `byte`: "the skill `a`", "skill: `a`", "the skills `b`, `c` and `a`".
#[must_use]
pub fn before(text: &Text, byte: usize) -> Option<Word> {
    let mut at = byte;
    let mut first = true;
    while byte - at < REACH {
        if let Some(word) = word_before(text, at).filter(|word| !is_joint(word)) {
            let is_it = is_several(&word.value) || first && is_one(&word.value);
            return is_it.then_some(word);
        }
        at = span_before(text, at)?;
        first = false;
    }
    None
}

/// The word behind a code span that ends at `byte`: "the `a` skill", "the `a`, `b` and `c` skills".
#[must_use]
pub fn after(text: &Text, byte: usize) -> Option<Word> {
    let mut at = byte;
    let mut first = true;
    while at - byte < REACH {
        if let Some(word) = word_after(text, at).filter(|word| !is_joint(word)) {
            let is_it = is_several(&word.value) || first && is_one(&word.value);
            return is_it.then_some(word);
        }
        at = span_after(text, at)?;
        first = false;
    }
    None
}

fn is_joint(word: &Word) -> bool {
    matches!(word.value.as_str(), "and" | "or")
}

/// Where the code span before `byte` starts, when only a comma or a joining word stands between.
fn span_before(text: &Text, byte: usize) -> Option<usize> {
    let start = text.floor_char(byte.saturating_sub(REACH));
    let before = text.substring(start..byte);
    let rest = joined_end(before.trim_end());
    let inner = rest.strip_suffix('`')?;
    let open = inner.rfind('`')?;
    (!inner[open..].contains(['\n', '\r'])).then(|| start + open)
}

/// Where the code span behind `byte` ends, when only a comma or a joining word stands between.
fn span_after(text: &Text, byte: usize) -> Option<usize> {
    let after = text.substring(byte..byte.saturating_add(REACH));
    let rest = joined_start(after.trim_start());
    let inner = rest.strip_prefix('`')?;
    let close = inner.find('`')?;
    let end = after.len() - inner.len() + close + 1;
    (!inner[..close].contains(['\n', '\r'])).then(|| byte + end)
}

fn joined_end(text: &str) -> &str {
    let words = ["and", "or", "&", "+", "/"];
    let joint = words.iter().find_map(|word| text.strip_suffix(word));
    joint.unwrap_or(text).trim_end().trim_end_matches(',').trim_end()
}

fn joined_start(text: &str) -> &str {
    let words = ["and", "or", "&", "+", "/"];
    let text = text.trim_start_matches(',').trim_start();
    let joint = words.iter().find_map(|word| text.strip_prefix(word));
    joint.unwrap_or(text).trim_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word that is found for the code span `` `x` `` of a text, and where.
    fn found(line: &str) -> Option<(usize, String)> {
        let text = Text::new(line);
        let at = line.find("`x`")?;
        let word = before(&text, at).or_else(|| after(&text, at + 3))?;
        Some((word.range.start, word.value))
    }

    #[test]
    fn the_word_is_found_over_other_names() {
        for line in [
            "the skill `x`",
            "Skill: `x`",
            "the skills `a`, `b` and `x`",
            "the skills `a` or `x`",
            "the `x` skill",
            "the `x`, `a` and `b` skills",
        ] {
            let at = line.to_lowercase().find("skill");
            assert_eq!(found(line).map(|(start, _)| start), at, "{line}");
        }
    }

    #[test]
    fn one_skill_has_one_name() {
        for line in [
            "the skill `a` and `x`",
            "the `x` and the `a` skill",
            "`x` of skills",
            "A skill. `x` is none",
            "`x`",
            "and `x`",
        ] {
            assert_eq!(found(line), None, "{line}");
        }
    }
}
