//! `encoding.bom`: a byte order mark hides the frontmatter of a skill.

use crate::rules::skill::refusal;
use crate::{
    finding::{Finding, Severity},
    fix::{Applicability, FileEdit, Fix, TextEdit},
    rule::Rule,
    view::FileView,
};

/// See the module.
pub struct Bom;

impl Rule for Bom {
    fn code(&self) -> &'static str {
        "encoding.bom"
    }

    fn severity(&self) -> Severity {
        Severity::Error
    }

    fn manual(&self) -> &'static str {
        "A byte order mark stands before the opening `---`, as some editors on Windows write it. A loader then sees no \
frontmatter and drops the skill.\n\n\
An error where no active runtime takes the file as a skill, a warning where some do.\n\n\
### What to do\n\nSave the file as UTF-8 without a byte order mark. The fix takes it away.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let before = out.len();
        refusal::report(self, file, out);
        for finding in &mut out[before..] {
            finding.severity = refusal::severity(file);
        }
    }

    fn fixes(&self, finding: &Finding, file: &FileView<'_>) -> Vec<Fix> {
        let fixes = refusal::fixes(self, finding, file);
        if !fixes.is_empty() {
            return fixes;
        }
        // What else is wrong is for a person to mend, and told by itself; the mark goes all the same.
        vec![Fix {
            title: "Remove the byte order mark".to_owned(),
            applicability: Applicability::Safe,
            rule: Some(self.code()),
            edits: vec![FileEdit::Text {
                path: file.path.to_path_buf(),
                edits: vec![TextEdit::new(finding.range.clone(), "")],
            }],
        }]
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Fixture, mended};

    const CODE: &str = "encoding.bom";

    fn fixture(runtime: &str, path: &str, text: &str) -> Fixture {
        let mut fixture = Fixture::new(&[runtime], "");
        fixture.add(path, text);
        fixture
    }

    #[test]
    fn the_mark_goes_though_a_person_must_mend_the_rest() {
        let path = ".agents/skills/b/SKILL.md";
        let mut found = Fixture::new(&["codex", "cursor"], "");
        found.add(path, format!("\u{feff}{GOOD}"));
        let fixes = found.fixes(CODE);
        assert_eq!(fixes.len(), 1);
        found.apply(&fixes[0]);
        assert_eq!(found.text(path.as_ref()).to_string(), GOOD);
        assert_eq!(found.codes(), [format!("skill.name-dir {path}:2")]);
    }

    const GOOD: &str = "---\nname: a\ndescription: b\n---\n";

    #[test]
    fn a_mark_is_an_error_only_where_nobody_takes_the_skill() {
        let text = format!("\u{feff}{GOOD}");
        let mut found = fixture("ai-leash", ".skills/x.md", &text);
        let told = "A byte order mark stands before `---`, so the skill does not reach ai-leash.";
        assert_eq!(found.message(CODE), told);
        assert_eq!(found.marked(CODE), ["\u{feff}"]);
        assert_eq!(mended(&mut found, CODE, ".skills/x.md").1, GOOD);
        let mut both = Fixture::new(&["codex", "opencode"], "");
        both.add(".agents/skills/a/SKILL.md", &text);
        assert_eq!(found.findings(), [], "mended");
        let severities: Vec<_> = both.findings().iter().map(|finding| finding.severity).collect();
        assert_eq!(severities, [crate::Severity::Warning], "opencode takes it");
        assert!(
            fixture("opencode", ".agents/skills/a/SKILL.md", &text)
                .codes()
                .is_empty()
        );
    }
}
