//! What there is to read about a rule.

use crate::Rule;

/// The rule's page as Markdown, title and default severity included.
#[must_use]
pub fn page(rule: &dyn Rule) -> String {
    let note = rule.severity_note();
    let note = note.map_or_else(String::new, |note| format!("; {note}"));
    format!(
        "# {}\n\nDefault severity: {}{note}.\n\n{}",
        rule.code(),
        rule.severity(),
        rule.manual()
    )
}

/// What the rule finds, in the first sentence of its manual.
#[must_use]
pub fn summary(rule: &dyn Rule) -> &'static str {
    let manual = rule.manual();
    let first = manual.split("\n\n").next().unwrap_or_default();
    first.split_inclusive(". ").next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    #[test]
    fn a_severity_that_depends_is_told_with_on_what() {
        let page = page(rules::find("symlink.materialised").expect("a rule"));
        assert!(page.contains("Default severity: warning; error for an instruction file.\n"));
    }

    #[test]
    fn every_rule_says_in_a_sentence_what_it_finds() {
        for rule in rules::all() {
            let summary = summary(*rule);
            let code = rule.code();
            assert!(summary.ends_with('.'), "{code}: {summary}");
            assert!(!summary.contains('\n'), "{code}: {summary}");
            assert!(page(*rule).contains(summary), "{code}");
        }
    }
}
