//! Which `@word` its author means as a file. Handles, decorators, packages and aliases look alike, and most of them
//! name nothing, so a token has to look like a file of its own accord.

use super::seen::{PUNCTUATION, Seen};
use crate::rules::is_installed;
use agents_syntax::fact::{Inline, InlineKind};
use std::path::Path;

/// Endings of what people import: prose.
const PROSE: &[&str] = &["adoc", "asciidoc", "markdown", "md", "mdc", "mdx", "rst", "txt"];

/// Endings of files that packages have as well (`@tsconfig/node20/tsconfig.json`).
const DATA: &[&str] = &["json", "jsonc", "toml", "yaml", "yml"];

/// Marks of a pattern, a placeholder or an expression; a second `@` is a version.
const NO_PATH: &[char] = &[
    '*', '<', '>', '{', '}', '[', ']', '(', ')', '$', '|', '`', '"', '\'', '=', '@', '…', ',', ';',
];

/// Names that stand for any name where somebody explains imports.
const STAND_INS: &[&str] = &["bar", "example", "file", "filename", "foo", "name", "path"];

/// Whether the author means a file.
pub(super) fn is_file_meant(seen: &Seen<'_>) -> bool {
    let written = seen.import.written.trim_end_matches(PUNCTUATION);
    begins_a_word(seen)
        && !is_hidden(seen)
        && !is_no_path(written)
        && !is_personal(written)
        && !is_installed(written)
        && looks_like_a_file(written, |first| is_folder_known(seen, first))
}

/// Files of one person need not be there for another: those below the home folder, and `CLAUDE.local.md`.
fn is_personal(written: &str) -> bool {
    let name = written.rsplit('/').next().unwrap_or(written);
    written.starts_with('~') || name.contains(".local.")
}

fn is_no_path(written: &str) -> bool {
    let mut names = written.split('/');
    // `@site/` is the project itself in documents of Docusaurus.
    let is_alias = |name: &str| matches!(name, "path" | "site");
    let is_stand_in = |name: &str| {
        let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
        STAND_INS.contains(&stem.as_str())
    };
    written.contains(NO_PATH)
        || written.contains("...")
        || written.contains("://")
        || written.contains("path/to")
        || names.clone().next_back().is_some_and(is_stand_in)
        || (written.contains('/') && names.next().is_some_and(is_alias))
}

/// `first_is_folder` is asked whether a folder of the first name of the path is there.
fn looks_like_a_file(written: &str, first_is_folder: impl Fn(&str) -> bool) -> bool {
    let is_relative = written.starts_with("./") || written.starts_with("../");
    let (first, name) = (written.split('/').next(), written.rsplit('/').next());
    let name = name.unwrap_or(written);
    let ending = name
        .rsplit_once('.')
        .filter(|(stem, _)| stem.contains(char::is_alphanumeric))
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let leads_into = || written.contains('/') && first.is_some_and(&first_is_folder);
    match ending.as_deref() {
        Some(ending) if PROSE.contains(&ending) => true,
        Some(ending) if DATA.contains(&ending) => is_relative || !written.contains('/') || leads_into(),
        Some(ending) => (is_relative || leads_into()) && is_plausible(ending),
        None => is_relative && name.contains(char::is_alphanumeric),
    }
}

fn is_plausible(ending: &str) -> bool {
    let letters = ending.bytes().any(|byte| byte.is_ascii_alphabetic());
    letters && ending.len() <= 8 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Some runtimes find `@` in the middle of an address (`https://unpkg.com/@scope/name/readme.md`) or of an attribute.
fn begins_a_word(seen: &Seen<'_>) -> bool {
    let text = seen.text();
    let start = seen.import.range.start.min(text.len());
    let before = text.substring(text.floor_char(start.saturating_sub(4))..start);
    let last = before.chars().next_back();
    let is_inside = last.is_some_and(|char| char.is_alphanumeric() || "/=+%&?#\\".contains(char));
    !is_inside && !before.ends_with("=\"") && !before.ends_with("='")
}

/// Some runtimes look for imports where a reader sees none: in comments, in code they do not know as such, in the
/// destinations of links.
fn is_hidden(seen: &Seen<'_>) -> bool {
    let Ok(file) = seen.files.file(&seen.import.path) else {
        return true;
    };
    let document = file.document();
    let at = seen.import.range.start;
    let is_address = |inline: &Inline| {
        matches!(inline.kind, InlineKind::Link | InlineKind::Image) && inline.value_range.contains(&at)
    };
    document.is_code(at)
        || document.comments_in(at..at + 1).next().is_some()
        || document.inlines_in(at..at + 1).any(|inline| is_address(&inline))
}

fn is_folder_known(seen: &Seen<'_>, name: &str) -> bool {
    let is_folder = |base: &Path| seen.files.is_folder(&base.join(name));
    !name.is_empty() && (is_folder(&seen.folder()) || is_folder(seen.root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_meant(written: &str) -> bool {
        let written = written.trim_end_matches(PUNCTUATION);
        !is_no_path(written)
            && !is_personal(written)
            && !is_installed(written)
            && looks_like_a_file(written, |first| matches!(first, "docs" | "src" | "." | ".."))
    }

    #[test]
    fn files_look_like_files() {
        for written in [
            "docs/style.md",
            "gone/style.md",
            "style.md",
            "STYLE.MD",
            "./style",
            "../LICENSE",
            "docs/style.md,",
            "docs/a.md).",
            "site.md",
            "package.json",
            "docs/openapi.yaml",
            "./tsconfig.json",
            "src/main.rs",
            "notes.txt",
            ".github/copilot-instructions.md",
        ] {
            assert!(is_meant(written), "{written}");
        }
    }

    #[test]
    fn words_with_an_at_sign_do_not() {
        for written in [
            "octo-maintainer",
            "john.doe",
            "Override",
            "app.route",
            "pytest.mark.skip",
            "media",
            "tailwind",
            "types/node",
            "acme/web",
            "acme/cli@latest",
            "acme/ui@1.2.3",
            "latest",
            "org/team",
            "/components",
            "/components/Button",
            "tsconfig/node20/tsconfig.json",
            "babel/preset-env.js",
            "example.com",
            "next.config.js",
            "README",
            ".",
            "..",
            "...",
            "docs/*.md",
            "docs/<name>.md",
            "{file}.md",
            "path/to/import.md",
            "path/file.md",
            "site/docs/x.md",
            "node_modules/next/AGENTS.md",
            "file.md",
            "docs/filename.md",
            "~/.claude/mine.md",
            "CLAUDE.local.md",
            ".md",
            "docs",
            "docs/",
        ] {
            assert!(!is_meant(written), "{written}");
        }
    }
}
