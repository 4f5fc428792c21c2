//! Code as a regular expression finds it.

use super::Code;
use agents_workspace::File;
use std::ops::Range;

/// What lies between backticks and as many backticks again, whatever the lines are: the regular expression
/// ``(`+)([\s\S]*?)\1`` of the source, one after the other.
#[must_use]
pub fn between_backticks(file: &File) -> Code<'_> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for chunk in file.text().rope().chunks() {
        for byte in chunk.bytes() {
            if byte == b'`' {
                match runs.last_mut() {
                    Some(run) if run.end == at => run.end += 1,
                    _ => runs.push(at..at + 1),
                }
            }
            at += 1;
        }
    }
    // The longest run from each one on, so that a search which cannot succeed is not made.
    let mut longest = vec![0; runs.len() + 1];
    for index in (0..runs.len()).rev() {
        longest[index] = longest[index + 1].max(runs[index].len());
    }
    let mut regions = Vec::new();
    let mut index = 0;
    let mut from = 0;
    while let Some(run) = runs.get(index) {
        let start = run.start.max(from);
        // As many as can be closed: in the rest of this run, or in a later one.
        let later = longest[index + 1];
        let rest = run.end - start;
        let take = rest.min(later.max(rest / 2));
        if take == 0 {
            index += 1;
            continue;
        }
        let end = if rest >= 2 * take {
            start + 2 * take
        } else {
            index += 1;
            while runs.get(index).is_some_and(|run| run.len() < take) {
                index += 1;
            }
            runs.get(index).map_or(run.end, |run| run.start + take)
        };
        regions.push(start..end);
        from = end;
        if runs.get(index).is_some_and(|run| run.end <= end) {
            index += 1;
        }
    }
    Code::Regions(regions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    fn regions(text: &str) -> Vec<String> {
        let file = File::from_text(Text::new(text));
        match between_backticks(&file) {
            Code::Regions(regions) => regions.into_iter().map(|range| text[range].to_owned()).collect(),
            Code::Where(_) => Vec::new(),
        }
    }

    #[test]
    fn backticks_pair_as_the_expression_has_it() {
        assert_eq!(regions("a `b` c"), ["`b`"]);
        assert_eq!(regions("```\n@a\n``` `x`"), ["```\n@a\n```", "`x`"]);
        assert_eq!(regions("`` a"), ["``"]);
        assert_eq!(regions("``` a `b"), ["``", "` a `"]);
        assert_eq!(regions("```a``"), ["```a``"[..].to_owned()]);
        assert_eq!(regions("`a"), Vec::<String>::new());
        assert_eq!(regions("`a``b`"), ["`a`", "`b`"]);
    }
}
