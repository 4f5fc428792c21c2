//! `*.instructions.md` (`applyTo`) and `.claude/rules` (`paths`), and which files they are for.

use super::places::{Places, RULES};
use crate::steps::{
    globs,
    rule::{self, Rule},
};
use agents_workspace::Files;
use std::path::PathBuf;

/// What the name of an instruction file ends with.
pub(super) const ENDING: &str = ".instructions.md";

/// Patterns for every request, whether there are files in it or not.
const ALWAYS: [&str; 3] = ["**", "**/*", "*"];

/// Levels of folders below a place; no page names a limit.
const DEPTH: usize = 16;

/// A file with its patterns.
pub(super) struct Scoped {
    pub(super) rule: Rule,
    /// The patterns as they are written; none: it is never added by itself.
    pub(super) patterns: Vec<String>,
}

impl Scoped {
    pub(super) fn is_for_all(&self) -> bool {
        self.patterns
            .iter()
            .any(|pattern| ALWAYS.contains(&pattern.as_str()))
    }

    /// Whether it is for one of `touched`, and not for all files.
    ///
    /// # Errors
    /// The first pattern that cannot be read, when none of the others matches.
    pub(super) fn is_for(&self, touched: &[PathBuf]) -> Result<bool, String> {
        if self.is_for_all() {
            return Ok(false);
        }
        let mut fault = None;
        for pattern in &self.patterns {
            match globs::matcher(&anywhere(pattern), true) {
                None => fault = fault.or(Some(pattern)),
                // The whole path is looked at, from the root of the file system on.
                Some(matcher) if touched.iter().any(|path| matcher.is_match(path)) => return Ok(true),
                Some(_) => {}
            }
        }
        fault.map_or(Ok(false), |pattern| Err(pattern.clone()))
    }
}

/// All files of all places.
pub(super) fn read(places: &Places, files: &dyn Files) -> Vec<Scoped> {
    let mut out: Vec<Scoped> = Vec::new();
    for folder in &places.instructions {
        let is_claude = folder.ends_with(RULES);
        let ending = if is_claude { ".md" } else { ENDING };
        for path in rule::below(files, folder, &[ending], DEPTH) {
            let known = out.iter().any(|known| known.rule.path == path);
            let Some(rule) = Rule::read(files, &path).ok().filter(|_| !known) else {
                continue;
            };
            out.push(Scoped {
                patterns: patterns(&rule, is_claude),
                rule,
            });
        }
    }
    out
}

fn patterns(rule: &Rule, is_claude: bool) -> Vec<String> {
    let mut patterns = rule.patterns(if is_claude { "paths" } else { "applyTo" });
    if is_claude && patterns.is_empty() {
        patterns.push("**".to_owned());
    }
    patterns
}

/// A pattern for any depth, unless it says where it begins.
fn anywhere(pattern: &str) -> String {
    if pattern.starts_with('/') || pattern.starts_with("**/") {
        pattern.to_owned()
    } else {
        format!("**/{pattern}")
    }
}
