//! Rules whose loss costs most: on release, on security, and those that forbid. English.
//!
//! A line counts only when it stands as a rule. A line that merely names a release or a password does not.

use agents_syntax::{Document, fact::BlockKind};
use std::ops::Range;

/// Words that turn a sentence about a matter into a rule.
const DEMANDS: &[&str] = &[
    "never",
    "must",
    "always",
    "do not",
    "don't",
    "forbidden",
    "only after",
    "only from",
    "only with",
];
/// Words by which a rule forbids something whatever it is about.
const BANS: &[&str] = &[
    "must not",
    "must never",
    "shall not",
    "shall never",
    "should never",
];
/// With this a rule may begin.
const FIRST: &str = "never";
/// What a rule on security is about.
const SECURITY: &[&str] = &[
    "secret",
    "secrets",
    "credential",
    "credentials",
    "password",
    "passwords",
    "api key",
    "api keys",
    "access token",
    "access tokens",
    "private key",
    "private keys",
    "encryption key",
    "vulnerability",
    "vulnerabilities",
    "sql injection",
    "personal data",
    "pii",
];
/// What a rule on releases is about.
const RELEASE: &[&str] = &[
    "a release",
    "the release",
    "releasing",
    // The bare verb is of locks and pointers as well.
    "release before",
    "release by hand",
    "release from",
    "release manually",
    "release on",
    "release only",
    "release unless",
    "release until",
    "release without",
    "ship from",
    "ship without",
    "publish",
    "deploy",
    "to production",
    "in production",
    "production database",
    "force push",
    "force-push",
    "push to main",
    "push to master",
];

/// A sentence of more bytes explains something; the rule in it cannot be told from the rest.
const LONGEST: usize = 240;
/// What ends a sentence.
const ENDS: &[&str] = &[". ", "! ", "? ", "; ", ".** "];

/// What a rule is about; the gravest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Secrets and the like.
    Security,
    /// What reaches the users.
    Release,
    /// Any other ban.
    Ban,
}

impl Kind {
    /// As messages name it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Security => "rule on security",
            Self::Release => "rule on releases",
            Self::Ban => "ban",
        }
    }
}

/// The rules in a stretch of a text: for each line the first of each kind, with its sentence.
pub fn rules<'a>(
    document: &'a Document,
    range: &Range<usize>,
) -> impl Iterator<Item = (Kind, Range<usize>)> + use<'a> {
    let text = document.text();
    let lines = text.line_of(range.start)..=text.line_of(range.end.saturating_sub(1).max(range.start));
    let range = range.clone();
    // Code is asked for once, since a question for every line costs more than the lines.
    let no_prose = |kind| {
        matches!(
            kind,
            BlockKind::Heading
                | BlockKind::FencedCode
                | BlockKind::IndentedCode
                | BlockKind::Html
                | BlockKind::Table
                | BlockKind::Quote
                | BlockKind::LinkDefinition
                | BlockKind::Opaque
        )
    };
    let others = document
        .blocks_in(range.clone())
        .filter(|block| no_prose(block.kind));
    let others: Vec<Range<usize>> = others.map(|block| block.range).collect();
    let start = document.frontmatter().map_or(0, |head| head.range.end);
    lines.flat_map(move |line| {
        let place = text.line_range(line);
        let is_inside = start <= place.start && range.start <= place.start && place.start < range.end;
        if !is_inside
            || others
                .iter()
                .any(|other| other.start <= place.start && place.start < other.end)
        {
            return Vec::new();
        }
        let written = text.substring(place.clone());
        let mut found: Vec<(Kind, Range<usize>)> = Vec::new();
        for range in sentences(&written) {
            let kind = kind(&written[range.clone()]);
            if let Some(kind) = kind.filter(|kind| found.iter().all(|(known, _)| known != kind)) {
                found.push((kind, place.start + range.start..place.start + range.end));
            }
        }
        found
    })
}

