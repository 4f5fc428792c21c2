//! Patterns of rules: which files a rule is for.

use globset::{Glob, GlobBuilder, GlobMatcher};
use std::path::{Path, PathBuf};

/// Patterns as a `.gitignore` has them: one without a slash matches at any depth, one that matches a folder
/// matches all that is in it, `!` takes back what an earlier pattern matched. Upper and lower case are one.
#[derive(Debug, Default)]
pub struct IgnoreList(Vec<Line>);

#[derive(Debug)]
struct Line {
    negated: bool,
    only_folders: bool,
    matcher: GlobMatcher,
}

impl IgnoreList {
    /// A pattern that is none matches nothing.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        Self(patterns.into_iter().filter_map(Line::new).collect())
    }

    /// Whether a file, relative to the patterns' folder, is matched.
    #[must_use]
    pub fn matches(&self, path: &Path) -> bool {
        let mut above: Vec<&Path> = path.ancestors().filter(|it| !it.as_os_str().is_empty()).collect();
        above.reverse();
        // What lies in a matched folder cannot be taken back.
        let folders = above.len().saturating_sub(1);
        above
            .iter()
            .enumerate()
            .any(|(index, part)| self.decides(part, index < folders))
    }

    fn decides(&self, path: &Path, is_folder: bool) -> bool {
        let mut hit = false;
        for line in &self.0 {
            if (is_folder || !line.only_folders) && line.matcher.is_match(path) {
                hit = !line.negated;
            }
        }
        hit
    }
}

impl Line {
    fn new(pattern: &str) -> Option<Self> {
        let pattern = pattern.trim_end();
        let (negated, pattern) = match pattern.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, pattern),
        };
        let only_folders = pattern.ends_with('/');
        let bare = pattern.trim_end_matches('/');
        if bare.is_empty() || bare.starts_with('#') || bare.split('/').any(|part| matches!(part, "." | ".."))
        {
            return None;
        }
        let anchored = bare.contains('/');
        let bare = bare.strip_prefix('/').unwrap_or(bare);
        let glob = if anchored {
            bare.to_owned()
        } else {
            format!("**/{bare}")
        };
        let matcher = matcher(&glob, true)?;
        Some(Self {
            negated,
            only_folders,
            matcher,
        })
    }
}

/// Patterns as `minimatch` with `matchBase` has them: one without a slash is for the file's name at any
/// depth, others for the whole path.
#[derive(Debug, Default)]
pub struct BaseMatch(Vec<(bool, GlobMatcher)>);

impl BaseMatch {
    /// A pattern that is none matches nothing.
    pub fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let one = |pattern: &'a str| {
            let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
            Some((pattern.contains('/'), matcher(pattern, false)?))
        };
        Self(patterns.into_iter().filter_map(one).collect())
    }

    /// Whether a file, relative to the patterns' folder, is matched.
    #[must_use]
    pub fn matches(&self, path: &Path) -> bool {
        self.0.iter().any(|(whole, matcher)| match path.file_name() {
            Some(name) if !whole => matcher.is_match(name),
            _ => matcher.is_match(path),
        })
    }
}

/// A matcher whose `*` stops at a slash; `None` when the pattern cannot be parsed.
#[must_use]
pub fn matcher(pattern: &str, any_case: bool) -> Option<GlobMatcher> {
    Some(builder(pattern, any_case).build().ok()?.compile_matcher())
}

fn builder(pattern: &str, any_case: bool) -> GlobBuilder<'_> {
    let mut builder = GlobBuilder::new(pattern);
    builder
        .literal_separator(true)
        .case_insensitive(any_case)
        .backslash_escape(true);
    builder
}

/// What keeps a text from being a pattern.
#[must_use]
pub fn fault(pattern: &str) -> Option<String> {
    let glob = builder(pattern, false).build();
    glob.err().map(|error| error.kind().to_string())
}

