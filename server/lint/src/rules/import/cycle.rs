//! `import.cycle`: files import each other in a circle.

use super::{
    mend,
    seen::{Seen, in_file, in_imported_files},
};
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, Fix},
    rule::Rule,
    view::{FileView, ProjectView, RuntimeView},
};
use agents_prompt::{Import, ImportOutcome, name::Name};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// See the module.
pub struct Cycle;

impl Rule for Cycle {
    fn code(&self) -> &'static str {
        "import.cycle"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "This import leads back to a file that is on the way to it. Runtimes stop there: nothing is sent twice \
for ever, but the import does nothing either. It is told once for each circle, at the import that closes it.\n\n\
### What to do\n\nLet one of the files name the other in words, as a file to read when it is needed.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        out.extend(in_file(file).iter().filter_map(|seen| self.finding(seen)));
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        let mut told: BTreeSet<(Name, Vec<PathBuf>)> = BTreeSet::new();
        for seen in in_imported_files(project) {
            let circle = files_of(seen.import).map(|files| (seen.view.name().clone(), files));
            if circle.is_some_and(|circle| told.insert(circle)) {
                out.extend(self.finding(&seen));
            }
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let title = "Write it as code".to_owned();
        let edit = mend::as_code(file, &finding.range);
        let fix = edit.map(|edit| mend::edit(self.code(), file, title, Applicability::Unsafe, vec![edit]));
        fix.into_iter().collect()
    }
}

impl Cycle {
    fn finding(&self, seen: &Seen<'_>) -> Option<Finding> {
        let ImportOutcome::Cycle { through } = &seen.import.outcome else {
            return None;
        };
        if !is_first(seen.view, seen.import) {
            return None;
        }
        let lead = match through.as_slice() {
            [_] => "This file imports itself.".to_owned(),
            [first, ..] => {
                let names: Vec<String> = through
                    .iter()
                    .chain([first])
                    .map(|path| seen.shown(path))
                    .collect();
                format!("Files import each other in a circle: {}.", names.join(" → "))
            }
            [] => return None,
        };
        let effect = if seen.import.is_kept {
            "Here it ends, and the import adds nothing for {}."
        } else {
            "Here it ends, and a note stands in place of the import for {}."
        };
        let mut finding = Finding::new(self, &seen.path, seen.place());
        finding.lead = lead;
        Some(finding.effect(seen.view.name(), effect))
    }
}

/// Whether no import before it in the prompt closes the same circle.
fn is_first(view: &RuntimeView<'_>, import: &Import) -> bool {
    let circle = files_of(import);
    let mut same = view
        .prompt
        .imports
        .iter()
        .filter(|other| files_of(other) == circle);
    same.next() == Some(import)
}

/// The files of a circle, wherever it is entered.
fn files_of(import: &Import) -> Option<Vec<PathBuf>> {
    let ImportOutcome::Cycle { through } = &import.outcome else {
        return None;
    };
    let files: BTreeSet<&Path> = through.iter().map(PathBuf::as_path).collect();
    Some(files.into_iter().map(Path::to_path_buf).collect())
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "import.cycle";

    #[test]
    fn a_circle_is_told_where_it_closes() {
        let tree = "//- CLAUDE.md\n@docs/a.md @docs/b.md\n//- docs/a.md\nA then @b.md\n//- docs/b.md\nB then @a.md\n";
        insta::assert_snapshot!(Fixture::new(&["claude-code"], tree).drawn(), @r#"
        docs/b.md information import.cycle
          B then @a.md
                 ^^^^^
          Files import each other in a circle: docs/a.md → docs/b.md → docs/a.md. Here it ends, and the import adds nothing for claude-code.
        "#);
    }

    #[test]
    fn instruction_files_that_import_each_other_are_told_once() {
        for runtimes in [
            &["claude-code"][..],
            &["copilot-cli"],
            &["claude-code", "copilot-cli"],
        ] {
            let fixture = Fixture::new(runtimes, "//- AGENTS.md\n@CLAUDE.md\n//- CLAUDE.md\n@AGENTS.md\n");
            let codes = fixture.codes();
            assert!(codes.iter().all(|code| code.starts_with(CODE)), "{codes:?}");
            assert_eq!(codes.len(), runtimes.len(), "{codes:?}");
        }
    }

    #[test]
    fn two_ways_to_one_file_are_no_circle() {
        let tree = "//- CLAUDE.md\n@a.md @b.md @a.md\n//- a.md\n@c.md\n//- b.md\n@c.md\n//- c.md\nC\n";
        assert!(Fixture::new(&["claude-code"], tree).codes().is_empty());
        let tree = tree.replace("CLAUDE.md", "GEMINI.md");
        assert!(Fixture::new(&["gemini-cli"], &tree).codes().is_empty());
    }

    #[test]
    fn a_file_that_imports_itself_is_told_and_mended() {
        let mut fixture = Fixture::new(&["claude-code"], "//- CLAUDE.md\nSee @CLAUDE.md.\n");
        assert_eq!(
            fixture.codes(),
            ["import.missing CLAUDE.md:1"],
            "with the full stop it is another path"
        );
        fixture.add("CLAUDE.md", "See @CLAUDE.md\n");
        assert_eq!(
            fixture.message(CODE),
            "This file imports itself. Here it ends, and the import adds nothing for claude-code."
        );
        let fixes = fixture.fixes(CODE);
        fixture.apply(&fixes[0]);
        assert_eq!(
            fixture.text("CLAUDE.md".as_ref()).to_string(),
            "See `@CLAUDE.md`\n"
        );
        assert!(fixture.codes().is_empty());
    }
}
