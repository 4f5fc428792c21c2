//! What a rule is, to everything outside its own file.

use crate::{
    finding::{Finding, Severity},
    fix::Fix,
    view::{FileView, ProjectView},
};

/// One thing that can be wrong. One value per rule, in its own file under `rules/<group>/`.
pub trait Rule: Sync {
    /// The code, `group.name`, which says what is wrong.
    fn code(&self) -> &'static str;

    /// The severity unless the user sets another.
    fn severity(&self) -> Severity;

    /// Where a finding has another severity than that, as a phrase: "error for an instruction file".
    fn severity_note(&self) -> Option<&'static str> {
        None
    }

    /// The rule's page: what it finds, why that matters, an example, how to mend it. Markdown without a title.
    fn manual(&self) -> &'static str;

    /// Whether it also looks at files that no runtime reads, where the user set a budget for them.
    fn is_for_any_file(&self) -> bool {
        false
    }

    /// Whether it also looks at links to files that are judged under their own path.
    fn is_for_links(&self) -> bool {
        false
    }

    /// Whether nothing else is worth saying about a file in which it finds something, because the text is not the
    /// author's.
    fn outdoes_others(&self) -> bool {
        false
    }

    /// Looks at one file in its own situation. Runs at every keystroke in that file: no work that grows
    /// with the project.
    fn check_file(&self, _file: &FileView<'_>, _out: &mut Vec<Finding>) {}

    /// Looks at all files of a project together. Runs after a pause.
    fn check_project(&self, _project: &ProjectView<'_>, _out: &mut Vec<Finding>) {}

    /// Ways to mend a finding of this rule.
    fn fixes(&self, _finding: &Finding, _file: &FileView<'_>) -> Vec<Fix> {
        Vec::new()
    }
}
