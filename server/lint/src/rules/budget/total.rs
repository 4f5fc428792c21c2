//! `budget.total`: a shared cap is exceeded, and no single file is to blame.

use super::starves_nested::culprit;
use crate::{
    finding::{Finding, Related, Severity, number, quantity},
    fix::Fix,
    rule::Rule,
    view::{FileView, RuntimeView, first_line, is_by_cap},
};
use agents_prompt::{Cause, Loss, Scope};
use std::collections::BTreeMap;

/// See the module.
pub struct Total;

impl Rule for Total {
    fn code(&self) -> &'static str {
        "budget.total"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "All files together are over a cap that they share, and none of them alone uses half of it. Shown on \
the file that is cut first; the others are related places. When one file is to blame, \
`budget.starves-nested` says so instead.\n\n\
### What to do\n\nShorten the longest files, or raise the cap in the runtime's own settings.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for view in &file.runtimes {
            let lost = view
                .prompt
                .all_losses()
                .find(|loss| is_by_cap(loss) && matches!(loss.cause, Cause::TotalCap { .. }));
            // White space at the end is no text to lose.
            let is_told = |loss: &&Loss| {
                loss.path == file.path
                    && !text.slice(loss.range.clone()).chars().all(char::is_whitespace)
                    && culprit(view, loss).is_none()
            };
            let Some(first) = lost.filter(is_told) else {
                continue;
            };
            let budget = view
                .prompt
                .budgets
                .iter()
                .find(|budget| budget.scope == Scope::Total);
            let Some((used, cap)) = budget.and_then(|budget| Some((budget.used, budget.cap?))) else {
                continue;
            };
            let sharers = sharers(file, view, first.unit);
            // Alone, or as the longest, the file is to blame itself.
            if sharers.is_empty() || first.unit.measure(text) >= cap.div_ceil(2) {
                continue;
            }
            let sentence = format!(
                "The files for {{}} have {} together, over the cap of {}{}; this is the first one to lose text.",
                quantity(used, first.unit),
                number(cap),
                super::named(super::setting(view, first))
            );
            let mut finding = Finding::new(self, file.path, first_line(text)).effect(view.name(), sentence);
            finding.advice = super::advice("Shorten the longest files", super::setting(view, first));
            finding.related = sharers;
            out.push(finding);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let mut alone = finding.clone();
        // The related files share the cap and lose nothing.
        alone.related.clear();
        super::relief(self.code(), &alone, file)
    }
}

/// The other files of the prompt with what they use.
fn sharers(file: &FileView<'_>, view: &RuntimeView<'_>, unit: agents_prompt::Unit) -> Vec<Related> {
    let mut used: BTreeMap<_, usize> = BTreeMap::new();
    for segment in view.shared_segments() {
        if let Some(source) = segment.source.as_ref().filter(|source| source.path != file.path) {
            *used.entry(&source.path).or_default() += segment.measure(unit);
        }
    }
    used.into_iter()
        .map(|(path, used)| Related {
            path: path.clone(),
            range: 0..0,
            message: format!("uses {}", quantity(used, unit)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    fn codex(cap: usize) -> Fixture {
        let mut fixture = Fixture::new(
            &["codex"],
            "//- AGENTS.md\n0123\n//- a/AGENTS.md\n0123\n//- a/b/AGENTS.md\n0123\n//- a/b/c/AGENTS.md\n0123\n",
        );
        fixture.set("project_doc_max_bytes", cap);
        fixture
    }

    #[test]
    fn the_first_file_that_loses_text_is_told_with_the_others() {
        insta::assert_snapshot!(codex(12).drawn(), @r#"
        a/b/AGENTS.md warning budget.total
          0123
          ^^^^
          The files for codex have 15 bytes together, over the cap of 12 (`project_doc_max_bytes`); this is the first one to lose text. Shorten the longest files, or raise the cap.
          see AGENTS.md: uses 5 bytes
          see a/AGENTS.md: uses 5 bytes
        a/b/AGENTS.md warning budget.truncated
          0123
            ^^
          This text does not reach codex: the files before this one use 10 of 12 bytes (`project_doc_max_bytes`). Lost: 3 bytes. Shorten the files before this one, or raise the cap.
        a/b/c/AGENTS.md warning budget.truncated
          0123
          ^^^^
          Nothing of this file reaches codex: the files before this one use 12 of 12 bytes (`project_doc_max_bytes`). Lost: 5 bytes. Shorten the files before this one, or raise the cap.
        "#);
    }

    #[test]
    fn a_file_that_is_too_long_itself_is_only_cut() {
        let mut fixture = codex(12);
        fixture.add("a/AGENTS.md", "0123456789\n");
        let codes = fixture.codes();
        assert!(
            codes.contains(&"budget.truncated a/AGENTS.md:1".to_owned()),
            "{codes:?}"
        );
        assert!(
            !codes.contains(&"budget.total a/AGENTS.md:1".to_owned()),
            "{codes:?}"
        );
    }

    #[test]
    fn it_is_silent_while_all_fits_or_one_is_to_blame() {
        assert!(codex(20).codes().is_empty());
        let mut fits = Fixture::new(
            &["codex"],
            "//- AGENTS.md\n0123\n//- a/AGENTS.md\n0123\n//- a/b/AGENTS.md\n0123\n",
        );
        fits.set("project_doc_max_bytes", 14);
        assert!(
            fits.codes().is_empty(),
            "only the last line break is lost: {:?}",
            fits.codes()
        );
        let blamed = codex(9).codes();
        assert!(
            !blamed.iter().any(|code| code.starts_with("budget.total")),
            "{blamed:?}"
        );
        assert!(
            blamed
                .iter()
                .any(|code| code == "budget.starves-nested AGENTS.md:1"),
            "{blamed:?}"
        );
    }
}
