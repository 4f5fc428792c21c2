//! What running text mentions without markup: `@imports`, bare addresses, paths, and calls as `$name`.

use crate::fact::InlineKind;
use crate::raw::RawInline;
use std::ops::Range;

pub(crate) fn may_hold_mentions(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr3_iter(b'@', b'/', b'.', bytes)
        .any(|at| bytes[at] != b'.' || bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric))
        || memchr::memchr_iter(b'$', bytes).any(|at| bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic))
}

/// Adds the mentions in `text` outside `covered` (ordered ranges; they may overlap) to `found`.
pub(crate) fn read(text: &str, covered: &[Range<usize>], found: &mut Vec<RawInline>) {
    let mut at = 0;
    for range in covered
        .iter()
        .cloned()
        .chain(std::iter::once(text.len()..text.len()))
    {
        if at < range.start {
            stretch(text, at..range.start, found);
        }
        at = at.max(range.end);
    }
}

/// One stretch of running text, token by token.
fn stretch(text: &str, range: Range<usize>, found: &mut Vec<RawInline>) {
    let mut at = range.start;
    while at < range.end {
        let rest = &text[at..range.end];
        let Some(skipped) = rest.find(|char: char| !char.is_whitespace()) else {
            return;
        };
        let start = at + skipped;
        let begins = skipped > 0 || before_is_space(text, start);
        let import = text[start..range.end]
            .strip_prefix('@')
            .filter(|_| begins)
            .map(import_len);
        let len = match import {
            Some(len) if len > 0 => {
                let at = start + 1..start + 1 + len;
                let value = text[at.clone()].replace("\\ ", " ");
                found.push(RawInline::new(
                    InlineKind::Import,
                    text,
                    start..at.end,
                    at,
                    &value,
                ));
                1 + len
            }
            _ => {
                let rest = &text[start..range.end];
                let len = rest.find(char::is_whitespace).unwrap_or(rest.len());
                token(text, start..start + len, begins, found);
                len
            }
        };
        at = start + len;
    }
}

/// A stretch may start behind a code span or a line's prefix: an import needs space (or nothing) before.
fn before_is_space(text: &str, at: usize) -> bool {
    text[..at]
        .chars()
        .next_back()
        .is_none_or(|char| char.is_whitespace() || char == '>')
}

/// Length in bytes of an import's path: up to white space; `\ ` is a space of the path.
fn import_len(rest: &str) -> usize {
    let mut chars = rest.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let escaped_space = char == '\\' && chars.next_if(|(_, next)| *next == ' ').is_some();
        if char.is_whitespace() || (char == '\\' && !escaped_space) {
            return at;
        }
    }
    rest.len()
}

/// A word that may be an address, a path or a call, in marks of emphasis, brackets or punctuation. `begins`
/// says whether anything stands directly before it.
fn token(text: &str, range: Range<usize>, begins: bool, found: &mut Vec<RawInline>) {
    let word = &text[range.clone()];
    let opening = ['(', '[', '{', '"', '\'', '*', '_', '“', '‘', '«', '|', '~'];
    let closing = [
        ')', ']', '}', '"', '\'', '*', '_', '”', '’', '»', '|', '~', ',', ';', ':', '.', '!', '?', '…',
    ];
    let inner = word.trim_start_matches(opening);
    let start = range.start + word.len() - inner.len();
    let inner = inner.trim_end_matches(closing);
    let at = start..start + inner.len();
    let is_address = ["http://", "https://"].iter().any(|scheme| {
        inner
            .strip_prefix(scheme)
            .is_some_and(|rest| rest.starts_with(|char: char| char.is_alphanumeric()))
    });
    let kind = if is_address {
        InlineKind::Link
    } else if is_path(inner, false) {
        InlineKind::Path
    } else if begins && is_call(inner) {
        let name = at.start + 1..at.end;
        return found.push(RawInline::new(InlineKind::Call, text, at, name, &inner[1..]));
    } else {
        return;
    };
    found.push(RawInline::new(kind, text, at.clone(), at, inner));
}

/// Whether a token is a name behind `$` or `/`. An amount of money is none, and neither is the path of an
/// address with more than one part.
fn is_call(token: &str) -> bool {
    token.strip_prefix(['$', '/']).is_some_and(|name| {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':');
        name.starts_with(|char: char| char.is_ascii_alphabetic()) && name.bytes().all(is_of_name)
    })
}

