//! The findings a client shows, for questions about a place: they are asked about as they are seen.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tower_lsp_server::ls_types::{Diagnostic, NumberOrString, Position, Range};

/// Ranges and codes of rules, by file.
#[derive(Default)]
pub(super) struct Findings(Mutex<HashMap<PathBuf, Vec<(Range, String)>>>);

impl Findings {
    /// The client is told these and no others of a file.
    pub(super) fn told(&self, path: &Path, diagnostics: &[Diagnostic]) {
        let coded = diagnostics.iter().filter_map(|one| match &one.code {
            Some(NumberOrString::String(code)) => Some((one.range, code.clone())),
            _ => None,
        });
        let coded: Vec<_> = coded.collect();
        let mut findings = self.lock();
        if coded.is_empty() {
            findings.remove(path);
        } else {
            findings.insert(path.to_path_buf(), coded);
        }
    }

    /// The codes of the findings at a place, each once.
    pub(super) fn codes_at(&self, path: &Path, place: Position) -> Vec<String> {
        let findings = self.lock();
        let here = findings.get(path).into_iter().flatten().filter(|(range, _)| {
            range.start <= place && (place < range.end || range.start == range.end && range.start == place)
        });
        let mut codes: Vec<String> = Vec::new();
        for (_, code) in here {
            if !codes.contains(code) {
                codes.push(code.clone());
            }
        }
        codes
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PathBuf, Vec<(Range, String)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(code: &str, start: (u32, u32), end: (u32, u32)) -> Diagnostic {
        Diagnostic {
            range: Range::new(Position::new(start.0, start.1), Position::new(end.0, end.1)),
            code: Some(NumberOrString::String(code.to_owned())),
            ..Diagnostic::default()
        }
    }

    #[test]
    fn those_at_a_place_are_told_once_each() {
        let (findings, path) = (Findings::default(), Path::new("/a.md"));
        let at = |line, column| findings.codes_at(path, Position::new(line, column)).join(" ");
        findings.told(
            path,
            &[
                finding("a", (0, 4), (2, 0)),
                finding("a", (1, 0), (1, 3)),
                finding("b", (1, 1), (1, 1)),
            ],
        );
        assert_eq!((at(0, 3).as_str(), at(0, 4).as_str()), ("", "a"));
        assert_eq!((at(1, 1).as_str(), at(1, 2).as_str()), ("a b", "a"));
        assert_eq!(at(2, 0), "", "the end is outside");
        findings.told(path, &[]);
        assert_eq!(at(1, 1), "");
    }
}