/// A matcher for one path: the file of exactly this path, or of a folder all that is below it.
#[must_use]
pub fn of_path(path: &Path, is_folder: bool) -> Option<GlobMatcher> {
    let name = globset::escape(&path.to_string_lossy());
    let pattern = match (is_folder, name.as_str()) {
        (false, _) => name,
        (true, "") => "**".to_owned(),
        (true, _) => format!("{name}/**"),
    };
    Some(Glob::new(&pattern).ok()?.compile_matcher())
}

/// Whether one of `patterns`, relative to `base`, is for one of `paths`; `*` stops at a slash.
///
/// # Errors
/// The first pattern that cannot be read, when none of the others matches.
pub fn any_match(patterns: &[String], base: &Path, paths: &[PathBuf]) -> Result<bool, String> {
    let mut fault = None;
    for pattern in patterns {
        let Some(matcher) = matcher(pattern, false) else {
            fault.get_or_insert(pattern);
            continue;
        };
        let is_for = |path: &PathBuf| path.strip_prefix(base).is_ok_and(|below| matcher.is_match(below));
        if paths.iter().any(is_for) {
            return Ok(true);
        }
    }
    fault.map_or(Ok(false), |pattern| Err(pattern.clone()))
}

/// The patterns of a list with commas; a comma in braces separates alternatives, not patterns.
#[must_use]
pub fn split_commas(list: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut depth = 0_usize;
    for char in list.chars() {
        match char {
            ',' if depth == 0 => {
                out.push(String::new());
                continue;
            }
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(last) = out.last_mut() {
            last.push(char);
        }
    }
    out.iter()
        .map(|one| one.trim().to_owned())
        .filter(|one| !one.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignore_patterns() {
        let hits = |pattern: &str, path: &str| IgnoreList::new([pattern]).matches(Path::new(path));
        for yes in [
            "*.txt",
            "a.txt",
            "pkg",
            "pkg/",
            "/pkg/*.txt",
            "PKG/*.txt",
            "pkg/*.{txt,md}",
            "pkg/**",
            "**/pkg/a.txt",
            "pkg/[ab].txt",
            "pkg/a?txt",
            "pk*/a.txt",
            "**/*",
            "*",
            "{pkg,x}/{a,b}.txt",
        ] {
            assert!(hits(yes, "pkg/a.txt"), "{yes}");
        }
        for no in [
            "./pkg/a.txt",
            "pkg/[",
            "/srv/*",
            "**/*.md",
            "pkg/.",
            "../ws/pkg/a.txt",
            "a.txt/",
            "txt",
        ] {
            assert!(!hits(no, "pkg/a.txt"), "{no}");
        }
        let list = IgnoreList::new(["*.txt", "!a.txt"]);
        assert!(list.matches(Path::new("b.txt")) && !list.matches(Path::new("pkg/a.txt")));
    }

    #[test]
    fn base_patterns() {
        let hits = |pattern: &str| BaseMatch::new([pattern]).matches(Path::new("a/leaf/a.txt"));
        for yes in ["*.txt", "a.txt", "a/leaf/*", "**/*.txt", "a/**", "./a/leaf/a.txt"] {
            assert!(hits(yes), "{yes}");
        }
        for no in ["leaf/*", "/a/leaf/*", "A/**/*.TXT", "leaf", "[x"] {
            assert!(!hits(no), "{no}");
        }
    }

    #[test]
    fn a_path_is_no_pattern() {
        let hits = |path: &str, is_folder, other: &str| {
            let matcher = of_path(Path::new(path), is_folder).expect("a pattern");
            matcher.is_match(other)
        };
        assert!(hits("a/[b].md", false, "a/[b].md") && !hits("a/[b].md", false, "a/b.md"));
        assert!(hits("a", true, "a/b/c") && !hits("a", true, "ab/c") && hits("", true, "x"));
    }

    #[test]
    fn commas_in_braces_do_not_separate() {
        assert_eq!(split_commas("src/**, *.{ts,js},"), ["src/**", "*.{ts,js}"]);
    }
}