/// Whether a token looks like the path of a file or folder of the project. In code (`in_code`) a slash is
/// enough; in prose words are joined by slashes (`and/or`), so there must be an extension or a final slash.
pub(crate) fn is_path(token: &str, in_code: bool) -> bool {
    let allowed = |char: char| char.is_alphanumeric() || "._-/@+".contains(char);
    let outside = ["/", "~", "@", "-", "+"]
        .iter()
        .any(|start| token.starts_with(start));
    if token.is_empty() || outside || token.contains("//") || !token.chars().all(allowed) {
        return false;
    }
    if !token.chars().any(char::is_alphabetic) {
        return false;
    }
    let relative = token.starts_with("./") || token.starts_with("../");
    let name = token.trim_end_matches('/').rsplit('/').next().unwrap_or(token);
    if name.contains('@') {
        return false;
    }
    if !token.contains('/') {
        return has_known_extension(name);
    }
    relative || token.ends_with('/') || has_extension(name) || token.starts_with('.') || in_code
}

fn has_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        (1..=8).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && extension.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

/// Extensions that make a name without a slash a file. Those that are also ends of product names
/// (`Node.js`) or of expressions (`console.log`) are not here.
const EXTENSIONS: &[&str] = &[
    "bash", "c", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "cts", "env", "go", "gradle", "graphql",
    "h", "hpp", "html", "ini", "java", "json", "jsonc", "jsonl", "jsx", "kt", "kts", "lock", "lua", "md",
    "mdc", "mdx", "mjs", "mts", "php", "proto", "ps1", "py", "rb", "rs", "scss", "sh", "sql", "svelte",
    "swift", "tf", "toml", "ts", "tsx", "txt", "vue", "xml", "yaml", "yml", "zig", "zsh",
];

fn has_known_extension(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        stem.chars().any(char::is_alphanumeric) && EXTENSIONS.binary_search(&extension).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentions(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        read(text, &[], &mut found);
        found
            .iter()
            .map(|fact| {
                let written = &text[fact.value_start as usize..fact.value_end as usize];
                format!("{:?} {}", fact.kind, fact.value.as_deref().unwrap_or(written))
            })
            .collect()
    }

    #[test]
    fn an_import_is_an_at_sign_after_space() {
        assert_eq!(
            mentions("@docs/a.md and @~/b\n@scope/pkg"),
            ["Import docs/a.md", "Import ~/b", "Import scope/pkg"]
        );
        assert_eq!(
            mentions("mail me@example.com or x@y, (@p) \\@q @ z"),
            Vec::<String>::new()
        );
        assert_eq!(
            mentions("see @alice"),
            ["Import alice"],
            "handles are left to the rules"
        );
    }

    #[test]
    fn an_import_keeps_escaped_spaces() {
        assert_eq!(mentions(r"@docs/my\ file.md next"), ["Import docs/my file.md"]);
        assert_eq!(mentions(r"@docs\x"), ["Import docs"]);
    }

    #[test]
    fn an_import_directly_after_a_code_span_is_none() {
        let mut found = Vec::new();
        let covered = 0..3;
        read("`a`@b `c`", std::slice::from_ref(&covered), &mut found);
        assert!(found.is_empty());
    }

    #[test]
    fn prose_with_slashes_is_no_path() {
        assert_eq!(
            mentions("and/or read/write 3/4 TCP/IP Node.js e.g. i.e. v1.2 /api/users"),
            Vec::<String>::new()
        );
        assert_eq!(
            mentions("See src/main.rs, (docs/), **AGENTS.md** and .github/workflows."),
            [
                "Path src/main.rs",
                "Path docs/",
                "Path AGENTS.md",
                "Path .github/workflows"
            ]
        );
    }

    #[test]
    fn calls_are_names_behind_a_dollar_sign_or_a_slash() {
        assert_eq!(
            mentions("Use $deploy-web, (/review) or **$x:y**."),
            ["Call deploy-web", "Call review", "Call x:y"]
        );
        assert_eq!(
            mentions("$5 ${X} $a.b US$x /api/users /a.b a/b $ / /1"),
            Vec::<String>::new()
        );
        let mut found = Vec::new();
        let covered = 0..3;
        read("`a`/b", std::slice::from_ref(&covered), &mut found);
        assert!(found.is_empty(), "it goes on with what stands before");
    }

    #[test]
    fn addresses_are_links() {
        assert_eq!(mentions("(https://a.b/c.md)."), ["Link https://a.b/c.md"]);
    }

    #[test]
    fn paths_in_code_need_only_a_slash() {
        assert!(is_path("src/components", true));
        assert!(!is_path("src/components", false));
        for no in [
            "src/**/*.ts",
            "src/<name>/x.ts",
            "/api/users",
            "@scope/pkg",
            "a b/c.md",
            "3/4",
            "console.log",
        ] {
            assert!(!is_path(no, true), "{no}");
        }
    }

    #[test]
    fn extensions_are_sorted_for_the_search() {
        assert!(EXTENSIONS.is_sorted());
    }
}
