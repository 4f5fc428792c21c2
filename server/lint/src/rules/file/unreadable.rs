//! `file.unreadable`: something with the name of an instruction file cannot be read.

use crate::{
    finding::{Finding, Severity},
    rule::Rule,
    view::FileView,
};
use agents_workspace::FileFault;

/// See the module.
pub struct Unreadable;

impl Rule for Unreadable {
    fn code(&self) -> &'static str {
        "file.unreadable"
    }

    fn severity(&self) -> Severity {
        Severity::Warning
    }

    fn manual(&self) -> &'static str {
        "Something with the name and place of an instruction file has no text: a folder, a pipe, a link that \
leads nowhere or back to itself, or a file that may not be read.\n\n\
### What to do\n\nPut a regular file there, mend the link, or give the file another name.\n"
    }

    fn check_file(&self, file: &FileView<'_>, out: &mut Vec<Finding>) {
        let Err(fault) = &file.file else { return };
        if matches!(fault, FileFault::TooLarge { .. } | FileFault::Missing) {
            return;
        }
        let mut finding = Finding::new(self, file.path, 0..0);
        finding.lead = format!("{} has no text: {fault}.", file.shown(file.path));
        for view in &file.runtimes {
            finding = finding.effect(view.name(), "Nothing of it reaches {}.");
        }
        out.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Fixture;

    #[test]
    fn whatever_has_no_text_is_told_and_the_rest_is_judged() {
        let mut fixture = Fixture::new(
            &["codex", "ai-leash"],
            "//- ok/AGENTS.md\n@a.md\n//- ok/a.md\nA\n",
        );
        fixture
            .folder("folder/AGENTS.md")
            .link("dangling/AGENTS.md", "../gone.md")
            .link("loop/AGENTS.md", "AGENTS.md");
        insta::assert_snapshot!(fixture.drawn(), @r#"
        dangling/AGENTS.md warning file.unreadable
          dangling/AGENTS.md has no text: it is a link to ../gone.md, which does not exist. Nothing of it reaches codex and ai-leash.
        folder/AGENTS.md warning file.unreadable
          folder/AGENTS.md has no text: it is a folder. Nothing of it reaches codex and ai-leash.
        loop/AGENTS.md warning file.unreadable
          loop/AGENTS.md has no text: it is a link that leads back to itself. Nothing of it reaches codex and ai-leash.
        ok/AGENTS.md warning import.unsupported
          @a.md
          ^^^^^
          “@a.md” reaches codex and ai-leash as it stands, not as the text of ok/a.md. Tell it to read `a.md`, or put the text here.
        "#);
    }

    #[test]
    fn a_link_to_a_file_is_fine() {
        let mut fixture = Fixture::new(&["codex"], "//- docs/rules.md\nrules\n");
        fixture.link("AGENTS.md", "docs/rules.md");
        assert!(fixture.codes().is_empty(), "{:?}", fixture.codes());
    }
}
