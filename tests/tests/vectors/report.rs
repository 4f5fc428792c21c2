//! Counting and showing what matches.

use super::EXCEPTIONS;

/// What was compared for one runtime.
pub(crate) struct Report {
    runtime: &'static str,
    met: usize,
    faults: Vec<String>,
}

impl Report {
    pub(crate) fn new(runtime: &'static str) -> Self {
        Self {
            runtime,
            met: 0,
            faults: Vec::new(),
        }
    }

    /// Notes one vector: met when there is no fault.
    pub(crate) fn note(&mut self, id: &str, faults: Vec<String>) {
        if faults.is_empty() || EXCEPTIONS.iter().any(|(known, _)| *known == id) {
            self.met += 1;
        } else {
            self.faults.push(format!("{id}\n  {}", faults.join("\n  ")));
        }
    }

    /// Prints the count and fails when a vector is not met.
    pub(crate) fn finish(self) {
        let all = self.met + self.faults.len();
        println!("{}: {} of {all} vectors", self.runtime, self.met);
        assert!(all > 0, "no vectors for {}", self.runtime);
        assert!(
            self.faults.is_empty(),
            "{}: {} of {all} vectors\n{}",
            self.runtime,
            self.met,
            self.faults.join("\n")
        );
    }
}

/// How two texts differ; `None` when they do not.
pub(crate) fn difference(what: &str, expected: &str, got: &str) -> Option<String> {
    if expected == got {
        return None;
    }
    let mut at = expected
        .bytes()
        .zip(got.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    while !expected.is_char_boundary(at) || !got.is_char_boundary(at) {
        at -= 1;
    }
    let around = |text: &str| {
        let before: String = text[..at]
            .chars()
            .rev()
            .take(20)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let after: String = text[at..].chars().take(60).collect();
        format!("{before:?} | {after:?}")
    };
    Some(format!(
        "{what} differs at byte {at} (lengths {} and {})\n    expected {}\n    got      {}",
        expected.len(),
        got.len(),
        around(expected),
        around(got)
    ))
}
