//! `config.invalid`: a value in `agents-ls.toml` or in a settings file of a runtime is wrong.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
};
use agents_prompt::{name::Name, runtime::SettingsFault};
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
Or a settings file of a runtime that is at work here (`.codex/config.toml`, `~/.claude/settings.json`, \
`opencode.json` …) cannot be used: it is not in its language, is not a file that can be read, or holds a value \
that the runtime does not take. Only settings that agents-ls knows of are looked at; another key is never a \
finding.\n\n\
### Why it matters\n\nThe message says what the runtime does: some do not start, some ignore the whole file \
without a word in the conversation. What a file would have set (names of instruction files, caps, folders that \
are left out) does not hold then.\n\n\
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

/// The finding for a fault in a settings file of a runtime.
#[must_use]
pub fn of_runtime(path: &Path, fault: &SettingsFault, runtime: &Name) -> Finding {
    let mut finding = finding(path, fault.range.clone(), &fault.message);
    finding.lead.push('.');
    finding.effect(runtime, fault.outcome.sentence())
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
