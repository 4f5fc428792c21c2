//! `import.accidental`: a runtime takes a word with an `@` for an import.

use super::{
    meant::is_file_meant,
    mend,
    seen::{Seen, in_file, in_imported_files},
};
use crate::{
    finding::{Finding, Severity, list},
    fix::{Applicability, Fix, TextEdit},
    rule::Rule,
    view::{FileView, ProjectView},
};
use agents_prompt::ImportOutcome;
use std::{collections::BTreeMap, path::PathBuf};

/// See the module.
pub struct Accidental;

impl Rule for Accidental {
    fn code(&self) -> &'static str {
        "import.accidental"
    }

    fn severity(&self) -> Severity {
        Severity::Information
    }

    fn manual(&self) -> &'static str {
        "A runtime takes a handle, a decorator, a package or another word with an `@` for an import of a file \
that does not exist, and puts an error message in its place. Told once for each line. Runtimes that leave such words \
alone are not concerned.\n\n\
### Example\n\nIn `GEMINI.md`, “Ask @alice” reaches the model as “Ask” with an HTML comment that says that a file \
`alice` could not be read.\n\n\
### What to do\n\nWrite the word as code: what stands between backticks is left alone. The fix does that for all such \
words of the line.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        self.findings(in_file(file), out);
    }

    fn check_project(&self, project: &ProjectView<'_>, out: &mut Vec<Finding>) {
        self.findings(in_imported_files(project), out);
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let of_line = [finding.range.clone()]
            .into_iter()
            .chain(finding.related.iter().map(|other| other.range.clone()));
        let edits: Vec<TextEdit> = of_line.filter_map(|range| mend::as_code(file, &range)).collect();
        if edits.is_empty() {
            return Vec::new();
        }
        let title = match edits.len() {
            1 => "Write it as code".to_owned(),
            _ => "Write them as code".to_owned(),
        };
        vec![mend::edit(self.code(), file, title, Applicability::Safe, edits)]
    }
}

impl Accidental {
    /// One finding for each line and runtime.
    fn findings(&self, seen: Vec<Seen<'_>>, out: &mut Vec<Finding>) {
        let mut lines: BTreeMap<(PathBuf, &str, usize), BTreeMap<usize, Seen<'_>>> = BTreeMap::new();
        for seen in seen.into_iter().filter(is_accident) {
            let start = seen.import.range.start;
            let line = seen.text().line_of(start);
            let line = lines
                .entry((seen.path.clone(), seen.view.name(), line))
                .or_default();
            line.insert(start, seen);
        }
        out.extend(lines.into_values().filter_map(|line| self.of_line(&line)));
    }

    fn of_line(&self, line: &BTreeMap<usize, Seen<'_>>) -> Option<Finding> {
        let first = line.values().next()?;
        let words: Vec<String> = line
            .values()
            .map(|seen| format!("“@{}”", seen.import.written))
            .collect();
        let sentence = match words.len() {
            1 => format!(
                "{{}} takes {} for an import and puts an error message in its place.",
                words[0]
            ),
            _ => format!(
                "{{}} takes {} for imports and puts error messages in their place.",
                list(&words)
            ),
        };

        let mut finding = Finding::new(self, &first.path, first.place()).effect(first.view.name(), sentence);
        finding.related = line
            .values()
            .skip(1)
            .map(|seen| crate::finding::Related {
                path: seen.path.clone(),
                range: seen.place(),
                message: "as well".to_owned(),
            })
            .collect();
        Some(finding)
    }
}

fn is_accident(seen: &Seen<'_>) -> bool {
    let import = seen.import;
    let fails = match &import.outcome {
        ImportOutcome::Missing | ImportOutcome::Ignored | ImportOutcome::NotAllowed => true,
        ImportOutcome::Outside { .. } => !seen.files.is_file(&import.target),
        _ => false,
    };
    fails && !import.is_kept && !is_file_meant(seen)
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    const CODE: &str = "import.accidental";
    const TEXT: &str = "- Ask @alice, or @org/team.\n- Mail dev@example.com (@bob) and `@param`.\n- @a.md and @gone.md\n\n\
                        ```\n@Override\n```\n\n<!-- @todo -->\n";

    fn gemini(text: &str) -> Fixture {
        let mut fixture = Fixture::new(&["gemini-cli"], "//- a.md\nA\n");
        fixture.add("GEMINI.md", text);
        fixture
    }

    #[test]
    fn words_are_told_once_for_each_line() {
        let mut fixture = gemini(TEXT);
        fixture.severity("import.missing", None);
        insta::assert_snapshot!(fixture.drawn(), @r#"
        GEMINI.md information import.accidental
          - Ask @alice, or @org/team.
                ^^^^^^
          gemini-cli takes “@alice,” and “@org/team.” for imports and puts error messages in their place.
          see GEMINI.md: as well
        GEMINI.md information import.accidental
          <!-- @todo -->
               ^^^^^
          gemini-cli takes “@todo” for an import and puts an error message in its place.
        "#);
    }

    #[test]
    fn runtimes_that_leave_words_alone_are_silent() {
        for (runtime, name) in [
            ("claude-code", "CLAUDE.md"),
            ("copilot-cli", "AGENTS.md"),
            ("qwen-code", "QWEN.md"),
        ] {
            let mut fixture = Fixture::new(&[runtime], "//- a.md\nA\n");
            fixture.add(name, TEXT.replace("and @gone.md", ""));
            assert_eq!(fixture.codes(), Vec::<String>::new(), "{runtime}");
        }
    }

    #[test]
    fn a_folder_is_no_file_to_import() {
        let tree = "//- docs/a.md\nA\n//- QWEN.md\nAll of @docs\n";
        let fixture = Fixture::new(&["qwen-code"], tree);
        assert_eq!(fixture.codes(), ["import.accidental QWEN.md:1"]);
    }

    #[test]
    fn as_code_all_words_of_a_line_are_left_alone() {
        let mut fixture = gemini("- Ask @alice, or @org/team.\n");
        let fixes = fixture.fixes(CODE);
        assert_eq!(fixes.len(), 1);
        assert_eq!(fixes[0].title, "Write them as code");
        fixture.apply(&fixes[0]);
        let text = fixture.text("GEMINI.md".as_ref()).to_string();
        assert_eq!(text, "- Ask `@alice`, or `@org/team`.\n");
        assert!(fixture.codes().is_empty());
        let code = gemini("    @Override\n");
        assert_eq!(
            code.codes(),
            ["import.accidental GEMINI.md:1"],
            "it imports there as well"
        );
        assert!(code.fixes(CODE).is_empty(), "backticks would be part of the code");
    }
}
