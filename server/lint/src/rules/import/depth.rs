//! `import.depth`: an import lies deeper than a runtime follows.

use super::seen::{Seen, in_file, in_imported_files};
use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::ImportOutcome;

/// See the module.
pub struct Depth;

impl Rule for Depth {
    fn code(&self) -> &'static str {
        "import.depth"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "A runtime follows imports of imported files only so far. This one lies one step deeper, so its file \
is not sent, though it exists.\n\n\
### Example\n\nClaude Code takes four steps: what `CLAUDE.md` imports, what that file imports, and so on. The import \
in the fourth imported file is left alone.\n\n\
### What to do\n\nImport the file from one that lies nearer to the start.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        out.extend(in_file(file).iter().filter_map(|seen| self.finding(seen)));
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let found = in_imported_files(project);
        out.extend(found.iter().filter_map(|seen| self.finding(seen)));
    }
}

impl Depth {
    fn finding(&self, seen: &Seen<'_>) -> Option<Finding> {
        let import = seen.import;
        let ImportOutcome::TooDeep { most } = import.outcome else {
            return None;
        };
        // Another way may have led there.
        let real = seen.files.canonical(&import.target);
        let paths = [Some(&import.target), real.as_ref()];
        let mut paths = paths.into_iter().flatten();
        if paths.any(|path| seen.view.prompt.loaded(path).next().is_some()) {
            return None;
        }
        let sentence = format!(
            "{{}} follows imports {most} files deep, and {} would be the next: nothing of it is sent.",
            seen.shown(&import.target)
        );
        Some(Finding::new(self, &seen.path, seen.place()).effect(seen.view.name(), sentence))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    fn chain(first: &str) -> String {
        let files = (1..7).map(|step| format!("//- {step}.md\n@{}.md\n", step + 1));
        format!(
            "//- CLAUDE.md\n{first}\n{}//- 7.md\nseven\n",
            files.collect::<String>()
        )
    }

    #[test]
    fn the_step_too_many_is_told() {
        let fixture = Fixture::new(&["claude-code"], &chain("@1.md"));
        assert_eq!(fixture.codes(), ["import.depth 4.md:1"]);
        assert_eq!(
            fixture.message("import.depth"),
            "claude-code follows imports 4 files deep, and 5.md would be the next: nothing of it is sent."
        );
        let other = Fixture::new(&["copilot-cli"], &chain("@1.md"));
        assert_eq!(other.codes(), Vec::<String>::new(), "it goes eight deep");
    }

    #[test]
    fn a_file_that_arrives_by_another_way_is_not_lost() {
        let fixture = Fixture::new(&["claude-code"], &chain("@1.md @5.md"));
        assert_eq!(fixture.codes(), Vec::<String>::new());
    }
}
