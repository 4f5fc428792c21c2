//! `config.invalid`: a value in `agents-ls.toml` is wrong.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
};
use std::{ops::Range, path::Path};

/// See the module.
pub struct Invalid;

impl Rule for Invalid {
    fn code(&self) -> &'static str {
        "config.invalid"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A value in `agents-ls.toml` cannot be used: an unknown key, a value of the wrong type, or text that is \
not TOML. The last good value stays in force.\n\n\
### What to do\n\nThe message names what is allowed.\n"
    }
}

/// The finding for a fault in a configuration file.
#[must_use]
pub fn finding(path: &Path, range: Range<usize>, message: &str) -> Finding {
    let mut finding = Finding::new(&Invalid, path, range);
    finding.lead = crate::repair::capitalised(message);
    finding
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_the_faults_own() {
        let capital = finding(Path::new("/w/agents-ls.toml"), 3..7, "this is not TOML");
        assert_eq!(capital.message(), "This is not TOML");
        let finding = finding(Path::new("/w/agents-ls.toml"), 3..7, "`start` is a folder, not 5");
        assert_eq!(finding.message(), "`start` is a folder, not 5");
        assert_eq!(
            (finding.rule, finding.severity),
            ("config.invalid", Severity::Warning)
        );
        assert!(finding.runtimes().is_empty());
    }
}
