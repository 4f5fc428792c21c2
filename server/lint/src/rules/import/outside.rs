//! `import.outside`: an import leads out of the folder that imports may not leave.

use super::seen::{Seen, in_file, in_imported_files};
use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::ImportOutcome;

/// See the module.
pub struct Outside;

impl Rule for Outside {
    fn code(&self) -> &'static str {
        "import.outside"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "The imported file exists, but outside the folder that a runtime lets imports lead into: the project, or \
the folder the agent is started in. It is not sent.\n\n\
### Why it matters\n\nClaude Code asks once whether imports may lead out. Whoever said no, or starts it where nobody \
is asked, works without the file and is not told.\n\n\
### What to do\n\nMove the file into the project, start the agent further up, or allow such imports where the message \
names a setting for that.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        out.extend(in_file(file).iter().filter_map(|seen| self.finding(seen)));
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let found = in_imported_files(project);
        out.extend(found.iter().filter_map(|seen| self.finding(seen)));
    }
}

impl Outside {
    fn finding(&self, seen: &Seen<'_>) -> Option<Finding> {
        let import = seen.import;
        let ImportOutcome::Outside { of, allowed_by } = &import.outcome else {
            return None;
        };
        // What is not there is no file that anybody means, or `import.missing`.
        if !seen.files.is_file(&import.target) {
            return None;
        }
        let folder = match seen.shown(of).as_str() {
            "." => "the opened folder".to_owned(),
            other => other.to_owned(),
        };
        let sentence = match (allowed_by, import.is_kept) {
            (Some(setting), _) => format!("{{}} sends it only where `{setting}` is set."),
            (None, true) => "Nothing of it reaches {}.".to_owned(),
            (None, false) => "An error message stands in its place for {}.".to_owned(),
        };
        let mut finding = Finding::new(self, &seen.path, seen.place());
        finding.lead = format!("{} lies outside {folder}.", seen.shown(&import.target));
        Some(finding.effect(seen.view.name(), sentence))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "import.outside";

    fn claude(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["claude-code"], "//- /shared.md\nshared\n//- a.md\nA\n");
        fixture.add("CLAUDE.md", text);
        fixture
    }

    #[test]
    fn a_file_that_is_there_and_not_sent_is_told() {
        let fixture = claude("@../shared.md\n");
        assert_eq!(
            fixture.message(CODE),
            "/shared.md lies outside the opened folder. claude-code sends it only where \
             `hasClaudeMdExternalIncludesApproved` is set."
        );
        let mut allowed = claude("@../shared.md\n");
        allowed.set("hasClaudeMdExternalIncludesApproved", true);
        assert!(allowed.codes().is_empty());
    }

    #[test]
    fn what_is_not_there_lies_nowhere() {
        assert_eq!(claude("@../gone.md\n").codes(), ["import.missing CLAUDE.md:1"]);
        for text in [
            "@/components @/usr @~/mine.md @../..",
            "`@../shared.md` (@../shared.md)",
            "@./a.md",
        ] {
            assert_eq!(claude(text).codes(), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_runtime_may_put_a_message_in_its_place() {
        let tree = "//- /shared.md\nshared\n//- GEMINI.md\n@../shared.md\n";
        let message = Fixture::new(&["gemini-cli"], tree).message(CODE);
        assert!(
            message.ends_with("An error message stands in its place for gemini-cli."),
            "{message}"
        );
    }
}
