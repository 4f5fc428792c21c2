//! `placement.daily-log`: the log of a day has another name than its platform looks for.

use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix},
    rule::Rule,
    view::{FileView, first_line},
};
use agents_workspace::EntryKind;

/// See the module.
pub struct DailyLog;

impl Rule for DailyLog {
    fn code(&self) -> &'static str {
        "placement.daily-log"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "A file in the folder of daily logs is named like the log of a day, but not as the platform names logs, so the agent \
that is told to read today's log does not find it. VibeKit has `memory/YYYY-MM-DD.md`. Looked for only where such a \
platform is at work.\n\n\
### Example\n\n`memory/2026-1-5.md`, `memory/2026_01_05.md` and `memory/5 January 2026.md` are all meant as \
`memory/2026-01-05.md`.\n\n\
### What to do\n\nRename the file; the fix does so where the day is certain and its log is not there yet. A name that \
could be two days (`05-01-2026`), or that is no day of the calendar, is for you to mend.\n"
    }

    fn is_for_any_file(&self) -> bool {
        true
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Some(text) = file.text() else { return };
        for (active, log) in file.project.misnamed_log(file.path) {
            let mut finding = Finding::new(self, file.path, first_line(text));
            let named = log.pattern;
            let sentence = match (&log.day, &log.place) {
                (Some(day), _) => {
                    format!("{{}} does not find the log of {day} here: logs are named `{named}`.")
                }
                (None, _) => format!("Which day this log is of cannot be told: {{}} names logs `{named}`."),
            };
            if let Some(place) = &log.place {
                let place = file.project.base.root.join(place);
                finding.advice = if file.files.entry(&place) == EntryKind::Missing {
                    format!("Rename it to {}.", file.shown(&place))
                } else {
                    format!("There is a log of that name already: {}.", file.shown(&place))
                };
            }
            out.push(finding.effect(&active.name, sentence));
        }
    }

    fn fixes(&self, _: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let places = file
            .project
            .misnamed_log(file.path)
            .filter_map(|(_, log)| log.place);
        let mut places = places.map(|place| file.project.base.root.join(place));
        let free = places.find(|place| file.files.entry(place) == EntryKind::Missing);
        let fix = free.map(|place| Fix {
            title: format!("Rename to {}", file.shown(&place)),
            applicability: Applicability::Unsafe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Rename {
                from: file.path.to_path_buf(),
                to: place,
            }],
        });
        fix.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "placement.daily-log";

    #[test]
    fn a_log_under_another_name_is_renamed() {
        let mut fixture = Fixture::new(&["vibekit"], "//- memory/2026-1-5.md\n# Log\n");
        insta::assert_snapshot!(fixture.drawn(), @r"
        memory/2026-1-5.md information placement.daily-log
          # Log
          ^^^^^
          vibekit does not find the log of 2026-01-05 here: logs are named `memory/YYYY-MM-DD.md`. Rename it to memory/2026-01-05.md.
        ");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes[0].title, "Rename to memory/2026-01-05.md");
        fixture.apply(&fixes[0]);
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
        assert_eq!(
            fixture.text("memory/2026-01-05.md".as_ref()).to_string(),
            "# Log\n"
        );
    }

    #[test]
    fn a_log_that_is_there_is_not_replaced() {
        let tree = "//- memory/2026-1-5.md\nx\n//- memory/2026-01-05.md\ny\n";
        let fixture = Fixture::new(&["vibekit"], tree);
        assert!(
            fixture
                .message(CODE)
                .ends_with("There is a log of that name already: memory/2026-01-05.md.")
        );
        assert!(fixture.fixes(CODE).is_empty());
    }

    #[test]
    fn a_day_that_cannot_be_told_has_no_fix() {
        let fixture = Fixture::new(&["vibekit"], "//- memory/2026-02-30.md\nx\n");
        assert_eq!(
            fixture.message(CODE),
            "Which day this log is of cannot be told: vibekit names logs `memory/YYYY-MM-DD.md`."
        );
        assert!(fixture.fixes(CODE).is_empty());
    }

    #[test]
    fn only_where_the_platform_is_at_work() {
        let tree = "//- AGENTS.md\nx\n//- memory/2026-1-5.md\nx\n";
        assert!(Fixture::new(&["codex", "openclaw"], tree).codes().is_empty());
        let fine = "//- memory/2026-01-05.md\nx\n//- memory/notes.md\nx\n//- docs/2026-1-5.md\nx\n";
        assert!(Fixture::new(&["vibekit"], fine).codes().is_empty());
    }
}