/// The sentences of a line, without marks before the first word and space behind the last.
fn sentences(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = line.get(start..).filter(|rest| !rest.is_empty())?;
        let ends = ENDS
            .iter()
            .filter_map(|end| rest.find(end).map(|at| at + end.len()));
        let end = start + ends.min().unwrap_or(rest.len());
        let sentence = &line[start..end];
        let bare = sentence.trim_start_matches(|char: char| !char.is_alphanumeric());
        let from = end - bare.len();
        start = end;
        Some(from..from + bare.trim_end().len())
    })
    .filter(|range| !range.is_empty() && range.len() <= LONGEST)
}

/// What kind of rule a sentence is, if it is one.
fn kind(line: &str) -> Option<Kind> {
    let is_loud = has(line, "NEVER");
    let line = line.to_lowercase().replace('’', "'");
    let any = |words: &[&str]| words.iter().any(|word| has(&line, word));
    if any(DEMANDS) {
        if any(SECURITY) {
            return Some(Kind::Security);
        }
        // In the middle of a sentence such words are of many things.
        let leads = |words: &[&str]| words.iter().any(|word| starts(&line, word));
        if any(RELEASE) && (leads(DEMANDS) || leads(RELEASE)) {
            return Some(Kind::Release);
        }
    }
    let begins = starts(&line, FIRST);
    (begins || is_loud || any(BANS)).then_some(Kind::Ban)
}

/// Whether a line begins with words as whole words.
fn starts(line: &str, words: &str) -> bool {
    line.strip_prefix(words)
        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Whether a line holds words as whole words.
fn has(line: &str, words: &str) -> bool {
    line.match_indices(words).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + words.len()..].chars().next();
        let is_part = |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
        !is_part(before) && !is_part(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents_syntax::Text;

    #[test]
    fn a_line_counts_when_it_stands_as_a_rule() {
        for (line, expected) in [
            ("Never round an amount.", Some(Kind::Ban)),
            ("You must not edit `gen/`.", Some(Kind::Ban)),
            ("Edit NEVER by hand", Some(Kind::Ban)),
            ("Never commit secrets.", Some(Kind::Security)),
            ("Always rotate the API key after a leak.", Some(Kind::Security)),
            ("Deploy only from `main`.", Some(Kind::Release)),
            ("Don’t publish without a tag.", Some(Kind::Release)),
            ("Never release from a dirty tree.", Some(Kind::Release)),
            ("Do not release on Fridays.", Some(Kind::Release)),
            ("Never release the lock twice.", Some(Kind::Ban)),
            ("Always release the connection.", None),
            ("The value is never null.", None),
            ("Nevertheless it works.", None),
            ("The release notes are in `docs/`.", None),
            ("It must mirror the layout, after pointer release", None),
            ("Import only from the published package.", None),
            ("Passwords are hashed with argon2.", None),
            ("Do not use tabs.", None),
        ] {
            assert_eq!(kind(line), expected, "{line}");
        }
    }

    #[test]
    fn a_rule_is_one_sentence() {
        let found = |text: &str| {
            let document = Document::open(Text::new(text));
            let rules = rules(&document, &(0..text.len()));
            rules
                .map(|(kind, range)| (kind, text[range].to_owned()))
                .collect::<Vec<_>>()
        };
        let told = "It must be so. The release has it. Never deploy by hand. Ask.";
        assert_eq!(found(told), [(Kind::Release, "Never deploy by hand.".to_owned())]);
        assert_eq!(
            found("Never commit secrets. Never log passwords. Never deploy by hand."),
            [
                (Kind::Security, "Never commit secrets.".to_owned()),
                (Kind::Release, "Never deploy by hand.".to_owned())
            ],
            "one of each kind in a line"
        );
        assert_eq!(found("It must be so. The release has it.\n"), []);
        assert_eq!(
            found(&format!("Never {}release.\n", "words and ".repeat(30))),
            [],
            "too long"
        );
    }

    #[test]
    fn code_headings_and_quotations_are_no_rules() {
        let text = "---\nx: never\n---\n# Never\n\n- **Never** push.\n\n```\nnever a secret\n```\n\n> Never said.\n\n  * Never two.\n";
        let document = Document::open(Text::new(text));
        let found: Vec<String> = rules(&document, &(0..text.len()))
            .map(|(_, range)| text[range].to_owned())
            .collect();
        assert_eq!(found, ["Never** push.", "Never two."]);
    }
}
